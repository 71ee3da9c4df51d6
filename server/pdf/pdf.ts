// Has PDFs drawn in a thread of their own, one after the other: started when the first is wanted, ended when none is, replaced when it fails.

import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { handedOver } from '../core/handing.ts'
import { Problem } from '../core/problems.ts'
import type { Pdf } from '../core/services.ts'
import { threadEnvironment } from '../core/thread-environment.ts'
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
  thread?: URL
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
  thread: new URL('./thread.ts', import.meta.url),
}

const tooMany = () =>
  new Problem('UNAVAILABLE', { message: 'Too many documents are waiting to be drawn.', retryAfterSeconds: 5 })

const stopped = () => new Error('The service stops: no further PDF is drawn.')

interface Job {
  task: Task
  bytes: number
  resolve(document: Uint8Array): void
  reject(error: Error): void
}

export function openPdf(options: PdfOptions): OpenPdf {
  const settings = { ...defaults, ...options }
  const { waitingMax, waitingBytesMax, timeLimitMs, idleMs } = settings
  const fonts = fontFiles(options.fonts)
  const waiting: Job[] = []
  let waitingBytes = 0
  let thread: Worker | undefined
  let job: Job | undefined
  let timer: NodeJS.Timeout | undefined
  let isStopped = false

  const begin = () => {
    const started = startThread({ ...settings, files: fonts }, (drawn, error) => {
      if (started !== thread) return
      if (!drawn) leave(error)
      else settle((job) => ('document' in drawn ? job.resolve(drawn.document) : job.reject(new Error(drawn.message))))
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
    if (job) end(job)
    job = undefined
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
    clearTimeout(timer)
    waitingBytes -= job.bytes
    thread ??= begin()
    thread.ref()
    thread.postMessage(job.task, handedOver(picturesOf(job.task)))
    timer = setTimeout(() => leave(new Error(`A PDF was not drawn within ${timeLimitMs} ms.`)), timeLimitMs)
  }
  function draw(task: Task): Promise<Uint8Array> {
    if (isStopped) return Promise.reject(stopped())
    const bytes = bytesOf(task)
    if (waiting.length >= waitingMax || waitingBytes + bytes > waitingBytesMax) return Promise.reject(tooMany())
    return new Promise((resolve, reject) => {
      waiting.push({ task, bytes, resolve, reject })
      waitingBytes += bytes
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
      for (const { reject } of waiting.splice(0)) reject(stopped())
      job?.reject(stopped())
      await thread?.terminate()
    },
  }
}

type Ended = Exclude<Drawn, { warning: string }>

/** Tells every document that it has drawn, and then, without one, why it is no more. */
function startThread(
  { thread: url, files, memoryMb, report }: typeof defaults & Pick<PdfOptions, 'report'> & { files: string[] },
  tell: (drawn: Ended | undefined, error: Error) => void,
): Worker {
  const thread = new Worker(url, {
    env: threadEnvironment(),
    workerData: { fonts: files },
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
  })
  const failed = (cause?: unknown) => new Error('The thread that draws PDFs failed.', { cause })
  thread.on('message', (drawn: Drawn) => {
    if ('warning' in drawn) report(new Error(drawn.warning))
    else tell(drawn, failed())
  })
  thread.on('error', (error) => tell(undefined, failed(error)))
  thread.on('exit', () => tell(undefined, failed()))
  return thread
}

/** Those that were read for this document alone. */
const picturesOf = ({ kind, document }: Task): Uint8Array[] =>
  kind === 'proof' ? [document.signature, ...document.photos].filter((picture) => picture !== null) : []

const bytesOf = (task: Task): number =>
  [task.document.branding.logo, ...picturesOf(task)].reduce((sum, picture) => sum + (picture?.byteLength ?? 0), 0)

/** Fails where the folder cannot be read or has none: an operator who names one expects it to be used. */
function fontFiles(folder: string): string[] {
  if (folder === '') return []
  const files = readdirSync(folder).filter((file) => /\.(ttf|otf)$/i.test(file))
  if (files.length === 0) throw new Error(`There is no font in ${folder}: --pdf-fonts needs .ttf or .otf files.`)
  return files.sort().map((file) => join(folder, file))
}
