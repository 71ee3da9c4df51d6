// Commands of the pages of vehicles and drivers.
import { addRecord, type Commands } from '../shell/command.ts'
import { fleetWords } from './words.ts'

export const fileCommands = {
  exportFile: { label: fleetWords.exportFile },
  importFile: { label: fleetWords.importFile, scope: 'fleet:write' },
} satisfies Commands
export const vehicleCommands = { add: addRecord(fleetWords.addVehicle, 'fleet:write'), ...fileCommands }
export const driverCommands = { add: addRecord(fleetWords.addDriver, 'fleet:write'), ...fileCommands }
