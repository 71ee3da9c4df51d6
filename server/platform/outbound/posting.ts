// Sends e-mails in a separate thread, which starts with the first e-mail and ends after a time without e-mails.
// Building a message with its PDF would delay requests for too long.
import { Worker } from 'node:worker_threads'
import type { EmailResult, SendEmail } from '../operation/services.ts'
import { buildThreadEnvironment } from '../process/thread-environment.ts'
import { transferableBuffers } from '../value/transferable.ts'
import type { MailConfig } from './mail.ts'
import type { MailTask, MailTaskResult } from './mail-thread.ts'

export interface MailThread {
  /** Sends an e-mail; undefined if no mail server is configured. */
  post: SendEmail | undefined
  /**
   * Stops the thread. Calls of `post` in progress never settle, because their result is unknown and must not count as a
   * failure.
   */
  stop(): Promise<void>
}

const threadUrl = new URL('./mail-thread.ts', import.meta.url)
/** Time without an e-mail after which the thread ends, in milliseconds. */
const idleAfterMs = 60_000
const memoryMb = 256
const lost: EmailResult = {
  failure: 'failed',
  code: 'THREAD',
  message: 'The thread that sends e-mails ended. The e-mail may have arrived.',
  isUnsure: true,
}

export function openPosting(
  { mailUrl, mailFrom, mailAllowPlain }: MailConfig,
  thread = threadUrl,
  idleMs = idleAfterMs,
): MailThread {
  if (mailUrl === '') return { post: undefined, stop: async () => undefined }
  const pending = new Map<number, (posted: EmailResult) => void>()
  let worker: Worker | undefined
  let last = 0
  let idle: NodeJS.Timeout | undefined

  function end(started: Worker): void {
    if (worker !== started) return
    worker = undefined
    clearTimeout(idle)
    void started.terminate()
    for (const resolve of pending.values()) resolve(lost)
    pending.clear()
  }
  function begin(): Worker {
    const started = new Worker(thread, {
      env: buildThreadEnvironment(),
      workerData: { mailUrl, mailFrom, mailAllowPlain } satisfies MailConfig,
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    })
    // A stop waits for the e-mails, not for this thread.
    started.unref()
    started.on('message', ({ number, posted }: MailTaskResult) => {
      pending.get(number)?.(posted)
      pending.delete(number)
      if (pending.size === 0) idle = setTimeout(() => end(started), idleMs).unref()
    })
    started.on('error', () => end(started))
    started.on('exit', () => end(started))
    return started
  }
  return {
    post: (letter) =>
      new Promise((resolve) => {
        clearTimeout(idle)
        worker ??= begin()
        pending.set(++last, resolve)
        const attached = (letter.attachments ?? []).map(({ content }) => content)
        worker.postMessage({ number: last, letter } satisfies MailTask, transferableBuffers(attached))
      }),
    async stop() {
      pending.clear()
      if (worker) end(worker)
    },
  }
}
