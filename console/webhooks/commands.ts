// Commands of the page of webhooks.
import { addRecord, type PageCommands } from '../shell/command.ts'
import { webhookTexts } from './words.ts'

export const webhookCommands = {
  add: addRecord(webhookTexts.add, 'webhooks:write'),
} satisfies PageCommands
