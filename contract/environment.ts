// The environment: the customer account that owns everything else, with its settings.

import { endpoint } from './endpoint.ts'
import Type, { type Static } from './schema.ts'
import {
  country,
  dateTime,
  flag,
  id,
  key,
  limits,
  noQuery,
  object,
  oneOf,
  optional,
  patchOf,
  requiredText,
  timeZone,
  unsignedInteger,
} from './shared.ts'

const point = object('PolygonPoint', {
  lat: Type.Number({ minimum: -90, maximum: 90 }),
  lng: Type.Number({ minimum: -180, maximum: 180 }),
})
const Channel = object('Channel', {
  key: key('What consignments name as `channelKey`.'),
  name: requiredText('Name of the channel.'),
})
const Area = object('Area', {
  key: key('What consignments name as `areaKey`.'),
  name: requiredText('Name of the area.'),
  polygon: optional(
    Type.Array(point, { minItems: 3, maxItems: limits.polygonPoints, description: 'Corners of the area, in order.' }),
  ),
})
const recipients = (description: string) =>
  Type.Array(Type.String({ format: 'email', maxLength: limits.textLength }), {
    maxItems: limits.recipients,
    uniqueItems: true,
    description,
  })

export const Settings = object('Settings', {
  timezone: timeZone('Zone of date-times that carry no offset and no `timezone`.'),
  channels: Type.Array(Channel, { maxItems: limits.channels }),
  areas: Type.Array(Area, { maxItems: limits.areas }),
  routeSettings: object('RouteSettings', {
    stopDuration: unsignedInteger('Minutes at a stop whose order has no `timeAtStop`.'),
    startTime: Type.String({
      pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$',
      maxLength: 5,
      description: 'When routes start, as `HH:mm` in the zone of the environment.',
      examples: ['08:00'],
    }),
  }),
  displayPreferences: object('DisplayPreferences', {
    weightUnit: oneOf(['kg', 't', 'lb'], 'Unit of the weight of orders and loads.'),
    volumeUnit: oneOf(['m3', 'l', 'ft3'], 'Unit of the volume of orders and loads.'),
    lengthUnit: oneOf(['cm', 'm', 'in', 'ft'], 'Unit in which the console shows lengths.'),
    distanceUnit: oneOf(['km', 'mi'], 'Unit in which the console shows distances.'),
    country: country('Country that new addresses start with.'),
  }),
  notifications: object('Notifications', {
    proofOfDelivery: flag('Notices of delivery to the recipient; an order can switch its own off.'),
    publicTracking: flag('Public-tracking notices; an order can switch its own off.'),
    failedRecipients: recipients('Always told of failed orders.'),
    partiallySuccessfulRecipients: recipients('Always told of partially successful orders.'),
  }),
  export: object('ExportSettings', {
    automatic: Type.Array(oneOf(['created', 'changed', 'released']), {
      maxItems: 3,
      uniqueItems: true,
      description: 'What puts an order on the export list by itself.',
    }),
  }),
  history: object('HistorySettings', {
    keepDays: Type.Integer({
      minimum: 7,
      maximum: 36_500,
      description: 'Days for which events and histories are kept at least.',
    }),
  }),
  loads: object('LoadSettings', {
    unknown: oneOf(['create', 'refuse'], 'What an unknown `loadId` of an order does.'),
  }),
})
export type Settings = Static<typeof Settings>

/** The name of the environment with the demo data. */
export const demoName = 'demo'

export const defaultSettings: Settings = {
  timezone: 'UTC',
  channels: [],
  areas: [],
  routeSettings: { stopDuration: 10, startTime: '08:00' },
  displayPreferences: { weightUnit: 'kg', volumeUnit: 'm3', lengthUnit: 'cm', distanceUnit: 'km', country: 'GB' },
  notifications: {
    proofOfDelivery: false,
    publicTracking: false,
    failedRecipients: [],
    partiallySuccessfulRecipients: [],
  },
  export: { automatic: ['created', 'changed', 'released'] },
  history: { keepDays: 1_095 },
  loads: { unknown: 'create' },
}

const identity = {
  environmentId: id('Issued by the service.'),
  name: requiredText('Name of the environment.'),
  sandbox: flag('Whether it is for trying things out: it can be reset to the demo data, and sends no mail.'),
  version: Type.Integer({ minimum: 1, description: 'Grows by one with every change.' }),
  created: dateTime('When it was created.'),
  updated: dateTime('When its settings last changed.'),
}
export const Environment = object('Environment', { ...identity, ...Settings.properties })
export type Environment = Static<typeof Environment>

const sentBack = Type.Unsafe<unknown>({ description: 'Only reads return it; it may be sent back unchanged.' })
export const EnvironmentPatch = patchOf('EnvironmentPatch', Settings, {
  version: Type.Unsafe({ type: ['integer', 'null'], minimum: 1, description: 'The version you expect to change.' }),
  environmentId: sentBack,
  name: sentBack,
  sandbox: sentBack,
  created: sentBack,
  updated: sentBack,
})
export type EnvironmentPatch = Static<typeof EnvironmentPatch>

export const getEnvironment = endpoint({
  id: 'getEnvironment',
  method: 'GET',
  path: '/v1/environment',
  tag: 'Environment',
  summary: 'Read the environment and its settings',
  scope: 'settings:read',
  query: noQuery,
  data: Environment,
  etag: true,
  problems: [],
})

export const updateEnvironment = endpoint({
  id: 'updateEnvironment',
  method: 'PATCH',
  path: '/v1/environment',
  tag: 'Environment',
  summary: 'Change the settings of the environment',
  description: 'A JSON Merge Patch (RFC 7396); `null` puts a setting back to its default.',
  scope: 'settings:write',
  query: noQuery,
  body: EnvironmentPatch,
  etag: true,
  precondition: true,
  problems: [],
})

export const resetEnvironment = endpoint({
  id: 'resetEnvironment',
  method: 'POST',
  path: '/v1/environment/reset',
  tag: 'Environment',
  summary: 'Put a sandbox back to the demo data',
  description:
    'Removes all orders, loads and depots, puts the settings back, and makes the demo data of this day. Tokens, people and webhooks stay; each record that goes leaves its event. Only for an environment that is marked as a sandbox.',
  scope: 'settings:write',
  query: noQuery,
  unrepeatable: true,
  problems: ['NOT_SANDBOX'],
})
