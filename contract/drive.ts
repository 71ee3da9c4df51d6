// Endpoints of the driver app: registering a device, the loads of the day, starting and completing loads, outcomes and
// vehicle positions.
import { type FieldValue, fieldTypes } from './custom-field.ts'
import { describeEndpoint } from './endpoint.ts'
import { loadStatuses } from './load.ts'
import { fileId, fileTypes, podContent, podId } from './pod.ts'
import { typesInLoads } from './record-type.ts'
import { outcomeNames, PodSettings, roadLimits } from './road.ts'
import Type, { type Static } from './schema.ts'
import {
  actorKinds,
  addressTexts,
  closedEnum,
  dateTimeSchema,
  flagSchema,
  GeoPoint,
  idSchema,
  inputDateTimeSchema,
  keySchema,
  nullableSchema,
  objectSchema,
  optionalSchema,
  Phone,
  recordLimits,
  textSchema,
  unsignedDoubleSchema,
  unsignedIntegerSchema,
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
const byDriver = objectSchema('DriverAccessSelector', { key: keySchema('Key of the driver.') })
const deviceId = idSchema('Id of the device.')
export const DriverLink = objectSchema('DriverLink', {
  url: textSchema('URL to open on the phone; the secret after `#` works once.', 2_048),
  code: Type.String({
    description:
      'Code to type at `/driver`; it works once. It has eight letters and digits, without characters that look ' +
      'alike.',
    examples: ['K7MX4RTA'],
  }),
  urlExpires: dateTimeSchema('Time at which the URL expires.'),
  codeExpires: dateTimeSchema('Time at which the code expires.'),
})
export type DriverLink = Static<typeof DriverLink>
export const DriverDevice = objectSchema('DriverDevice', {
  deviceId,
  device: textSchema('Name that the device sent.'),
  created: dateTimeSchema('Time of the registration.'),
  lastUsed: dateTimeSchema('Time of the last request, accurate to the hour.'),
  expires: dateTimeSchema('Time at which the access ends, unless the device is used before.'),
})
export type DriverDevice = Static<typeof DriverDevice>
export const linkDriver = describeEndpoint({
  id: 'linkDriver',
  method: 'POST',
  path: '/v1/driver/link',
  tag: fleet,
  summary: "Register a driver's device",
  description:
    'Returns a URL and a code. After one of them is used, the other stops working too. An earlier URL or code of the ' +
    'driver stops working immediately. The device shows only the loads of the driver, from the status `released` on.',
  scope: 'drivers:write',
  query: byDriver,
  data: DriverLink,
  created: true,
  unrepeatable: true,
  problems: ['NOT_FOUND'],
})
export const listDriverDevices = describeEndpoint({
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
export const endDriverDevice = describeEndpoint({
  id: 'endDriverDevice',
  method: 'DELETE',
  path: '/v1/driver/device/{deviceId}',
  tag: fleet,
  summary: "Revoke a driver's device",
  description:
    'Data that the device has not sent stays on the device. Dray accepts this data after the device is registered ' +
    'for the driver again.',
  scope: 'drivers:write',
  params: objectSchema('DriverDevicePath', { deviceId }),
  query: byDriver,
  problems: ['NOT_FOUND'],
})

// Endpoints of the driver. `access: 'driver'` requires the token of a device as Bearer. The token contains the id of
// the environment.
const tag = "Driver's app"
export const DriveSession = objectSchema('DriveSession', {
  token: textSchema('Send it as `Authorization: Bearer`; it is returned only once.', 512),
  deviceId,
  driverKey: keySchema('Key of the driver.'),
  driverName: textSchema('Name of the driver.'),
  environmentName: textSchema('Name of the environment.'),
})
export type DriveSession = Static<typeof DriveSession>
export const openDriveSession = describeEndpoint({
  id: 'openDriveSession',
  method: 'POST',
  path: '/v1/drive/session',
  tag,
  summary: 'Register this device',
  description:
    'Exchanges the secret of the URL, or the typed code, for a token. A secret or code works once. If the response ' +
    'may have been lost, the device repeats the request with the same `deviceSecret` and the same secret or code. ' +
    'The response is then the same.',
  access: 'anyone',
  cookieless: true,
  body: objectSchema(
    'DriveSessionInput',
    {
      token: optionalSchema(textSchema('The secret after `#` in the URL.', 512)),
      code: optionalSchema(textSchema('The typed code; case, blanks and dashes do not matter.', 64)),
      device: optionalSchema(textSchema('Name of the device, so that the planner can identify it.', 200)),
      deviceSecret: optionalSchema(
        Type.String({
          pattern: '^[A-Za-z0-9_-]{43}$',
          description:
            '32 random bytes as base64url, which the device creates and keeps until it is registered. They become ' +
            'the last part of the token. Only a request with the same bytes can be repeated.',
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
export const closeDriveSession = describeEndpoint({
  id: 'closeDriveSession',
  method: 'DELETE',
  path: '/v1/drive/session',
  tag,
  summary: 'Revoke the access of this device',
  access: 'driver',
})

const elsewhere = Type.Optional(
  flagSchema(
    '`true` if the order was handed over, but not on this load: the driver does not need to visit the stop. ' +
      'Otherwise, the field is omitted.',
  ),
)
const DriveStop = objectSchema('DriveStop', {
  position: Type.Integer({ minimum: 1, description: 'Position on the route.' }),
  consignmentId: idSchema('Id of the order.'),
  key: keySchema('Key of the order.'),
  type: closedEnum(['delivery', 'collection']),
  ticket: textSchema(
    'Signed permission to send back with the outcome: it proves that this driver had this order on this load, even ' +
      'if the plan has changed since.',
    2_048,
  ),
  contactName: nullableSchema(textSchema('Name of the contact person.')),
  phone: nullableSchema(Phone),
  mobile: nullableSchema(Phone),
  address: objectSchema('DriveAddress', {
    ...addressTexts,
    country: textSchema(),
    geoLocation: nullableSchema(GeoPoint),
  }),
  instructions: nullableSchema(textSchema('`consignmentInstructions` of the order.', recordLimits.instructionsLength)),
  requiredFrom: nullableSchema(dateTimeSchema('Start of the required time window.')),
  requiredTo: nullableSchema(dateTimeSchema('End of the required time window.')),
  committed: nullableSchema(dateTimeSchema('Committed time; it takes precedence over the window.')),
  planned: nullableSchema(dateTimeSchema('Planned time.')),
  timeAtStop: unsignedIntegerSchema('Minutes at the stop.'),
  weight: nullableSchema(unsignedDoubleSchema("In the environment's weight unit.")),
  volume: nullableSchema(unsignedDoubleSchema("In the environment's volume unit.")),
  plannedPackages: nullableSchema(unsignedDoubleSchema('Number of packages expected.')),
  packages: Type.Array(
    objectSchema('DrivePackage', {
      packageId: idSchema('Id of the package.'),
      barcode: nullableSchema(textSchema('Barcode of the package.')),
      description: nullableSchema(
        textSchema('Content of the package: the products with their quantities; `null` if unknown.'),
      ),
    }),
  ),
  productLines: Type.Array(
    objectSchema('DriveProductLine', {
      productLineId: idSchema('Id of the product line.'),
      code: nullableSchema(textSchema('Code of the product.')),
      barcode: nullableSchema(textSchema('Barcode of the product line.')),
      description: nullableSchema(textSchema('Description of the product.')),
      quantity: nullableSchema(unsignedDoubleSchema('Quantity of the product.')),
    }),
  ),
  outcome: nullableSchema(
    closedEnum(outcomeNames, 'Outcome of the order on this load, or its success on another load.'),
  ),
  outcomeTime: nullableSchema(dateTimeSchema('Time of the outcome.')),
  outcomeReason: nullableSchema(
    textSchema('`failureReasonCode` of the outcome: the code of a failure reason in `pod.reasons`.'),
  ),
  outcomeBy: nullableSchema(
    closedEnum(
      actorKinds,
      'Actor that recorded the outcome: `driver` in the driver app, `person` in the console, `token` or `client` ' +
        'through the API.',
    ),
  ),
  podId: nullableSchema(idSchema('Id of the deciding proof, if it belongs to this load.')),
  elsewhere,
  goodsLeftOut: Type.Optional(
    flagSchema(
      '`true` if `packages` and `productLines` are empty because the orders of the day have too many goods to list. ' +
        'Otherwise, the field is omitted.',
    ),
  ),
  fields: Type.Optional(
    Type.Array(
      objectSchema('DriveField', {
        key: textSchema('Key of the field.'),
        name: textSchema('Name of the field.'),
        type: closedEnum(fieldTypes),
        value: Type.Unsafe<FieldValue>({ type: ['string', 'number', 'boolean'] }),
      }),
      { description: 'Custom fields that the driver app shows. Omitted if empty.' },
    ),
  ),
})
export type DriveStop = Static<typeof DriveStop>
const DriveLoad = objectSchema('DriveLoad', {
  loadId: idSchema('Id of the load.'),
  key: keySchema('Key of the load.'),
  status: closedEnum(loadStatuses),
  version: Type.Integer({ minimum: 1 }),
  vehicleName: nullableSchema(textSchema('Name of the vehicle.')),
  plate: nullableSchema(textSchema('Number plate of the vehicle.')),
  startDepot: nullableSchema(textSchema('Name of the depot where the route starts.')),
  endDepot: nullableSchema(textSchema('Name of the depot where the route ends.')),
  plannedStart: nullableSchema(dateTimeSchema('Planned time of the start.')),
  actualStart: nullableSchema(dateTimeSchema('Time of the start.')),
  actualEnd: nullableSchema(dateTimeSchema('Time of completion.')),
  stops: Type.Array(DriveStop),
})
export type DriveLoad = Static<typeof DriveLoad>
export const DriveDay = objectSchema('DriveDay', {
  driver: objectSchema('DriveDriver', { key: keySchema('Key of the driver.'), name: textSchema() }),
  environment: objectSchema('DriveEnvironment', {
    name: textSchema(),
    companyName: textSchema('Name of the company.'),
    colour: textSchema(),
    timezone: textSchema('Time zone that times are shown in.'),
    language: textSchema('Language of e-mails; the app uses the language of the phone.'),
    weightUnit: textSchema(),
    volumeUnit: textSchema(),
    distanceUnit: textSchema(),
  }),
  pod: PodSettings,
  time: dateTimeSchema('Current time of the service, for comparison with the clock of the device.'),
  loads: Type.Array(DriveLoad, {
    description:
      'Loads of the driver that are released or started, and loads completed within the last 24 hours, sorted by ' +
      `planned start. If there are more than ${driveLimits.loads} loads, the list contains the loads planned for the ` +
      'last 24 hours and later first, then the latest earlier loads.',
  }),
})
export type DriveDay = Static<typeof DriveDay>
export const getDriveDay = describeEndpoint({
  id: 'getDriveDay',
  method: 'GET',
  path: '/v1/drive/day',
  tag,
  summary: "Read the driver's loads and stops",
  description:
    'The response excludes planning instructions, e-mail addresses, `consigneeCode` and prices. `If-None-Match` ' +
    'with the ETag returns 304 while nothing has changed.',
  access: 'driver',
  data: DriveDay,
  etag: true,
  conditional: true,
})

const loadPath = objectSchema('DriveLoadPath', { loadId: idSchema('Id of the load.') })
const DriveMoment = objectSchema('DriveMoment', {
  time: inputDateTimeSchema('Time of the start or the completion, by the clock of the device.'),
  sent: optionalSchema(inputDateTimeSchema('Time of sending, by the same clock.')),
})
const moved = {
  method: 'POST',
  tag,
  access: 'driver',
  params: loadPath,
  body: DriveMoment,
  unrepeatable: true,
  problems: ['NOT_FOUND', 'LOAD_STATE'],
} as const
export const startDriveLoad = describeEndpoint({
  ...moved,
  id: 'startDriveLoad',
  path: '/v1/drive/load/{loadId}/start',
  summary: 'Start a load',
  description: 'You may repeat the request: a started load keeps its first start time.',
})
export const completeDriveLoad = describeEndpoint({
  ...moved,
  id: 'completeDriveLoad',
  path: '/v1/drive/load/{loadId}/complete',
  summary: 'Complete a load',
  description: 'You may repeat the request. Stops without an outcome stay open, and can be planned again.',
})
export const putDrivePod = describeEndpoint({
  id: 'putDrivePod',
  method: 'PUT',
  path: '/v1/drive/pod/{podId}',
  tag,
  summary: 'Record an outcome at the door',
  description:
    'Works like `PUT /v1/pod/{podId}`, for the order and load of the ticket. With a valid ticket, Dray stores the ' +
    'outcome even if the plan has changed since. The proof then has a `conflict`. Dray corrects the time of a wrong ' +
    'clock and returns the correction.',
  access: 'driver',
  params: objectSchema('DrivePodPath', { podId }),
  body: objectSchema('DrivePodInput', {
    ticket: textSchema('Ticket of the stop.', 2_048),
    ...podContent,
    replaces: optionalSchema(podId),
  }),
  created: 'unless replaced',
  unrepeatable: true,
  problems: ['TICKET_REFUSED', 'POD_CONFLICT', 'UNKNOWN_POD'],
})
export const putDrivePodFile = describeEndpoint({
  id: 'putDrivePodFile',
  method: 'PUT',
  path: '/v1/drive/pod/{podId}/file/{fileId}',
  tag,
  summary: 'Send a photo or the signature of an outcome',
  description: 'Works like `PUT /v1/pod/{podId}/file/{fileId}`, for proofs of the driver.',
  access: 'driver',
  params: objectSchema('DrivePodFilePath', { podId, fileId }),
  upload: { types: fileTypes, bytesMax: roadLimits.fileBytes },
  unrepeatable: true,
  problems: ['NOT_FOUND'],
})
export const sendDrivePositions = describeEndpoint({
  id: 'sendDrivePositions',
  method: 'POST',
  path: '/v1/drive/positions',
  tag,
  summary: 'Send vehicle positions',
  description:
    'Stores vehicle positions of a started load of the driver. Dray ignores positions from before the start of the ' +
    'load, and positions of any other load.',
  access: 'driver',
  body: objectSchema('DrivePositions', {
    loadId: idSchema('Id of the load.'),
    sent: optionalSchema(inputDateTimeSchema('Time of sending, by the clock of the device.')),
    positions: Type.Array(
      objectSchema('DrivePosition', {
        time: inputDateTimeSchema('Time of the position, by the clock of the device.'),
        lat: Type.Number({ minimum: -90, maximum: 90 }),
        lng: Type.Number({ minimum: -180, maximum: 180 }),
        accuracy: optionalSchema(unsignedDoubleSchema('Accuracy in metres.')),
      }),
      { minItems: 1, maxItems: roadLimits.positions },
    ),
  }),
  unrepeatable: true,
})

// Endpoints of the planner: the progress of a load.
export const LoadProgress = objectSchema('LoadProgress', {
  loadId: idSchema('Id of the load.'),
  status: closedEnum(loadStatuses),
  actualStart: nullableSchema(dateTimeSchema('Time of the start.')),
  actualEnd: nullableSchema(dateTimeSchema('Time of completion.')),
  done: unsignedIntegerSchema('Stops with an outcome, failures included.'),
  failed: unsignedIntegerSchema('Stops with a failed or partial outcome.'),
  open: unsignedIntegerSchema('Stops without an outcome.'),
  late: unsignedIntegerSchema('Open stops that are estimated to be reached after the end of their window.'),
  position: nullableSchema(
    objectSchema('LoadPosition', {
      lat: Type.Number(),
      lng: Type.Number(),
      accuracy: nullableSchema(unsignedDoubleSchema('Accuracy in metres.')),
      time: dateTimeSchema('Time of the position.'),
    }),
  ),
  estimatedEnd: nullableSchema(dateTimeSchema('Estimated end of the route.')),
  stops: Type.Array(
    objectSchema('StopProgress', {
      position: Type.Integer({ minimum: 1 }),
      consignmentId: idSchema('Id of the order.'),
      key: keySchema('Key of the order.'),
      outcome: nullableSchema(closedEnum(outcomeNames)),
      outcomeTime: nullableSchema(dateTimeSchema('Time of the outcome.')),
      podId: nullableSchema(idSchema('Id of the deciding proof.')),
      planned: nullableSchema(dateTimeSchema('Planned time.')),
      estimated: nullableSchema(
        dateTimeSchema(
          'Estimated time at which the work at the stop begins, from the latest position, outcome or start of the ' +
            'vehicle. An early vehicle waits for the window. `null` also for a stop without a location.',
        ),
      ),
      late: flagSchema(
        '`true` if the stop was reached, or is estimated to be reached, after the end of its window. `false` for a ' +
          'failure that a user records in the console.',
      ),
      elsewhere,
    }),
  ),
})
export type LoadProgress = Static<typeof LoadProgress>
export const getLoadProgress = describeEndpoint({
  id: 'getLoadProgress',
  method: 'GET',
  path: '/v1/load/{loadId}/progress',
  tag: 'Loads',
  summary: 'Read the progress of a load',
  scope: 'loads:read',
  affectedBy: typesInLoads,
  params: objectSchema('LoadProgressPath', { loadId: idSchema('Id of the load.') }),
  data: LoadProgress,
  problems: ['NOT_FOUND'],
})
