// Consignments: delivery and collection orders.

import { Depot } from './depot.ts'
import { endpoint } from './endpoint.ts'
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
  optional,
  optionalCountry,
  patchOf,
  requiredText,
  text,
  timezoneQuery,
  unsignedDouble,
  unsignedInteger,
} from './shared.ts'

const dimensions = {
  height: unsignedDouble('Centimetres.'),
  depth: unsignedDouble('Centimetres.'),
  width: unsignedDouble('Centimetres.'),
  volume: unsignedDouble('Cubic metres.'),
  weight: unsignedDouble('Kilograms.'),
}
export const PackageInput = object('PackageInput', {
  packageId: id('Your reference of the package within this request, or the id that the service issued for it.'),
  barcode: optional(text()),
  height: optional(dimensions.height),
  depth: optional(dimensions.depth),
  width: optional(dimensions.width),
  volume: optional(dimensions.volume),
  weight: optional(dimensions.weight),
})
export const Package = object('Package', {
  packageId: id('Issued by the service.'),
  barcode: nullable(text()),
  height: nullable(dimensions.height),
  depth: nullable(dimensions.depth),
  width: nullable(dimensions.width),
  volume: nullable(dimensions.volume),
  weight: nullable(dimensions.weight),
})

const line = {
  productCode: requiredText("The customer's identifier of the product."),
  commodityCode: text('Code of an international trade classification.'),
  barcode: text(),
  description: text(),
  quantity: unsignedDouble(),
  currency: currency('ISO 4217 code of price and tax, any case.'),
  unitPrice: number(),
  unitTax: number(),
  taxRate: number('Per cent of the unit price that make the unit tax.'),
  unitWeight: unsignedDouble('Kilograms.'),
  height: number(),
}
export const ProductLineInput = object('ProductLineInput', {
  productLineId: id('Your reference of the line within this request, or the id that the service issued for it.'),
  productCode: line.productCode,
  commodityCode: optional(line.commodityCode),
  barcode: optional(line.barcode),
  description: optional(line.description),
  quantity: optional(line.quantity),
  currency: line.currency,
  unitPrice: optional(line.unitPrice),
  unitTax: optional(line.unitTax),
  taxRate: optional(line.taxRate),
  countryOfOrigin: optional(optionalCountry('ISO 3166-1 alpha-2 code, any case.')),
  unitWeight: optional(line.unitWeight),
  height: optional(line.height),
})
export const ProductLine = object('ProductLine', {
  productLineId: id('Issued by the service.'),
  productCode: line.productCode,
  commodityCode: nullable(line.commodityCode),
  barcode: nullable(line.barcode),
  description: nullable(line.description),
  quantity: nullable(line.quantity),
  currency: text('ISO 4217 code, in upper case.'),
  unitPrice: nullable(line.unitPrice),
  unitTax: nullable(line.unitTax),
  taxRate: nullable(line.taxRate),
  countryOfOrigin: nullable(text('ISO 3166-1 alpha-2 code, in upper case.')),
  unitWeight: nullable(line.unitWeight),
  height: nullable(line.height),
})

export const PackageProductInput = object('PackageProductInput', {
  packageId: id('`packageId` of one of the packages.'),
  productLineId: id('`productLineId` of one of the product lines.'),
  quantity: optional(unsignedDouble('How much of the product is in the package.')),
})
export const PackageProduct = object('PackageProduct', {
  packageId: id('Issued id of the package.'),
  productLineId: id('Issued id of the product line.'),
  quantity: nullable(unsignedDouble()),
})

const members = {
  key: key('Your key of the consignment, such as an order number; unique within the environment.'),
  type: oneOf(['delivery', 'collection'], 'Whether goods go to the consignee or come from there.'),
  channelKey: key('Key of one of the channels that the environment defines.'),
  areaKey: key('Key of one of the areas that the environment defines.'),
  depotKey: key('Key of the depot that the goods come from or go to.'),
  loadId: key('The load that the consignment is part of. An id that is not known yet creates an open load.'),
  timeAtStop: unsignedInteger(
    "Minutes that the vehicle is expected to stay. Left out: the stop duration of the environment's route settings.",
  ),
  weight: unsignedDouble("Total weight, in the environment's weight unit. Counts for the peak weight of the route."),
  volume: unsignedDouble("Total volume, in the environment's volume unit. Counts for the peak volume of the route."),
  plannedPackages: unsignedInteger('How many packages are expected.'),
  consigneeCode: text('Links to a record of the consignee in another system, such as accounting.'),
  consignmentInstructions: text('Notes for the driver.', limits.instructionsLength),
  planningInstructions: text('Notes for the planner, shown on the stop card only.', limits.instructionsLength),
  consignmentNotificationsEnabled: flag('`false` stops proof-of-delivery notices to the recipient of this order.'),
  publicTrackingEnabled: flag('`false` stops public-tracking notices for this order.'),
}

export const ConsignmentInput = object(
  'ConsignmentInput',
  {
    key: members.key,
    type: members.type,
    channelKey: optional(members.channelKey),
    areaKey: optional(members.areaKey),
    depotKey: optional(members.depotKey),
    loadId: optional(members.loadId),
    requiredFrom: optional(inputDateTime('Start of the window in which the customer wants it.')),
    requiredTo: optional(inputDateTime('End of that window.')),
    planned: optional(inputDateTime('When it is planned; expected to be no later than the window.')),
    committed: optional(inputDateTime('When it was agreed with the customer.')),
    timeAtStop: optional(members.timeAtStop),
    weight: optional(members.weight),
    volume: optional(members.volume),
    plannedPackages: optional(members.plannedPackages),
    consigneeCode: optional(members.consigneeCode),
    consignmentInstructions: optional(members.consignmentInstructions),
    planningInstructions: optional(members.planningInstructions),
    consignmentNotificationsEnabled: optional(members.consignmentNotificationsEnabled),
    publicTrackingEnabled: optional(members.publicTrackingEnabled),
    consigneeContact: optional(ContactInput),
    consigneeAddress: ConsigneeAddressInput,
    consignorContact: optional(ContactInput),
    consignorAddress: optional(ConsignorAddressInput),
    packages: optional(Type.Array(PackageInput, { maxItems: limits.packages })),
    productLines: optional(Type.Array(ProductLineInput, { maxItems: limits.productLines })),
    packageProducts: optional(Type.Array(PackageProductInput, { maxItems: limits.packageProducts })),
  },
  { 'x-read-only': ['consignmentId', 'environmentId', 'created', 'updated', 'stopPosition', 'depot', 'version'] },
)

const readOnly = (description: string, schema: object = {}) => Type.Unsafe<unknown>({ ...schema, description })
const sentBack = 'Only reads return it; it may be sent back unchanged.'
export const ConsignmentPatch = patchOf('ConsignmentPatch', ConsignmentInput, {
  version: Type.Unsafe({
    type: ['integer', 'null'],
    minimum: 1,
    maximum: Number.MAX_SAFE_INTEGER,
    description: 'The version you expect to change.',
  }),
  consignmentId: readOnly(sentBack),
  environmentId: readOnly(sentBack),
  created: readOnly(sentBack),
  updated: readOnly(sentBack),
  stopPosition: readOnly(sentBack),
  depot: readOnly(sentBack),
})

export const Consignment = object('Consignment', {
  key: members.key,
  type: members.type,
  consignmentId: id('Issued by the service.'),
  environmentId: id('The environment that owns it.'),
  version: Type.Integer({ minimum: 1, description: 'Grows by one with every change.' }),
  created: dateTime('When it was created.'),
  updated: dateTime('When it last changed.'),
  stopPosition: unsignedInteger('Position within its load, from 1; 0 outside a load.'),
  loadId: nullable(members.loadId),
  depot: nullable(Depot),
  timeAtStop: unsignedInteger('Effective minutes at the stop.'),
  weight: nullable(members.weight),
  volume: nullable(members.volume),
  channelKey: nullable(members.channelKey),
  areaKey: nullable(members.areaKey),
  requiredFrom: nullable(dateTime('Start of the window.')),
  requiredTo: nullable(dateTime('End of the window.')),
  planned: nullable(dateTime('When it is planned.')),
  committed: nullable(dateTime('When it was agreed.')),
  plannedPackages: nullable(members.plannedPackages),
  consigneeCode: nullable(members.consigneeCode),
  consignmentInstructions: nullable(members.consignmentInstructions),
  planningInstructions: nullable(members.planningInstructions),
  consignmentNotificationsEnabled: nullable(members.consignmentNotificationsEnabled),
  publicTrackingEnabled: nullable(members.publicTrackingEnabled),
  consigneeContact: nullable(Contact),
  consigneeAddress: Address,
  consignorContact: nullable(Contact),
  consignorAddress: nullable(Address),
  packages: Type.Array(Package),
  productLines: Type.Array(ProductLine),
  packageProducts: Type.Array(PackageProduct),
})

export type ConsignmentInput = Static<typeof ConsignmentInput>
export type ConsignmentPatch = Static<typeof ConsignmentPatch>
export type Consignment = Static<typeof Consignment>

const selector = {
  id: Type.Optional(id('Id that the service issued.')),
  key: Type.Optional(key('Key that the client chose.')),
}
const selects = { 'x-needs-one-of': ['id', 'key'] }
const path = object('ConsignmentPath', { consignmentId: id('Id that the service issued.') })
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
  summary: 'Create a consignment',
  description: 'Issues the ids of the consignment, of its packages and of its product lines, in input order.',
  scope: 'consignments:write',
  query: object('ConsignmentCreateQuery', timezoneQuery),
  body: ConsignmentInput,
  data: ConsignmentCreated,
  created: true,
  etag: true,
  problems: ['KEY_EXISTS', 'LOAD_STATE', ...references],
})

const read = {
  method: 'GET',
  tag,
  scope: 'consignments:read',
  data: Consignment,
  etag: true,
  problems: ['NOT_FOUND'],
} as const
export const getConsignment = endpoint({
  ...read,
  id: 'getConsignment',
  path: '/v1/consignment',
  summary: 'Read a consignment',
  query: object('ConsignmentReadQuery', { ...selector, ...timezoneQuery, ...dateTimesQuery }, selects),
})
export const getConsignmentById = endpoint({
  ...read,
  id: 'getConsignmentById',
  path: '/v1/consignment/{consignmentId}',
  summary: 'Read a consignment by its id',
  params: path,
  query: object('ConsignmentReadByIdQuery', { ...timezoneQuery, ...dateTimesQuery }),
})

export const replaceConsignment = endpoint({
  id: 'replaceConsignment',
  method: 'PUT',
  path: '/v1/consignment',
  tag,
  summary: 'Create or replace a consignment',
  description:
    'Creates the consignment of this key (201), or makes the one that there is as the body says (200): what the body leaves out becomes unset, and the order leaves a load that it does not name. Packages and product lines that are named by their issued id, or by the reference they were created with, keep their ids. A body that changes nothing leaves `version`, `updated` and the export list alone.',
  scope: 'consignments:write',
  query: object('ConsignmentReplaceQuery', {
    key: key('Key that the client chose; the same as in the body.'),
    ...timezoneQuery,
  }),
  body: ConsignmentInput,
  data: ConsignmentCreated,
  created: 'unless replaced',
  etag: true,
  precondition: true,
  problems: ['LOAD_STATE', ...references],
})

const update = {
  method: 'PATCH',
  tag,
  description:
    'A JSON Merge Patch (RFC 7396): absent members stay, `null` clears, objects merge, arrays are replaced whole. A patch that changes nothing leaves `version`, `updated` and the export list alone.',
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
  summary: 'Change a consignment',
  query: object('ConsignmentUpdateQuery', { ...selector, ...timezoneQuery }, selects),
})
export const updateConsignmentById = endpoint({
  ...update,
  id: 'updateConsignmentById',
  path: '/v1/consignment/{consignmentId}',
  summary: 'Change a consignment by its id',
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
  summary: 'Delete a consignment',
  query: object('ConsignmentDeleteQuery', { ...selector, ...timezoneQuery }, selects),
})
export const deleteConsignmentById = endpoint({
  ...remove,
  id: 'deleteConsignmentById',
  path: '/v1/consignment/{consignmentId}',
  summary: 'Delete a consignment by its id',
  params: path,
  query: object('ConsignmentDeleteByIdQuery', timezoneQuery),
})
