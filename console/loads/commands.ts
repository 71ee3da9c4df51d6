// Commands of the list of loads.
import { loadWords } from '../load/words.ts'
import { addRecord, type Commands, printCommand } from '../shell/command.ts'

export const loadsCommands = {
  add: addRecord(loadWords.newLoad, 'loads:write'),
  csv: { keys: 'mod+shift+e', label: loadWords.csv },
  print: printCommand,
} satisfies Commands
