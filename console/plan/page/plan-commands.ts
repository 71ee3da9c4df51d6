// Commands of the route plan that ⌘K offers on other pages.
import { roadTexts } from '../../road/words.ts'
import { addRecord, type PageCommands, printCommand } from '../../shell/command.ts'
import { manyTexts, pageTexts } from '../load/words.ts'
import { optimiseCommands } from '../optimise/commands.ts'
import { releaseTexts } from '../release/words.ts'
import { sheetTexts } from '../sheets/words.ts'
import { timesTexts } from '../times/words.ts'

export const planCommands = {
  add: addRecord(pageTexts.newLoad, 'loads:write'),
  ...optimiseCommands,
  reverse: { keys: 'r', label: manyTexts.reverse, scope: 'loads:write' },
  nearest: { keys: 'shift+n', label: manyTexts.nearest, scope: 'loads:write' },
  split: { keys: 'shift+s', label: manyTexts.split, scope: 'loads:write' },
  setTimes: { keys: 't', label: timesTexts.setTimes, scope: 'loads:write' },
  labels: { keys: 'shift+p', label: roadTexts.labels, scope: 'consignments:read' },
  dayBefore: { keys: '[', label: pageTexts.dayBefore },
  dayAfter: { keys: ']', label: pageTexts.dayAfter },
  today: { keys: 'shift+t', label: pageTexts.today },
  sheets: { label: sheetTexts.title },
  release: { label: releaseTexts.releaseMany, scope: 'loads:write' },
  print: printCommand,
} satisfies PageCommands
