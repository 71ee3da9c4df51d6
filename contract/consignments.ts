// Finding consignments: one list with filters, a search, a choice of sorts, and pages.

import { Consignment } from './consignment.ts'
import { customFields, type FieldValues, fieldKeyPattern, tags } from './custom-field.ts'
import { endpoint } from './endpoint.ts'
import { next, pageLimits, pageQuery, several, Total } from './page.ts'
import { typesInOrders } from './record-type.ts'
import { outcomes } from './road.ts'
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

export const summaryLimits = { noteLength: 200 } as const

/** One row of a compact list. */
export const ConsignmentSummary = object('ConsignmentSummary', {
  consignmentId: id('Issued by the service.'),
  key: key('Key of the consignment.'),
  type: oneOf(['delivery', 'collection']),
  version: Type.Integer({ minimum: 1, description: 'Increases by one with every change.' }),
  created: dateTime('When it was created.'),
  updated: dateTime('When it last changed.'),
  depotKey: nullable(key('Key of its depot.')),
  channelKey: nullable(key('Key of its channel.')),
  areaKey: nullable(key('Key of its area.')),
  loadId: nullable(id('Id of its load.')),
  loadKey: nullable(key('Key of its load.')),
  stopPosition: unsignedInteger('Position in its load, starting at 1; 0 outside a load.'),
  requiredFrom: nullable(dateTime('Start of the required time window.')),
  requiredTo: nullable(dateTime('End of the required time window.')),
  planned: nullable(dateTime('When it is planned.')),
  late: Type.Boolean({
    description:
      'Whether it is planned later than 15 minutes after `committed` or, without that, later than `requiredTo`.',
  }),
  located: Type.Boolean({ description: "Whether the consignee's address has a location." }),
  outcome: nullable(oneOf(outcomes, 'What became of it, by the proof that counts.')),
  outcomeTime: nullable(dateTime('When that happened.')),
  wasLate: Type.Boolean({
    description:
      'Whether it was reached later than 15 minutes after `committed` or, without that, later than `requiredTo`: by ' +
      'the arrival that the proof tells, or else the time of the outcome. Not where nobody was there.',
  }),
  failureReasonCode: nullable(key('Why it failed, wholly or in part; with the scope `pods:read`.')),
  driverKey: nullable(
    key(
      'Driver of the same proof; of what nobody at the door has told, the driver of its load. With the scope ' +
        '`pods:read`.',
    ),
  ),
  onExportList: Type.Boolean({ description: 'Whether it is on the export list.' }),
  weight: nullable(unsignedDouble()),
  volume: nullable(unsignedDouble()),
  consigneeCode: nullable(text('Code of the consignee.')),
  tags: Type.Optional(tags),
  customFields: Type.Optional(
    Type.Unsafe<FieldValues>({ ...customFields, description: 'Values of the custom fields that lists show.' }),
  ),
  consigneeName: nullable(text('Name of the contact person.')),
  company: nullable(text('Company of the consignee.')),
  city: nullable(text('City of the consignee.')),
  postalCode: nullable(text('Postal code of the consignee.')),
  country: text('Country of the consignee.'),
  phone: nullable(text('Mobile or other phone of the contact person, with its dialling code.')),
  note: nullable(text(`The first ${summaryLimits.noteLength} characters of the note for the planner.`)),
})
export type ConsignmentSummary = Static<typeof ConsignmentSummary>

export const consignmentSorts = [
  'created',
  'updated',
  'key',
  'requiredFrom',
  'requiredTo',
  'planned',
  'postalCode',
] as const
const yesOrNo = ['true', 'false'] as const
const names = (description: string) =>
  Type.String({
    minLength: 1,
    maxLength: 65_536,
    description:
      `${description} Up to ${pageLimits.names}, separated by commas; put a backslash before a comma or backslash ` +
      'inside a value.',
  })

export const listConsignments = endpoint({
  id: 'listConsignments',
  method: 'GET',
  path: '/v1/consignments',
  tag: 'Consignments',
  summary: 'Find consignments',
  description:
    'Returns the consignments that match all given filters, in pages. A page may contain fewer rows than `limit`, ' +
    'or none, even if more follow: the list ends only when `next` is `null`. A consignment that does not change ' +
    'while you read is on exactly one page.',
  scope: 'consignments:read',
  affectedBy: typesInOrders,
  partScope: 'pods:read',
  query: object('ConsignmentsQuery', {
    search: Type.Optional(
      text(
        'Words to search for. Each must match the start of a word in the key, the consignee code, the tags, a ' +
          'custom field that is marked for it, or the name, company, street, postal code, city, phone or e-mail ' +
          'address of the consignee. A phone is also found by its last six or more digits. Case and accents are ' +
          'ignored.',
        200,
      ),
    ),
    ids: Type.Optional(names('Ids of the consignments.')),
    keys: Type.Optional(names('Keys of the consignments.')),
    type: Type.Optional(oneOf(['delivery', 'collection'], 'Only consignments of this type.')),
    depotKey: Type.Optional(
      several('Depot keys; `none` finds consignments without a depot, `\\none` those of a depot whose key is `none`.'),
    ),
    channelKey: Type.Optional(several('Channel keys; `none` finds consignments without a channel.')),
    areaKey: Type.Optional(several('Area keys; `none` finds consignments without an area.')),
    consigneeCode: Type.Optional(several('Consignee codes; `none` finds consignments without one.')),
    tag: Type.Optional(
      several('Tags, of which a consignment has at least one; `none` finds consignments without tags.'),
    ),
    customFields: Type.Optional(
      several(
        'Values of custom fields, each as `key:value`, such as `colour:red,colour:blue,floor:3`. Values of the same ' +
          'field are alternatives; different fields must all match. `key:none` finds consignments without a value. ' +
          'A field that lists can be sorted by also takes a range, such as `floor:2..5`, `floor:2..` or `floor:..5`.',
      ),
    ),
    loadId: Type.Optional(several('Load ids; `none` finds consignments without a load.')),
    assigned: Type.Optional(oneOf(yesOrNo, 'Whether the consignment is on a load, whichever it is.')),
    unplanned: Type.Optional(
      oneOf(
        yesOrNo,
        'Whether the consignment is unplanned: it is on no load, was not delivered, and was not recorded as ' +
          '`cancelled` while it was on no load. An optimisation of a day takes its orders from these.',
      ),
    ),
    outcome: Type.Optional(
      several('Outcomes: `success`, `partial`, `failed`; `none` finds consignments without an outcome.'),
    ),
    outcomeFrom: Type.Optional(inputDateTime('Has an outcome of this time or later.')),
    outcomeTo: Type.Optional(inputDateTime('Has an outcome of this time or earlier.')),
    wasLate: Type.Optional(
      oneOf(
        yesOrNo,
        'Whether the consignment was reached later than 15 minutes after `committed` or, without that, later than ' +
          '`requiredTo`. One without an outcome was not.',
      ),
    ),
    onExportList: Type.Optional(oneOf(yesOrNo, 'Whether the consignment is on the export list.')),
    late: Type.Optional(
      oneOf(
        yesOrNo,
        'Whether the consignment is planned later than 15 minutes after `committed` or, without that, later than ' +
          '`requiredTo`.',
      ),
    ),
    located: Type.Optional(oneOf(yesOrNo, "Whether the consignee's address has a location.")),
    windowFrom: Type.Optional(inputDateTime('Start of a time range to compare with the required window.')),
    windowTo: Type.Optional(inputDateTime('End of that range.')),
    window: Type.Optional(
      oneOf(
        ['overlaps', 'within'],
        'How to compare: `overlaps` (default) finds windows that share at least one instant with the range, ' +
          '`within` finds windows that lie inside it. A window with only one time is open at the other end; a ' +
          'consignment with neither time has no window.',
      ),
    ),
    plannedFrom: Type.Optional(inputDateTime('Planned at or after this time.')),
    plannedTo: Type.Optional(inputDateTime('Planned at or before this time.')),
    createdFrom: Type.Optional(inputDateTime('Created at or after this time.')),
    createdTo: Type.Optional(inputDateTime('Created at or before this time.')),
    updatedFrom: Type.Optional(inputDateTime('Last changed at or after this time.')),
    updatedTo: Type.Optional(inputDateTime('Last changed at or before this time.')),
    sort: Type.Optional(
      Type.String({
        maxLength: 64,
        pattern: `^-?(?:${consignmentSorts.join('|')}|customFields\\.${fieldKeyPattern})$`,
        'x-form':
          `must be one of \`${consignmentSorts.join('`, `')}\` or ` +
          '`customFields.` and the key of a field, with or without a leading `-`.',
        description:
          `Ascending, or descending with a leading \`-\`: \`${consignmentSorts.join('`, `')}\`, or a custom field ` +
          'that is marked for it, such as `customFields.colour`. Default: `-created`. What is not set comes behind ' +
          'all others.',
        examples: ['-created'],
      }),
    ),
    view: Type.Optional(
      oneOf(['full', 'compact'], '`compact` returns only a few members of each consignment, for lists.'),
    ),
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
