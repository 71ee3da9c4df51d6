// Consignments: delivery and collection orders.

import { customFields, customFieldsInput, tagsInput, tagsSchema } from './custom-field.ts'
import { Depot } from './depot.ts'
import { describeEndpoint } from './endpoint.ts'
import { createRecordSchemas, recordField, stampFields } from './record.ts'
import { typesInOrders } from './record-type.ts'
import { outcomeNames } from './road.ts'
import Type, { type Static } from './schema.ts'
import {
  Address,
  ConsigneeAddressInput,
  ConsignorAddressInput,
  Contact,
  ContactInput,
  closedEnum,
  currencySchema,
  dateTimeSchema,
  dateTimesQuery,
  flagSchema,
  idSchema,
  inputDateTimeSchema,
  keySchema,
  nullableSchema,
  numberSchema,
  objectSchema,
  optionalCountrySchema,
  recordLimits,
  requiredTextSchema,
  skillListSchema,
  textSchema,
  timezoneQuery,
  unsignedDoubleSchema,
  unsignedIntegerSchema,
} from './shared.ts'

/** Schemas of a package. A package keeps its id if a request contains this id or the package's reference. */
export const packageRecord = createRecordSchemas('Package', {
  packageId: recordField.required(
    idSchema('Your reference for the package within this request, or the id that the service issued for it.'),
    idSchema('Issued by the service.'),
  ),
  barcode: recordField.optional(textSchema()),
  height: recordField.optional(unsignedDoubleSchema('Centimetres.')),
  depth: recordField.optional(unsignedDoubleSchema('Centimetres.')),
  width: recordField.optional(unsignedDoubleSchema('Centimetres.')),
  volume: recordField.optional(unsignedDoubleSchema('Cubic metres.')),
  weight: recordField.optional(unsignedDoubleSchema('Kilograms.')),
})

export const lineRecord = createRecordSchemas('ProductLine', {
  productLineId: recordField.required(
    idSchema('Your reference for the line within this request, or the id that the service issued for it.'),
    idSchema('Issued by the service.'),
  ),
  productCode: recordField.required(requiredTextSchema("The customer's identifier for the product.")),
  commodityCode: recordField.optional(textSchema('International trade commodity code.')),
  barcode: recordField.optional(textSchema()),
  description: recordField.optional(textSchema()),
  quantity: recordField.optional(unsignedDoubleSchema()),
  currency: recordField.required(
    currencySchema('ISO 4217 code of the price and tax, in any case.'),
    textSchema('ISO 4217 code, in upper case.'),
  ),
  unitPrice: recordField.optional(numberSchema()),
  unitTax: recordField.optional(numberSchema()),
  taxRate: recordField.optional(numberSchema('`unitTax` as a percentage of `unitPrice`.')),
  countryOfOrigin: recordField.optional(
    optionalCountrySchema('ISO 3166-1 alpha-2 code, in any case.'),
    nullableSchema(textSchema('ISO 3166-1 alpha-2 code, in upper case.')),
  ),
  unitWeight: recordField.optional(unsignedDoubleSchema('Kilograms.')),
  height: recordField.optional(numberSchema()),
})

export const packageProductRecord = createRecordSchemas('PackageProduct', {
  packageId: recordField.required(
    idSchema('`packageId` of one of the packages.'),
    idSchema('Issued id of the package.'),
  ),
  productLineId: recordField.required(
    idSchema('`productLineId` of one of the product lines.'),
    idSchema('Issued id of the product line.'),
  ),
  quantity: recordField.optional(
    unsignedDoubleSchema('Quantity of the product in the package.'),
    nullableSchema(unsignedDoubleSchema()),
  ),
})

/** A client that sends an order back, or copies one, does not have to remove the fields that proofs set. */
const followsFromProofs = 'Only proofs set this field. You may send it back as you read it; Dray ignores it.'

/**
 * The fields of an order. A field has a column in `server/orders/record/columns.ts`, or it is in the stored document,
 * in this sequence.
 */
export const consignmentSchemas = createRecordSchemas('Consignment', {
  key: recordField.required(
    keySchema('Your key for the order, such as an order number. Unique within the environment.'),
  ),
  type: recordField.required(
    closedEnum(
      ['delivery', 'collection'],
      '`delivery`: the goods are delivered to the recipient. `collection`: the goods are collected from the ' +
        'recipient.',
    ),
  ),
  consignmentId: recordField.issued(idSchema('Issued by the service.')),
  ...stampFields,
  stopPosition: recordField.issued(unsignedIntegerSchema('Position in its load, starting at 1; 0 outside a load.')),
  depot: recordField.issued(nullableSchema(Depot)),
  channelKey: recordField.optional(keySchema('Key of a channel defined in the environment.')),
  areaKey: recordField.optional(keySchema('Key of an area defined in the environment.')),
  depotKey: recordField.unread(
    keySchema('Key of the depot from which the goods are delivered, or to which they are collected.'),
  ),
  loadId: recordField.optional(
    keySchema(
      'Id of the load that the order is part of. An unknown id creates a load, unless the environment refuses ' +
        'unknown loads.',
    ),
  ),
  requiredFrom: recordField.optional(
    inputDateTimeSchema('Start of the time window that the customer requires.'),
    nullableSchema(dateTimeSchema('Start of the required time window.')),
  ),
  requiredTo: recordField.optional(
    inputDateTimeSchema('End of the time window that the customer requires.'),
    nullableSchema(dateTimeSchema('End of the required time window.')),
  ),
  planned: recordField.optional(
    inputDateTimeSchema(
      'Planned time of the delivery or collection. It should not be after the end of the required window.',
    ),
    nullableSchema(dateTimeSchema('Planned time.')),
  ),
  committed: recordField.optional(
    inputDateTimeSchema('Committed time.'),
    nullableSchema(dateTimeSchema('Committed time.')),
  ),
  timeAtStop: recordField.optional(
    unsignedIntegerSchema(
      "Expected minutes at the stop. Default: the stop duration in the environment's route settings.",
    ),
    unsignedIntegerSchema('Effective minutes at the stop.'),
  ),
  weight: recordField.optional(
    unsignedDoubleSchema(
      "Total weight, in the environment's weight unit. Counts towards the peak weight of the route.",
    ),
  ),
  volume: recordField.optional(
    unsignedDoubleSchema(
      "Total volume, in the environment's volume unit. Counts towards the peak volume of the route.",
    ),
  ),
  plannedPackages: recordField.optional(unsignedIntegerSchema('Number of packages expected.')),
  priority: recordField.optional(
    Type.Integer({
      minimum: 0,
      maximum: 100,
      description:
        'The higher the number, the more important it is that an optimisation plans the order. Without a priority, ' +
        'the order counts as 0.',
    }),
  ),
  skills: recordField.optional(skillListSchema('Skills that a vehicle needs to serve the order, such as `cooling`.')),
  maxLateMinutes: recordField.optional(
    unsignedIntegerSchema('Maximum number of minutes that a stop may be after `requiredTo`.'),
  ),
  tags: recordField.sparse(tagsInput, tagsSchema),
  customFields: recordField.sparse(customFieldsInput, customFields),
  consigneeCode: recordField.optional(textSchema('Code of the recipient in another system, such as accounting.')),
  consignmentInstructions: recordField.optional(textSchema('Notes for the driver.', recordLimits.instructionsLength)),
  planningInstructions: recordField.optional(
    textSchema('Notes for the planner, shown only on the stop card.', recordLimits.instructionsLength),
  ),
  consignmentNotificationsEnabled: recordField.optional(
    flagSchema('`false` stops proof-of-delivery notifications to the recipient of this order.'),
  ),
  publicTrackingEnabled: recordField.optional(
    flagSchema('`false` stops public-tracking notifications for this order.'),
  ),
  consigneeContact: recordField.optional(ContactInput, nullableSchema(Contact)),
  consigneeAddress: recordField.required(ConsigneeAddressInput, Address),
  consignorContact: recordField.optional(ContactInput, nullableSchema(Contact)),
  consignorAddress: recordField.optional(ConsignorAddressInput, nullableSchema(Address)),
  packages: recordField.optional(
    Type.Array(packageRecord.Input, { maxItems: recordLimits.packages }),
    Type.Array(packageRecord.Read),
  ),
  productLines: recordField.optional(
    Type.Array(lineRecord.Input, { maxItems: recordLimits.productLines }),
    Type.Array(lineRecord.Read),
  ),
  packageProducts: recordField.optional(
    Type.Array(packageProductRecord.Input, { maxItems: recordLimits.packageProducts }),
    Type.Array(packageProductRecord.Read),
  ),
  outcome: recordField.derived(
    nullableSchema(
      closedEnum(
        outcomeNames,
        'Outcome of the order, from its deciding proof: the latest proof by `time` that no correction has replaced. ' +
          'While the order is on a load, only proofs of this load and successful proofs decide, so the outcome of a ' +
          'failed order becomes `null` when the order joins another load.',
      ),
    ),
    followsFromProofs,
  ),
  outcomeTime: recordField.derived(nullableSchema(dateTimeSchema('Time of the outcome.')), followsFromProofs),
})
export const { Input: ConsignmentInput, Read: Consignment, Patch: ConsignmentPatch } = consignmentSchemas

export type ConsignmentInput = Static<typeof ConsignmentInput>
export type ConsignmentPatch = Static<typeof ConsignmentPatch>
export type Consignment = Static<typeof Consignment>

const selector = {
  id: Type.Optional(idSchema('Id issued by the service.')),
  key: Type.Optional(keySchema('Key chosen by the client.')),
}
const selects = { 'x-needs-one-of': ['id', 'key'] }
const path = objectSchema('ConsignmentPath', { consignmentId: idSchema('Id issued by the service.') })
export const referenceProblems = [
  'UNKNOWN_DEPOT',
  'UNKNOWN_CHANNEL',
  'UNKNOWN_AREA',
  'UNKNOWN_LOAD',
  'UNKNOWN_PACKAGE',
  'UNKNOWN_PRODUCT_LINE',
  'DEPOT_RULE',
] as const
const tag = 'Consignments'

const ConsignmentCreated = objectSchema('ConsignmentCreated', {
  consignmentId: idSchema('Issued by the service.'),
  packageIds: Type.Array(idSchema('Issued by the service.')),
  productLineIds: Type.Array(idSchema('Issued by the service.')),
})

export const createConsignment = describeEndpoint({
  id: 'createConsignment',
  method: 'POST',
  path: '/v1/consignment',
  tag,
  summary: 'Create an order',
  description:
    'An order is a delivery or a collection. The response contains the ids issued for the order, its packages and ' +
    'its product lines, in input order.',
  scope: 'consignments:write',
  query: objectSchema('ConsignmentCreateQuery', timezoneQuery),
  body: ConsignmentInput,
  data: ConsignmentCreated,
  created: true,
  location: '/v1/consignment/{consignmentId}',
  etag: true,
  problems: ['KEY_EXISTS', 'LOAD_STATE', ...referenceProblems],
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
export const getConsignment = describeEndpoint({
  ...reading,
  id: 'getConsignment',
  path: '/v1/consignment',
  summary: 'Read an order',
  query: objectSchema('ConsignmentReadQuery', { ...selector, ...timezoneQuery, ...dateTimesQuery }, selects),
})
export const getConsignmentById = describeEndpoint({
  ...reading,
  id: 'getConsignmentById',
  path: '/v1/consignment/{consignmentId}',
  summary: 'Read an order by its id',
  params: path,
  query: objectSchema('ConsignmentReadByIdQuery', { ...timezoneQuery, ...dateTimesQuery }),
})

export const replaceConsignment = describeEndpoint({
  id: 'replaceConsignment',
  method: 'PUT',
  path: '/v1/consignment',
  tag,
  summary: 'Create or replace an order',
  description:
    'Creates the order with this key (201) or replaces the existing one (200). Fields that the body omits become ' +
    'unset. The order leaves its load unless the body contains its `loadId`. Packages and product lines keep their ' +
    'ids if the body contains their issued ids, or the references they were created with. A body that changes ' +
    'nothing leaves `version`, `updated` and the export list unchanged.',
  scope: 'consignments:write',
  query: objectSchema('ConsignmentReplaceQuery', {
    key: keySchema('Key chosen by the client; must be the same as in the body.'),
    ...timezoneQuery,
  }),
  body: ConsignmentInput,
  data: ConsignmentCreated,
  created: 'unless replaced',
  location: '/v1/consignment/{consignmentId}',
  etag: true,
  precondition: true,
  problems: ['LOAD_STATE', ...referenceProblems],
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
  problems: ['NOT_FOUND', 'KEY_EXISTS', 'LOAD_STATE', ...referenceProblems],
} as const
export const updateConsignment = describeEndpoint({
  ...update,
  id: 'updateConsignment',
  path: '/v1/consignment',
  summary: 'Change an order',
  query: objectSchema('ConsignmentUpdateQuery', { ...selector, ...timezoneQuery }, selects),
})
export const updateConsignmentById = describeEndpoint({
  ...update,
  id: 'updateConsignmentById',
  path: '/v1/consignment/{consignmentId}',
  summary: 'Change an order by its id',
  params: path,
  query: objectSchema('ConsignmentUpdateByIdQuery', timezoneQuery),
})

const remove = {
  method: 'DELETE',
  tag,
  scope: 'consignments:write',
  precondition: true,
  problems: ['NOT_FOUND', 'LOAD_STATE'],
} as const
export const deleteConsignment = describeEndpoint({
  ...remove,
  id: 'deleteConsignment',
  path: '/v1/consignment',
  summary: 'Delete an order',
  query: objectSchema('ConsignmentDeleteQuery', { ...selector, ...timezoneQuery }, selects),
})
export const deleteConsignmentById = describeEndpoint({
  ...remove,
  id: 'deleteConsignmentById',
  path: '/v1/consignment/{consignmentId}',
  summary: 'Delete an order by its id',
  params: path,
  query: objectSchema('ConsignmentDeleteByIdQuery', timezoneQuery),
})
