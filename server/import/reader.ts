// Has files read in a thread of their own, so that nobody waits for it, and so that no file takes more memory than one may.
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Column } from '../../client/columns.ts'
import { threadEnvironment } from '../core/thread-environment.ts'
import type { Asked, ReadRow, Saying, Task } from './thread.ts'

/** Of a thread: what a file needs beyond it is not read. */
const memoryMb = 512
/** A thread that has nothing to read waits so long for the next file: to start one takes longer than to read most files. */
const idleMs = 30_000

export interface OpenedFile {
  columns: Column[]
  /** How many there are. */
  rows: number
  some(range: { from: number; count: number }): Promise<ReadRow[]>
  close(): void
}
export interface FileReader {
  /** Answers the file, or why it cannot be read. The signal ends the wait for it, and the thread. */
  open(task: Task, signal: AbortSignal): Promise<OpenedFile | string>
  stop(): Promise<unknown>
}

const tooLarge =
  'The file unpacks to more than can be read: leave out columns that are not needed, or send it in parts.'

export function createReader(): FileReader {
  const idle = new Map<Worker, NodeJS.Timeout>()

  function take(): Worker {
    const [waiting] = idle.keys()
    if (!waiting) return begin()
    clearTimeout(idle.get(waiting))
    idle.delete(waiting)
    waiting.ref()
    return waiting
  }
  function giveBack(worker: Worker): void {
    worker.unref()
    const end = () => {
      idle.delete(worker)
      void worker.terminate()
    }
    idle.set(worker, setTimeout(end, idleMs).unref())
  }
  return {
    async open(task, signal) {
      const worker = take()
      try {
        const said = await asked(worker, { kind: 'open', task }, signal)
        if (said.kind === 'unreadable') giveBack(worker)
        return said.kind === 'opened' ? openedBy(worker, said, signal, () => giveBack(worker)) : messageOf(said)
      } catch (error) {
        await worker.terminate()
        if ((error as { code?: string }).code === 'ERR_WORKER_OUT_OF_MEMORY') return tooLarge
        throw error
      }
    },
    stop: () => Promise.all([...idle.keys()].map((worker) => worker.terminate())),
  }
}

const begin = () =>
  new Worker(new URL('./thread.ts', import.meta.url), {
    env: threadEnvironment(),
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
  })

const messageOf = (said: Saying) => (said.kind === 'unreadable' ? said.message : tooLarge)

/** Rejects with what ends the thread or the wait for it. */
async function asked(worker: Worker, question: Asked, signal: AbortSignal): Promise<Saying> {
  worker.postMessage(question)
  return ((await once(worker, 'message', { signal })) as [Saying])[0]
}

const openedBy = (
  worker: Worker,
  { columns, rows }: Saying & { kind: 'opened' },
  signal: AbortSignal,
  done: () => void,
): OpenedFile => ({
  columns,
  rows,
  async some(range) {
    const said = await asked(worker, { kind: 'rows', ...range }, signal)
    return said.kind === 'rows' ? said.rows : []
  },
  close() {
    worker.postMessage({ kind: 'close' } satisfies Asked)
    done()
  },
})
