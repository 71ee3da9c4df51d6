// Finding consignments: a list in pages with filters, a search and several sorts.

import { Consignment } from './consignment.ts'
import { customFields, type FieldValues, fieldKeyPattern, tagsSchema } from './custom-field.ts'
import { describeEndpoint } from './endpoint.ts'
import { filterListSchema, ListTotal, nextCursor, pageLimits, pageQuery } from './page.ts'
import { typesInOrders } from './record-type.ts'
import { outcomeNames } from './road.ts'
import Type, { type Static } from './schema.ts'
import {
  closedEnum,
  dateTimeSchema,
  dateTimesQuery,
  idSchema,
  inputDateTimeSchema,
  keySchema,
  nullableSchema,
  objectSchema,
  textSchema,
  timezoneQuery,
  unsignedDoubleSchema,
  unsignedIntegerSchema,
} from './shared.ts'

export const summaryLimits = { noteLength: 200 } as const

/** One row of a compact list. */
export const ConsignmentSummary = objectSchema('ConsignmentSummary', {
  consignmentId: idSchema('Issued by the service.'),
  key: keySchema('Key of the order.'),
  type: closedEnum(['delivery', 'collection']),
  version: Type.Integer({ minimum: 1, description: 'Increases by one with every change.' }),
  created: dateTimeSchema('Time of creation.'),
  updated: dateTimeSchema('Time of the last change.'),
  depotKey: nullableSchema(keySchema('Key of its depot.')),
  channelKey: nullableSchema(keySchema('Key of its channel.')),
  areaKey: nullableSchema(keySchema('Key of its area.')),
  loadId: nullableSchema(idSchema('Id of its load.')),
  loadKey: nullableSchema(keySchema('Key of its load.')),
  stopPosition: unsignedIntegerSchema('Position in its load, starting at 1; 0 outside a load.'),
  requiredFrom: nullableSchema(dateTimeSchema('Start of the required time window.')),
  requiredTo: nullableSchema(dateTimeSchema('End of the required time window.')),
  planned: nullableSchema(dateTimeSchema('Planned time.')),
  late: Type.Boolean({
    description:
      '`true` if the order is planned later than 15 minutes after `committed` or, without `committed`, later than ' +
      '`requiredTo`.',
  }),
  located: Type.Boolean({ description: '`true` if the address of the recipient has a location.' }),
  outcome: nullableSchema(closedEnum(outcomeNames, 'Outcome of the order, from its deciding proof.')),
  outcomeTime: nullableSchema(dateTimeSchema('Time of the outcome.')),
  wasLate: Type.Boolean({
    description:
      '`true` if the stop was reached later than 15 minutes after `committed` or, without `committed`, later than ' +
      '`requiredTo`. The stop was reached at the arrival time of the proof, or else at the time of the outcome. ' +
      '`false` for a failure that a user records in the console.',
  }),
  failureReasonCode: nullableSchema(
    keySchema('Failure reason of a failed or partial outcome. Only with the scope `pods:read`.'),
  ),
  driverKey: nullableSchema(
    keySchema(
      'Driver of the deciding proof. For a proof that a user records in the console: the driver of the load. Only ' +
        'with the scope `pods:read`.',
    ),
  ),
  onExportList: Type.Boolean({ description: '`true` if the order is on the export list.' }),
  weight: nullableSchema(unsignedDoubleSchema()),
  volume: nullableSchema(unsignedDoubleSchema()),
  consigneeCode: nullableSchema(textSchema('Code of the recipient.')),
  tags: Type.Optional(tagsSchema),
  customFields: Type.Optional(
    Type.Unsafe<FieldValues>({ ...customFields, description: 'Values of the custom fields that lists show.' }),
  ),
  consigneeName: nullableSchema(textSchema('Name of the contact person.')),
  company: nullableSchema(textSchema('Company of the recipient.')),
  city: nullableSchema(textSchema('City of the recipient.')),
  postalCode: nullableSchema(textSchema('Postal code of the recipient.')),
  country: textSchema('Country of the recipient.'),
  phone: nullableSchema(textSchema('Mobile or other phone of the contact person, with its dialling code.')),
  note: nullableSchema(textSchema(`The first ${summaryLimits.noteLength} characters of the note for the planner.`)),
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

export const listConsignments = describeEndpoint({
  id: 'listConsignments',
  method: 'GET',
  path: '/v1/consignments',
  tag: 'Consignments',
  summary: 'Find orders',
  description:
    'Returns the orders that match all given filters, in pages. A page may contain fewer rows than `limit`, or ' +
    'none, even if more follow: the list ends only when `next` is `null`. An order that does not change while you ' +
    'read is on exactly one page.',
  scope: 'consignments:read',
  affectedBy: typesInOrders,
  partScope: 'pods:read',
  query: objectSchema('ConsignmentsQuery', {
    search: Type.Optional(
      textSchema(
        'Words to search for. Every search word must match the start of a word in the key, the `consigneeCode`, the ' +
          'tags, a custom field with `searched`, or the name, company, street, postal code, city, phone or e-mail ' +
          'address of the recipient. A phone is also found by its last six or more digits. Case and accents are ' +
          'ignored.',
        200,
      ),
    ),
    ids: Type.Optional(names('Ids of the orders.')),
    keys: Type.Optional(names('Keys of the orders.')),
    type: Type.Optional(closedEnum(['delivery', 'collection'], 'Only orders of this type.')),
    depotKey: Type.Optional(
      filterListSchema(
        'Depot keys; `none` finds orders without a depot, `\\none` finds orders of a depot whose key is `none`.',
      ),
    ),
    channelKey: Type.Optional(filterListSchema('Channel keys; `none` finds orders without a channel.')),
    areaKey: Type.Optional(filterListSchema('Area keys; `none` finds orders without an area.')),
    consigneeCode: Type.Optional(filterListSchema('Recipient codes; `none` finds orders without a recipient code.')),
    tag: Type.Optional(
      filterListSchema('Tags; finds orders with at least one of the tags. `none` finds orders without tags.'),
    ),
    customFields: Type.Optional(
      filterListSchema(
        'Values of custom fields, each as `key:value`, such as `colour:red,colour:blue,floor:3`. Values of the same ' +
          'field are alternatives; different fields must all match. `key:none` finds orders without a value. A field ' +
          'with `sorted` also accepts a range, such as `floor:2..5`, `floor:2..` or `floor:..5`.',
      ),
    ),
    loadId: Type.Optional(filterListSchema('Load ids; `none` finds orders without a load.')),
    assigned: Type.Optional(
      closedEnum(yesOrNo, '`true` finds orders on any load, `false` finds orders without a load.'),
    ),
    unplanned: Type.Optional(
      closedEnum(
        yesOrNo,
        '`true` finds unplanned orders: an unplanned order is on no load, was not delivered, and was not recorded as ' +
          '`cancelled` while it was on no load. An optimisation of a day plans unplanned orders. `false` finds all ' +
          'other orders.',
      ),
    ),
    outcome: Type.Optional(
      filterListSchema('Outcomes: `success`, `partial`, `failed`; `none` finds orders without an outcome.'),
    ),
    outcomeFrom: Type.Optional(inputDateTimeSchema('Finds orders with an outcome at this time or later.')),
    outcomeTo: Type.Optional(inputDateTimeSchema('Finds orders with an outcome at this time or earlier.')),
    wasLate: Type.Optional(
      closedEnum(
        yesOrNo,
        '`true` finds orders whose stop was reached later than 15 minutes after `committed` or, without `committed`, ' +
          'later than `requiredTo`. `false` finds all other orders, including orders without an outcome.',
      ),
    ),
    onExportList: Type.Optional(
      closedEnum(yesOrNo, '`true` finds orders on the export list, `false` finds all other orders.'),
    ),
    late: Type.Optional(
      closedEnum(
        yesOrNo,
        '`true` finds orders that are planned later than 15 minutes after `committed` or, without `committed`, later ' +
          'than `requiredTo`. `false` finds all other orders.',
      ),
    ),
    located: Type.Optional(
      closedEnum(yesOrNo, '`true` finds orders whose address has a location, `false` finds all other orders.'),
    ),
    windowFrom: Type.Optional(inputDateTimeSchema('Start of a time range to compare with the required window.')),
    windowTo: Type.Optional(inputDateTimeSchema('End of the time range to compare with the required window.')),
    window: Type.Optional(
      closedEnum(
        ['overlaps', 'within'],
        'Comparison: `overlaps` (default) finds windows that share at least one instant with the range, `within` ' +
          'finds windows that are inside the range. A window with only one time is open at the other end; an order ' +
          'with neither time has no window.',
      ),
    ),
    plannedFrom: Type.Optional(inputDateTimeSchema('Planned at or after this time.')),
    plannedTo: Type.Optional(inputDateTimeSchema('Planned at or before this time.')),
    createdFrom: Type.Optional(inputDateTimeSchema('Created at or after this time.')),
    createdTo: Type.Optional(inputDateTimeSchema('Created at or before this time.')),
    updatedFrom: Type.Optional(inputDateTimeSchema('Last changed at or after this time.')),
    updatedTo: Type.Optional(inputDateTimeSchema('Last changed at or before this time.')),
    sort: Type.Optional(
      Type.String({
        maxLength: 64,
        pattern: `^-?(?:${consignmentSorts.join('|')}|customFields\\.${fieldKeyPattern})$`,
        'x-form':
          `must be one of \`${consignmentSorts.join('`, `')}\` or ` +
          '`customFields.` and the key of a field, with or without a leading `-`.',
        description:
          `Ascending, or descending with a leading \`-\`: \`${consignmentSorts.join('`, `')}\`, or a custom field ` +
          'with `sorted`, such as `customFields.colour`. Default: `-created`. Orders without a value are last.',
        examples: ['-created'],
      }),
    ),
    view: Type.Optional(
      closedEnum(['full', 'compact'], '`compact` returns only a few fields of each order, for lists.'),
    ),
    ...pageQuery,
    ...timezoneQuery,
    ...dateTimesQuery,
  }),
  data: objectSchema('ConsignmentPage', {
    consignments: Type.Unsafe<Static<typeof Consignment>[] | ConsignmentSummary[]>({
      anyOf: [
        { type: 'array', items: Consignment },
        { type: 'array', items: ConsignmentSummary },
      ],
    }),
    next: nextCursor,
    total: Type.Optional(ListTotal),
  }),
})
