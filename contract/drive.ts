// The driver's own endpoints: letting a device in, the day's loads, starting and completing them, outcomes, positions.
import { type FieldValue, fieldTypes } from './custom-field.ts'
import { endpoint } from './endpoint.ts'
import { loadStatuses } from './load.ts'
import { fileId, fileTypes, podContent, podId } from './pod.ts'
import { typesInLoads } from './record-type.ts'
import { outcomes, PodSettings, roadLimits } from './road.ts'
import Type, { type Static } from './schema.ts'
import {
  actorKinds,
  addressTexts,
  dateTime,
  flag,
  GeoPoint,
  id,
  inputDateTime,
  key,
  limits,
  noQuery,
  nullable,
  object,
  oneOf,
  optional,
  Phone,
  text,
  unsignedDouble,
  unsignedInteger,
} from './shared.ts'

/** For how long each lets a device in, and a device stays in since it was last used. */
export const driveLimits = {
  linkHours: 24,
  codeMinutes: 15,
  codeLength: 8,
  deviceDays: 90,
  devices: 10,
  ticketDays: 7,
  loads: 50,
} as const

// Of the planner, who lets drivers in.
const fleet = 'Fleet'
const byDriver = object('DriverAccessSelector', { key: key('Key of the driver.') })
const deviceId = id('Id of the device.')
export const DriverLink = object('DriverLink', {
  url: text('Address to open on the phone; the secret stands behind `#` and is used once.', 2_048),
  code: Type.String({
    description: 'The same to type at `/driver`, once: eight letters and digits without those that look alike.',
    examples: ['K7MX4RTA'],
  }),
  urlExpires: dateTime('Until when the address can be used.'),
  codeExpires: dateTime('Until when the code can be used.'),
})
export type DriverLink = Static<typeof DriverLink>
export const DriverDevice = object('DriverDevice', {
  deviceId,
  device: text('What the device says of itself.'),
  created: dateTime('When it was let in.'),
  lastUsed: dateTime('When it last asked for something, to the hour.'),
  expires: dateTime('When it is let out unless it is used before.'),
})
export type DriverDevice = Static<typeof DriverDevice>
export const linkDriver = endpoint({
  id: 'linkDriver',
  method: 'POST',
  path: '/v1/driver/link',
  tag: fleet,
  summary: "Let a driver's device in",
  description:
    'Returns an address and a code; whichever is used first, the other ends as well. An earlier address or code of ' +
    'the driver ends at once. The driver sees the loads that name them from `released` on, and nothing else.',
  scope: 'drivers:write',
  query: byDriver,
  data: DriverLink,
  created: true,
  unrepeatable: true,
  problems: ['NOT_FOUND'],
})
export const listDriverDevices = endpoint({
  id: 'listDriverDevices',
  method: 'GET',
  path: '/v1/driver/devices',
  tag: fleet,
  summary: "List a driver's devices",
  scope: 'drivers:read',
  affectedBy: ['driver', 'device'],
  query: byDriver,
  data: Type.Array(DriverDevice),
  problems: ['NOT_FOUND'],
})
export const endDriverDevice = endpoint({
  id: 'endDriverDevice',
  method: 'DELETE',
  path: '/v1/driver/device/{deviceId}',
  tag: fleet,
  summary: "Let a driver's device out",
  description: 'What the device has not sent yet stays on it, and is accepted once the driver is let in again.',
  scope: 'drivers:write',
  params: object('DriverDevicePath', { deviceId }),
  query: byDriver,
  problems: ['NOT_FOUND'],
})

// Of the driver. `access: 'driver'`: a device's token as Bearer; it carries the environment's id.
const tag = "Driver's app"
export const DriveSession = object('DriveSession', {
  token: text('To be sent as `Authorization: Bearer`; told once.', 512),
  deviceId,
  driverKey: key('Key of the driver.'),
  driverName: text('Name of the driver.'),
  environmentName: text('Name of the environment.'),
})
export type DriveSession = Static<typeof DriveSession>
export const openDriveSession = endpoint({
  id: 'openDriveSession',
  method: 'POST',
  path: '/v1/drive/session',
  tag,
  summary: 'Let this device in',
  description:
    'Takes the secret of an address or a typed code, once. A device whose answer may have got lost sends the same ' +
    '`deviceSecret` again, with either of the two, and is answered the same again.',
  access: 'anyone',
  cookieless: true,
  query: noQuery,
  body: object(
    'DriveSessionInput',
    {
      token: optional(text('The secret behind `#` of the address.', 512)),
      code: optional(text('The typed code; case, blanks and dashes do not matter.', 64)),
      device: optional(text('What the device says of itself, for the planner to know it again.', 200)),
      deviceSecret: optional(
        Type.String({
          pattern: '^[A-Za-z0-9_-]{43}$',
          description:
            '32 random bytes as base64url, made by the device and kept until it is let in. They become the last ' +
            'part of its token: without them nobody is answered twice.',
          examples: ['3q2-7wABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhs'],
          'x-form': 'must be 43 characters of base64url.',
        }),
      ),
    },
    { 'x-needs-one-of': ['token', 'code'] },
  ),
  data: DriveSession,
  created: true,
  unrepeatable: true,
  problems: ['UNAUTHORIZED'],
})
export const closeDriveSession = endpoint({
  id: 'closeDriveSession',
  method: 'DELETE',
  path: '/v1/drive/session',
  tag,
  summary: 'Let this device out',
  access: 'driver',
  query: noQuery,
  problems: [],
})

const elsewhere = Type.Optional(
  flag('`true` if it was handed over, but not on this load: nobody needs to go there. Left out otherwise.'),
)
const DriveStop = object('DriveStop', {
  position: Type.Integer({ minimum: 1, description: 'Position on the route.' }),
  consignmentId: id('Id of the order.'),
  key: key('Key of the order.'),
  type: oneOf(['delivery', 'collection']),
  ticket: text(
    'Sent back with the outcome: says that this driver had this order on this load, whatever has become of it since.',
    2_048,
  ),
  contactName: nullable(text('Name of the contact person.')),
  phone: nullable(Phone),
  mobile: nullable(Phone),
  address: object('DriveAddress', {
    ...addressTexts,
    country: text(),
    geoLocation: nullable(GeoPoint),
  }),
  instructions: nullable(text('`consignmentInstructions` of the order.', limits.instructionsLength)),
  requiredFrom: nullable(dateTime('Start of the required time window.')),
  requiredTo: nullable(dateTime('End of the required time window.')),
  committed: nullable(dateTime('Time agreed with the customer: it counts before the window.')),
  planned: nullable(dateTime('When it is planned.')),
  timeAtStop: unsignedInteger('Minutes at the stop.'),
  weight: nullable(unsignedDouble("In the environment's weight unit.")),
  volume: nullable(unsignedDouble("In the environment's volume unit.")),
  plannedPackages: nullable(unsignedDouble('Number of packages expected.')),
  packages: Type.Array(
    object('DrivePackage', {
      packageId: id('Id of the package.'),
      barcode: nullable(text('Its barcode.')),
      description: nullable(text('What is in it, if that is known: the products with their quantities.')),
    }),
  ),
  productLines: Type.Array(
    object('DriveProductLine', {
      productLineId: id('Id of the product line.'),
      code: nullable(text('Code of the product.')),
      barcode: nullable(text('Its barcode.')),
      description: nullable(text('What it is.')),
      quantity: nullable(unsignedDouble('How much of it.')),
    }),
  ),
  outcome: nullable(oneOf(outcomes, 'What became of it on this load, or that it was handed over on another.')),
  outcomeTime: nullable(dateTime('When.')),
  outcomeReason: nullable(text('`failureReasonCode` of the outcome: the code of a failure reason in `pod.reasons`.')),
  outcomeBy: nullable(
    oneOf(
      actorKinds,
      'Who recorded the outcome: `driver` in the driver app, `person` in the console, `token` or `client` through ' +
        'the API.',
    ),
  ),
  podId: nullable(id('The proof that counts, if it is of this load.')),
  elsewhere,
  goodsLeftOut: Type.Optional(
    flag(
      '`true` if `packages` and `productLines` are empty because the orders of the day hold too much to be listed. ' +
        'Left out otherwise.',
    ),
  ),
  fields: Type.Optional(
    Type.Array(
      object('DriveField', {
        key: text('Key of the field.'),
        name: text('Name of the field.'),
        type: oneOf(fieldTypes),
        value: Type.Unsafe<FieldValue>({ type: ['string', 'number', 'boolean'] }),
      }),
      { description: 'Custom fields that drivers are shown. Left out if there are none.' },
    ),
  ),
})
export type DriveStop = Static<typeof DriveStop>
const DriveLoad = object('DriveLoad', {
  loadId: id('Id of the load.'),
  key: key('Key of the load.'),
  status: oneOf(loadStatuses),
  version: Type.Integer({ minimum: 1 }),
  vehicleName: nullable(text('Name of the vehicle.')),
  plate: nullable(text('Its number plate.')),
  startDepot: nullable(text('Where the route starts.')),
  endDepot: nullable(text('Where the route ends.')),
  plannedStart: nullable(dateTime('When it is planned to start.')),
  actualStart: nullable(dateTime('When it started.')),
  actualEnd: nullable(dateTime('When it was completed.')),
  stops: Type.Array(DriveStop),
})
export type DriveLoad = Static<typeof DriveLoad>
export const DriveDay = object('DriveDay', {
  driver: object('DriveDriver', { key: key('Key of the driver.'), name: text() }),
  environment: object('DriveEnvironment', {
    name: text(),
    companyName: text('Name of the company.'),
    colour: text(),
    timezone: text('Time zone that times are shown in.'),
    language: text('Language of letters; the app speaks that of the phone.'),
    weightUnit: text(),
    volumeUnit: text(),
    distanceUnit: text(),
  }),
  pod: PodSettings,
  time: dateTime('Time of the service, to compare clocks.'),
  loads: Type.Array(DriveLoad, {
    description:
      'Loads of the driver that are released or started, and those completed within the last 24 hours, by their ' +
      `planned start. Of more than ${driveLimits.loads}, those planned for the last 24 hours and later come ` +
      'first, then the latest before them.',
  }),
})
export type DriveDay = Static<typeof DriveDay>
export const getDriveDay = endpoint({
  id: 'getDriveDay',
  method: 'GET',
  path: '/v1/drive/day',
  tag,
  summary: "Read the driver's loads and stops",
  description:
    'Without planning instructions, e-mail addresses, consignee codes and prices. `If-None-Match` with the ETag ' +
    'answers 304 while nothing has changed.',
  access: 'driver',
  query: noQuery,
  data: DriveDay,
  etag: true,
  conditional: true,
  problems: [],
})

const loadPath = object('DriveLoadPath', { loadId: id('Id of the load.') })
const DriveMoment = object('DriveMoment', {
  time: inputDateTime('When it happened, by the clock of the device.'),
  sent: optional(inputDateTime('The time by the same clock at the moment of sending.')),
})
const moved = {
  method: 'POST',
  tag,
  access: 'driver',
  params: loadPath,
  query: noQuery,
  body: DriveMoment,
  unrepeatable: true,
  problems: ['NOT_FOUND', 'LOAD_STATE'],
} as const
export const startDriveLoad = endpoint({
  ...moved,
  id: 'startDriveLoad',
  path: '/v1/drive/load/{loadId}/start',
  summary: 'Start a load',
  description: 'Repeatable: a load that has started keeps its first time.',
})
export const completeDriveLoad = endpoint({
  ...moved,
  id: 'completeDriveLoad',
  path: '/v1/drive/load/{loadId}/complete',
  summary: 'Complete a load',
  description: 'Repeatable. Stops without an outcome stay open, and can be planned again.',
})
export const putDrivePod = endpoint({
  id: 'putDrivePod',
  method: 'PUT',
  path: '/v1/drive/pod/{podId}',
  tag,
  summary: 'Record an outcome at the door',
  description:
    'As `PUT /v1/pod/{podId}`, for the order and load of the ticket. With a good ticket it is never refused because ' +
    'of what has happened meanwhile: it is stored, and marked with a `conflict`. A clock that is wrong is ' +
    'corrected, and the correction is told.',
  access: 'driver',
  params: object('DrivePodPath', { podId }),
  query: noQuery,
  body: object('DrivePodInput', {
    ticket: text('Ticket of the stop.', 2_048),
    ...podContent,
    replaces: optional(podId),
  }),
  created: 'unless replaced',
  unrepeatable: true,
  problems: ['TICKET_REFUSED', 'POD_CONFLICT', 'UNKNOWN_POD'],
})
export const putDrivePodFile = endpoint({
  id: 'putDrivePodFile',
  method: 'PUT',
  path: '/v1/drive/pod/{podId}/file/{fileId}',
  tag,
  summary: 'Send a photo or the signature of an outcome',
  description: 'As `PUT /v1/pod/{podId}/file/{fileId}`, for proofs of the driver.',
  access: 'driver',
  params: object('DrivePodFilePath', { podId, fileId }),
  query: noQuery,
  upload: { types: fileTypes, bytesMax: roadLimits.fileBytes },
  unrepeatable: true,
  problems: ['NOT_FOUND'],
})
export const sendDrivePositions = endpoint({
  id: 'sendDrivePositions',
  method: 'POST',
  path: '/v1/drive/positions',
  tag,
  summary: 'Tell where the vehicle is',
  description: 'Positions of a started load of the driver; those of any other time or load are ignored.',
  access: 'driver',
  query: noQuery,
  body: object('DrivePositions', {
    loadId: id('Id of the load.'),
    sent: optional(inputDateTime('The time by the clock of the device at the moment of sending.')),
    positions: Type.Array(
      object('DrivePosition', {
        time: inputDateTime('When, by the clock of the device.'),
        lat: Type.Number({ minimum: -90, maximum: 90 }),
        lng: Type.Number({ minimum: -180, maximum: 180 }),
        accuracy: optional(unsignedDouble('In metres.')),
      }),
      { minItems: 1, maxItems: roadLimits.positions },
    ),
  }),
  unrepeatable: true,
  problems: [],
})

// Of the planner again: how far a load has come.
export const LoadProgress = object('LoadProgress', {
  loadId: id('Id of the load.'),
  status: oneOf(loadStatuses),
  actualStart: nullable(dateTime('When it started.')),
  actualEnd: nullable(dateTime('When it was completed.')),
  done: unsignedInteger('Stops with an outcome, failures included.'),
  failed: unsignedInteger('Stops that failed, wholly or in part.'),
  open: unsignedInteger('Stops without an outcome.'),
  late: unsignedInteger('Open stops that are estimated to be reached after the end of their window.'),
  position: nullable(
    object('LoadPosition', {
      lat: Type.Number(),
      lng: Type.Number(),
      accuracy: nullable(unsignedDouble('In metres.')),
      time: dateTime('When it was there.'),
    }),
  ),
  estimatedEnd: nullable(dateTime('When the route is estimated to end.')),
  stops: Type.Array(
    object('StopProgress', {
      position: Type.Integer({ minimum: 1 }),
      consignmentId: id('Id of the order.'),
      key: key('Key of the order.'),
      outcome: nullable(oneOf(outcomes)),
      outcomeTime: nullable(dateTime('When.')),
      podId: nullable(id('The proof that counts.')),
      planned: nullable(dateTime('When it is planned.')),
      estimated: nullable(
        dateTime(
          'When the work there is estimated to begin, from the last sign of the vehicle: one that is early waits ' +
            'for the window. `null` also for a stop of which nobody knows where it is.',
        ),
      ),
      late: flag(
        'Whether it was, or is estimated to be, reached after the end of its window. Not where it was given up from ' +
          'a desk.',
      ),
      elsewhere,
    }),
  ),
})
export type LoadProgress = Static<typeof LoadProgress>
export const getLoadProgress = endpoint({
  id: 'getLoadProgress',
  method: 'GET',
  path: '/v1/load/{loadId}/progress',
  tag: 'Loads',
  summary: 'Read how far a load has come',
  scope: 'loads:read',
  affectedBy: typesInLoads,
  params: object('LoadProgressPath', { loadId: id('Id of the load.') }),
  query: noQuery,
  data: LoadProgress,
  problems: ['NOT_FOUND'],
})
