// Consignments: delivery and collection orders.

import { customFields, customFieldsInput, tags, tagsInput } from './custom-field.ts'
import { Depot } from './depot.ts'
import { endpoint } from './endpoint.ts'
import { field, record, stamps } from './record.ts'
import { typesInOrders } from './record-type.ts'
import { outcomes } from './road.ts'
import Type, { type Static } from './schema.ts'
import {
  Address,
  ConsigneeAddressInput,
  ConsignorAddressInput,
  Contact,
  ContactInput,
  currency,
  dateTime,
  dateTimesQuery,
  flag,
  id,
  inputDateTime,
  key,
  limits,
  nullable,
  number,
  object,
  oneOf,
  optionalCountry,
  requiredText,
  skillList,
  text,
  timezoneQuery,
  unsignedDouble,
  unsignedInteger,
} from './shared.ts'

/** One package. Packages keep their ids while a client names them by id or reference. */
export const packageRecord = record('Package', {
  packageId: field.required(
    id('Your reference for the package within this request, or the id that the service issued for it.'),
    id('Issued by the service.'),
  ),
  barcode: field.optional(text()),
  height: field.optional(unsignedDouble('Centimetres.')),
  depth: field.optional(unsignedDouble('Centimetres.')),
  width: field.optional(unsignedDouble('Centimetres.')),
  volume: field.optional(unsignedDouble('Cubic metres.')),
  weight: field.optional(unsignedDouble('Kilograms.')),
})

export const lineRecord = record('ProductLine', {
  productLineId: field.required(
    id('Your reference for the line within this request, or the id that the service issued for it.'),
    id('Issued by the service.'),
  ),
  productCode: field.required(requiredText("The customer's identifier for the product.")),
  commodityCode: field.optional(text('International trade commodity code.')),
  barcode: field.optional(text()),
  description: field.optional(text()),
  quantity: field.optional(unsignedDouble()),
  currency: field.required(
    currency('ISO 4217 code of the price and tax, in any case.'),
    text('ISO 4217 code, in upper case.'),
  ),
  unitPrice: field.optional(number()),
  unitTax: field.optional(number()),
  taxRate: field.optional(number('Percentage of `unitPrice` that makes `unitTax`.')),
  countryOfOrigin: field.optional(
    optionalCountry('ISO 3166-1 alpha-2 code, in any case.'),
    nullable(text('ISO 3166-1 alpha-2 code, in upper case.')),
  ),
  unitWeight: field.optional(unsignedDouble('Kilograms.')),
  height: field.optional(number()),
})

export const packageProductRecord = record('PackageProduct', {
  packageId: field.required(id('`packageId` of one of the packages.'), id('Issued id of the package.')),
  productLineId: field.required(
    id('`productLineId` of one of the product lines.'),
    id('Issued id of the product line.'),
  ),
  quantity: field.optional(unsignedDouble('Quantity of the product in the package.'), nullable(unsignedDouble())),
})

/** A client that sends an order back, or copies one, does not have to remove the fields that proofs set. */
const followsFromProofs = 'May be sent back from a read, but is ignored: it follows from proofs.'

/**
 * The fields of an order. A field has a column in `server/orders/record/columns.ts`, or it is in the stored document,
 * in this sequence.
 */
export const order = record('Consignment', {
  key: field.required(key('Your key for the order, such as an order number. Unique within the environment.')),
  type: field.required(
    oneOf(
      ['delivery', 'collection'],
      '`delivery`: the goods are delivered to the recipient. `collection`: the goods are collected from the ' +
        'recipient.',
    ),
  ),
  consignmentId: field.issued(id('Issued by the service.')),
  ...stamps,
  stopPosition: field.issued(unsignedInteger('Position in its load, starting at 1; 0 outside a load.')),
  depot: field.issued(nullable(Depot)),
  channelKey: field.optional(key('Key of a channel defined in the environment.')),
  areaKey: field.optional(key('Key of an area defined in the environment.')),
  depotKey: field.unread(key('Key of the depot from which the goods are delivered, or to which they are collected.')),
  loadId: field.optional(
    key(
      'Id of the load that the order is part of. An unknown id creates a load, unless the environment refuses ' +
        'unknown loads.',
    ),
  ),
  requiredFrom: field.optional(
    inputDateTime('Start of the time window that the customer requires.'),
    nullable(dateTime('Start of the required time window.')),
  ),
  requiredTo: field.optional(
    inputDateTime('End of that time window.'),
    nullable(dateTime('End of the required time window.')),
  ),
  planned: field.optional(
    inputDateTime('Planned time of the delivery or collection; it should not be later than the required window.'),
    nullable(dateTime('Planned time.')),
  ),
  committed: field.optional(inputDateTime('Committed time.'), nullable(dateTime('Committed time.'))),
  timeAtStop: field.optional(
    unsignedInteger("Expected minutes at the stop. Default: the stop duration in the environment's route settings."),
    unsignedInteger('Effective minutes at the stop.'),
  ),
  weight: field.optional(
    unsignedDouble("Total weight, in the environment's weight unit. Counts towards the peak weight of the route."),
  ),
  volume: field.optional(
    unsignedDouble("Total volume, in the environment's volume unit. Counts towards the peak volume of the route."),
  ),
  plannedPackages: field.optional(unsignedInteger('Number of packages expected.')),
  priority: field.optional(
    Type.Integer({
      minimum: 0,
      maximum: 100,
      description:
        'The higher, the more important it is that planning finds a place for it. Without one it counts as 0.',
    }),
  ),
  skills: field.optional(skillList('Skills that a vehicle needs to serve the order, such as `cooling`.')),
  maxLateMinutes: field.optional(unsignedInteger('Minutes after `requiredTo` within which a stop is still accepted.')),
  tags: field.sparse(tagsInput, tags),
  customFields: field.sparse(customFieldsInput, customFields),
  consigneeCode: field.optional(text('Code of the recipient in another system, such as accounting.')),
  consignmentInstructions: field.optional(text('Notes for the driver.', limits.instructionsLength)),
  planningInstructions: field.optional(
    text('Notes for the planner, shown only on the stop card.', limits.instructionsLength),
  ),
  consignmentNotificationsEnabled: field.optional(
    flag('`false` stops proof-of-delivery notifications to the recipient of this order.'),
  ),
  publicTrackingEnabled: field.optional(flag('`false` stops public-tracking notifications for this order.')),
  consigneeContact: field.optional(ContactInput, nullable(Contact)),
  consigneeAddress: field.required(ConsigneeAddressInput, Address),
  consignorContact: field.optional(ContactInput, nullable(Contact)),
  consignorAddress: field.optional(ConsignorAddressInput, nullable(Address)),
  packages: field.optional(
    Type.Array(packageRecord.Input, { maxItems: limits.packages }),
    Type.Array(packageRecord.Read),
  ),
  productLines: field.optional(
    Type.Array(lineRecord.Input, { maxItems: limits.productLines }),
    Type.Array(lineRecord.Read),
  ),
  packageProducts: field.optional(
    Type.Array(packageProductRecord.Input, { maxItems: limits.packageProducts }),
    Type.Array(packageProductRecord.Read),
  ),
  outcome: field.derived(
    nullable(
      oneOf(
        outcomes,
        'Outcome of the order, from the proof that counts; `null` again after the order joins another load.',
      ),
    ),
    followsFromProofs,
  ),
  outcomeTime: field.derived(nullable(dateTime('Time of the outcome.')), followsFromProofs),
})
export const { Input: ConsignmentInput, Read: Consignment, Patch: ConsignmentPatch } = order

export type ConsignmentInput = Static<typeof ConsignmentInput>
export type ConsignmentPatch = Static<typeof ConsignmentPatch>
export type Consignment = Static<typeof Consignment>

const selector = {
  id: Type.Optional(id('Id issued by the service.')),
  key: Type.Optional(key('Key chosen by the client.')),
}
const selects = { 'x-needs-one-of': ['id', 'key'] }
const path = object('ConsignmentPath', { consignmentId: id('Id issued by the service.') })
export const references = [
  'UNKNOWN_DEPOT',
  'UNKNOWN_CHANNEL',
  'UNKNOWN_AREA',
  'UNKNOWN_LOAD',
  'UNKNOWN_PACKAGE',
  'UNKNOWN_PRODUCT_LINE',
  'DEPOT_RULE',
] as const
const tag = 'Consignments'

const ConsignmentCreated = object('ConsignmentCreated', {
  consignmentId: id('Issued by the service.'),
  packageIds: Type.Array(id('Issued by the service.')),
  productLineIds: Type.Array(id('Issued by the service.')),
})

export const createConsignment = endpoint({
  id: 'createConsignment',
  method: 'POST',
  path: '/v1/consignment',
  tag,
  summary: 'Create an order',
  description:
    'An order is a delivery or a collection. The response contains the ids issued for the order, its packages and ' +
    'its product lines, in input order.',
  scope: 'consignments:write',
  query: object('ConsignmentCreateQuery', timezoneQuery),
  body: ConsignmentInput,
  data: ConsignmentCreated,
  created: true,
  location: '/v1/consignment/{consignmentId}',
  etag: true,
  problems: ['KEY_EXISTS', 'LOAD_STATE', ...references],
})

const reading = {
  method: 'GET',
  tag,
  scope: 'consignments:read',
  affectedBy: typesInOrders,
  data: Consignment,
  etag: true,
  problems: ['NOT_FOUND'],
} as const
export const getConsignment = endpoint({
  ...reading,
  id: 'getConsignment',
  path: '/v1/consignment',
  summary: 'Read an order',
  query: object('ConsignmentReadQuery', { ...selector, ...timezoneQuery, ...dateTimesQuery }, selects),
})
export const getConsignmentById = endpoint({
  ...reading,
  id: 'getConsignmentById',
  path: '/v1/consignment/{consignmentId}',
  summary: 'Read an order by its id',
  params: path,
  query: object('ConsignmentReadByIdQuery', { ...timezoneQuery, ...dateTimesQuery }),
})

export const replaceConsignment = endpoint({
  id: 'replaceConsignment',
  method: 'PUT',
  path: '/v1/consignment',
  tag,
  summary: 'Create or replace an order',
  description:
    'Creates the order with this key (201) or replaces the existing one (200). Fields that the body leaves out ' +
    'become unset, and the order leaves its load unless the body names the load. Packages and product lines keep ' +
    'their ids if the body names them by their issued id or by the reference they were created with. A body that ' +
    'changes nothing leaves `version`, `updated` and the export list unchanged.',
  scope: 'consignments:write',
  query: object('ConsignmentReplaceQuery', {
    key: key('Key chosen by the client; must be the same as in the body.'),
    ...timezoneQuery,
  }),
  body: ConsignmentInput,
  data: ConsignmentCreated,
  created: 'unless replaced',
  location: '/v1/consignment/{consignmentId}',
  etag: true,
  precondition: true,
  problems: ['LOAD_STATE', ...references],
})

const update = {
  method: 'PATCH',
  tag,
  description:
    'A JSON Merge Patch (RFC 7396): absent fields stay unchanged, `null` clears a field, objects are merged, and ' +
    'arrays are replaced as a whole. A patch that changes nothing leaves `version`, `updated` and the export list ' +
    'unchanged.',
  scope: 'consignments:write',
  body: ConsignmentPatch,
  etag: true,
  precondition: true,
  problems: ['NOT_FOUND', 'KEY_EXISTS', 'LOAD_STATE', ...references],
} as const
export const updateConsignment = endpoint({
  ...update,
  id: 'updateConsignment',
  path: '/v1/consignment',
  summary: 'Change an order',
  query: object('ConsignmentUpdateQuery', { ...selector, ...timezoneQuery }, selects),
})
export const updateConsignmentById = endpoint({
  ...update,
  id: 'updateConsignmentById',
  path: '/v1/consignment/{consignmentId}',
  summary: 'Change an order by its id',
  params: path,
  query: object('ConsignmentUpdateByIdQuery', timezoneQuery),
})

const remove = {
  method: 'DELETE',
  tag,
  scope: 'consignments:write',
  precondition: true,
  problems: ['NOT_FOUND', 'LOAD_STATE'],
} as const
export const deleteConsignment = endpoint({
  ...remove,
  id: 'deleteConsignment',
  path: '/v1/consignment',
  summary: 'Delete an order',
  query: object('ConsignmentDeleteQuery', { ...selector, ...timezoneQuery }, selects),
})
export const deleteConsignmentById = endpoint({
  ...remove,
  id: 'deleteConsignmentById',
  path: '/v1/consignment/{consignmentId}',
  summary: 'Delete an order by its id',
  params: path,
  query: object('ConsignmentDeleteByIdQuery', timezoneQuery),
})
