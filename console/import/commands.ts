// Commands of the page that imports orders.
import type { PageCommands } from '../shell/command.ts'
import { importTexts } from './words.ts'

export const importCommands = {
  choose: { label: importTexts.chooseFile, scope: 'consignments:write' },
} satisfies PageCommands
