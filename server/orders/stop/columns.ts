// The columns of loads. A field of a load that is stored has its column here and nowhere else.
import { load } from '../../../contract/load.ts'
import { columns } from '../../platform/database/columns.ts'
import { stored } from '../../platform/value/normaliser.ts'

/** Columns that no change of a load sets. */
export const identity = columns(['loadId', 'created'])
/** Columns that a client sets, in the sequence of a load's history. */
export const planned = columns([
  'key',
  'startDepotKey',
  'endDepotKey',
  'plannedStart',
  'weightCapacity',
  'volumeCapacity',
  'vehicleKey',
  'driverKey',
  'packageCapacity',
])
/** Columns that the service sets. */
export const progress = columns(['status', 'version', 'updated', 'actualStart', 'actualEnd'])

/** Returns the columns that a client sets. */
export const plannedOf = stored(load, {}, planned.names)
