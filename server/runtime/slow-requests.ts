// Performs long requests (lists, imports) in a separate thread. Environments take turns, and a few requests of each run
// in parallel.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Worker } from 'node:worker_threads'
import type { EndpointId } from '../../contract/index.ts'
import { createUnavailableError } from '../platform/database/database.ts'
import { threadContention } from '../platform/fairness/contention.ts'
import { addUntilAborted, type FairQueue, openFairQueue } from '../platform/fairness/fair-queue.ts'
import { openTimeQuota, type TimeQuota } from '../platform/fairness/time-quota.ts'
import type { UnreadResponses } from '../platform/fairness/unread-responses.ts'
import type { OperationCall, OperationResponse } from '../platform/operation/operation.ts'
import type { ContentCoding } from '../platform/value/coding.ts'
import { decodeError, type EncodedError, outcomeUnknownProblem } from './executor.ts'

export interface BackgroundRequest {
  id: EndpointId
  /** The call without its body. */
  call: OperationCall
  /** Bytes of the body as sent, and its size limit as a multiple of the limit for one order. */
  bytes: Uint8Array<ArrayBuffer> | undefined
  bodies: number
  /** Whether the reply gets an ETag. */
  isTagged: boolean
  /** The `If-None-Match` of the request. */
  ifNoneMatch: string | undefined
  /** Content coding of the reply. */
  coding: ContentCoding | undefined
}
/** A reply whose body is encoded as bytes, and possibly compressed (`coded`). */
export interface BackgroundReply extends Omit<OperationResponse, 'body'> {
  bytes: Uint8Array
  coded: boolean
}
export type BackgroundThreadInput = { number: number; request: BackgroundRequest }
export type BackgroundThreadOutput =
  | { number: number; reply: BackgroundReply }
  | { number: number; failure: EncodedError }
  | { changed: string }

export interface BackgroundThread {
  /**
   * Performs a request in the thread. Calls `read` at the request's turn, so that a large body is not moved before. A
   * request whose client has `gone` frees its place. `environmentId` may have a suffix after a blank, for a separate
   * queue.
   */
  perform(environmentId: string, read: () => Promise<BackgroundRequest>, gone: AbortSignal): Promise<BackgroundReply>
  stop(): Promise<void>
}

interface Waiting {
  environmentId: string
  /** Time at which the thread received the request. */
  begunMs?: number
  read(): Promise<BackgroundRequest>
  abortSignal: AbortSignal
  resolve(reply: BackgroundReply): void
  reject(error: unknown): void
}

/** Maximum number of requests of one environment in the thread. The second one is ready when the first has ended. */
const runningMax = 2
/**
 * Share of the thread's time during contention, when an environment has one request in the thread. The credit is time
 * that an environment may use in advance.
 */
const threadQuota = { fraction: 0.6, creditMs: 150, delayMsMax: 1_000 }
/**
 * Delay of refusals, in milliseconds. A client that retries immediately must not keep this thread busy. The first
 * refusal is delayed, and further refusals of the environment follow one after the other. Each refusal still reads the
 * whole body, before the connection can be used again.
 */
const refusalMs = { first: 250, between: 50, max: 2_000 }

export interface BackgroundThreadOptions {
  /** Starts the thread. Called when the thread is first needed. */
  start(): Worker
  /** Maximum number of waiting requests of one environment. */
  waitingMax: number
}

/** Receivers of the changes and failures of the thread, and the responses that clients have not read yet. */
export interface BackgroundThreadContext {
  changed(environmentId: string): void
  report(error: unknown): void
  unreadResponses: UnreadResponses
}

export function openBackgroundThread(
  options: BackgroundThreadOptions,
  { changed, report, unreadResponses }: BackgroundThreadContext,
): BackgroundThread {
  const queue = openFairQueue<Waiting>()
  const refuse = openRefusals()
  const running = new Map<number, Waiting>()
  const timeQuota = openTimeQuota(threadQuota)
  let delayed: NodeJS.Timeout | undefined
  let worker: Worker | undefined
  let lastNumber = 0
  let isStopped = false

  const settle = (message: BackgroundThreadOutput) => {
    if ('changed' in message) return changed(message.changed)
    const waiting = running.get(message.number)
    running.delete(message.number)
    if (waiting) timeQuota.record(waiting.environmentId, performance.now() - waiting.begunMs!)
    if ('reply' in message) waiting?.resolve(message.reply)
    else waiting?.reject(decodeError(message.failure))
    runNext()
  }
  const begin = (): Worker => {
    const begun = options.start()
    begun.on('message', settle)
    begun.on('error', report)
    begun.on('error', (error) => failAll(running, error))
    begun.on('exit', () => {
      worker = undefined
      failAll(running)
      runNext()
    })
    return begun
  }
  async function run(number: number, waiting: Waiting): Promise<void> {
    try {
      const request = await waiting.read()
      waiting.begunMs = performance.now()
      if (isStopped) throw createUnavailableError('The service is stopping.')
      worker ??= begin()
      worker.postMessage(
        { number, request } satisfies BackgroundThreadInput,
        request.bytes ? [request.bytes.buffer] : [],
      )
    } catch (error) {
      running.delete(number)
      waiting.reject(error)
      runNext()
    }
  }
  function runNext(): void {
    let result = takeNext(queue, running, timeQuota, unreadResponses)
    for (; result.next; result = takeNext(queue, running, timeQuota, unreadResponses)) {
      running.set(++lastNumber, result.next)
      void run(lastNumber, result.next)
    }
    clearTimeout(delayed)
    if (result.delayMs !== undefined) delayed = setTimeout(runNext, result.delayMs)
  }

  unreadResponses.onRead(runNext)
  return {
    perform(environmentId, read, clientSignal) {
      if (queue.sizeFor(environmentId) >= options.waitingMax) return refuse(environmentId)
      return new Promise((resolve, reject) => {
        addUntilAborted(queue, environmentId, { environmentId, read, abortSignal: clientSignal, resolve, reject })
        runNext()
      })
    },
    stop: async () => {
      isStopped = true
      clearTimeout(delayed)
      await worker?.terminate()
    },
  }
}

/** Rejects all requests of a thread that has ended, with its error as the cause. */
function failAll(running: Map<number, Waiting>, cause?: unknown): void {
  for (const { reject } of running.values()) reject(outcomeUnknownProblem(cause))
  running.clear()
}

interface TakeResult {
  next?: Waiting
  delayMs?: number
}

/** Takes the next request whose environment may run one more, or returns the delay until then. */
function takeNext(
  queue: FairQueue<Waiting>,
  running: Map<number, Waiting>,
  timeQuota: TimeQuota,
  unreadResponses: UnreadResponses,
): TakeResult {
  const delays: number[] = []
  const max = threadContention.isContended() ? 1 : runningMax
  const next = queue.takeNext((key) => {
    const count = running.values().reduce((sum, { environmentId }) => sum + Number(environmentId === key), 0)
    if (count >= max || !unreadResponses.hasCapacity(key.split(' ', 1)[0]!)) return false
    const delayMs = timeQuota.delayMs(key)
    if (delayMs > 0) delays.push(delayMs)
    return delayMs === 0
  })
  if (next) return { next }
  return delays.length > 0 ? { delayMs: Math.min(...delays) } : {}
}

/** Returns a function that rejects requests after a delay. Each environment has separate delays. */
function openRefusals(): (environmentId: string) => Promise<never> {
  /** Time of the last refusal of each environment. */
  const lasts = new Map<string, number>()
  return async (environmentId) => {
    const now = performance.now()
    const earliestMs = Math.max(now + refusalMs.first, (lasts.get(environmentId) ?? 0) + refusalMs.between)
    const refusedMs = Math.min(earliestMs, now + refusalMs.max)
    lasts.set(environmentId, refusedMs)
    await sleep(refusedMs - now)
    if (lasts.get(environmentId) === refusedMs) lasts.delete(environmentId)
    throw createUnavailableError('Too many lists and imports of this environment are waiting.')
  }
}
