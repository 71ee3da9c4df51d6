// Commands of the page of users, and of the own account.
import { factorWords } from '../factor/words.ts'
import { addRecord, type Commands } from '../shell/command.ts'
import { peopleWords } from './words.ts'

export const peopleCommands = {
  invite: addRecord(peopleWords.invite, 'people:write'),
} satisfies Commands

export const accountCommands = {
  changePassword: { label: peopleWords.changePassword },
  addApp: { label: factorWords.addApp },
  endOthers: { label: peopleWords.endOthers },
  deleteAccount: { label: peopleWords.deleteAccount },
} satisfies Commands
