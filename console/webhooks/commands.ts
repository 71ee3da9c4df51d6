// Commands of the page of webhooks.
import { addRecord, type Commands } from '../shell/command.ts'
import { webhookWords } from './words.ts'

export const webhookCommands = {
  add: addRecord(webhookWords.add, 'webhooks:write'),
} satisfies Commands
