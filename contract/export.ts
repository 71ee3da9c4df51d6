// The export list: which consignments wait to be taken over by another system.

import { endpoint } from './endpoint.ts'
import Type, { type Static } from './schema.ts'
import { dateTime, id, key, limits, object, oneOf, optional, timezoneQuery, wholeNumber } from './shared.ts'

const tag = 'Export list'
export const exportReasons = ['created', 'changed', 'released', 'manual'] as const
export type ExportReason = (typeof exportReasons)[number]

export const ExportEntry = object('ExportEntry', {
  consignmentId: id('The consignment.'),
  key: key('Its key.'),
  version: Type.Integer({ minimum: 1, description: 'Its version now; acknowledge this one.' }),
  since: dateTime('Since when it is on the list.'),
  reason: oneOf(exportReasons, 'How it got there.'),
})
export type ExportEntry = Static<typeof ExportEntry>

export const listExport = endpoint({
  id: 'listExport',
  method: 'GET',
  path: '/v1/export/consignments',
  tag,
  summary: 'List the consignments on the export list',
  description: 'Oldest first. Plain ids, or with `detail=true` what is needed to acknowledge safely.',
  scope: 'export:read',
  query: object('ExportQuery', {
    detail: Type.Optional(oneOf(['true', 'false'], 'Answer objects with key, version, since and reason.')),
    limit: Type.Optional(
      Type.String({
        ...wholeNumber(1, 9_999_999),
        description: 'At most so many, from 1 to 9999999.',
      }),
    ),
    ...timezoneQuery,
  }),
  data: Type.Unsafe<string[] | ExportEntry[]>({
    anyOf: [
      { type: 'array', items: id('A consignment id.') },
      { type: 'array', items: ExportEntry },
    ],
  }),
  problems: [],
})

export const clearExport = endpoint({
  id: 'clearExport',
  method: 'DELETE',
  path: '/v1/export/consignments',
  tag,
  summary: 'Remove all consignments from the export list',
  description:
    'The consignments themselves remain. What is added or changed between your read and this call is cleared as well: acknowledge instead to be safe.',
  scope: 'export:write',
  query: object('ExportClearQuery', timezoneQuery),
  problems: [],
})

export const removeExport = endpoint({
  id: 'removeExport',
  method: 'DELETE',
  path: '/v1/export/consignment/{consignmentId}',
  tag,
  summary: 'Remove one consignment from the export list',
  description: 'OK as well when it is not on the list.',
  scope: 'export:write',
  params: object('ExportPath', { consignmentId: id('Id that the service issued.') }),
  query: object('ExportRemoveQuery', timezoneQuery),
  problems: ['NOT_FOUND'],
})

export const addExport = endpoint({
  id: 'addExport',
  method: 'POST',
  path: '/v1/export/consignments',
  tag,
  summary: 'Put consignments on the export list',
  description: 'Exactly one of `ids`, `keys` and `loadId`. One that is already on the list keeps its place.',
  scope: 'export:write',
  query: object('ExportAddQuery', timezoneQuery),
  body: object('ExportAddInput', {
    ids: optional(Type.Array(id('A consignment id.'), { minItems: 1, maxItems: limits.exportIds })),
    keys: optional(Type.Array(key('A consignment key.'), { minItems: 1, maxItems: limits.exportIds })),
    loadId: optional(id('All consignments of this load.')),
  }),
  data: object('ExportAdded', {
    added: Type.Integer({ minimum: 0, description: 'How many were not on the list before.' }),
  }),
  problems: ['NOT_FOUND', 'UNKNOWN_LOAD'],
})

export const acknowledgeExport = endpoint({
  id: 'acknowledgeExport',
  method: 'POST',
  path: '/v1/export/consignments/acknowledge',
  tag,
  summary: 'Acknowledge exported consignments',
  description: 'Removes from the list only what still has the version you read, and answers what was kept.',
  scope: 'export:write',
  query: object('ExportAcknowledgeQuery', timezoneQuery),
  body: object('ExportAcknowledgeInput', {
    consignments: Type.Array(
      object('ExportAcknowledgement', {
        consignmentId: id('The consignment.'),
        version: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description: 'The version you read.' }),
      }),
      { maxItems: limits.exportIds },
    ),
  }),
  data: object('ExportAcknowledged', {
    removed: Type.Integer({ minimum: 0, description: 'How many left the list.' }),
    kept: Type.Array(id('Changed since you read it, and still on the list.')),
  }),
  problems: [],
})
