// Has PDFs drawn in a thread of their own, one after the other, each environment in its turn: started when the first is wanted, ended when none is, replaced when it fails.

import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { LabelFormat, LabelsDocument } from '../core/documents.ts'
import { handedOver } from '../core/handing.ts'
import { Problem } from '../core/problems.ts'
import type { DrawnFor, Pdf } from '../core/services.ts'
import { threadEnvironment } from '../core/thread-environment.ts'
import type { Untaken } from '../core/untaken.ts'
import { addUntilGone, openTurns } from '../database/turns.ts'
import type { Drawn, Task } from './thread.ts'

export interface PdfOptions {
  /** A folder of fonts beside our own; empty where there is none. */
  fonts: string
  report(error: unknown): void
  /** Whoever has not taken what was drawn for them waits with the next. */
  untaken: Untaken
  /** Documents that wait at the most; one environment has half of these places. */
  waitingMax?: number
  /** For one document with its pictures, after which its thread is ended. */
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
  timeLimitMs: 120_000,
  memoryMb: 384,
  idleMs: 60_000,
  thread: new URL('./thread.ts', import.meta.url),
}

const tooMany = () =>
  new Problem('UNAVAILABLE', { message: 'Too many documents are waiting to be drawn.', retryAfterSeconds: 5 })

const stopped = () => new Error('The service stops: no further PDF is drawn.')

interface Job {
  gather(): Promise<Task>
  gone: AbortSignal | undefined
  resolve(document: Uint8Array): void
  reject(error: unknown): void
}

export function openPdf(options: PdfOptions): OpenPdf {
  const settings = { ...defaults, ...options, files: fontFiles(options.fonts) }
  const { waitingMax, timeLimitMs, idleMs, untaken } = settings
  const waiting = openTurns<Job>()
  let thread: Worker | undefined
  let job: Job | undefined
  let timer: NodeJS.Timeout | undefined
  let isStopped = false

  function heard(from: Worker, drawn: Ended | undefined, error: Error): void {
    if (from !== thread) return
    if (!drawn) leave(error)
    else settle((job) => ('document' in drawn ? job.resolve(drawn.document) : job.reject(new Error(drawn.message))))
  }
  /** The next document gets another thread. */
  function leave(error: Error): void {
    void thread?.terminate()
    thread = undefined
    settle((job) => job.reject(error))
  }
  function settle(end: (job: Job) => void): void {
    if (job) end(job)
    job = undefined
    next()
  }
  function next(): void {
    if (job || isStopped) return
    clearTimeout(timer)
    job = waiting.next(untaken.hasRoom)
    if (job) void run(job)
    else if (thread) {
      thread.unref()
      timer = setTimeout(() => leave(new Error('Nothing to draw.')), idleMs).unref()
    }
  }
  async function run(own: Job): Promise<void> {
    timer = setTimeout(() => leave(new Error(`A PDF was not drawn within ${timeLimitMs} ms.`)), timeLimitMs)
    try {
      const task = await own.gather()
      // Its time was over before all of it was there.
      if (own !== job || isStopped) return
      own.gone?.throwIfAborted()
      thread ??= startThread(settings, heard)
      thread.ref()
      thread.postMessage(task, handedOver(picturesOf(task)))
    } catch (error) {
      if (own === job) settle(() => own.reject(error))
    }
  }
  async function draw({ environmentId, gone }: DrawnFor, gather: Job['gather']): Promise<Uint8Array> {
    if (isStopped) throw stopped()
    if (!waiting.hasRoom(environmentId, waitingMax)) throw tooMany()
    const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>()
    addUntilGone(waiting, environmentId, { gather, gone, resolve, reject })
    next()
    return promise
  }
  untaken.onTaken(() => waiting.size() > 0 && next())
  return {
    renderProof: (gather, whom) => draw(whom, async () => ({ kind: 'proof', document: await gather() })),
    renderLabels: (gather, format, whom) => draw(whom, () => labelsTask(gather, format)),
    threadId: () => thread?.threadId,
    async stop() {
      isStopped = true
      clearTimeout(timer)
      for (const each of [...waiting.remove(() => true), job]) each?.reject(stopped())
      await thread?.terminate()
    },
  }
}

const labelsTask = async (gather: () => Promise<LabelsDocument>, format: LabelFormat): Promise<Task> => ({
  kind: 'labels',
  document: await gather(),
  format,
})

type Ended = Exclude<Drawn, { warning: string }>

/** Tells every document that it has drawn, and then, without one, why it is no more. */
function startThread(
  { thread: url, files, memoryMb, report }: typeof defaults & Pick<PdfOptions, 'report'> & { files: string[] },
  tell: (from: Worker, drawn: Ended | undefined, error: Error) => void,
): Worker {
  const thread = new Worker(url, {
    env: threadEnvironment(),
    workerData: { fonts: files },
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
  })
  const failed = (cause?: unknown) => new Error('The thread that draws PDFs failed.', { cause })
  thread.on('message', (drawn: Drawn) => {
    if ('warning' in drawn) report(new Error(drawn.warning))
    else tell(thread, drawn, failed())
  })
  thread.on('error', (error) => tell(thread, undefined, failed(error)))
  thread.on('exit', () => tell(thread, undefined, failed()))
  return thread
}

/** Those that were read for this document alone. */
const picturesOf = ({ kind, document }: Task): Uint8Array[] =>
  kind === 'proof' ? [document.signature, ...document.photos].filter((picture) => picture !== null) : []

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new Error(
      `--pdf-fonts needs a folder that can be read, and ${folder} is none (${code}): correct its name, or leave the setting out.`,
      { cause: error },
    )
  }
}

/** Fails where the folder cannot be read or has none: an operator who names one expects it to be used. */
function fontFiles(folder: string): string[] {
  if (folder === '') return []
  const files = namesIn(folder).filter((file) => /\.(ttf|otf)$/i.test(file))
  if (files.length === 0) throw new Error(`There is no font in ${folder}: --pdf-fonts needs .ttf or .otf files.`)
  return files.sort().map((file) => join(folder, file))
}
