// Commands of the page of access tokens and OAuth clients.
import { addRecord, type PageCommands } from '../shell/command.ts'
import { accessTexts } from './words.ts'

export const accessCommands = {
  createToken: addRecord(accessTexts.createToken, 'tokens:write'),
} satisfies PageCommands
export const createClient = addRecord(accessTexts.createClient, 'tokens:write')
