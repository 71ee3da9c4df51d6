// Commands of the route plan that ⌘K offers on other pages.
import { roadWords } from '../../road/words.ts'
import { addRecord, type Commands, printCommand } from '../../shell/command.ts'
import { manyWords, pageWords } from '../load/words.ts'
import { optimiseCommands } from '../optimise/commands.ts'
import { releaseWords } from '../release/words.ts'
import { sheetWords } from '../sheets/words.ts'
import { timesWords } from '../times/words.ts'

export const planCommands = {
  add: addRecord(pageWords.newLoad, 'loads:write'),
  ...optimiseCommands,
  reverse: { keys: 'r', label: manyWords.reverse, scope: 'loads:write' },
  nearest: { keys: 'shift+n', label: manyWords.nearest, scope: 'loads:write' },
  split: { keys: 'shift+s', label: manyWords.split, scope: 'loads:write' },
  setTimes: { keys: 't', label: timesWords.setTimes, scope: 'loads:write' },
  labels: { keys: 'shift+p', label: roadWords.labels, scope: 'consignments:read' },
  dayBefore: { keys: '[', label: pageWords.dayBefore },
  dayAfter: { keys: ']', label: pageWords.dayAfter },
  today: { keys: 'shift+t', label: pageWords.today },
  sheets: { label: sheetWords.title },
  release: { label: releaseWords.releaseMany, scope: 'loads:write' },
  print: printCommand,
} satisfies Commands
