// Commands of the order list.
import { addRecord, type PageCommands, printCommand } from '../shell/command.ts'
import { listTexts } from './words.ts'

export const listCommands = {
  add: addRecord(listTexts.newConsignment, 'consignments:write'),
  find: { keys: '/', label: listTexts.focusSearch },
  failed: { keys: 'shift+f', label: listTexts.viewFailed },
  csv: { keys: 'mod+shift+e', label: listTexts.csv },
  print: printCommand,
} satisfies PageCommands
