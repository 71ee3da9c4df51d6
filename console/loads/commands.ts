// Commands of the list of loads.
import { loadTexts } from '../load/words.ts'
import { addRecord, type PageCommands, printCommand } from '../shell/command.ts'

export const loadsCommands = {
  add: addRecord(loadTexts.newLoad, 'loads:write'),
  csv: { keys: 'mod+shift+e', label: loadTexts.csv },
  print: printCommand,
} satisfies PageCommands
