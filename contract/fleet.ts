// Defines the fleet: vehicles with their capacities, shifts and costs, and their drivers.

import { endpoint } from './endpoint.ts'
import { errorValues } from './error-values.ts'
import { problems } from './problem.ts'
import { field, record } from './record.ts'
import { recordEndpoints } from './record-endpoints.ts'
import Type, { type Static } from './schema.ts'
import {
  errorsOfRow,
  flag,
  growing,
  key,
  limits,
  noQuery,
  nullable,
  object,
  oneOf,
  skillList,
  text,
  unsignedInteger,
} from './shared.ts'

const timeOfDay = (description: string) =>
  Type.String({
    pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$',
    'x-form': 'must be a time of day as `HH:mm`.',
    maxLength: 5,
    description: `${description} As \`HH:mm\` in the environment's time zone.`,
    examples: ['08:00'],
  })

/** On run sheets and in letters it must be read. */
const name = (description: string) =>
  Type.String({ minLength: 1, maxLength: limits.textLength, format: 'name', description })

/** What can be nothing at all is left out: a vehicle that takes nothing is a mistake. */
const positive = (description: string) => Type.Number({ exclusiveMinimum: 0, maximum: 1_000_000_000_000, description })
const count = (description: string, maximum = 1_000_000) => Type.Integer({ minimum: 1, maximum, description })
const money = (description: string) => Type.Number({ minimum: 0, maximum: 1_000_000_000, description })

export const fleetLimits = { breaks: 10, tripsMax: 10, vehicles: 2_000, drivers: 2_000 } as const

const Break = object('VehicleBreak', {
  from: timeOfDay('The break starts at this time at the earliest.'),
  to: timeOfDay('The break starts at this time at the latest.'),
  minutes: Type.Integer({ minimum: 1, maximum: 1_440, description: 'Duration of the break in minutes.' }),
})
export type VehicleBreak = Static<typeof Break>

const shift = {
  shiftStart: field.optional(timeOfDay('Start of the shift.')),
  shiftEnd: field.optional(timeOfDay('End of the shift. A time that is not after the start is on the next day.')),
}

/** The fields of a vehicle, in the sequence in which they are stored. */
export const vehicle = record('Vehicle', {
  key: field.required(key('Your key for the vehicle. Unique within the environment.'), text()),
  name: field.required(name('Descriptive name for internal use, in one line.'), text()),
  plate: field.optional(text('Number plate.', 50)),
  weightCapacity: field.optional(positive("Maximum weight it carries, in the environment's weight unit.")),
  volumeCapacity: field.optional(positive("Maximum volume it holds, in the environment's volume unit.")),
  packageCapacity: field.optional(count('Maximum number of packages it holds.')),
  startDepotKey: field.optional(key('Key of the depot where its routes start.')),
  endDepotKey: field.optional(
    key('Key of the depot where its routes end. Without one, a route ends at its last stop.'),
  ),
  ...shift,
  breaks: field.preset(
    Type.Array(Break, { maxItems: fleetLimits.breaks, description: 'Breaks that the driver takes in a shift.' }),
    [],
  ),
  fixedCost: field.optional(money('Cost of using it for a route, in a currency of your choice.')),
  costPerKm: field.optional(money('Cost of a kilometre.')),
  costPerHour: field.optional(money('Cost of an hour, waiting and time at stops included.')),
  speedFactor: field.preset(
    Type.Number({
      minimum: 0.1,
      maximum: 3,
      description: 'Estimated driving times are divided by it: 0.8 is slower than estimated. Default: 1.',
    }),
    1,
  ),
  skills: field.preset(
    skillList(
      'Skills of the vehicle, such as `cooling`. The vehicle serves orders whose `skills` are all in this list.',
    ),
    [],
  ),
  maxDistance: field.optional(positive('Longest route, in kilometres.')),
  maxDuration: field.optional(count('Longest route, in minutes.')),
  maxStops: field.optional(count('Highest number of stops of a route.')),
  trips: field.preset(count('Maximum number of trips from the depot in a day. Default: 1.', fleetLimits.tripsMax), 1),
  emission: field.optional(money('Grams of CO2 for each kilometre.')),
  active: field.preset(flag('`true` if planning uses the vehicle. Default: `true`.'), true),
})
export const { Input: VehicleInput, Read: Vehicle, Patch: VehiclePatch } = vehicle
export type VehicleInput = Static<typeof VehicleInput>
export type VehiclePatch = Static<typeof VehiclePatch>
export type Vehicle = Static<typeof Vehicle>

/** The fields of a driver, in the sequence in which they are stored. */
export const driver = record('Driver', {
  key: field.required(key('Your key for the driver. Unique within the environment.'), text()),
  name: field.required(name('Name of the driver, in one line.'), text()),
  phone: field.optional(
    Type.String({
      pattern: '^\\+?[0-9 ()./-]{3,49}$',
      'x-form': 'must be a phone number: digits, blanks and `+ ( ) . / -`.',
      maxLength: 50,
      description: 'Phone number of the driver, as it is dialled.',
      examples: ['+44 7700 900000'],
    }),
    nullable(text()),
  ),
  vehicleKey: field.optional(key('Key of the vehicle that the driver usually drives.')),
  ...shift,
  active: field.preset(flag('`true` if planning uses the driver. Default: `true`.'), true),
})
export const { Input: DriverInput, Read: Driver, Patch: DriverPatch } = driver
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
} = recordEndpoints('Vehicle', vehicle, {
  tag,
  subject: 'fleet',
  unknown: ['UNKNOWN_DEPOT'],
  changed: 'Loads keep the capacities and depots that they have taken over from the vehicle.',
  removed: 'Loads and drivers that already name the vehicle keep showing it; new ones cannot name it.',
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
} = recordEndpoints('Driver', driver, {
  tag,
  subject: 'fleet',
  unknown: ['UNKNOWN_VEHICLE'],
  removed:
    'Erases the name and the phone number, also from the history of the driver. Loads that already name the driver ' +
    'keep the key; new ones cannot name it.',
})

const Fault = object('FleetRowFault', {
  path: text('JSON Pointer into the row.'),
  code: text('Kind of error, such as `required`.'),
  message: text('Change that corrects the error.'),
  values: Type.Optional(errorValues),
})
export const FleetRowResult = object('FleetRowResult', {
  index: unsignedInteger('Position of the row in the request, starting at 0.'),
  key: Type.Optional(
    key('Key of the row, as it was sent. Left out if the row has none, or one that no record can have.'),
  ),
  status: oneOf(['created', 'updated', 'unchanged', 'failed'], 'Result of the row.'),
  version: Type.Optional(Type.Integer({ minimum: 1, description: 'Version of the record after this row.' })),
  code: Type.Optional(
    growing(Object.keys(problems), 'Reason of the failure: the code that a request with this row alone would get.'),
  ),
  message: Type.Optional(text('Description of the error and its correction.')),
  values: Type.Optional(errorValues),
  errors: Type.Optional(Type.Array(Fault, { description: errorsOfRow })),
})
export type FleetRowResult = Static<typeof FleetRowResult>
const FleetImported = object('FleetImported', {
  summary: object('FleetImportSummary', {
    rows: unsignedInteger(),
    created: unsignedInteger(),
    updated: unsignedInteger(),
    unchanged: unsignedInteger(),
    failed: unsignedInteger(),
  }),
  results: Type.Array(FleetRowResult),
})
export type FleetImported = Static<typeof FleetImported>

const importing = {
  method: 'POST',
  tag,
  description:
    `Send up to ${limits.importRows} rows. A row whose key exists changes that record as PATCH does, every other ` +
    'row creates one. A row that fails is skipped and does not stop the others. The results have the order of the ' +
    'rows.',
  scope: 'fleet:write',
  query: noQuery,
  data: FleetImported,
} as const
export const importVehicles = endpoint({
  ...importing,
  id: 'importVehicles',
  path: '/v1/vehicles/import',
  summary: 'Create or change many vehicles',
  body: object('VehicleImport', {
    vehicles: Type.Array(Type.Unsafe<VehicleInput | VehiclePatch>({ anyOf: [VehicleInput, VehiclePatch] }), {
      minItems: 1,
      maxItems: limits.importRows,
    }),
  }),
  elements: 'vehicles',
  problems: [],
})
export const importDrivers = endpoint({
  ...importing,
  id: 'importDrivers',
  path: '/v1/drivers/import',
  summary: 'Create or change many drivers',
  body: object('DriverImport', {
    drivers: Type.Array(Type.Unsafe<DriverInput | DriverPatch>({ anyOf: [DriverInput, DriverPatch] }), {
      minItems: 1,
      maxItems: limits.importRows,
    }),
  }),
  elements: 'drivers',
  problems: [],
})
