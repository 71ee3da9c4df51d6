// Commands of the page of users, and of the own account.
import { factorTexts } from '../factor/words.ts'
import { addRecord, type PageCommands } from '../shell/command.ts'
import { peopleTexts } from './words.ts'

export const peopleCommands = {
  invite: addRecord(peopleTexts.invite, 'people:write'),
} satisfies PageCommands

export const accountCommands = {
  changePassword: { label: peopleTexts.changePassword },
  addApp: { label: factorTexts.addApp },
  endOthers: { label: peopleTexts.endOthers },
  deleteAccount: { label: peopleTexts.deleteAccount },
} satisfies PageCommands
