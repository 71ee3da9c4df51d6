// Has long requests (lists, imports) performed in a thread of their own, each environment in its turn, a few of each at once.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Worker } from 'node:worker_threads'
import type { EndpointId } from '../contract/index.ts'
import type { Call, Reply } from './core/operation.ts'
import { unavailable } from './database/database.ts'
import { openTurns } from './database/turns.ts'
import { type Failure, notKnown, revive } from './executor.ts'

export interface AsideRequest {
  id: EndpointId
  /** Without its body. */
  call: Call
  /** Of the body, as they came, and how many times as large as that of an order it may be. */
  bytes: Uint8Array<ArrayBuffer> | undefined
  bodies: number
}
/** A reply whose text has been made into bytes already. */
export interface AsideReply extends Omit<Reply, 'body'> {
  bytes: Uint8Array
}
export type ToAside = { number: number; request: AsideRequest }
export type FromAside =
  | { number: number; reply: AsideReply }
  | { number: number; failure: Failure }
  | { changed: string }

export interface Aside {
  perform(request: AsideRequest): Promise<AsideReply>
  stop(): Promise<void>
}

interface Waiting {
  request: AsideRequest
  resolve(reply: AsideReply): void
  reject(error: unknown): void
}

/** As many are under way at once: of one environment, so that another one finds room, and in all. */
const runningOfOne = 2
const runningMax = 4
/** Whoever asks again at once, whatever they are told, is not to keep this thread busy with refusals. */
const refusalMs = 250

export interface AsideOptions {
  /** Starts the thread; it is not there before it is needed. */
  start(): Worker
  /** How many requests of one environment may wait. */
  waitingMax: number
}

export function openAside({ start, waitingMax }: AsideOptions, changed: (environmentId: string) => void): Aside {
  const queue = openTurns<Waiting>()
  const running = new Map<number, Waiting>()
  let worker: Worker | undefined
  let lastNumber = 0

  const settle = (message: FromAside) => {
    if ('changed' in message) return changed(message.changed)
    const asked = running.get(message.number)
    running.delete(message.number)
    if ('reply' in message) asked?.resolve(message.reply)
    else asked?.reject(revive(message.failure))
    runNext()
  }
  const begin = (): Worker => {
    const begun = start()
    begun.on('message', settle)
    begun.on('error', () => undefined)
    begun.on('exit', () => {
      worker = undefined
      for (const { reject } of running.values()) reject(notKnown())
      running.clear()
      runNext()
    })
    return begun
  }
  const runningOf = (environmentId: string) =>
    running.values().reduce((sum, { request }) => sum + Number(request.call.environmentId === environmentId), 0)

  function runNext(): void {
    while (running.size < runningMax) {
      const next = queue.next((environmentId) => runningOf(environmentId) < runningOfOne)
      if (!next) return
      const { request } = next
      const number = ++lastNumber
      running.set(number, next)
      worker ??= begin()
      worker.postMessage({ number, request } satisfies ToAside, request.bytes ? [request.bytes.buffer] : [])
    }
  }

  return {
    perform(request) {
      const { environmentId } = request.call
      if (queue.sizeOf(environmentId) >= waitingMax)
        return sleep(refusalMs).then(() => {
          throw unavailable('Too many lists and imports of this environment are waiting.')
        })
      return new Promise((resolve, reject) => {
        queue.add(environmentId, { request, resolve, reject })
        runNext()
      })
    },
    stop: async () => {
      await worker?.terminate()
    },
  }
}
