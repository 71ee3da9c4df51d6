// Defines imports: files of orders, CSV or XLSX, that are read after the request and can be undone for a day.
import { flagQuerySchema, ImportSummary, importModes, RowError } from './bulk.ts'
import { describeEndpoint } from './endpoint.ts'
import { problemDefinitions } from './problem.ts'
import Type, { type Static } from './schema.ts'
import {
  closedEnum,
  dateTimeSchema,
  flagSchema,
  idSchema,
  keySchema,
  nullableSchema,
  objectSchema,
  openEnum,
  recordLimits,
  textSchema,
  timezoneQuery,
  unsignedIntegerSchema,
} from './shared.ts'

export const importLimits = {
  fileBytes: recordLimits.importBodies * recordLimits.bodyBytes,
  rows: 50_000,
  columns: 1_000,
  /** Maximum number of imports of one environment that wait or run. */
  open: 5,
  /** Maximum number of ended imports of one environment that are kept. */
  kept: 100,
  /** Hours for which an ended import is kept and can be undone. */
  keptHours: 24,
  /** Failed rows that a read returns. */
  failedRows: 100,
  nameLength: 200,
  /** Maximum length of `map` and of `set` as JSON, in characters. */
  pairsLength: 4_000,
} as const

/** Media types of a CSV file and of a workbook. */
export const importTypes = ['text/csv', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'] as const

export const importStates = ['queued', 'running', 'done', 'failed', 'cancelled', 'undoing', 'undone'] as const
export type ImportState = (typeof importStates)[number]

const tag = 'Imports'
const params = objectSchema('ImportPath', { importId: idSchema('Id of the import.') })

const ImportFieldError = objectSchema('ImportFault', {
  ...RowError.properties,
  column: Type.Optional(textSchema('Header of the column that contains the value.')),
  value: Type.Optional(textSchema('Content of the cell, shortened if it is long.')),
})
const ImportFailedRow = objectSchema('ImportFailedRow', {
  line: Type.Integer({ minimum: 1, description: 'Line of the file, or row of the sheet; the header is in line 1.' }),
  key: Type.Optional(keySchema('Key of the row. Omitted if the row has no key or an invalid key.')),
  code: openEnum(
    Object.keys(problemDefinitions),
    'Reason of the failure: the code that a request with this row alone would get.',
  ),
  message: textSchema('Description of the error and its correction.'),
  errors: Type.Array(ImportFieldError, { description: 'Every error of the row.' }),
})

const summary = {
  importId: idSchema('Issued by the service.'),
  name: nullableSchema(textSchema('Name of the file, as it was given.', importLimits.nameLength)),
  state: openEnum(
    importStates,
    '`done`: all rows have been processed, and some may have failed. `failed`: the file could not be read; see ' +
      '`message`. An import with the state `cancelled` or `undone` has also ended.',
  ),
  mode: closedEnum(importModes, '`mode` of the request.'),
  dryRun: flagSchema('`true` if this is a dry run, which stores nothing.'),
  timezone: nullableSchema(
    textSchema(
      'Time zone in which times without an offset are read: the time zone of the request, or else of the ' +
        'environment.',
    ),
  ),
  created: dateTimeSchema('Time of the request.'),
  updated: dateTimeSchema('Time of the last change.'),
  expires: nullableSchema(
    dateTimeSchema(
      'Time until which the import is kept and can be undone. Afterwards, the response is 404. `null` until the ' +
        'import has ended.',
    ),
  ),
  rows: nullableSchema(
    unsignedIntegerSchema('Number of rows of the file, without the header; `null` until the file has been read.'),
  ),
  progress: Type.Number({ minimum: 0, maximum: 1, description: 'Share of the rows that have been processed.' }),
  summary: ImportSummary,
  repeated: unsignedIntegerSchema(
    'Number of rows that have the key of an earlier row of the file, and changed its order.',
  ),
  undone: unsignedIntegerSchema('Number of orders that an undo has deleted.'),
  kept: unsignedIntegerSchema('Number of orders that an undo has kept because they changed after the import.'),
  message: nullableSchema(textSchema('Reason of the failure.')),
}
export const ImportRecord = objectSchema('Import', summary)
export const ImportDetail = objectSchema('ImportDetail', {
  ...summary,
  columns: nullableSchema(
    Type.Array(
      objectSchema('ImportColumn', {
        column: textSchema('Header of the column.'),
        member: nullableSchema(
          textSchema(
            'Field that the column contains, such as `consigneeAddress.city`; `null` if the column is not used.',
          ),
        ),
      }),
      { description: 'Columns with the fields that they contain; `null` until the file has been read.' },
    ),
  ),
  failedRows: Type.Array(ImportFailedRow, {
    description: `The first ${importLimits.failedRows} failed rows. The result file contains all failed rows.`,
  }),
})
export type ImportRecord = Static<typeof ImportRecord>
export type ImportDetail = Static<typeof ImportDetail>
export type ImportFieldError = Static<typeof ImportFieldError>
export type ImportFailedRow = Static<typeof ImportFailedRow>

const pairs = (description: string) => Type.Optional(Type.String({ maxLength: importLimits.pairsLength, description }))

export const createImport = describeEndpoint({
  id: 'createImport',
  method: 'POST',
  path: '/v1/imports',
  tag,
  summary: 'Import orders from a file',
  description:
    'Send a CSV file (`text/csv`) or a workbook (`.xlsx`) as the body. Dray reads the first sheet of a workbook. The ' +
    `file has at most ${importLimits.fileBytes / 2 ** 20} MiB, ${importLimits.rows} rows and ${importLimits.columns} ` +
    'columns. The response is sent immediately; read the import to follow its progress. Columns are matched by their ' +
    'headers, in English and German and in any spelling. Delimiter, encoding, decimal sign and the order of dates ' +
    'are detected. Rows are stored in batches, in their sequence. A row that fails does not stop the other rows.',
  scope: 'consignments:write',
  query: objectSchema('ImportQuery', {
    mode: Type.Optional(
      closedEnum(
        importModes,
        'Treatment of a row whose key already exists: `create` (default) fails the row, `upsert` changes the order ' +
          'as PATCH does, `replace` replaces it as PUT does.',
      ),
    ),
    dryRun: flagQuerySchema('`true` checks everything and stores nothing.'),
    name: Type.Optional(textSchema('Name of the file, shown with the import.', importLimits.nameLength)),
    map: pairs(
      'Fields of columns that Dray cannot match by their headers, as a JSON object: ' +
        '`{"Ort2":"consigneeAddress.city","Foo":""}`. An empty field name ignores the column.',
    ),
    set: pairs(
      'Values of fields for rows in which they are empty, as a JSON object: `{"country":"DE"}`. Default of `type`: ' +
        '`delivery`.',
    ),
    decimal: Type.Optional(closedEnum(['.', ','], 'Decimal sign, if it cannot be detected.')),
    dates: Type.Optional(
      closedEnum(['dmy', 'mdy'], 'Order of day and month in dates such as 05/07/2026, if it cannot be detected.'),
    ),
    delimiter: Type.Optional(
      Type.String({ minLength: 1, maxLength: 1, description: 'Separator of the CSV file, if it cannot be detected.' }),
    ),
    ...timezoneQuery,
  }),
  upload: { types: importTypes, bytesMax: importLimits.fileBytes, zipped: true },
  data: ImportRecord,
  created: true,
  location: '/v1/imports/{importId}',
  problems: ['IMPORT_LIMIT'],
})

export const listImports = describeEndpoint({
  id: 'listImports',
  method: 'GET',
  path: '/v1/imports',
  tag,
  summary: 'List the imports of the last day',
  description:
    `Returns the latest imports of the environment, newest first. An import is kept for ${importLimits.keptHours} ` +
    'hours after it has ended.',
  scope: 'consignments:read',
  affectedBy: [],
  data: Type.Array(ImportRecord),
})

export const getImport = describeEndpoint({
  id: 'getImport',
  method: 'GET',
  path: '/v1/imports/{importId}',
  tag,
  summary: 'Follow an import',
  description:
    'Returns the progress of the import, the field of each column, and the errors of failed rows with line, column ' +
    'and value.',
  scope: 'consignments:read',
  affectedBy: [],
  params,
  data: ImportDetail,
  problems: ['NOT_FOUND'],
})

export const getImportResult = describeEndpoint({
  id: 'getImportResult',
  method: 'GET',
  path: '/v1/imports/{importId}/result',
  tag,
  summary: 'Download the failed rows',
  description:
    'Returns a CSV file with the columns of the imported file and an additional column with the errors of each row. ' +
    'Correct the rows and import the file again: Dray ignores the additional column.',
  scope: 'consignments:read',
  params,
  download: ['text/csv'],
  problems: ['NOT_FOUND'],
})

export const undoImport = describeEndpoint({
  id: 'undoImport',
  method: 'POST',
  path: '/v1/imports/{importId}/undo',
  tag,
  summary: 'Undo an import',
  description:
    'Deletes the orders that the import created, except orders that have changed since. Orders that the import ' +
    'changed stay as they are. The response is sent immediately; read the import to follow its progress. A repeated ' +
    `request has the same response. Possible for ${importLimits.keptHours} hours after the import has ended.`,
  scope: 'consignments:write',
  params,
  problems: ['NOT_FOUND', 'IMPORT_STATE'],
})

export const deleteImport = describeEndpoint({
  id: 'deleteImport',
  method: 'DELETE',
  path: '/v1/imports/{importId}',
  tag,
  summary: 'Cancel or delete an import',
  description:
    'Cancels an import that waits or runs: rows that are already stored stay, and you can undo them. Deletes an ' +
    'import that has ended, with its failed rows. Its orders stay, and you can no longer undo the import.',
  scope: 'consignments:write',
  params,
  problems: ['NOT_FOUND', 'IMPORT_STATE'],
})
