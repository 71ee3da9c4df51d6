// The thread that reads a file: it holds the rows, and tells some of them when it is asked to.
import { parentPort } from 'node:worker_threads'
import type { Column } from '../../client/columns.ts'
import type { Fault } from '../../contract/problem.ts'
import { stepBack } from '../core/priority.ts'
import { openTable, repeatedKeys, type TableOptions } from './table.ts'
import { isUnreadable } from './unreadable.ts'

export interface Task {
  /** By which a workbook is told from a CSV file. */
  name: string
  bytes: Uint8Array
  options: TableOptions
  rowsMax: number
}
/** A row as it crosses the thread. */
export interface ReadRow {
  line: number
  key: string | undefined
  /** JSON of the consignment. */
  text: string
  faults: Fault[]
  cells: string[]
  /** Whether an earlier row has its key. */
  repeats: boolean
}
/** What the thread is asked: for one file at a time. */
export type Asked = { kind: 'open'; task: Task } | { kind: 'rows'; from: number; count: number } | { kind: 'close' }
/** What the thread says: what the file holds, why it cannot be read, or the rows that were asked for. */
export type Saying =
  | { kind: 'opened'; columns: Column[]; rows: number }
  | { kind: 'unreadable'; message: string }
  | { kind: 'rows'; rows: ReadRow[] }

const port = parentPort!
// What people wait for comes first.
stepBack(10)
const say = (saying: Saying) => port.postMessage(saying)

const chunkBytes = 65_536
async function* chunksOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < bytes.length; from += chunkBytes) yield bytes.subarray(from, from + chunkBytes)
}

/** All of them before the first is told: a file that breaks off at its end is refused as a whole. */
async function read({ name, bytes, options, rowsMax }: Task): Promise<{ columns: Column[]; rows: ReadRow[] } | string> {
  const source = { name, size: bytes.length, chunks: () => chunksOf(bytes), bytes: () => bytes }
  const table = await openTable(source, options)
  const { columns } = table
  if (!columns.some(({ path }) => path === 'key'))
    return 'No column contains the order key: name the one that does with `map`, such as `{"Number":"key"}`.'
  const repeated = repeatedKeys()
  const rows: ReadRow[] = []
  for await (const { line, key, text, faults, cells } of table.rows) {
    if (rows.length === rowsMax) return `The file has more than ${rowsMax} rows: send it in parts.`
    const told = faults.map(({ path, code, message }) => ({ path, code, message }))
    rows.push({ line, key, text, faults: told, cells, repeats: repeated.firstOf(key, line) !== undefined })
  }
  return { columns, rows }
}

let rows: ReadRow[] = []
async function answer(asked: Asked): Promise<void> {
  if (asked.kind === 'rows') return say({ kind: 'rows', rows: rows.slice(asked.from, asked.from + asked.count) })
  rows = []
  if (asked.kind === 'close') return
  try {
    const found = await read(asked.task)
    if (typeof found === 'string') return say({ kind: 'unreadable', message: found })
    rows = found.rows
    say({ kind: 'opened', columns: found.columns, rows: rows.length })
  } catch (error) {
    if (!isUnreadable(error)) throw error
    say({ kind: 'unreadable', message: error.message })
  }
}
port.on('message', answer)
