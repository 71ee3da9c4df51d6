// The process that reads a file: it holds the rows, and tells some of them when it is asked to.
import { Worker } from 'node:worker_threads'
import type { Column } from '../../../client/columns.ts'
import type { Fault } from '../../../contract/problem.ts'
import { goFirst, stepBack } from '../../platform/process/priority.ts'
import { threadEnvironment } from '../../platform/process/thread-environment.ts'
import { lengthOf, openTable, repeatedKeys, type TableOptions } from './table.ts'
import { isUnreadable, tooLarge } from './unreadable.ts'

export interface Task {
  /** By which a workbook is told from a CSV file. */
  name: string
  bytes: Uint8Array
  options: TableOptions
  rowsMax: number
}
/** A row as it is told. */
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
/** What the process is asked: for one file at a time. */
export type Asked = { kind: 'open'; task: Task } | { kind: 'rows'; from: number; count: number } | { kind: 'close' }
/** What it says: what the file holds, why it cannot be read, the rows that were asked for, or what is wrong here. */
export type Saying =
  | { kind: 'opened'; columns: Column[]; rows: number }
  | { kind: 'unreadable'; message: string }
  | { kind: 'rows'; rows: ReadRow[] }
  | { kind: 'failed'; stack: string }

// What people wait for comes first.
stepBack(10)
goFirst()
const say = (saying: Saying) => void process.send!(saying)

const chunkBytes = 65_536
async function* chunksOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < bytes.length; from += chunkBytes) yield bytes.subarray(from, from + chunkBytes)
}

/** Of all cells: what many of them share is written out for each when it is told, and when its row fails. */
const textMax = 64 * 2 ** 20

/** All of them before the first is told: a file that breaks off at its end is refused as a whole. */
async function read({ name, bytes, options, rowsMax }: Task): Promise<{ columns: Column[]; rows: ReadRow[] } | string> {
  const source = { name, size: bytes.length, chunks: () => chunksOf(bytes), bytes: () => bytes }
  const table = await openTable(source, options)
  const { columns } = table
  if (!columns.some(({ path }) => path === 'key'))
    return 'No column contains the order key: name the one that does with `map`, such as `{"Number":"key"}`.'
  const repeated = repeatedKeys()
  const rows: ReadRow[] = []
  let length = 0
  for await (const { line, key, text, faults, cells } of table.rows) {
    if (rows.length === rowsMax) return `The file has more than ${rowsMax} rows: send it in parts.`
    length += lengthOf(cells)
    if (length > textMax) return tooLarge
    const told = faults.map(({ path, code, message, values }) => ({
      ...{ path, code, message },
      ...(values === undefined ? {} : { values }),
    }))
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
    if (isUnreadable(error)) say({ kind: 'unreadable', message: error.message })
    else say({ kind: 'failed', stack: String((error as Error).stack) })
  }
}
process.on('message', answer)
process.on('disconnect', () => process.exit())
// A file may keep this thread from hearing that the service has gone, and then nobody else ends it.
const watch = `const { ppid } = process
setInterval(() => process.ppid === ppid || process.kill(process.pid, 'SIGKILL'), 1_000)`
new Worker(watch, { eval: true, env: threadEnvironment() }).unref()
// They are meant for the service, which ends this process when it wants to.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
