// Commands of the export list.
import { addRecord, type PageCommands, printCommand } from '../shell/command.ts'
import { exportTexts } from './words.ts'

export const exportCommands = {
  add: addRecord(exportTexts.add, 'export:write'),
  find: { keys: '/', label: exportTexts.find },
  csv: { label: exportTexts.csv },
  clear: { label: exportTexts.clear, scope: 'export:write' },
  print: printCommand,
} satisfies PageCommands
