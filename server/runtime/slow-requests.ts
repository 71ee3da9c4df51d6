// Performs long requests (lists, imports) in a separate thread. Environments take turns, and a few requests of each run
// in parallel.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Worker } from 'node:worker_threads'
import type { EndpointId } from '../../contract/index.ts'
import { unavailable } from '../platform/database/database.ts'
import { contention } from '../platform/fairness/contention.ts'
import { addUntilAborted, type FairQueue, openFairQueue } from '../platform/fairness/fair-queue.ts'
import { openTimeShare, type TimeShare } from '../platform/fairness/time-share.ts'
import type { UnreadResponses } from '../platform/fairness/unread-responses.ts'
import type { Call, Reply } from '../platform/operation/operation.ts'
import type { Coding } from '../platform/value/coding.ts'
import { type Failure, notKnown, revive } from './executor.ts'

export interface AsideRequest {
  id: EndpointId
  /** The call without its body. */
  call: Call
  /** Bytes of the body as sent, and its size limit as a multiple of an order's. */
  bytes: Uint8Array<ArrayBuffer> | undefined
  bodies: number
  /** Whether the reply gets an ETag. */
  isTagged: boolean
  /** The `If-None-Match` of the request. */
  ifNoneMatch: string | undefined
  /** Content coding of the reply. */
  coding: Coding | undefined
}
/** A reply whose text has been made into bytes already, and perhaps fewer of them. */
export interface AsideReply extends Omit<Reply, 'body'> {
  bytes: Uint8Array
  coded: boolean
}
export type ToAside = { number: number; request: AsideRequest }
export type FromAside =
  | { number: number; reply: AsideReply }
  | { number: number; failure: Failure }
  | { changed: string }

export interface Aside {
  /**
   * Performs a request in the thread. It calls `read` at the turn of the request, so that a large body stays in its
   * place until then. A request whose client has `gone` frees its place. `environmentId` may have a suffix after a
   * blank: a separate queue.
   */
  perform(environmentId: string, read: () => Promise<AsideRequest>, gone: AbortSignal): Promise<AsideReply>
  stop(): Promise<void>
}

interface Waiting {
  environmentId: string
  /** Time at which the thread received the request. */
  begunMs?: number
  read(): Promise<AsideRequest>
  abortSignal: AbortSignal
  resolve(reply: AsideReply): void
  reject(error: unknown): void
}

/** Maximum number of requests of one environment in the thread: the second is ready when the first has ended. */
const runningMax = 2
/**
 * Share of the thread's time during contention, when an environment has one request in it. The credit is time that can
 * be used in advance.
 */
const share = { part: 0.6, creditMs: 150, delayMsMax: 1_000 }
/**
 * Delay of refusals, in milliseconds. A client that retries immediately must not keep this thread busy: the first
 * refusal takes a while, and the refusals of one environment leave one after the other. The cost is the body of the
 * request, which must be read to its end before the connection can be used again.
 */
const refusalMs = { first: 250, between: 50, max: 2_000 }

export interface AsideOptions {
  /** Starts the thread; it is not there before it is needed. */
  start(): Worker
  /** Maximum number of waiting requests of one environment. */
  waitingMax: number
}

/** Receivers of the changes and failures of the thread, and the responses that clients have not read yet. */
export interface AsideParts {
  changed(environmentId: string): void
  report(error: unknown): void
  unreadResponses: UnreadResponses
}

export function openAside(options: AsideOptions, { changed, report, unreadResponses }: AsideParts): Aside {
  const queue = openFairQueue<Waiting>()
  const refuse = openRefusals()
  const running = new Map<number, Waiting>()
  const timeShare = openTimeShare(share)
  let delayed: NodeJS.Timeout | undefined
  let worker: Worker | undefined
  let lastNumber = 0
  let isStopped = false

  const settle = (message: FromAside) => {
    if ('changed' in message) return changed(message.changed)
    const asked = running.get(message.number)
    running.delete(message.number)
    if (asked) timeShare.record(asked.environmentId, performance.now() - asked.begunMs!)
    if ('reply' in message) asked?.resolve(message.reply)
    else asked?.reject(revive(message.failure))
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
      if (isStopped) throw unavailable('The service is stopping.')
      worker ??= begin()
      worker.postMessage({ number, request } satisfies ToAside, request.bytes ? [request.bytes.buffer] : [])
    } catch (error) {
      running.delete(number)
      waiting.reject(error)
      runNext()
    }
  }
  function runNext(): void {
    let taken = takeNext(queue, running, timeShare, unreadResponses)
    for (; taken.next; taken = takeNext(queue, running, timeShare, unreadResponses)) {
      running.set(++lastNumber, taken.next)
      void run(lastNumber, taken.next)
    }
    clearTimeout(delayed)
    if (taken.delayMs !== undefined) delayed = setTimeout(runNext, taken.delayMs)
  }

  unreadResponses.onRead(runNext)
  return {
    perform(environmentId, read, gone) {
      if (queue.sizeFor(environmentId) >= options.waitingMax) return refuse(environmentId)
      return new Promise((resolve, reject) => {
        addUntilAborted(queue, environmentId, { environmentId, read, abortSignal: gone, resolve, reject })
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
  for (const { reject } of running.values()) reject(notKnown(cause))
  running.clear()
}

interface Taken {
  next?: Waiting
  delayMs?: number
}

/** Takes the next request whose environment may run one more, or returns the delay until then. */
function takeNext(
  queue: FairQueue<Waiting>,
  running: Map<number, Waiting>,
  timeShare: TimeShare,
  unreadResponses: UnreadResponses,
): Taken {
  const delays: number[] = []
  const max = contention.isContended() ? 1 : runningMax
  const next = queue.takeNext((whose) => {
    const count = running.values().reduce((sum, { environmentId }) => sum + Number(environmentId === whose), 0)
    if (count >= max || !unreadResponses.hasRoom(whose.split(' ', 1)[0]!)) return false
    const delayMs = timeShare.delayMs(whose)
    if (delayMs > 0) delays.push(delayMs)
    return delayMs === 0
  })
  if (next) return { next }
  return delays.length > 0 ? { delayMs: Math.min(...delays) } : {}
}

/** Refuses each environment in its own time. */
function openRefusals(): (environmentId: string) => Promise<never> {
  /** Time of the last refusal of each environment. */
  const lasts = new Map<string, number>()
  return async (environmentId) => {
    const now = performance.now()
    const turn = Math.max(now + refusalMs.first, (lasts.get(environmentId) ?? 0) + refusalMs.between)
    const at = Math.min(turn, now + refusalMs.max)
    lasts.set(environmentId, at)
    await sleep(at - now)
    if (lasts.get(environmentId) === at) lasts.delete(environmentId)
    throw unavailable('Too many lists and imports of this environment are waiting.')
  }
}
