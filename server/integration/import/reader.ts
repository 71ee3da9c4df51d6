// Has files read in a process of its own, so that nobody waits for it, and so that no file takes more memory or time than one may:
// a thread whose memory runs out can take the whole process with it.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import type { Column } from '../../../client/columns.ts'
import { unavailable } from '../../platform/database/database.ts'
import { threadEnvironment } from '../../platform/process/thread-environment.ts'
import type { Asked, ReadRow, Saying, Task } from './process.ts'
import { tooLarge } from './unreadable.ts'

/** What a file needs beyond these is not read. */
export interface ReaderLimits {
  memoryMb: number
  readMs: number
}
const usual: ReaderLimits = { memoryMb: 512, readMs: 60_000 }
/** A process that has nothing to read waits so long for the next file: to start one takes longer than to read most files. */
const idleMs = 30_000

export interface OpenedFile {
  columns: Column[]
  /** How many there are. */
  rows: number
  some(range: { from: number; count: number }): Promise<ReadRow[]>
  close(): void
}
export interface FileReader {
  /** Answers the file, or why it cannot be read. The signal ends the wait for it, and the process. */
  open(task: Task, signal: AbortSignal): Promise<OpenedFile | string>
  stop(): Promise<unknown>
}

const tooSlow = (ms: number) =>
  `The file takes longer than ${ms / 1_000} seconds to read: leave out columns that are not needed, or send it in parts.`

export function createReader({ memoryMb, readMs }: ReaderLimits = usual): FileReader {
  const all = new Set<ChildProcess>()
  const idle = new Map<ChildProcess, NodeJS.Timeout>()

  function start(): ChildProcess {
    const child = begin(memoryMb)
    all.add(child)
    const leave = () => {
      all.delete(child)
      clearTimeout(idle.get(child))
      idle.delete(child)
    }
    // One that cannot be started does not exit. Whoever waits for an answer is told. Each thing that it is told once it has
    // ended is one more error.
    return child.once('exit', leave).on('error', leave)
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
    const leave = () => {
      idle.delete(child)
      void end(child)
    }
    if (!hasEnded(child)) idle.set(child, setTimeout(leave, idleMs).unref())
  }
  return {
    async open(task, signal) {
      const deadline = AbortSignal.timeout(readMs)
      const either = AbortSignal.any([signal, deadline])
      let child = take()
      try {
        let said = await asked(child, { kind: 'open', task }, either)
        // The system may have ended it because of somebody else: only of one that was begun for it, the file is to blame.
        if (said.kind === 'killed') {
          child = start()
          said = await asked(child, { kind: 'open', task }, either)
        }
        if (said.kind === 'opened') return openedBy(child, said, signal, () => giveBack(child))
        giveBack(child)
        return said.kind === 'unreadable' ? said.message : tooLarge
      } catch (error) {
        await end(child)
        if (deadline.aborted && !signal.aborted) return tooSlow(readMs)
        throw error
      }
    },
    stop: () => Promise.all([...all].map(end)),
  }
}

function begin(memoryMb: number): ChildProcess {
  try {
    return fork(new URL('./process.ts', import.meta.url), {
      execArgv: [`--max-old-space-size=${memoryMb}`],
      // A workbook knows no zones.
      env: { ...threadEnvironment(), TZ: 'UTC' },
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
  // It exits, whatever of what it was told last did not reach it.
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await gone
}

/** How a process ends that has no memory left by its own hand; and one that the system ends, for want of memory for all. */
type Gone = { kind: 'exhausted' } | { kind: 'killed' }
const lastSignals = ['SIGABRT', 'SIGTRAP', 'SIGILL', 'SIGSEGV']
const abortCode = 134
/** These are meant for the service, which is about to end. */
const passingSignals = ['SIGINT', 'SIGTERM', 'SIGHUP']

function goneBy(code: number | null, signal: NodeJS.Signals | null): Gone {
  if (signal === 'SIGKILL') return { kind: 'killed' }
  if (code === abortCode || (signal && lastSignals.includes(signal))) return { kind: 'exhausted' }
  const message = `The process that reads files has ended: ${signal ?? code}.`
  throw signal && passingSignals.includes(signal) ? unavailable(message) : new Error(message)
}

/** What could not be started now may be later. */
const notStarted = (cause?: unknown) => unavailable('The process that reads files cannot be started.', cause)

/** Those whose answer nobody waits for any more, though it is still to come: it would be taken for the next one. */
const owing = new WeakSet<ChildProcess>()

/** What it says, or how it went. Rejects with what else ends the process, or the wait for it. */
async function asked(child: ChildProcess, question: Asked, signal: AbortSignal): Promise<Saying | Gone> {
  if (!child.connected) throw notStarted()
  const answered = new AbortController()
  const either = { signal: AbortSignal.any([signal, answered.signal]) }
  const exit = once(child, 'exit', either).then(([code, last]): [Gone] => [goneBy(code, last)])
  const message = once(child, 'message', either)
  // Only one of them comes.
  for (const each of [exit, message]) each.catch(() => undefined)
  owing.add(child)
  try {
    child.send(question)
    const [said] = (await Promise.race([message, exit])) as [Saying | Gone]
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
  { columns, rows }: Saying & { kind: 'opened' },
  signal: AbortSignal,
  done: () => void,
): OpenedFile => ({
  columns,
  rows,
  async some(range) {
    const said = await asked(child, { kind: 'rows', ...range }, signal)
    if (said.kind === 'rows') return said.rows
    const message = `The process that reads files has said ${said.kind}.`
    throw said.kind === 'killed' ? unavailable(message) : new Error(message)
  },
  close() {
    if (child.connected) child.send({ kind: 'close' } satisfies Asked)
    done()
  },
})
