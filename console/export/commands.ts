// Commands of the export list.
import { addRecord, type Commands, printCommand } from '../shell/command.ts'
import { exportWords } from './words.ts'

export const exportCommands = {
  add: addRecord(exportWords.add, 'export:write'),
  find: { keys: '/', label: exportWords.find },
  csv: { label: exportWords.csv },
  clear: { label: exportWords.clear, scope: 'export:write' },
  print: printCommand,
} satisfies Commands
