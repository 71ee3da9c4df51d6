// Sends several statements over a PostgreSQL connection with one end, and assigns the responses to them.
import { getValueParser, isConnectionError, type PostgresConnection, type ResultColumns } from './connection.ts'
import type { SqlRow, SqlValue } from './database.ts'

/** The text of a statement. A statement with a name is prepared once per connection. */
export interface StatementText {
  text: string
  name: string | undefined
}

const noColumns: ResultColumns = { names: [], parsers: [] }

export interface StatementResult {
  rows: SqlRow[]
  /** Number of changed or read rows. */
  count: number
  /** Name of the command, as the server reports it. */
  command: string
}

export interface StatementRequest {
  statement: StatementText
  values: readonly SqlValue[]
  resolve(answer: StatementResult): void
  reject(error: unknown): void
}

/** Statements without a response, because an earlier statement has failed. */
export interface ExchangeResult {
  unanswered: StatementRequest[]
  failure?: unknown
}

/**
 * Sends statements with one end, so that the server answers with one message, and commits once outside of a
 * transaction. If a statement fails, the server skips the following ones, and they are returned. Rejects if the
 * connection fails.
 */
export function sendStatements(
  connection: PostgresConnection,
  requests: readonly StatementRequest[],
  timeoutMs?: number,
): Promise<ExchangeResult> {
  const { promise, resolve, reject } = Promise.withResolvers<ExchangeResult>()
  const { columns } = connection
  let index = 0
  let described: ResultColumns | undefined
  let rows: SqlRow[] = []
  connection.submit({
    ...(timeoutMs === undefined ? {} : { query_timeout: timeoutMs }),
    submit(wire) {
      wire.stream.cork()
      const begun = new Set<string>()
      for (const { statement, values } of requests) {
        const { text, name = '' } = statement
        if (name === '' || !(columns.has(name) || begun.has(name))) {
          // Closes a statement that a failed attempt may have prepared.
          if (name !== '') wire.close({ type: 'S', name }, true)
          wire.parse({ text, name, types: [] }, true)
          wire.describe({ type: 'S', name }, true)
          begun.add(name)
        }
        wire.bind({ statement: name, values: values as SqlValue[], valueMapper: textOf } as never, true)
        wire.execute(null, true)
      }
      wire.sync()
      wire.stream.uncork()
    },
    handleRowDescription({ fields }) {
      described = {
        names: fields.map(({ name }) => name),
        parsers: fields.map(({ dataTypeID }) => getValueParser(dataTypeID)),
      }
    },
    handleDataRow({ fields }) {
      rows.push(rowOf(described ?? columns.get(requests[index]!.statement.name!)!, fields))
    },
    handleCommandComplete({ text }) {
      const { statement, resolve: answer } = requests[index++]!
      if (statement.name !== undefined && !columns.has(statement.name))
        columns.set(statement.name, described ?? noColumns)
      const tokens = text.split(' ')
      answer({ rows, count: Number(tokens.at(-1)) || 0, command: tokens[0]! })
      described = undefined
      rows = []
    },
    handleReadyForQuery() {
      this.callback?.()
      resolve({ unanswered: [] })
    },
    handleError(error) {
      this.callback?.()
      if (isConnectionError(error)) {
        connection.destroy()
        reject(error)
        return
      }
      // An error after the last statement fails no statement, because all have their responses.
      requests[index]?.reject(error)
      resolve({ unanswered: requests.slice(index + 1), failure: error })
    },
  })
  return promise
}

const textOf = (value: SqlValue): string | null => (typeof value === 'number' ? String(value) : value)

function rowOf({ names, parsers }: ResultColumns, fields: (string | null)[]): SqlRow {
  const row: SqlRow = {}
  for (let index = 0; index < names.length; index++) {
    const text = fields[index]!
    row[names[index]!] = text === null ? null : parsers[index]!(text)
  }
  return row
}
