// Consignments: delivery and collection orders.
import { customFields, customFieldsInput, tags, tagsInput } from './custom-field.js';
import { Depot } from './depot.js';
import { endpoint } from './endpoint.js';
import { outcomes } from './road.js';
import Type, {} from './schema.js';
import { Address, ConsigneeAddressInput, ConsignorAddressInput, Contact, ContactInput, currency, dateTime, dateTimesQuery, flag, id, inputDateTime, key, limits, nullable, number, object, oneOf, optional, optionalCountry, patchOf, requiredText, sentBack, skillList, text, timezoneQuery, unsignedDouble, unsignedInteger, } from './shared.js';
const dimensions = {
    height: unsignedDouble('Centimetres.'),
    depth: unsignedDouble('Centimetres.'),
    width: unsignedDouble('Centimetres.'),
    volume: unsignedDouble('Cubic metres.'),
    weight: unsignedDouble('Kilograms.'),
};
export const PackageInput = object('PackageInput', {
    packageId: id('Your reference for the package within this request, or the id that the service issued for it.'),
    barcode: optional(text()),
    height: optional(dimensions.height),
    depth: optional(dimensions.depth),
    width: optional(dimensions.width),
    volume: optional(dimensions.volume),
    weight: optional(dimensions.weight),
});
export const Package = object('Package', {
    packageId: id('Issued by the service.'),
    barcode: nullable(text()),
    height: nullable(dimensions.height),
    depth: nullable(dimensions.depth),
    width: nullable(dimensions.width),
    volume: nullable(dimensions.volume),
    weight: nullable(dimensions.weight),
});
const line = {
    productCode: requiredText("The customer's identifier for the product."),
    commodityCode: text('International trade commodity code.'),
    barcode: text(),
    description: text(),
    quantity: unsignedDouble(),
    currency: currency('ISO 4217 code of the price and tax, in any case.'),
    unitPrice: number(),
    unitTax: number(),
    taxRate: number('Percentage of `unitPrice` that makes `unitTax`.'),
    unitWeight: unsignedDouble('Kilograms.'),
    height: number(),
};
export const ProductLineInput = object('ProductLineInput', {
    productLineId: id('Your reference for the line within this request, or the id that the service issued for it.'),
    productCode: line.productCode,
    commodityCode: optional(line.commodityCode),
    barcode: optional(line.barcode),
    description: optional(line.description),
    quantity: optional(line.quantity),
    currency: line.currency,
    unitPrice: optional(line.unitPrice),
    unitTax: optional(line.unitTax),
    taxRate: optional(line.taxRate),
    countryOfOrigin: optional(optionalCountry('ISO 3166-1 alpha-2 code, in any case.')),
    unitWeight: optional(line.unitWeight),
    height: optional(line.height),
});
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
});
export const PackageProductInput = object('PackageProductInput', {
    packageId: id('`packageId` of one of the packages.'),
    productLineId: id('`productLineId` of one of the product lines.'),
    quantity: optional(unsignedDouble('Quantity of the product in the package.')),
});
export const PackageProduct = object('PackageProduct', {
    packageId: id('Issued id of the package.'),
    productLineId: id('Issued id of the product line.'),
    quantity: nullable(unsignedDouble()),
});
const members = {
    key: key('Your key for the consignment, such as an order number. Unique within the environment.'),
    type: oneOf(['delivery', 'collection'], 'Whether the goods are delivered to the consignee or collected there.'),
    channelKey: key('Key of a channel defined in the environment.'),
    areaKey: key('Key of an area defined in the environment.'),
    depotKey: key('Key of the depot that the goods come from (delivery) or go to (collection).'),
    loadId: key('Id of the load that the consignment is part of. An unknown id creates a load, unless the environment refuses unknown loads.'),
    timeAtStop: unsignedInteger("Expected minutes at the stop. Default: the stop duration in the environment's route settings."),
    weight: unsignedDouble("Total weight, in the environment's weight unit. Counts towards the peak weight of the route."),
    volume: unsignedDouble("Total volume, in the environment's volume unit. Counts towards the peak volume of the route."),
    plannedPackages: unsignedInteger('Number of packages expected.'),
    priority: Type.Integer({
        minimum: 0,
        maximum: 100,
        description: 'The higher, the more important it is that planning finds a place for it. Without one it counts as 0.',
    }),
    skills: skillList('What a vehicle must be able to do to serve it, such as `cooling`.'),
    maxLateMinutes: unsignedInteger('By how many minutes it may be served after `requiredTo` and still be accepted.'),
    consigneeCode: text('Code of the consignee in another system, such as accounting.'),
    consignmentInstructions: text('Notes for the driver.', limits.instructionsLength),
    planningInstructions: text('Notes for the planner, shown only on the stop card.', limits.instructionsLength),
    consignmentNotificationsEnabled: flag('`false` stops proof-of-delivery notifications to the consignee of this consignment.'),
    publicTrackingEnabled: flag('`false` stops public-tracking notifications for this consignment.'),
};
/** Nobody who sends an order back, or copies one, has to know that proofs are told of in reads. */
const followsFromProofs = 'May be sent back from a read, but is ignored: it follows from proofs.';
const outcome = nullable(oneOf(outcomes, 'What became of it, by the proof that counts; `null` again once it joins another load.'));
const outcomeTime = nullable(dateTime('When that happened.'));
const proved = { outcome: sentBack(outcome, followsFromProofs), outcomeTime: sentBack(outcomeTime, followsFromProofs) };
export const ConsignmentInput = object('ConsignmentInput', {
    key: members.key,
    type: members.type,
    channelKey: optional(members.channelKey),
    areaKey: optional(members.areaKey),
    depotKey: optional(members.depotKey),
    loadId: optional(members.loadId),
    requiredFrom: optional(inputDateTime('Start of the time window that the customer requires.')),
    requiredTo: optional(inputDateTime('End of that time window.')),
    planned: optional(inputDateTime('When the delivery or collection is planned; it should not be later than the required window.')),
    committed: optional(inputDateTime('Time agreed with the customer.')),
    timeAtStop: optional(members.timeAtStop),
    weight: optional(members.weight),
    volume: optional(members.volume),
    plannedPackages: optional(members.plannedPackages),
    priority: optional(members.priority),
    skills: optional(members.skills),
    maxLateMinutes: optional(members.maxLateMinutes),
    tags: optional(tagsInput),
    customFields: optional(customFieldsInput),
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
    outcome: Type.Optional(proved.outcome),
    outcomeTime: Type.Optional(proved.outcomeTime),
}, {
    'x-read-only': [...['consignmentId', 'environmentId', 'created', 'updated', 'stopPosition', 'depot', 'version']],
});
export const Consignment = object('Consignment', {
    key: members.key,
    type: members.type,
    consignmentId: id('Issued by the service.'),
    environmentId: id('Id of the environment that owns it.'),
    version: Type.Integer({ minimum: 1, description: 'Increases by one with every change.' }),
    created: dateTime('When it was created.'),
    updated: dateTime('When it last changed.'),
    stopPosition: unsignedInteger('Position in its load, starting at 1; 0 outside a load.'),
    loadId: nullable(members.loadId),
    depot: nullable(Depot),
    outcome,
    outcomeTime,
    timeAtStop: unsignedInteger('Effective minutes at the stop.'),
    weight: nullable(members.weight),
    volume: nullable(members.volume),
    priority: nullable(members.priority),
    skills: nullable(members.skills),
    maxLateMinutes: nullable(members.maxLateMinutes),
    tags: Type.Optional(tags),
    customFields: Type.Optional(customFields),
    channelKey: nullable(members.channelKey),
    areaKey: nullable(members.areaKey),
    requiredFrom: nullable(dateTime('Start of the required time window.')),
    requiredTo: nullable(dateTime('End of the required time window.')),
    planned: nullable(dateTime('When it is planned.')),
    committed: nullable(dateTime('Time agreed with the customer.')),
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
});
const read = Consignment.properties;
export const ConsignmentPatch = patchOf('ConsignmentPatch', ConsignmentInput, {
    version: Type.Unsafe({
        type: ['integer', 'null'],
        minimum: 1,
        maximum: Number.MAX_SAFE_INTEGER,
        description: 'The version you read. If the record has changed since, the request fails with `VERSION_MISMATCH`.',
    }),
    consignmentId: sentBack(read.consignmentId),
    environmentId: sentBack(read.environmentId),
    created: sentBack(read.created),
    updated: sentBack(read.updated),
    stopPosition: sentBack(read.stopPosition),
    depot: sentBack(read.depot),
    outcome: proved.outcome,
    outcomeTime: proved.outcomeTime,
});
const selector = {
    id: Type.Optional(id('Id issued by the service.')),
    key: Type.Optional(key('Key chosen by the client.')),
};
const selects = { 'x-needs-one-of': ['id', 'key'] };
const path = object('ConsignmentPath', { consignmentId: id('Id issued by the service.') });
export const references = [
    'UNKNOWN_DEPOT',
    'UNKNOWN_CHANNEL',
    'UNKNOWN_AREA',
    'UNKNOWN_LOAD',
    'UNKNOWN_PACKAGE',
    'UNKNOWN_PRODUCT_LINE',
    'DEPOT_RULE',
];
const tag = 'Consignments';
const ConsignmentCreated = object('ConsignmentCreated', {
    consignmentId: id('Issued by the service.'),
    packageIds: Type.Array(id('Issued by the service.')),
    productLineIds: Type.Array(id('Issued by the service.')),
});
export const createConsignment = endpoint({
    id: 'createConsignment',
    method: 'POST',
    path: '/v1/consignment',
    tag,
    summary: 'Create a consignment',
    description: 'A consignment is a delivery or collection order. The response contains the ids issued for the consignment, its packages and its product lines, in input order.',
    scope: 'consignments:write',
    query: object('ConsignmentCreateQuery', timezoneQuery),
    body: ConsignmentInput,
    data: ConsignmentCreated,
    created: true,
    location: '/v1/consignment/{consignmentId}',
    etag: true,
    problems: ['KEY_EXISTS', 'LOAD_STATE', ...references],
});
const reading = {
    method: 'GET',
    tag,
    scope: 'consignments:read',
    data: Consignment,
    etag: true,
    problems: ['NOT_FOUND'],
};
export const getConsignment = endpoint({
    ...reading,
    id: 'getConsignment',
    path: '/v1/consignment',
    summary: 'Read a consignment',
    query: object('ConsignmentReadQuery', { ...selector, ...timezoneQuery, ...dateTimesQuery }, selects),
});
export const getConsignmentById = endpoint({
    ...reading,
    id: 'getConsignmentById',
    path: '/v1/consignment/{consignmentId}',
    summary: 'Read a consignment by its id',
    params: path,
    query: object('ConsignmentReadByIdQuery', { ...timezoneQuery, ...dateTimesQuery }),
});
export const replaceConsignment = endpoint({
    id: 'replaceConsignment',
    method: 'PUT',
    path: '/v1/consignment',
    tag,
    summary: 'Create or replace a consignment',
    description: 'Creates the consignment with this key (201) or replaces the existing one (200). Members that the body leaves out become unset, and the consignment leaves its load unless the body names it. Packages and product lines keep their ids if the body names them by their issued id or by the reference they were created with. A body that changes nothing leaves `version`, `updated` and the export list unchanged.',
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
});
const update = {
    method: 'PATCH',
    tag,
    description: 'A JSON Merge Patch (RFC 7396): absent members stay unchanged, `null` clears a member, objects are merged, and arrays are replaced as a whole. A patch that changes nothing leaves `version`, `updated` and the export list unchanged.',
    scope: 'consignments:write',
    body: ConsignmentPatch,
    etag: true,
    precondition: true,
    problems: ['NOT_FOUND', 'KEY_EXISTS', 'LOAD_STATE', ...references],
};
export const updateConsignment = endpoint({
    ...update,
    id: 'updateConsignment',
    path: '/v1/consignment',
    summary: 'Change a consignment',
    query: object('ConsignmentUpdateQuery', { ...selector, ...timezoneQuery }, selects),
});
export const updateConsignmentById = endpoint({
    ...update,
    id: 'updateConsignmentById',
    path: '/v1/consignment/{consignmentId}',
    summary: 'Change a consignment by its id',
    params: path,
    query: object('ConsignmentUpdateByIdQuery', timezoneQuery),
});
const remove = {
    method: 'DELETE',
    tag,
    scope: 'consignments:write',
    precondition: true,
    problems: ['NOT_FOUND', 'LOAD_STATE'],
};
export const deleteConsignment = endpoint({
    ...remove,
    id: 'deleteConsignment',
    path: '/v1/consignment',
    summary: 'Delete a consignment',
    query: object('ConsignmentDeleteQuery', { ...selector, ...timezoneQuery }, selects),
});
export const deleteConsignmentById = endpoint({
    ...remove,
    id: 'deleteConsignmentById',
    path: '/v1/consignment/{consignmentId}',
    summary: 'Delete a consignment by its id',
    params: path,
    query: object('ConsignmentDeleteByIdQuery', timezoneQuery),
});
