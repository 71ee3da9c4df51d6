// Commands of the settings, by page.
import { addRecord, type Commands } from '../shell/command.ts'
import { fieldsWords, roadWords, settingsWords } from './words.ts'

export const depotCommands = { add: addRecord(settingsWords.addDepot, 'depots:write') } satisfies Commands
export const fieldCommands = { add: addRecord(fieldsWords.add, 'settings:write') } satisfies Commands
export const channelCommands = { add: addRecord(settingsWords.addChannel, 'settings:write') } satisfies Commands
export const areaCommands = { add: addRecord(settingsWords.addArea, 'settings:write') } satisfies Commands

export const addReason = addRecord(roadWords.addReason, 'settings:write')
