// Sends several statements over a PostgreSQL connection with one end, and assigns the responses to them.
import { type Columns, type Connection, endsConnection, parserOf } from './connection.ts'
import type { Row, Value } from './database.ts'

/** The text of a statement. A statement with a name is prepared once per connection. */
export interface Named {
  text: string
  name: string | undefined
}

const noColumns: Columns = { names: [], parsers: [] }

export interface Answer {
  rows: Row[]
  /** Number of changed or read rows. */
  count: number
  /** Name of the command, as the server reports it. */
  command: string
}

export interface Asked {
  statement: Named
  values: readonly Value[]
  resolve(answer: Answer): void
  reject(error: unknown): void
}

/** Statements without a response, because an earlier statement has failed. */
export interface Unanswered {
  left: Asked[]
  failure?: unknown
}

/**
 * Sends statements with one end, so that the server answers with one message, and commits once outside of a
 * transaction. If a statement fails, the server skips the following ones, and they are returned. Rejects if the
 * connection fails.
 */
export function exchange(connection: Connection, asked: readonly Asked[], timeoutMs?: number): Promise<Unanswered> {
  const { promise, resolve, reject } = Promise.withResolvers<Unanswered>()
  const { columns } = connection
  let at = 0
  let described: Columns | undefined
  let rows: Row[] = []
  connection.submit({
    ...(timeoutMs === undefined ? {} : { query_timeout: timeoutMs }),
    submit(wire) {
      wire.stream.cork()
      const begun = new Set<string>()
      for (const { statement, values } of asked) {
        const { text, name = '' } = statement
        if (name === '' || !(columns.has(name) || begun.has(name))) {
          // Closes a statement that a failed attempt may have prepared.
          if (name !== '') wire.close({ type: 'S', name }, true)
          wire.parse({ text, name, types: [] }, true)
          wire.describe({ type: 'S', name }, true)
          begun.add(name)
        }
        wire.bind({ statement: name, values: values as Value[], valueMapper: textOf } as never, true)
        wire.execute(null, true)
      }
      wire.sync()
      wire.stream.uncork()
    },
    handleRowDescription({ fields }) {
      described = {
        names: fields.map(({ name }) => name),
        parsers: fields.map(({ dataTypeID }) => parserOf(dataTypeID)),
      }
    },
    handleDataRow({ fields }) {
      rows.push(rowOf(described ?? columns.get(asked[at]!.statement.name!)!, fields))
    },
    handleCommandComplete({ text }) {
      const { statement, resolve: answer } = asked[at++]!
      if (statement.name !== undefined && !columns.has(statement.name))
        columns.set(statement.name, described ?? noColumns)
      const words = text.split(' ')
      answer({ rows, count: Number(words.at(-1)) || 0, command: words[0]! })
      described = undefined
      rows = []
    },
    handleReadyForQuery() {
      this.callback?.()
      resolve({ left: [] })
    },
    handleError(error) {
      this.callback?.()
      if (endsConnection(error)) {
        connection.destroy()
        reject(error)
        return
      }
      // An error after the last statement concerns none of them: all have their responses.
      asked[at]?.reject(error)
      resolve({ left: asked.slice(at + 1), failure: error })
    },
  })
  return promise
}

const textOf = (value: Value): string | null => (typeof value === 'number' ? String(value) : value)

function rowOf({ names, parsers }: Columns, fields: (string | null)[]): Row {
  const row: Row = {}
  for (let index = 0; index < names.length; index++) {
    const text = fields[index]!
    row[names[index]!] = text === null ? null : parsers[index]!(text)
  }
  return row
}
