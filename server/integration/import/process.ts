// The process that reads a file. It keeps the rows in memory, and sends ranges of them on request.
import { Worker } from 'node:worker_threads'
import type { TableColumn } from '../../../client/columns.ts'
import type { FieldError } from '../../../contract/problem.ts'
import { lowerPriority, raiseOomScore } from '../../platform/process/priority.ts'
import { buildThreadEnvironment } from '../../platform/process/thread-environment.ts'
import { countCharacters, openTable, type TableOptions, trackRepeatedKeys } from './table.ts'
import { isUnreadable, tooLarge } from './unreadable.ts'

export interface ReaderTask {
  /** Name with an extension: `.xlsx` for a workbook, else CSV. */
  name: string
  bytes: Uint8Array
  options: TableOptions
  rowsMax: number
}
/** Row as the process has read it. */
export interface ReadRow {
  line: number
  key: string | undefined
  /** Text of the order as JSON. */
  text: string
  faults: FieldError[]
  cells: string[]
  /** Whether the row repeats the key of an earlier row. */
  repeats: boolean
}
/** Requests to the process, for one file at a time. */
export type ReaderRequest =
  | { kind: 'open'; task: ReaderTask }
  | { kind: 'rows'; from: number; count: number }
  | { kind: 'close' }
/** Responses of the process: the file is open or unreadable, the requested rows, or an unexpected error. */
export type ReaderMessage =
  | { kind: 'opened'; columns: TableColumn[]; rows: number }
  | { kind: 'unreadable'; message: string }
  | { kind: 'rows'; rows: ReadRow[] }
  | { kind: 'failed'; stack: string }

// Requests of users have precedence over an import.
lowerPriority(10)
raiseOomScore()
const sendMessage = (message: ReaderMessage) => void process.send!(message)

const chunkBytes = 65_536
async function* chunksOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let offset = 0; offset < bytes.length; offset += chunkBytes) yield bytes.subarray(offset, offset + chunkBytes)
}

/**
 * Largest number of characters in all cells. Cells share texts in a workbook, but each row is sent with its own copy.
 */
const textMax = 64 * 2 ** 20

/** Reads all rows, so that a file with a broken end is rejected before a row is stored. Returns rows or an error. */
async function read({
  name,
  bytes,
  options,
  rowsMax,
}: ReaderTask): Promise<{ columns: TableColumn[]; rows: ReadRow[] } | string> {
  const source = { name, size: bytes.length, chunks: () => chunksOf(bytes), bytes: () => bytes }
  const table = await openTable(source, options)
  const { columns } = table
  if (!columns.some(({ path }) => path === 'key'))
    return 'No column contains the order key: assign a column to it with `map`, such as `{"Number":"key"}`.'
  const repeated = trackRepeatedKeys()
  const rows: ReadRow[] = []
  let length = 0
  for await (const { line, key, text, faults, cells } of table.rows) {
    if (rows.length === rowsMax) return `The file has more than ${rowsMax} rows: send it in parts.`
    length += countCharacters(cells)
    if (length > textMax) return tooLarge
    const errors = faults.map(({ path, code, message, values }) => ({
      path,
      code,
      message,
      ...(values === undefined ? {} : { values }),
    }))
    rows.push({ line, key, text, faults: errors, cells, repeats: repeated.firstOf(key, line) !== undefined })
  }
  return { columns, rows }
}

let rows: ReadRow[] = []
async function answer(request: ReaderRequest): Promise<void> {
  if (request.kind === 'rows')
    return sendMessage({ kind: 'rows', rows: rows.slice(request.from, request.from + request.count) })
  rows = []
  if (request.kind === 'close') return
  try {
    const found = await read(request.task)
    if (typeof found === 'string') return sendMessage({ kind: 'unreadable', message: found })
    rows = found.rows
    sendMessage({ kind: 'opened', columns: found.columns, rows: rows.length })
  } catch (error) {
    if (isUnreadable(error)) sendMessage({ kind: 'unreadable', message: error.message })
    else sendMessage({ kind: 'failed', stack: String((error as Error).stack) })
  }
}
process.on('message', answer)
process.on('disconnect', () => process.exit())
// A second thread ends the process with the service: a long read blocks the events of this thread.
const watch = `const { ppid } = process
setInterval(() => process.ppid === ppid || process.kill(process.pid, 'SIGKILL'), 1_000)`
new Worker(watch, { eval: true, env: buildThreadEnvironment() }).unref()
// These signals are meant for the service, which ends this process itself.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
