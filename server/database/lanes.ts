// Single reads over PostgreSQL: few connections that all share, and reads that come together travel together.
import { type Connection, endsConnection, parserOf } from './connection.ts'
import { type Row, unavailable, type Value } from './database.ts'
import { openTurns } from './turns.ts'

/** A statement that is prepared under its name, once on each connection. */
export interface Named {
  text: string
  name: string
}

export interface Lanes {
  /** The first row of a statement that leaves everything as it is, outside of any transaction. */
  get(statement: Named, values: readonly Value[], whose: string): Promise<Row | undefined>
}

interface Read {
  whose: string
  statement: Named
  values: readonly Value[]
  resolve(row: Row | undefined): void
  reject(error: unknown): void
}

/** What a statement answers is the same for as long as it is prepared: it is asked for once. */
interface Columns {
  names: string[]
  parsers: ((text: string) => Value)[]
}
interface Lane {
  connection: Connection | undefined
  /** Of the statements that are prepared on its connection; undefined while the answer is on its way. */
  columns: Map<string, Columns | undefined>
  busy: boolean
}

const count = 2
/** A row may be large, and the first of them waits for the last. */
const togetherMax = 32

export function openLanes(open: () => Promise<Connection>, waitingMax: number): Lanes {
  const lanes = Array.from({ length: count }, (): Lane => ({ connection: undefined, columns: new Map(), busy: false }))
  const waiting = openTurns<Read>()
  let isDue = false

  function depart(): void {
    isDue = false
    for (const lane of lanes) {
      if (waiting.size() === 0) return
      if (lane.busy) continue
      const reads: Read[] = []
      while (reads.length < togetherMax && waiting.size() > 0) reads.push(waiting.next()!)
      lane.busy = true
      carry(lane, reads)
    }
  }

  async function carry(lane: Lane, reads: Read[]): Promise<void> {
    try {
      if (!lane.connection || lane.connection.lost) {
        lane.connection = await open()
        lane.columns = new Map()
      }
      const left = await exchange(lane.connection, lane.columns, reads)
      for (const read of left.reverse()) waiting.return(read.whose, read)
    } catch (error) {
      for (const { reject } of reads) reject(error)
    }
    lane.busy = false
    depart()
  }

  return {
    get(statement, values, whose) {
      if (!waiting.hasRoom(whose, waitingMax))
        return Promise.reject(unavailable('Too many requests are waiting for the database.'))
      return new Promise((resolve, reject) => {
        waiting.add(whose, { whose, statement, values, resolve, reject })
        // Those of one turn of the event loop leave together when it ends.
        if (isDue) return
        isDue = true
        setImmediate(depart)
      })
    },
  }
}

/**
 * Sends all of them with one end, which makes the server answer with one message over the network, and commit once.
 * One that fails takes those behind it along: they are what is handed back, to be sent again.
 */
function exchange(connection: Connection, known: Lane['columns'], reads: Read[]): Promise<Read[]> {
  const { promise, resolve, reject } = Promise.withResolvers<Read[]>()
  let at = 0
  let row: Row | undefined
  connection.submit({
    submit(wire) {
      wire.stream.cork()
      for (const { statement, values } of reads) {
        const { name } = statement
        if (!known.has(name)) {
          wire.parse({ ...statement, types: [] }, true)
          wire.describe({ type: 'S', name }, true)
          known.set(name, undefined)
        }
        wire.bind({ statement: name, values: values as Value[], valueMapper: textOf } as never, true)
        wire.execute(null, true)
      }
      wire.sync()
      wire.stream.uncork()
    },
    handleRowDescription({ fields }) {
      known.set(reads[at]!.statement.name, {
        names: fields.map(({ name }) => name),
        parsers: fields.map(({ dataTypeID }) => parserOf(dataTypeID)),
      })
    },
    handleDataRow({ fields }) {
      if (row) return
      row = rowOf(known.get(reads[at]!.statement.name)!, fields)
    },
    handleCommandComplete() {
      reads[at++]!.resolve(row)
      row = undefined
    },
    handleReadyForQuery() {
      this.callback?.()
      resolve([])
    },
    handleError(error) {
      this.callback?.()
      for (const [name, found] of known) if (!found) known.delete(name)
      if (endsConnection(error)) {
        connection.destroy()
        reject(error)
        return
      }
      // Behind the last of them it concerns none: all have their answers.
      reads[at]?.reject(error)
      resolve(reads.slice(at + 1))
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
