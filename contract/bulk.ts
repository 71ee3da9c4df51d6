// Defines endpoints for consignments in bulk: many orders in one request, each with its own result.
import { ConsignmentInput, ConsignmentPatch, referenceProblems } from './consignment.ts'
import { describeEndpoint } from './endpoint.ts'
import { errorValues } from './error-values.ts'
import { fieldErrorCodes, problemDefinitions } from './problem.ts'
import Type, { type Static } from './schema.ts'
import {
  closedEnum,
  errorsOfRow,
  flagSchema,
  idSchema,
  keySchema,
  objectSchema,
  openEnum,
  recordLimits,
  textSchema,
  timezoneQuery,
} from './shared.ts'

const Row = Type.Unsafe<ConsignmentInput | ConsignmentPatch>({
  anyOf: [ConsignmentInput, ConsignmentPatch],
  description:
    'An order as in `POST /v1/consignment`; with `mode=upsert` also a change as in `PATCH`, including the key.',
})
export const RowError = objectSchema('RowFault', {
  path: textSchema('JSON Pointer into the row.'),
  code: openEnum(fieldErrorCodes, 'Kind of error, such as `required`.'),
  message: textSchema('Change that corrects the error.'),
  values: Type.Optional(errorValues),
})
export const RowResult = objectSchema('RowResult', {
  index: Type.Integer({
    minimum: 0,
    description: 'Position of the row in the request, starting at 0, without empty lines.',
  }),
  key: Type.Optional(keySchema('Key of the row, as it was sent. Omitted if the row has no key or an invalid key.')),
  status: closedEnum(
    ['created', 'updated', 'unchanged', 'failed'],
    'Result of the row; with `dryRun`, the result it would have.',
  ),
  consignmentId: Type.Optional(
    idSchema(
      'Id of the order, or of the existing order with the same key. Omitted if a dry run would create the order.',
    ),
  ),
  version: Type.Optional(Type.Integer({ minimum: 1, description: 'Version of the order after this row.' })),
  code: Type.Optional(
    openEnum(
      Object.keys(problemDefinitions),
      'Reason of the failure: the code that a request with this row alone would get.',
    ),
  ),
  message: Type.Optional(textSchema('Description of the error and its correction.')),
  values: Type.Optional(errorValues),
  errors: Type.Optional(Type.Array(RowError, { description: errorsOfRow })),
})
export const ImportSummary = objectSchema('ImportSummary', {
  rows: Type.Integer({ minimum: 0 }),
  created: Type.Integer({ minimum: 0 }),
  updated: Type.Integer({ minimum: 0 }),
  unchanged: Type.Integer({ minimum: 0 }),
  failed: Type.Integer({ minimum: 0 }),
})
export type RowResult = Static<typeof RowResult>
export type ImportSummary = Static<typeof ImportSummary>

export const importModes = ['create', 'upsert', 'replace'] as const
export type ImportMode = (typeof importModes)[number]
/** Returns the schema of a flag in a query. */
export const flagQuerySchema = (description: string) => Type.Optional(closedEnum(['true', 'false'], description))

export const importConsignments = describeEndpoint({
  id: 'importConsignments',
  method: 'POST',
  path: '/v1/consignments',
  tag: 'Consignments',
  summary: 'Create or change many orders',
  description:
    `Send up to ${recordLimits.importRows} orders as JSON, or any number as a stream with one order per line ` +
    '(`Content-Type: application/x-ndjson`, `application/ndjson`, `application/jsonl` or `application/x-jsonlines`). ' +
    'Rows are stored in batches, so that other requests are not delayed. A row that fails is skipped and does not ' +
    'stop the other rows. With `atomic=true`, all rows are stored in one transaction. The results have the order of ' +
    'the rows. The response to a stream is a stream too: one result per line as soon as the row is stored, and ' +
    '`{"summary":{…}}` on the last line.',
  scope: 'consignments:write',
  query: objectSchema('ConsignmentImportQuery', {
    mode: Type.Optional(
      closedEnum(
        importModes,
        'Treatment of a row whose key already exists: `create` (default) fails the row, `upsert` changes the order ' +
          'as PATCH does, `replace` replaces it as PUT does.',
      ),
    ),
    dryRun: flagQuerySchema('`true` checks everything and stores nothing.'),
    atomic: flagQuerySchema(
      '`true` stores all rows or none: if any row fails, the request is refused with the errors of all rows. Not ' +
        'available for streams.',
    ),
    results: Type.Optional(closedEnum(['all', 'failed'], '`failed` returns only the failed rows and the summary.')),
    ...timezoneQuery,
  }),
  body: objectSchema('ConsignmentImport', {
    consignments: Type.Array(Row, { minItems: 1, maxItems: recordLimits.importRows }),
  }),
  rows: 'consignments',
  data: objectSchema('ConsignmentImported', {
    dryRun: flagSchema('`true` if this was a dry run, which stores nothing.'),
    summary: ImportSummary,
    results: Type.Array(RowResult),
  }),
  problems: ['KEY_EXISTS', 'LOAD_STATE', 'VERSION_MISMATCH', ...referenceProblems],
})

export const ConsignmentDeletion = objectSchema('ConsignmentDeletion', {
  consignmentId: Type.Optional(idSchema('Id of the order; send either this or `key`.')),
  key: Type.Optional(keySchema('Key of the order.')),
  version: Type.Optional(
    Type.Integer({
      minimum: 1,
      description: 'Deletes the order only if it still has this version, as `If-Match` does for a single order.',
    }),
  ),
})
export type ConsignmentDeletion = Static<typeof ConsignmentDeletion>
export const DeletionResult = objectSchema('DeletionResult', {
  index: Type.Integer({ minimum: 0, description: 'Position in the request, starting at 0.' }),
  consignmentId: Type.Optional(idSchema('Id, as it was sent. Omitted if the id is invalid.')),
  key: Type.Optional(keySchema('Key, as it was sent. Omitted if the key is invalid.')),
  status: closedEnum(['deleted', 'failed'], 'Result of the deletion.'),
  code: Type.Optional(
    openEnum(
      Object.keys(problemDefinitions),
      'Reason of the failure: the code that a request for this order alone would get.',
    ),
  ),
  message: Type.Optional(textSchema('Description of the error and its correction.')),
  values: Type.Optional(errorValues),
  errors: Type.Optional(Type.Array(RowError, { description: errorsOfRow })),
})
export type DeletionResult = Static<typeof DeletionResult>

export const deleteConsignments = describeEndpoint({
  id: 'deleteConsignments',
  method: 'POST',
  path: '/v1/consignments/delete',
  tag: 'Consignments',
  summary: 'Delete many orders',
  description:
    `Deletes up to ${recordLimits.importRows} orders, given by their ids or keys, in batches, so that other requests ` +
    'are not delayed. An order that cannot be deleted does not stop the other deletions. The results have the order ' +
    'of the request.',
  scope: 'consignments:write',
  query: objectSchema('ConsignmentsDeleteQuery', timezoneQuery),
  body: objectSchema('ConsignmentDeletions', {
    consignments: Type.Array(ConsignmentDeletion, { minItems: 1, maxItems: recordLimits.importRows }),
  }),
  elements: 'consignments',
  data: objectSchema('ConsignmentsDeleted', {
    summary: objectSchema('DeletionSummary', {
      rows: Type.Integer({ minimum: 0 }),
      deleted: Type.Integer({ minimum: 0 }),
      failed: Type.Integer({ minimum: 0 }),
    }),
    results: Type.Array(DeletionResult),
  }),
})
