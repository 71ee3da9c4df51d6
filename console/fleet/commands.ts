// Commands of the pages of vehicles and drivers.
import { addRecord, type PageCommands } from '../shell/command.ts'
import { fleetTexts } from './words.ts'

export const fileCommands = {
  csv: { label: fleetTexts.csv },
  importFile: { label: fleetTexts.importFile, scope: 'fleet:write' },
} satisfies PageCommands
export const vehicleCommands = { add: addRecord(fleetTexts.addVehicle, 'fleet:write'), ...fileCommands }
export const driverCommands = { add: addRecord(fleetTexts.addDriver, 'fleet:write'), ...fileCommands }
