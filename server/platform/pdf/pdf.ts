// Draws PDFs in a separate thread, one after the other, environments in turn. The thread starts with the first PDF,
// ends without any, and is replaced when it fails.

import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { ApiProblem } from '../error/problems.ts'
import { addUntilAborted, openFairQueue } from '../fairness/fair-queue.ts'
import type { UnreadResponses } from '../fairness/unread-responses.ts'
import type { DrawnFor, GatherContent, PdfService } from '../operation/services.ts'
import { buildThreadEnvironment } from '../process/thread-environment.ts'
import { transferableBuffers } from '../value/transferable.ts'
import { type GatheredContent, type GatheringQueue, openGathering } from './gathering.ts'
import type { ScalingTask } from './scaling.ts'
import type { DrawingResult, DrawingTask } from './thread.ts'

export interface PdfOptions {
  /** A folder of additional fonts, or empty. */
  fonts: string
  report(error: unknown): void
  /**
   * Counts responses that their clients have not read. An environment with too many of them waits for its next
   * document.
   */
  unreadResponses: UnreadResponses
  /** Maximum number of waiting documents of each kind. One environment may have half of them. */
  waitingMax?: number
  /** Time limit for reading the content of one document, in milliseconds. */
  gatherLimitMs?: number
  /** Time limit for drawing one document, in milliseconds. After it, the thread is terminated. */
  timeLimitMs?: number
  memoryMb?: number
  thread?: URL
  /** Time without a document after which the thread ends, in milliseconds. The thread uses some 100 MB. */
  idleMs?: number
}
export interface OpenPdf extends PdfService {
  /** Returns the id of the drawing thread; undefined if no thread runs. */
  threadId(): number | undefined
  stop(): Promise<void>
}

const defaults = {
  waitingMax: 100,
  gatherLimitMs: 60_000,
  timeLimitMs: 120_000,
  memoryMb: 384,
  idleMs: 60_000,
  thread: new URL('./thread.ts', import.meta.url),
  scalingThread: new URL('./scaling.ts', import.meta.url),
}

/**
 * Documents of each kind that are read at the same time. Proofs may wait for slow storage of images, which must not
 * delay labels.
 */
const proofsAtOnce = 4
const labelsAtOnce = 2
/** Maximum size of images in memory, in bytes. It is enough for the largest proof and many others. */
const picturesBytesMax = 128 * 2 ** 20

const stopped = () => new ApiProblem('UNAVAILABLE', { message: 'The service is stopping.', retryAfterSeconds: 1 })

export function openPdf(options: PdfOptions): OpenPdf {
  const settings = { ...defaults, ...options, files: fontFiles(options.fonts) }
  const { waitingMax, gatherLimitMs, unreadResponses } = settings
  const gathering = { bytesMax: picturesBytesMax, waitingMax, limitMs: gatherLimitMs, may: unreadResponses.hasCapacity }
  const proofs = openGathering({ ...gathering, atOnce: proofsAtOnce })
  const labels = openGathering({ ...gathering, atOnce: labelsAtOnce })
  const drawing = openDrawing<DrawingTask>(settings)
  const scaling = openDrawing<ScalingTask>({ ...settings, thread: settings.scalingThread })
  async function draw(queue: GatheringQueue, whom: DrawnFor, gather: GatherContent<DrawingTask>): Promise<Uint8Array> {
    const gathered = await queue.gather(whom, gather)
    // The content is released even if the document is not drawn.
    return drawing.draw(whom, gathered).finally(gathered.release)
  }
  unreadResponses.onRead(() => {
    proofs.next()
    labels.next()
  })
  return {
    renderProof: (gather, whom) =>
      draw(proofs, whom, async (signal) => ({ kind: 'proof', document: await gather(signal) })),
    renderLabels: (gather, format, whom) =>
      draw(labels, whom, async (signal) => ({ kind: 'labels', document: await gather(signal), format })),
    scalePng: (document, whom) => scaling.draw(whom, { content: { kind: 'png', document }, release: () => undefined }),
    threadId: drawing.threadId,
    async stop() {
      for (const queue of [proofs, labels]) queue.stop(stopped())
      await Promise.all([drawing.stop(), scaling.stop()])
    },
  }
}

interface Job<T> extends GatheredContent<T> {
  abortSignal: AbortSignal | undefined
  resolve(document: Uint8Array): void
  reject(error: unknown): void
}
type Settings = typeof defaults & Pick<PdfOptions, 'report'> & { files: string[] }

/** Draws one document after another. */
interface Drawing<T> extends Pick<OpenPdf, 'threadId' | 'stop'> {
  draw(whom: DrawnFor, gathered: GatheredContent<T>): Promise<Uint8Array>
}

function openDrawing<T extends DrawingTask | ScalingTask>(settings: Settings): Drawing<T> {
  const { timeLimitMs, idleMs } = settings
  const ready = openFairQueue<Job<T>>()
  let thread: Worker | undefined
  let job: Job<T> | undefined
  let timer: NodeJS.Timeout | undefined
  let isStopped = false

  function handleResult(worker: Worker, drawn: Ended | undefined, error: Error): void {
    if (worker !== thread) return
    if (!drawn) endThread(error)
    else settle((job) => ('document' in drawn ? job.resolve(drawn.document) : job.reject(new Error(drawn.message))))
  }
  /** Terminates the thread. The next document starts another one. */
  function endThread(error: Error): void {
    void thread?.terminate()
    thread = undefined
    settle((job) => job.reject(error))
  }
  function settle(end: (job: Job<T>) => void): void {
    if (job) end(job)
    job = undefined
    next()
  }
  function next(): void {
    if (job || isStopped) return
    clearTimeout(timer)
    job = ready.takeNext()
    if (job) begin(job)
    else if (thread) {
      thread.unref()
      timer = setTimeout(() => endThread(new Error('Nothing to draw.')), idleMs).unref()
    }
  }
  function begin(nextJob: Job<T>): void {
    timer = setTimeout(() => endThread(new Error(`A PDF was not drawn within ${timeLimitMs} ms.`)), timeLimitMs)
    try {
      thread ??= startThread(settings, handleResult)
      thread.ref()
      thread.postMessage(nextJob.content, transferableBuffers(picturesOf(nextJob.content)))
      nextJob.release()
    } catch (error) {
      settle((job) => job.reject(error))
    }
  }
  return {
    async draw({ environmentId, clientSignal }, gathered) {
      if (isStopped) throw stopped()
      const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>()
      addUntilAborted(ready, environmentId, { ...gathered, abortSignal: clientSignal, resolve, reject })
      next()
      return promise
    },
    threadId: () => thread?.threadId,
    async stop() {
      isStopped = true
      clearTimeout(timer)
      for (const waitingJob of [...ready.removeWhere(() => true), job]) waitingJob?.reject(stopped())
      await thread?.terminate()
    },
  }
}

type Ended = Exclude<DrawingResult, { warning: string }>

/** Starts a thread. Calls `notify` with every drawn document, and without one when the thread ends. */
function startThread(
  { thread: url, files, memoryMb, report }: Settings,
  notify: (from: Worker, drawn: Ended | undefined, error: Error) => void,
): Worker {
  const thread = new Worker(url, {
    env: buildThreadEnvironment(),
    workerData: { fonts: files },
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
  })
  const failed = (cause?: unknown) => new Error('The thread that draws PDFs failed.', { cause })
  thread.on('message', (drawn: DrawingResult) => {
    if ('warning' in drawn) report(new Error(drawn.warning))
    else notify(thread, drawn, failed())
  })
  thread.on('error', (error) => notify(thread, undefined, failed(error)))
  thread.on('exit', () => notify(thread, undefined, failed()))
  return thread
}

/**
 * Returns the images whose memory may be transferred to the thread. A PNG that is only scaled is not transferred,
 * because the upload also stores it.
 */
const picturesOf = ({ kind, document }: DrawingTask | ScalingTask): Uint8Array[] =>
  kind === 'proof' ? [document.signature, ...document.photos].filter((picture) => picture !== null) : []

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new Error(
      `--pdf-fonts needs a folder that can be read, and ${folder} is none (${code}): correct its name, or leave ` +
        'the setting out.',
      { cause: error },
    )
  }
}

/**
 * Returns the files of a folder of fonts. Throws if the folder is unreadable or has no font, because the operator
 * expects its fonts to be used.
 */
function fontFiles(folder: string): string[] {
  if (folder === '') return []
  const files = namesIn(folder).filter((file) => /\.(ttf|otf)$/i.test(file))
  if (files.length === 0) throw new Error(`${folder} contains no font: --pdf-fonts needs .ttf or .otf files.`)
  return files.sort().map((file) => join(folder, file))
}
