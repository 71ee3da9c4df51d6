// Commands of the settings, by page.
import { addRecord, type PageCommands } from '../shell/command.ts'
import { fieldsTexts, roadTexts, settingsTexts } from './words.ts'

export const depotCommands = { add: addRecord(settingsTexts.addDepot, 'depots:write') } satisfies PageCommands
export const fieldCommands = { add: addRecord(fieldsTexts.add, 'settings:write') } satisfies PageCommands
export const channelCommands = { add: addRecord(settingsTexts.addChannel, 'settings:write') } satisfies PageCommands
export const areaCommands = { add: addRecord(settingsTexts.addArea, 'settings:write') } satisfies PageCommands

export const addReason = addRecord(roadTexts.addReason, 'settings:write')
