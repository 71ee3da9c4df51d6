// Commands of the order list.
import { addRecord, type Commands, printCommand } from '../shell/command.ts'
import { listWords } from './words.ts'

export const listCommands = {
  add: addRecord(listWords.newConsignment, 'consignments:write'),
  find: { keys: '/', label: listWords.focusSearch },
  failed: { keys: 'shift+f', label: listWords.viewFailed },
  csv: { keys: 'mod+shift+e', label: listWords.csv },
  print: printCommand,
} satisfies Commands
