// Commands of the page that imports orders.
import type { Commands } from '../shell/command.ts'
import { importWords } from './words.ts'

export const importCommands = {
  choose: { label: importWords.chooseFile, scope: 'consignments:write' },
} satisfies Commands
