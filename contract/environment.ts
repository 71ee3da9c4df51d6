// The environment: the customer account that owns everything else, with its settings.

import { CustomField, fieldLimits } from './custom-field.ts'
import { describeEndpoint } from './endpoint.ts'
import {
  Branding,
  defaultBranding,
  defaultNotices,
  defaultPod,
  defaultTracking,
  noticeSettings,
  PodSettings,
  PositionSettings,
  TrackingSettings,
} from './road.ts'
import Type, { type Static } from './schema.ts'
import {
  closedEnum,
  countrySchema,
  dateTimeSchema,
  echoedSchema,
  flagSchema,
  idSchema,
  keySchema,
  objectSchema,
  optionalSchema,
  patchOf,
  recordLimits,
  requiredTextSchema,
  timeZoneSchema,
  unsignedIntegerSchema,
} from './shared.ts'
import { defaultTravel, TravelSettings } from './travel.ts'

const point = objectSchema('PolygonPoint', {
  lat: Type.Number({ minimum: -90, maximum: 90 }),
  lng: Type.Number({ minimum: -180, maximum: 180 }),
})
const Channel = objectSchema('Channel', {
  key: keySchema('Key that orders use as `channelKey`.'),
  name: requiredTextSchema('Name of the channel.'),
})
const Area = objectSchema('Area', {
  key: keySchema('Key that orders use as `areaKey`.'),
  name: requiredTextSchema('Name of the area.'),
  polygon: optionalSchema(
    Type.Array(point, {
      minItems: 3,
      maxItems: recordLimits.polygonPoints,
      description: 'Corners of the area, in order.',
    }),
  ),
})
const recipients = (description: string) =>
  Type.Array(Type.String({ format: 'email-shape', maxLength: recordLimits.textLength }), {
    maxItems: recordLimits.recipients,
    uniqueItems: true,
    description,
  })

export const EnvironmentSettings = objectSchema('Settings', {
  timezone: timeZoneSchema('Time zone of date-times without an offset, if the request has no `timezone`.'),
  channels: Type.Array(Channel, { maxItems: recordLimits.channels }),
  areas: Type.Array(Area, { maxItems: recordLimits.areas }),
  customFields: Type.Array(CustomField, {
    maxItems: fieldLimits.fields,
    description:
      'Fields that orders can have in `customFields`. Changing or removing a field does not change the stored ' +
      'values of orders.',
  }),
  routeSettings: objectSchema('RouteSettings', {
    stopDuration: unsignedIntegerSchema('Minutes at a stop whose order has no `timeAtStop`.'),
    startTime: Type.String({
      pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$',
      maxLength: 5,
      description: "Time at which routes start, as `HH:mm` in the environment's time zone.",
      examples: ['08:00'],
    }),
  }),
  travel: TravelSettings,
  displayPreferences: objectSchema('DisplayPreferences', {
    weightUnit: closedEnum(['kg', 't', 'lb'], 'Weight unit of orders and loads.'),
    volumeUnit: closedEnum(['m3', 'l', 'ft3'], 'Volume unit of orders and loads.'),
    lengthUnit: closedEnum(['cm', 'm', 'in', 'ft'], 'Unit of length in the console.'),
    distanceUnit: closedEnum(['km', 'mi'], 'Unit of distance in the console.'),
    country: countrySchema('Default country of new addresses.'),
    dateFormat: closedEnum(
      ['dmy', 'mdy', 'ymd'],
      'Order of day, month and year in the console, where dates are typed and written in figures.',
    ),
  }),
  notifications: objectSchema('Notifications', {
    proofOfDelivery: flagSchema('`true` sends proof e-mails to recipients. An order can switch off its own e-mails.'),
    publicTracking: flagSchema('`true` sends tracking e-mails. An order can switch off its own e-mails.'),
    failedRecipients: recipients('E-mail addresses that are always notified of failed orders.'),
    partiallySuccessfulRecipients: recipients(
      'E-mail addresses that are always notified of partially successful orders.',
    ),
    ...noticeSettings,
  }),
  pod: PodSettings,
  tracking: TrackingSettings,
  positions: PositionSettings,
  branding: Branding,
  export: objectSchema('ExportSettings', {
    automatic: Type.Array(closedEnum(['created', 'changed', 'released', 'outcome']), {
      maxItems: 4,
      uniqueItems: true,
      description:
        'Events that add an order to the export list automatically; `outcome` adds proofs to the list of proofs.',
    }),
  }),
  history: objectSchema('HistorySettings', {
    keepDays: Type.Integer({
      minimum: 7,
      maximum: 36_500,
      description: 'Minimum number of days for which events and histories are kept.',
    }),
  }),
  signIn: objectSchema('SignInSettings', {
    secondFactor: closedEnum(
      ['optional', 'required'],
      '`required`: users need a second factor in this environment. The setting does not apply to single sign-on and ' +
        'tokens.',
    ),
  }),
  loads: objectSchema('LoadSettings', {
    unknown: closedEnum(
      ['create', 'refuse'],
      'Treatment of an order with an unknown `loadId`: the load is created, or the request is rejected.',
    ),
  }),
})
export type EnvironmentSettings = Static<typeof EnvironmentSettings>

/** The name of the environment with the demo data. */
export const demoName = 'demo'

export const defaultSettings: EnvironmentSettings = {
  timezone: 'UTC',
  channels: [],
  areas: [],
  customFields: [],
  routeSettings: { stopDuration: 10, startTime: '08:00' },
  travel: defaultTravel,
  displayPreferences: {
    weightUnit: 'kg',
    volumeUnit: 'm3',
    lengthUnit: 'cm',
    distanceUnit: 'km',
    country: 'GB',
    dateFormat: 'dmy',
  },
  notifications: {
    proofOfDelivery: false,
    publicTracking: false,
    failedRecipients: [],
    partiallySuccessfulRecipients: [],
    ...defaultNotices,
  },
  pod: defaultPod,
  tracking: defaultTracking,
  positions: { keepDays: 7 },
  branding: defaultBranding,
  export: { automatic: ['created', 'changed', 'released', 'outcome'] },
  history: { keepDays: 1_095 },
  signIn: { secondFactor: 'optional' },
  loads: { unknown: 'create' },
}

const identity = {
  environmentId: idSchema('Issued by the service.'),
  name: requiredTextSchema('Name of the environment.'),
  sandbox: flagSchema(
    '`true` if the environment is a sandbox for tests: it can be reset to the demo data and sends no e-mail.',
  ),
  version: Type.Integer({ minimum: 1, description: 'Increases by one with every change.' }),
  created: dateTimeSchema('Time of creation.'),
  updated: dateTimeSchema('Time of the last change of the settings.'),
}
export const Environment = objectSchema('Environment', { ...identity, ...EnvironmentSettings.properties })
export type Environment = Static<typeof Environment>

export const EnvironmentPatch = patchOf('EnvironmentPatch', EnvironmentSettings, {
  version: Type.Unsafe({
    type: ['integer', 'null'],
    minimum: 1,
    description: 'The version you read. If the record has changed since, the request fails with `VERSION_MISMATCH`.',
  }),
  environmentId: echoedSchema(identity.environmentId),
  name: echoedSchema(identity.name),
  sandbox: echoedSchema(identity.sandbox),
  created: echoedSchema(identity.created),
  updated: echoedSchema(identity.updated),
})
export type EnvironmentPatch = Static<typeof EnvironmentPatch>

export const getEnvironment = describeEndpoint({
  id: 'getEnvironment',
  method: 'GET',
  path: '/v1/environment',
  tag: 'Environment',
  summary: 'Read the environment and its settings',
  scope: 'settings:read',
  affectedBy: ['environment'],
  data: Environment,
  etag: true,
})

export const updateEnvironment = describeEndpoint({
  id: 'updateEnvironment',
  method: 'PATCH',
  path: '/v1/environment',
  tag: 'Environment',
  summary: 'Change the settings of the environment',
  description:
    'A JSON Merge Patch (RFC 7396); `null` resets a setting to its default. Changing `signIn` also needs the scope ' +
    '`people:write`. A user also needs a sign-in or confirmation within the last ten minutes.',
  scope: 'settings:write',
  partScope: 'people:write',
  body: EnvironmentPatch,
  etag: true,
  precondition: true,
  problems: ['SIGN_IN_AGAIN'],
})

export const resetEnvironment = describeEndpoint({
  id: 'resetEnvironment',
  method: 'POST',
  path: '/v1/environment/reset',
  tag: 'Environment',
  summary: 'Reset a sandbox to the demo data',
  description:
    'Deletes all orders, loads and depots, resets the settings except `signIn`, and creates demo data for today. ' +
    'Tokens, users and webhooks remain. Every deletion is recorded as an event. The request only works for an ' +
    'environment that is a sandbox.',
  scope: 'settings:write',
  unrepeatable: true,
  problems: ['NOT_SANDBOX'],
})
