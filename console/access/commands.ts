// Commands of the page of access tokens and OAuth clients.
import { addRecord, type Commands } from '../shell/command.ts'
import { accessWords } from './words.ts'

export const accessCommands = {
  createToken: addRecord(accessWords.createToken, 'tokens:write'),
} satisfies Commands
export const createClient = addRecord(accessWords.createClient, 'tokens:write')
