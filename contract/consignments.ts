// Finding consignments: one list with filters, a search, a choice of sorts, and pages.

import { Consignment } from './consignment.ts'
import { endpoint } from './endpoint.ts'
import { next, pageLimits, pageQuery, several, Total } from './page.ts'
import Type, { type Static } from './schema.ts'
import {
  dateTime,
  dateTimesQuery,
  id,
  inputDateTime,
  key,
  nullable,
  object,
  oneOf,
  text,
  timezoneQuery,
  unsignedDouble,
  unsignedInteger,
} from './shared.ts'

/** One row of a compact list. */
export const ConsignmentSummary = object('ConsignmentSummary', {
  consignmentId: id('Issued by the service.'),
  key: key('Key of the consignment.'),
  type: oneOf(['delivery', 'collection']),
  version: Type.Integer({ minimum: 1, description: 'Grows by one with every change.' }),
  created: dateTime('When it was created.'),
  updated: dateTime('When it last changed.'),
  depotKey: nullable(key('Its depot.')),
  channelKey: nullable(key('Its channel.')),
  areaKey: nullable(key('Its area.')),
  loadId: nullable(id('Its load.')),
  loadKey: nullable(key('The key of its load.')),
  stopPosition: unsignedInteger('Position within its load, from 1; 0 outside a load.'),
  requiredFrom: nullable(dateTime('Start of the window.')),
  requiredTo: nullable(dateTime('End of the window.')),
  planned: nullable(dateTime('When it is planned.')),
  late: Type.Boolean({ description: 'Whether it is planned after the end of its window.' }),
  located: Type.Boolean({ description: 'Whether the address of the consignee has a position.' }),
  onExportList: Type.Boolean({ description: 'Whether it waits on the export list.' }),
  weight: nullable(unsignedDouble()),
  volume: nullable(unsignedDouble()),
  consigneeName: nullable(text('Name of the person.')),
  company: nullable(text('Company of the consignee.')),
  city: nullable(text('City of the consignee.')),
  postalCode: nullable(text('Postal code of the consignee.')),
  country: text('Country of the consignee.'),
})
export type ConsignmentSummary = Static<typeof ConsignmentSummary>

export const consignmentSorts = ['created', 'updated', 'key', 'requiredFrom', 'requiredTo', 'planned'] as const
const yesOrNo = ['true', 'false'] as const
const names = (description: string) =>
  Type.String({
    minLength: 1,
    maxLength: 65_536,
    description: `${description} Up to ${pageLimits.names}, with commas between them; a comma or backslash within one is written behind a backslash.`,
  })

export const listConsignments = endpoint({
  id: 'listConsignments',
  method: 'GET',
  path: '/v1/consignments',
  tag: 'Consignments',
  summary: 'Find consignments',
  description:
    'Pages of all consignments that pass every filter that is given. A page may hold fewer rows than `limit`, or none, though there are more: as long as `next` is not `null`, the list goes on. A consignment that nobody changes meanwhile is on exactly one page.',
  scope: 'consignments:read',
  query: object('ConsignmentsQuery', {
    search: Type.Optional(
      text(
        'Words of which the consignment must have all, each at least by its start: in its key, the name, company, postal code, city, phone or e-mail address of its consignee, or its consignee code. Case and accents do not matter.',
        200,
      ),
    ),
    ids: Type.Optional(names('Ids of the consignments.')),
    keys: Type.Optional(names('Keys of the consignments.')),
    type: Type.Optional(oneOf(['delivery', 'collection'], 'Only of this type.')),
    depotKey: Type.Optional(several('Depots; `none` for consignments without one, `\\none` for a key of that name.')),
    channelKey: Type.Optional(several('Channels; `none` for consignments without one.')),
    areaKey: Type.Optional(several('Areas; `none` for consignments without one.')),
    loadId: Type.Optional(several('Loads; `none` for consignments without one.')),
    onExportList: Type.Optional(oneOf(yesOrNo, 'Whether it waits on the export list.')),
    late: Type.Optional(oneOf(yesOrNo, 'Whether it is planned after the end of its window.')),
    located: Type.Optional(oneOf(yesOrNo, 'Whether the address of the consignee has a position.')),
    windowFrom: Type.Optional(inputDateTime('Start of a range that the required window is held against.')),
    windowTo: Type.Optional(inputDateTime('End of that range.')),
    window: Type.Optional(
      oneOf(
        ['overlaps', 'within'],
        'How: whether the required window has an instant in common with the range, which it has by default, or lies within it. A window open at one side reaches for ever; a consignment with neither time has no window.',
      ),
    ),
    plannedFrom: Type.Optional(inputDateTime('Planned at or after.')),
    plannedTo: Type.Optional(inputDateTime('Planned at or before.')),
    createdFrom: Type.Optional(inputDateTime('Created at or after.')),
    createdTo: Type.Optional(inputDateTime('Created at or before.')),
    updatedFrom: Type.Optional(inputDateTime('Last changed at or after.')),
    updatedTo: Type.Optional(inputDateTime('Last changed at or before.')),
    sort: Type.Optional(
      oneOf(
        consignmentSorts.flatMap((name) => [name, `-${name}`] as const),
        'Ascending, or with `-` descending. Left out: `-created`. A time that is not set counts as later than all others.',
      ),
    ),
    view: Type.Optional(oneOf(['full', 'compact'], '`compact` answers a few members of each, for lists.')),
    ...pageQuery,
    ...timezoneQuery,
    ...dateTimesQuery,
  }),
  data: object('ConsignmentPage', {
    consignments: Type.Unsafe<Static<typeof Consignment>[] | ConsignmentSummary[]>({
      anyOf: [
        { type: 'array', items: Consignment },
        { type: 'array', items: ConsignmentSummary },
      ],
    }),
    next,
    total: Type.Optional(Total),
  }),
  problems: [],
})
