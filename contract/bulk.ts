// Consignments in bulk: many orders in one request, each with a result of its own.
import { ConsignmentInput, ConsignmentPatch, references } from './consignment.ts'
import { endpoint } from './endpoint.ts'
import { problems } from './problem.ts'
import Type, { type Static } from './schema.ts'
import { flag, id, key, limits, object, oneOf, text, timezoneQuery } from './shared.ts'

const Row = Type.Unsafe<ConsignmentInput | ConsignmentPatch>({
  anyOf: [ConsignmentInput, ConsignmentPatch],
  description:
    'A consignment as in `POST /v1/consignment`; with `mode=upsert` also a change as in `PATCH`, with its key.',
})
const Fault = object('RowFault', {
  path: text('JSON Pointer into the row.'),
  code: text('Kind of the fault, such as `required`.'),
  message: text('What to change.'),
})
export const RowResult = object('RowResult', {
  index: Type.Integer({ minimum: 0, description: 'Place of the row in the request, from 0; an empty line is no row.' }),
  key: Type.Optional(key('Key of the row, where it has one.')),
  status: oneOf(
    ['created', 'updated', 'unchanged', 'failed'],
    'What became of the row; with `dryRun`, what would have become of it.',
  ),
  consignmentId: Type.Optional(
    id('The consignment, or the one that holds the key; not there for one that a dry run would create.'),
  ),
  version: Type.Optional(Type.Integer({ minimum: 1, description: 'Its version after this row.' })),
  code: Type.Optional(oneOf(Object.keys(problems), 'Why it failed: the code that a request with this row alone gets.')),
  message: Type.Optional(text('What is wrong and what to do.')),
  errors: Type.Optional(Type.Array(Fault, { description: 'Every fault of the row.' })),
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
const yesOrNo = (description: string) => Type.Optional(oneOf(['true', 'false'], description))

export const importConsignments = endpoint({
  id: 'importConsignments',
  method: 'POST',
  path: '/v1/consignments',
  tag: 'Consignments',
  summary: 'Create or change many consignments',
  description: `Up to ${limits.importRows} consignments as JSON, stored in one transaction, or any number as a stream of lines (\`Content-Type: application/x-ndjson\`, one consignment on each line), stored some at a time. A row that fails is left out and does not stop the others, unless \`atomic\`. The results come in the order of the rows; to a stream they are answered as a stream, one result on each line as soon as it is stored, and \`{"summary":{…}}\` on the last.`,
  scope: 'consignments:write',
  query: object('ConsignmentImportQuery', {
    mode: Type.Optional(
      oneOf(
        importModes,
        'What a row does when there is a consignment with its key: `create` (when left out) fails, `upsert` changes it as PATCH does, `replace` as PUT does.',
      ),
    ),
    dryRun: yesOrNo('`true` checks everything and stores nothing.'),
    atomic: yesOrNo(
      '`true` stores all rows or none: one that fails refuses the request, with the faults of all rows. Not for streams.',
    ),
    results: Type.Optional(oneOf(['all', 'failed'], '`failed` answers only the rows that failed, and the summary.')),
    ...timezoneQuery,
  }),
  body: object('ConsignmentImport', {
    consignments: Type.Array(Row, { minItems: 1, maxItems: limits.importRows }),
  }),
  rows: 'consignments',
  data: object('ConsignmentImported', {
    dryRun: flag('Whether nothing was stored.'),
    summary: ImportSummary,
    results: Type.Array(RowResult),
  }),
  problems: ['KEY_EXISTS', 'LOAD_STATE', 'VERSION_MISMATCH', ...references],
})
