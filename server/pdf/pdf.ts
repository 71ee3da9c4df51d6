// Has PDFs drawn in a thread of their own, one after the other: started when the first is wanted, ended when none is, replaced when it fails.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { Problem } from '../core/problems.ts'
import type { Pdf } from '../core/services.ts'
import type { Drawn, Task } from './thread.ts'

export interface PdfOptions {
  /** A folder of fonts beside our own; empty where there is none. */
  fonts: string
  report(error: unknown): void
  /** Documents that wait at the most, and the bytes of their pictures. */
  waitingMax?: number
  waitingBytesMax?: number
  /** For one document, after which its thread is ended. */
  timeLimitMs?: number
  memoryMb?: number
  /** Without a document, after which the thread is ended: it holds some 100 MB. */
  idleMs?: number
}
export interface OpenPdf extends Pdf {
  /** Of the thread that draws, while there is one. */
  threadId(): number | undefined
  stop(): Promise<void>
}

const defaults = {
  waitingMax: 100,
  waitingBytesMax: 256 * 1_048_576,
  timeLimitMs: 120_000,
  memoryMb: 384,
  idleMs: 60_000,
}

interface Job {
  task: Task
  bytes: number
  resolve(document: Uint8Array): void
  reject(error: Error): void
}

export function openPdf(options: PdfOptions): OpenPdf {
  const { waitingMax, waitingBytesMax, timeLimitMs, idleMs, memoryMb } = { ...defaults, ...options }
  const fonts = fontFiles(options.fonts)
  const waiting: Job[] = []
  let waitingBytes = 0
  let thread: Worker | undefined
  let job: Job | undefined
  let timer: NodeJS.Timeout | undefined
  let isStopped = false

  function startThread(): Worker {
    const started = new Worker(new URL('./thread.ts', import.meta.url), {
      env: {},
      workerData: { fonts },
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    })
    started.on('message', (drawn: Drawn) => {
      if ('warning' in drawn) options.report(new Error(drawn.warning))
      else if ('message' in drawn) settle((job) => job.reject(new Error(drawn.message)))
      else settle((job) => job.resolve(drawn.document))
    })
    started.on('error', (error) => {
      if (started === thread) leave(new Error('The thread that draws PDFs failed.', { cause: error }))
    })
    started.on('exit', () => {
      if (started === thread) leave(new Error('The thread that draws PDFs ended.'))
    })
    return started
  }
  /** The next document gets another thread. */
  function leave(error: Error): void {
    void thread?.terminate()
    thread = undefined
    settle((job) => job.reject(error))
  }
  function settle(end: (job: Job) => void): void {
    clearTimeout(timer)
    const ended = job
    job = undefined
    if (ended) end(ended)
    next()
  }
  function next(): void {
    if (job || isStopped) return
    job = waiting.shift()
    if (!job) {
      if (!thread) return
      thread.unref()
      timer = setTimeout(() => leave(new Error('Nothing to draw.')), idleMs).unref()
      return
    }
    waitingBytes -= job.bytes
    thread ??= startThread()
    thread.ref()
    thread.postMessage(job.task)
    const seconds = timeLimitMs / 1_000
    timer = setTimeout(() => leave(new Error(`A PDF was not drawn within ${seconds} seconds.`)), timeLimitMs)
  }
  function draw(task: Task): Promise<Uint8Array> {
    if (isStopped) return Promise.reject(new Error('PDFs are no longer drawn.'))
    const bytes = bytesOf(task)
    if (waiting.length >= waitingMax || waitingBytes + bytes > waitingBytesMax)
      return Promise.reject(
        new Problem('UNAVAILABLE', { message: 'Too many documents are waiting to be drawn.', retryAfterSeconds: 5 }),
      )
    return new Promise((resolve, reject) => {
      waiting.push({ task, bytes, resolve, reject })
      waitingBytes += bytes
      // Where nothing is drawn, it is the one that ends an idle thread.
      if (!job) clearTimeout(timer)
      next()
    })
  }
  return {
    renderProof: (document) => draw({ kind: 'proof', document }),
    renderLabels: (document, { format }) => draw({ kind: 'labels', document, format }),
    threadId: () => thread?.threadId,
    async stop() {
      isStopped = true
      clearTimeout(timer)
      const ended = new Error('The service stops.')
      for (const { reject } of [...(job ? [job] : []), ...waiting.splice(0)]) reject(ended)
      job = undefined
      await thread?.terminate()
    },
  }
}

function bytesOf({ kind, document }: Task): number {
  const pictures = kind === 'proof' ? [document.signature, ...document.photos] : []
  return [document.branding.logo, ...pictures].reduce((sum, picture) => sum + (picture?.byteLength ?? 0), 0)
}

/** Fails where the folder cannot be read or has none: an operator who names one expects it to be used. */
function fontFiles(folder: string): string[] {
  if (folder === '') return []
  const files = readdirSync(folder).filter((file) => /\.(ttf|otf)$/i.test(file))
  if (files.length === 0) throw new Error(`There is no font in ${folder}: --pdf-fonts needs .ttf or .otf files.`)
  return files.sort().map((file) => join(folder, file))
}
