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

/** Limits of driver access: lifetimes of links and codes, and of an unused device. */
export const driveLimits = {
  linkHours: 24,
  codeMinutes: 15,
  codeLength: 8,
  deviceDays: 90,
  devices: 10,
  ticketDays: 7,
  loads: 50,
} as const

// Endpoints of the planner, who registers drivers.
const fleet = 'Fleet'
const byDriver = object('DriverAccessSelector', { key: key('Key of the driver.') })
const deviceId = id('Id of the device.')
export const DriverLink = object('DriverLink', {
  url: text('Address to open on the phone; the secret after `#` works once.', 2_048),
  code: Type.String({
    description:
      'Code to type at `/driver`; it works once. It has eight letters and digits, without characters that look ' +
      'alike.',
    examples: ['K7MX4RTA'],
  }),
  urlExpires: dateTime('Time at which the address expires.'),
  codeExpires: dateTime('Time at which the code expires.'),
})
export type DriverLink = Static<typeof DriverLink>
export const DriverDevice = object('DriverDevice', {
  deviceId,
  device: text('Name that the device sent.'),
  created: dateTime('Time of the registration.'),
  lastUsed: dateTime('Time of the last request, accurate to the hour.'),
  expires: dateTime('Time at which the access ends, unless the device is used before.'),
})
export type DriverDevice = Static<typeof DriverDevice>
export const linkDriver = endpoint({
  id: 'linkDriver',
  method: 'POST',
  path: '/v1/driver/link',
  tag: fleet,
  summary: "Register a driver's device",
  description:
    'Returns an address and a code. After one of them is used, the other stops working too. An earlier address or ' +
    'code of the driver stops working immediately. The device shows the loads of the driver from the status ' +
    '`released` on, and no other data.',
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
  summary: "Revoke a driver's device",
  description:
    'Data that the device has not sent stays on the device. Dray accepts this data after the device is registered ' +
    'for the driver again.',
  scope: 'drivers:write',
  params: object('DriverDevicePath', { deviceId }),
  query: byDriver,
  problems: ['NOT_FOUND'],
})

// Of the driver. `access: 'driver'`: a device's token as Bearer; it carries the environment's id.
const tag = "Driver's app"
export const DriveSession = object('DriveSession', {
  token: text('Send it as `Authorization: Bearer`; it is returned only once.', 512),
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
  summary: 'Register this device',
  description:
    'Exchanges the secret of an address or a typed code for a token, once. If the response may have been lost, the ' +
    'device repeats the request with the same `deviceSecret` and the same secret or code, and gets the same ' +
    'response.',
  access: 'anyone',
  cookieless: true,
  query: noQuery,
  body: object(
    'DriveSessionInput',
    {
      token: optional(text('The secret after `#` in the address.', 512)),
      code: optional(text('The typed code; case, blanks and dashes do not matter.', 64)),
      device: optional(text('Name of the device, so that the planner can identify it.', 200)),
      deviceSecret: optional(
        Type.String({
          pattern: '^[A-Za-z0-9_-]{43}$',
          description:
            '32 random bytes as base64url, which the device creates and keeps until it is registered. They become ' +
            'the last part of its token. Only a request with the same bytes can be repeated.',
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
  summary: 'Revoke the access of this device',
  access: 'driver',
  query: noQuery,
  problems: [],
})

const elsewhere = Type.Optional(
  flag(
    '`true` if the order was handed over, but not on this load: the driver does not need to visit the stop. Left ' +
      'out otherwise.',
  ),
)
const DriveStop = object('DriveStop', {
  position: Type.Integer({ minimum: 1, description: 'Position on the route.' }),
  consignmentId: id('Id of the order.'),
  key: key('Key of the order.'),
  type: oneOf(['delivery', 'collection']),
  ticket: text(
    'Signed permission to send back with the outcome: it proves that this driver had this order on this load, even ' +
      'if the plan has changed since.',
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
  committed: nullable(dateTime('Committed time; it takes precedence over the window.')),
  planned: nullable(dateTime('Planned time.')),
  timeAtStop: unsignedInteger('Minutes at the stop.'),
  weight: nullable(unsignedDouble("In the environment's weight unit.")),
  volume: nullable(unsignedDouble("In the environment's volume unit.")),
  plannedPackages: nullable(unsignedDouble('Number of packages expected.')),
  packages: Type.Array(
    object('DrivePackage', {
      packageId: id('Id of the package.'),
      barcode: nullable(text('Its barcode.')),
      description: nullable(text('Content of the package: the products with their quantities; `null` if unknown.')),
    }),
  ),
  productLines: Type.Array(
    object('DriveProductLine', {
      productLineId: id('Id of the product line.'),
      code: nullable(text('Code of the product.')),
      barcode: nullable(text('Its barcode.')),
      description: nullable(text('Description of the product.')),
      quantity: nullable(unsignedDouble('Quantity of the product.')),
    }),
  ),
  outcome: nullable(oneOf(outcomes, 'Outcome of the order on this load, or its success on another load.')),
  outcomeTime: nullable(dateTime('Time of the outcome.')),
  outcomeReason: nullable(text('`failureReasonCode` of the outcome: the code of a failure reason in `pod.reasons`.')),
  outcomeBy: nullable(
    oneOf(
      actorKinds,
      'Actor that recorded the outcome: `driver` in the driver app, `person` in the console, `token` or `client` ' +
        'through the API.',
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
      { description: 'Custom fields that drivers are shown. Left out if empty.' },
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
  plate: nullable(text('Number plate of the vehicle.')),
  startDepot: nullable(text('Name of the depot where the route starts.')),
  endDepot: nullable(text('Name of the depot where the route ends.')),
  plannedStart: nullable(dateTime('Planned time of the start.')),
  actualStart: nullable(dateTime('Time of the start.')),
  actualEnd: nullable(dateTime('Time of completion.')),
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
    language: text('Language of e-mails; the app uses the language of the phone.'),
    weightUnit: text(),
    volumeUnit: text(),
    distanceUnit: text(),
  }),
  pod: PodSettings,
  time: dateTime('Time of the service, to compare clocks.'),
  loads: Type.Array(DriveLoad, {
    description:
      'Loads of the driver that are released or started, and those completed within the last 24 hours, by their ' +
      `planned start. If there are more than ${driveLimits.loads}, the list first has the loads planned for the ` +
      'last 24 hours and later, then the latest earlier loads.',
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
    'The response excludes planning instructions, e-mail addresses, `consigneeCode` and prices. `If-None-Match` ' +
    'with the ETag returns 304 while nothing has changed.',
  access: 'driver',
  query: noQuery,
  data: DriveDay,
  etag: true,
  conditional: true,
  problems: [],
})

const loadPath = object('DriveLoadPath', { loadId: id('Id of the load.') })
const DriveMoment = object('DriveMoment', {
  time: inputDateTime('Time of the start or the completion, by the clock of the device.'),
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
    'As `PUT /v1/pod/{podId}`, for the order and load of the ticket. With a valid ticket, Dray stores the outcome ' +
    'even if the plan has changed since, and then marks it with a `conflict`. Dray corrects the time of a wrong ' +
    'clock and returns the correction.',
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
  summary: 'Send vehicle positions',
  description:
    'Stores vehicle positions of a started load of the driver. Positions of another time or load are ignored.',
  access: 'driver',
  query: noQuery,
  body: object('DrivePositions', {
    loadId: id('Id of the load.'),
    sent: optional(inputDateTime('The time by the clock of the device at the moment of sending.')),
    positions: Type.Array(
      object('DrivePosition', {
        time: inputDateTime('Time of the position, by the clock of the device.'),
        lat: Type.Number({ minimum: -90, maximum: 90 }),
        lng: Type.Number({ minimum: -180, maximum: 180 }),
        accuracy: optional(unsignedDouble('Accuracy in metres.')),
      }),
      { minItems: 1, maxItems: roadLimits.positions },
    ),
  }),
  unrepeatable: true,
  problems: [],
})

// Endpoints of the planner: the progress of a load.
export const LoadProgress = object('LoadProgress', {
  loadId: id('Id of the load.'),
  status: oneOf(loadStatuses),
  actualStart: nullable(dateTime('Time of the start.')),
  actualEnd: nullable(dateTime('Time of completion.')),
  done: unsignedInteger('Stops with an outcome, failures included.'),
  failed: unsignedInteger('Stops with a failed or partial outcome.'),
  open: unsignedInteger('Stops without an outcome.'),
  late: unsignedInteger('Open stops that are estimated to be reached after the end of their window.'),
  position: nullable(
    object('LoadPosition', {
      lat: Type.Number(),
      lng: Type.Number(),
      accuracy: nullable(unsignedDouble('Accuracy in metres.')),
      time: dateTime('Time of the position.'),
    }),
  ),
  estimatedEnd: nullable(dateTime('Estimated end of the route.')),
  stops: Type.Array(
    object('StopProgress', {
      position: Type.Integer({ minimum: 1 }),
      consignmentId: id('Id of the order.'),
      key: key('Key of the order.'),
      outcome: nullable(oneOf(outcomes)),
      outcomeTime: nullable(dateTime('Time of the outcome.')),
      podId: nullable(id('The proof that counts.')),
      planned: nullable(dateTime('Planned time.')),
      estimated: nullable(
        dateTime(
          'When the work there is estimated to begin, from the latest position, outcome or start of the vehicle; ' +
            'an early vehicle waits for the window. `null` also for a stop without a location.',
        ),
      ),
      late: flag(
        '`true` if the stop was reached, or is estimated to be reached, after the end of its window. `false` for a ' +
          'failure that a user records in the console.',
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
  summary: 'Read the progress of a load',
  scope: 'loads:read',
  affectedBy: typesInLoads,
  params: object('LoadProgressPath', { loadId: id('Id of the load.') }),
  query: noQuery,
  data: LoadProgress,
  problems: ['NOT_FOUND'],
})
