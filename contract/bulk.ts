// Defines endpoints for consignments in bulk: many orders in one request, each with its own result.
import { ConsignmentInput, ConsignmentPatch, references } from './consignment.ts'
import { endpoint } from './endpoint.ts'
import { errorValues } from './error-values.ts'
import { faultCodes, problems } from './problem.ts'
import Type, { type Static } from './schema.ts'
import { errorsOfRow, flag, growing, id, key, limits, object, oneOf, text, timezoneQuery } from './shared.ts'

const Row = Type.Unsafe<ConsignmentInput | ConsignmentPatch>({
  anyOf: [ConsignmentInput, ConsignmentPatch],
  description:
    'An order as in `POST /v1/consignment`; with `mode=upsert` also a change as in `PATCH`, including the key.',
})
export const RowFault = object('RowFault', {
  path: text('JSON Pointer into the row.'),
  code: growing(faultCodes, 'Kind of error, such as `required`.'),
  message: text('Change that corrects the error.'),
  values: Type.Optional(errorValues),
})
export const RowResult = object('RowResult', {
  index: Type.Integer({
    minimum: 0,
    description: 'Position of the row in the request, starting at 0; empty lines do not count.',
  }),
  key: Type.Optional(
    key('Key of the row, as it was sent. Left out if the row has none, or one that no order can have.'),
  ),
  status: oneOf(
    ['created', 'updated', 'unchanged', 'failed'],
    'Result of the row; with `dryRun`, the result it would have.',
  ),
  consignmentId: Type.Optional(
    id('Id of the order, or of the one that already has the key. Left out if a dry run would create it.'),
  ),
  version: Type.Optional(Type.Integer({ minimum: 1, description: 'Version of the order after this row.' })),
  code: Type.Optional(
    growing(Object.keys(problems), 'Reason of the failure: the code that a request with this row alone would get.'),
  ),
  message: Type.Optional(text('Description of the error and its correction.')),
  values: Type.Optional(errorValues),
  errors: Type.Optional(Type.Array(RowFault, { description: errorsOfRow })),
})
export const ImportSummary = object('ImportSummary', {
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
/** A flag of a query. */
export const yesOrNo = (description: string) => Type.Optional(oneOf(['true', 'false'], description))

export const importConsignments = endpoint({
  id: 'importConsignments',
  method: 'POST',
  path: '/v1/consignments',
  tag: 'Consignments',
  summary: 'Create or change many orders',
  description:
    `Send up to ${limits.importRows} orders as JSON, or any number as a stream of lines (\`Content-Type: ` +
    'application/x-ndjson`, or one of its other names `application/ndjson`, `application/jsonl` and ' +
    '`application/x-jsonlines`; one order per line). Rows are stored in batches, so that other requests are not ' +
    'delayed. A row that fails is skipped and does not stop the others, unless `atomic` is `true`: then all rows ' +
    'are stored in one transaction. The results have the order of the rows. The response to a stream is a stream: ' +
    'one result per line as soon as it is stored, and `{"summary":{…}}` on the last line.',
  scope: 'consignments:write',
  query: object('ConsignmentImportQuery', {
    mode: Type.Optional(
      oneOf(
        importModes,
        'Treatment of a row whose key already exists: `create` (default) fails the row, `upsert` changes the order ' +
          'as PATCH does, `replace` replaces it as PUT does.',
      ),
    ),
    dryRun: yesOrNo('`true` checks everything and stores nothing.'),
    atomic: yesOrNo(
      '`true` stores all rows or none: if any row fails, the request is refused with the errors of all rows. Not ' +
        'available for streams.',
    ),
    results: Type.Optional(oneOf(['all', 'failed'], '`failed` returns only the failed rows and the summary.')),
    ...timezoneQuery,
  }),
  body: object('ConsignmentImport', {
    consignments: Type.Array(Row, { minItems: 1, maxItems: limits.importRows }),
  }),
  rows: 'consignments',
  data: object('ConsignmentImported', {
    dryRun: flag('`true` if this was a dry run, which stores nothing.'),
    summary: ImportSummary,
    results: Type.Array(RowResult),
  }),
  problems: ['KEY_EXISTS', 'LOAD_STATE', 'VERSION_MISMATCH', ...references],
})

export const Doomed = object('ConsignmentDeletion', {
  consignmentId: Type.Optional(id('Id of the order; send either this or `key`.')),
  key: Type.Optional(key('Key of the order.')),
  version: Type.Optional(
    Type.Integer({
      minimum: 1,
      description: 'Deletes the order only if it still has this version, as `If-Match` does for a single one.',
    }),
  ),
})
export type Doomed = Static<typeof Doomed>
export const DeletionResult = object('DeletionResult', {
  index: Type.Integer({ minimum: 0, description: 'Position in the request, starting at 0.' }),
  consignmentId: Type.Optional(id('Id, as it was sent. Left out if no order can have it.')),
  key: Type.Optional(key('Key, as it was sent. Left out if no order can have it.')),
  status: oneOf(['deleted', 'failed'], 'Result of the deletion.'),
  code: Type.Optional(
    growing(Object.keys(problems), 'Reason of the failure: the code that a request for this order alone would get.'),
  ),
  message: Type.Optional(text('Description of the error and its correction.')),
  values: Type.Optional(errorValues),
  errors: Type.Optional(Type.Array(RowFault, { description: errorsOfRow })),
})
export type DeletionResult = Static<typeof DeletionResult>

export const deleteConsignments = endpoint({
  id: 'deleteConsignments',
  method: 'POST',
  path: '/v1/consignments/delete',
  tag: 'Consignments',
  summary: 'Delete many orders',
  description:
    `Deletes up to ${limits.importRows} orders, named by their ids or keys, in batches, so that other requests are ` +
    'not delayed. An order that cannot be deleted does not stop the others. The results have the order of the ' +
    'request.',
  scope: 'consignments:write',
  query: object('ConsignmentsDeleteQuery', timezoneQuery),
  body: object('ConsignmentDeletions', {
    consignments: Type.Array(Doomed, { minItems: 1, maxItems: limits.importRows }),
  }),
  elements: 'consignments',
  data: object('ConsignmentsDeleted', {
    summary: object('DeletionSummary', {
      rows: Type.Integer({ minimum: 0 }),
      deleted: Type.Integer({ minimum: 0 }),
      failed: Type.Integer({ minimum: 0 }),
    }),
    results: Type.Array(DeletionResult),
  }),
  problems: [],
})
