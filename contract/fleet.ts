// Defines the fleet: vehicles with their capacities, shifts and costs, and their drivers.

import { describeEndpoint } from './endpoint.ts'
import { errorValues } from './error-values.ts'
import { problemDefinitions } from './problem.ts'
import { createRecordSchemas, recordField } from './record.ts'
import { recordEndpoints } from './record-endpoints.ts'
import Type, { type Static } from './schema.ts'
import {
  closedEnum,
  errorsOfRow,
  flagSchema,
  keySchema,
  nullableSchema,
  objectSchema,
  openEnum,
  recordLimits,
  skillListSchema,
  textSchema,
  unsignedIntegerSchema,
} from './shared.ts'

const timeOfDay = (description: string) =>
  Type.String({
    pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$',
    'x-form': 'must be a time of day as `HH:mm`.',
    maxLength: 5,
    description: `${description} As \`HH:mm\` in the environment's time zone.`,
    examples: ['08:00'],
  })

/** Returns the schema of a name, which appears on run sheets and in e-mails. */
const name = (description: string) =>
  Type.String({ minLength: 1, maxLength: recordLimits.textLength, format: 'name', description })

/**
 * Returns the schema of a number above 0. A vehicle with a capacity of 0 is probably a mistake; a vehicle without a
 * limit has none.
 */
const positive = (description: string) => Type.Number({ exclusiveMinimum: 0, maximum: 1_000_000_000_000, description })
const count = (description: string, maximum = 1_000_000) => Type.Integer({ minimum: 1, maximum, description })
const money = (description: string) => Type.Number({ minimum: 0, maximum: 1_000_000_000, description })

export const fleetLimits = { breaks: 10, tripsMax: 10, vehicles: 2_000, drivers: 2_000 } as const

const Break = objectSchema('VehicleBreak', {
  from: timeOfDay('The break starts at this time at the earliest.'),
  to: timeOfDay('The break starts at this time at the latest.'),
  minutes: Type.Integer({ minimum: 1, maximum: 1_440, description: 'Duration of the break in minutes.' }),
})
export type VehicleBreak = Static<typeof Break>

const shift = {
  shiftStart: recordField.optional(timeOfDay('Start of the shift.')),
  shiftEnd: recordField.optional(timeOfDay('End of the shift. A time that is not after the start is on the next day.')),
}

/** The fields of a vehicle, in the sequence in which they are stored. */
export const vehicleSchemas = createRecordSchemas('Vehicle', {
  key: recordField.required(keySchema('Your key for the vehicle. Unique within the environment.'), textSchema()),
  name: recordField.required(name('Descriptive name for internal use, in one line.'), textSchema()),
  plate: recordField.optional(textSchema('Number plate.', 50)),
  weightCapacity: recordField.optional(
    positive("Maximum weight that the vehicle carries, in the environment's weight unit."),
  ),
  volumeCapacity: recordField.optional(
    positive("Maximum volume that the vehicle holds, in the environment's volume unit."),
  ),
  packageCapacity: recordField.optional(count('Maximum number of packages that the vehicle holds.')),
  startDepotKey: recordField.optional(keySchema('Key of the depot where its routes start.')),
  endDepotKey: recordField.optional(
    keySchema('Key of the depot where its routes end. Without one, a route ends at its last stop.'),
  ),
  ...shift,
  breaks: recordField.preset(
    Type.Array(Break, { maxItems: fleetLimits.breaks, description: 'Breaks that the driver takes in a shift.' }),
    [],
  ),
  fixedCost: recordField.optional(money('Cost of using the vehicle for a route, in a currency of your choice.')),
  costPerKm: recordField.optional(money('Cost of a kilometre.')),
  costPerHour: recordField.optional(money('Cost of an hour on a route, including waiting and time at stops.')),
  speedFactor: recordField.preset(
    Type.Number({
      minimum: 0.1,
      maximum: 3,
      description:
        'Factor by which estimated driving times are divided: a vehicle with 0.8 is slower than the estimate. ' +
        'Default: 1.',
    }),
    1,
  ),
  skills: recordField.preset(
    skillListSchema(
      'Skills of the vehicle, such as `cooling`. The vehicle serves orders whose `skills` are all in this list.',
    ),
    [],
  ),
  maxDistance: recordField.optional(positive('Longest route, in kilometres.')),
  maxDuration: recordField.optional(count('Longest route, in minutes.')),
  maxStops: recordField.optional(count('Highest number of stops of a route.')),
  trips: recordField.preset(
    count('Maximum number of trips from the depot in a day. Default: 1.', fleetLimits.tripsMax),
    1,
  ),
  emission: recordField.optional(money('Emission in grams of CO2 per kilometre.')),
  active: recordField.preset(flagSchema('`true` if planning uses the vehicle. Default: `true`.'), true),
})
export const { Input: VehicleInput, Read: Vehicle, Patch: VehiclePatch } = vehicleSchemas
export type VehicleInput = Static<typeof VehicleInput>
export type VehiclePatch = Static<typeof VehiclePatch>
export type Vehicle = Static<typeof Vehicle>

/** The fields of a driver, in the sequence in which they are stored. */
export const driverSchemas = createRecordSchemas('Driver', {
  key: recordField.required(keySchema('Your key for the driver. Unique within the environment.'), textSchema()),
  name: recordField.required(name('Name of the driver, in one line.'), textSchema()),
  phone: recordField.optional(
    Type.String({
      pattern: '^\\+?[0-9 ()./-]{3,49}$',
      'x-form': 'must be a phone number: digits, blanks and `+ ( ) . / -`.',
      maxLength: 50,
      description: 'Phone number of the driver, as it is dialled.',
      examples: ['+44 7700 900000'],
    }),
    nullableSchema(textSchema()),
  ),
  vehicleKey: recordField.optional(keySchema('Key of the vehicle that the driver usually drives.')),
  ...shift,
  active: recordField.preset(flagSchema('`true` if planning uses the driver. Default: `true`.'), true),
})
export const { Input: DriverInput, Read: Driver, Patch: DriverPatch } = driverSchemas
export type DriverInput = Static<typeof DriverInput>
export type DriverPatch = Static<typeof DriverPatch>
export type Driver = Static<typeof Driver>

const tag = 'Fleet'

export const {
  create: createVehicle,
  list: listVehicles,
  get: getVehicle,
  getByKey: getVehicleByKey,
  update: updateVehicle,
  updateByKey: updateVehicleByKey,
  remove: deleteVehicle,
  removeByKey: deleteVehicleByKey,
} = recordEndpoints('Vehicle', vehicleSchemas, {
  tag,
  subject: 'fleet',
  unknown: ['UNKNOWN_DEPOT'],
  changed: 'Existing loads keep the capacities and depots that they received from the vehicle.',
  removed: 'Loads and drivers that already use the vehicle keep showing it. New loads and drivers cannot use it.',
})

export const {
  create: createDriver,
  list: listDrivers,
  get: getDriver,
  getByKey: getDriverByKey,
  update: updateDriver,
  updateByKey: updateDriverByKey,
  remove: deleteDriver,
  removeByKey: deleteDriverByKey,
} = recordEndpoints('Driver', driverSchemas, {
  tag,
  subject: 'fleet',
  unknown: ['UNKNOWN_VEHICLE'],
  removed:
    'Erases the name and the phone number, also from the history of the driver. Loads that already use the driver ' +
    'keep the key of the driver. New loads cannot use it.',
})

const FleetRowError = objectSchema('FleetRowFault', {
  path: textSchema('JSON Pointer into the row.'),
  code: textSchema('Kind of error, such as `required`.'),
  message: textSchema('Change that corrects the error.'),
  values: Type.Optional(errorValues),
})
export const FleetRowResult = objectSchema('FleetRowResult', {
  index: unsignedIntegerSchema('Position of the row in the request, starting at 0.'),
  key: Type.Optional(keySchema('Key of the row, as it was sent. Omitted if the row has no key or an invalid key.')),
  status: closedEnum(['created', 'updated', 'unchanged', 'failed'], 'Result of the row.'),
  version: Type.Optional(Type.Integer({ minimum: 1, description: 'Version of the record after this row.' })),
  code: Type.Optional(
    openEnum(
      Object.keys(problemDefinitions),
      'Reason of the failure: the code that a request with this row alone would get.',
    ),
  ),
  message: Type.Optional(textSchema('Description of the error and its correction.')),
  values: Type.Optional(errorValues),
  errors: Type.Optional(Type.Array(FleetRowError, { description: errorsOfRow })),
})
export type FleetRowResult = Static<typeof FleetRowResult>
const FleetImported = objectSchema('FleetImported', {
  summary: objectSchema('FleetImportSummary', {
    rows: unsignedIntegerSchema(),
    created: unsignedIntegerSchema(),
    updated: unsignedIntegerSchema(),
    unchanged: unsignedIntegerSchema(),
    failed: unsignedIntegerSchema(),
  }),
  results: Type.Array(FleetRowResult),
})
export type FleetImported = Static<typeof FleetImported>

const importing = {
  method: 'POST',
  tag,
  description:
    `Send up to ${recordLimits.importRows} rows. A row whose key exists changes this record as PATCH does; every ` +
    'other row creates a record. A row that fails is skipped and does not stop the other rows. The results have the ' +
    'order of the rows.',
  scope: 'fleet:write',
  data: FleetImported,
} as const
export const importVehicles = describeEndpoint({
  ...importing,
  id: 'importVehicles',
  path: '/v1/vehicles/import',
  summary: 'Create or change many vehicles',
  body: objectSchema('VehicleImport', {
    vehicles: Type.Array(Type.Unsafe<VehicleInput | VehiclePatch>({ anyOf: [VehicleInput, VehiclePatch] }), {
      minItems: 1,
      maxItems: recordLimits.importRows,
    }),
  }),
  elements: 'vehicles',
})
export const importDrivers = describeEndpoint({
  ...importing,
  id: 'importDrivers',
  path: '/v1/drivers/import',
  summary: 'Create or change many drivers',
  body: objectSchema('DriverImport', {
    drivers: Type.Array(Type.Unsafe<DriverInput | DriverPatch>({ anyOf: [DriverInput, DriverPatch] }), {
      minItems: 1,
      maxItems: recordLimits.importRows,
    }),
  }),
  elements: 'drivers',
})
