// Reads files in a separate process with limits of memory and time, so that requests are not delayed. A thread would
// not do: if it runs out of memory, the whole process may end.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import type { TableColumn } from '../../../client/columns.ts'
import { createUnavailableError } from '../../platform/database/database.ts'
import { buildThreadEnvironment } from '../../platform/process/thread-environment.ts'
import type { ReaderMessage, ReaderRequest, ReaderTask, ReadRow } from './process.ts'
import { tooLarge } from './unreadable.ts'

/** Limits for reading one file. */
export interface ReaderLimits {
  memoryMb: number
  readMs: number
}
const usual: ReaderLimits = { memoryMb: 512, readMs: 60_000 }
/** Time that an idle process is kept, in milliseconds. Starting a process takes longer than reading most files. */
const idleMs = 30_000

export interface OpenedFile {
  columns: TableColumn[]
  /** Number of rows. */
  rows: number
  some(range: { from: number; count: number }): Promise<ReadRow[]>
  close(): void
}
export interface FileReader {
  /** Opens a file. Returns a message if it is unreadable. The signal ends the wait and the process. */
  open(task: ReaderTask, signal: AbortSignal): Promise<OpenedFile | string>
  stop(): Promise<unknown>
}

const tooSlow = (ms: number) =>
  `The file takes longer than ${ms / 1_000} seconds to read: ` +
  'leave out columns that are not needed, or send it in parts.'

export function createReader({ memoryMb, readMs }: ReaderLimits = usual): FileReader {
  const children = new Set<ChildProcess>()
  const idle = new Map<ChildProcess, NodeJS.Timeout>()

  function start(): ChildProcess {
    const child = begin(memoryMb)
    children.add(child)
    const removeChild = () => {
      children.delete(child)
      clearTimeout(idle.get(child))
      idle.delete(child)
    }
    // A process that cannot be started has no `exit` event. Its error reaches the waiting request. Each message to an
    // ended process causes another error.
    return child.once('exit', removeChild).on('error', removeChild)
  }
  function take(): ChildProcess {
    const waiting = [...idle.keys()].find(({ connected }) => connected)
    if (!waiting) return start()
    clearTimeout(idle.get(waiting))
    idle.delete(waiting)
    waiting.ref()
    waiting.channel!.ref()
    return waiting
  }
  function giveBack(child: ChildProcess): void {
    if (owing.has(child)) return void end(child)
    child.unref()
    child.channel?.unref()
    const endIdle = () => {
      idle.delete(child)
      void end(child)
    }
    if (!hasEnded(child)) idle.set(child, setTimeout(endIdle, idleMs).unref())
  }
  return {
    async open(task, signal) {
      const deadline = AbortSignal.timeout(readMs)
      const either = AbortSignal.any([signal, deadline])
      let child = take()
      try {
        let response = await sendRequest(child, { kind: 'open', task }, either)
        // The system may have ended an idle process for other reasons. The file is the reason only if a new process
        // ends too.
        if (response.kind === 'killed') {
          child = start()
          response = await sendRequest(child, { kind: 'open', task }, either)
        }
        if (response.kind === 'opened') return openedBy(child, response, signal, () => giveBack(child))
        giveBack(child)
        return response.kind === 'unreadable' ? response.message : tooLarge
      } catch (error) {
        await end(child)
        if (deadline.aborted && !signal.aborted) return tooSlow(readMs)
        throw error
      }
    },
    stop: () => Promise.all([...children].map(end)),
  }
}

function begin(memoryMb: number): ChildProcess {
  try {
    return fork(new URL('./process.ts', import.meta.url), {
      execArgv: [`--max-old-space-size=${memoryMb}`],
      // Dates of a workbook have no time zone.
      env: { ...buildThreadEnvironment(), TZ: 'UTC' },
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
  } catch (error) {
    throw notStarted(error)
  }
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null

async function end(child: ChildProcess): Promise<void> {
  if (hasEnded(child) || child.pid === undefined) return
  child.ref()
  // The process exits, although its last messages may be lost.
  const exited = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await exited
}

/**
 * End of a process: it reached its memory limit (`exhausted`), or the system ended it for lack of memory (`killed`).
 */
type ReaderExit = { kind: 'exhausted' } | { kind: 'killed' }
const lastSignals = ['SIGABRT', 'SIGTRAP', 'SIGILL', 'SIGSEGV']
const abortCode = 134
/** Signals that end the whole service, so that the import is retried. */
const passingSignals = ['SIGINT', 'SIGTERM', 'SIGHUP']

function getReaderExit(code: number | null, signal: NodeJS.Signals | null): ReaderExit {
  if (signal === 'SIGKILL') return { kind: 'killed' }
  if (code === abortCode || (signal && lastSignals.includes(signal))) return { kind: 'exhausted' }
  const message = `The process that reads files has ended: ${signal ?? code}.`
  throw signal && passingSignals.includes(signal) ? createUnavailableError(message) : new Error(message)
}

/** Returns a retryable error of a reader that has not started. */
const notStarted = (cause?: unknown) => createUnavailableError('The process that reads files cannot be started.', cause)

/**
 * Processes with an outstanding response. They are not used again, because the next request would get that response.
 */
const owing = new WeakSet<ChildProcess>()

/** Sends a request to a process, and returns its response, or how it ended. Throws if the wait or the process fails. */
async function sendRequest(
  child: ChildProcess,
  question: ReaderRequest,
  signal: AbortSignal,
): Promise<ReaderMessage | ReaderExit> {
  if (!child.connected) throw notStarted()
  const answered = new AbortController()
  const either = { signal: AbortSignal.any([signal, answered.signal]) }
  const exit = once(child, 'exit', either).then(([code, last]): [ReaderExit] => [getReaderExit(code, last)])
  const message = once(child, 'message', either)
  // Only one of the two promises resolves. The other may reject after this function has returned.
  for (const promise of [exit, message]) promise.catch(() => undefined)
  owing.add(child)
  try {
    child.send(question)
    const [said] = (await Promise.race([message, exit])) as [ReaderMessage | ReaderExit]
    owing.delete(child)
    if (said.kind === 'failed') throw new Error(said.stack)
    return said
  } catch (error) {
    throw (error as NodeJS.ErrnoException).syscall?.startsWith('spawn') ? notStarted(error) : error
  } finally {
    answered.abort()
  }
}

const openedBy = (
  child: ChildProcess,
  { columns, rows }: ReaderMessage & { kind: 'opened' },
  signal: AbortSignal,
  done: () => void,
): OpenedFile => ({
  columns,
  rows,
  async some(range) {
    const response = await sendRequest(child, { kind: 'rows', ...range }, signal)
    if (response.kind === 'rows') return response.rows
    const message = `The process that reads files has reported: ${response.kind}.`
    throw response.kind === 'killed' ? createUnavailableError(message) : new Error(message)
  },
  close() {
    if (child.connected) child.send({ kind: 'close' } satisfies ReaderRequest)
    done()
  },
})
