// The export list: consignments that another system fetches and acknowledges.

import { describeEndpoint } from './endpoint.ts'
import Type, { type Static } from './schema.ts'
import {
  buildIntegerKeywords,
  closedEnum,
  dateTimeSchema,
  idSchema,
  keySchema,
  objectSchema,
  optionalSchema,
  recordLimits,
  timezoneQuery,
} from './shared.ts'

const tag = 'Export list'
export const exportReasons = ['created', 'changed', 'released', 'manual'] as const
export type ExportReason = (typeof exportReasons)[number]

export const ExportEntry = objectSchema('ExportEntry', {
  consignmentId: idSchema('Id of the order.'),
  key: keySchema('Key of the order.'),
  version: Type.Integer({ minimum: 1, description: 'Current version; send it to acknowledge the order.' }),
  since: dateTimeSchema('Time at which the order was added to the list.'),
  reason: closedEnum(
    exportReasons,
    'Reason why the order is on the list. A change does not replace an earlier reason; the release of the load or a ' +
      'request does.',
  ),
})
export type ExportEntry = Static<typeof ExportEntry>

export const listExport = describeEndpoint({
  id: 'listExport',
  method: 'GET',
  path: '/v1/export/consignments',
  tag,
  summary: 'List the orders on the export list',
  description:
    'Returns the orders, oldest entry first: plain ids, or with `detail=true` also the versions that you need to ' +
    'acknowledge safely.',
  scope: 'export:read',
  affectedBy: ['consignment'],
  query: objectSchema('ExportQuery', {
    detail: Type.Optional(
      closedEnum(
        ['true', 'false'],
        '`true` returns objects with `key`, `version`, `since` and `reason` instead of plain ids.',
      ),
    ),
    limit: Type.Optional(
      Type.String({
        ...buildIntegerKeywords(1, 9_999_999),
        description: 'Maximum number of orders, from 1 to 9999999.',
      }),
    ),
    ...timezoneQuery,
  }),
  data: Type.Unsafe<string[] | ExportEntry[]>({
    anyOf: [
      { type: 'array', items: idSchema('Id of an order.') },
      { type: 'array', items: ExportEntry },
    ],
  }),
  piecemeal: true,
})

export const clearExport = describeEndpoint({
  id: 'clearExport',
  method: 'DELETE',
  path: '/v1/export/consignments',
  tag,
  summary: 'Remove all orders from the export list',
  description:
    'The orders themselves remain. The request also removes orders that were added or changed since you read the ' +
    'list. To avoid this, acknowledge the orders instead.',
  scope: 'export:write',
  query: objectSchema('ExportClearQuery', timezoneQuery),
})

export const removeExport = describeEndpoint({
  id: 'removeExport',
  method: 'DELETE',
  path: '/v1/export/consignment/{consignmentId}',
  tag,
  summary: 'Remove one order from the export list',
  description: 'Succeeds even if the order is not on the list.',
  scope: 'export:write',
  params: objectSchema('ExportPath', { consignmentId: idSchema('Id issued by the service.') }),
  query: objectSchema('ExportRemoveQuery', timezoneQuery),
  problems: ['NOT_FOUND'],
})

export const addExport = describeEndpoint({
  id: 'addExport',
  method: 'POST',
  path: '/v1/export/consignments',
  tag,
  summary: 'Add orders to the export list',
  description: 'Send exactly one of `ids`, `keys` and `loadId`. Orders that are already on the list keep their place.',
  scope: 'export:write',
  query: objectSchema('ExportAddQuery', timezoneQuery),
  body: objectSchema('ExportAddInput', {
    ids: optionalSchema(Type.Array(idSchema('Id of an order.'), { minItems: 1, maxItems: recordLimits.exportIds })),
    keys: optionalSchema(Type.Array(keySchema('Key of an order.'), { minItems: 1, maxItems: recordLimits.exportIds })),
    loadId: optionalSchema(idSchema('Id of a load: adds all its orders.')),
  }),
  data: objectSchema('ExportAdded', {
    added: Type.Integer({ minimum: 0, description: 'Number of orders that were not on the list before.' }),
  }),
  problems: ['NOT_FOUND', 'UNKNOWN_LOAD'],
})

export const acknowledgeExport = describeEndpoint({
  id: 'acknowledgeExport',
  method: 'POST',
  path: '/v1/export/consignments/acknowledge',
  tag,
  summary: 'Acknowledge exported orders',
  description:
    'Removes only the orders that still have the version you read, and returns the ids of orders that stay on the ' +
    'list. With `reason`, an order also stays if it was added again for another reason, such as the release of its ' +
    'load.',
  scope: 'export:write',
  query: objectSchema('ExportAcknowledgeQuery', timezoneQuery),
  body: objectSchema('ExportAcknowledgeInput', {
    consignments: Type.Array(
      objectSchema('ExportAcknowledgement', {
        consignmentId: idSchema('Id of the order.'),
        version: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description: 'The version you read.' }),
        reason: optionalSchema(closedEnum(exportReasons, 'The reason you read.')),
      }),
      { maxItems: recordLimits.exportIds },
    ),
  }),
  data: objectSchema('ExportAcknowledged', {
    removed: Type.Integer({ minimum: 0, description: 'Number of orders removed from the list.' }),
    kept: Type.Array(idSchema('Id of an order that is still on the list: read it again.')),
  }),
})
