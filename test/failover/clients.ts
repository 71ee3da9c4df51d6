// Clients that outlive the failures of a database: they find out what became of every write, and note how each one ended.
import { setTimeout as sleep } from 'node:timers/promises'
import { ApiProblem, type ApiResponse, type Client, createClient } from '../../client/client.ts'
import { createConsignment, deleteConsignment, getConsignment, updateConsignment } from '../../contract/consignment.ts'
import { type History, type Known, newHistory } from '../support/history.ts'
import { anOrder } from '../support/orders.ts'

/** Refused: nothing was changed, says the service. Unknown: it says that it does not know, or says nothing. */
type Ending = 'done' | 'refused' | 'unknown'
export interface Sent {
  instance: number
  writes: boolean
  ending: Ending
  /** Of the answer; 0 when there was none. */
  status: number
  /** The answer was one that had been kept for the Idempotency-Key. */
  replayed: boolean
  /** By which the log of the service knows it. */
  requestId: string | undefined
  /** Milliseconds, as performance.now() counts them. */
  began: number
  ended: number
}

export interface Clients {
  history: History
  sent: Sent[]
  /** What no failure of a database excuses. */
  broken: string[]
  stop(): Promise<void>
}

/** Far beyond any promise: who waits that long has been forgotten. */
const hangMs = 20_000
const pauseMs = 60
const packages = [{ packageId: 'a' }, { packageId: 'b' }]
let serial = 0

export function startClients(urls: string[], token: string, count: number): Clients {
  const history = newHistory()
  const sent: Sent[] = []
  const broken: string[] = []
  const instances = urls.map((baseUrl) => createClient({ baseUrl, token, retries: 0 }))
  let running = true

  /** Sends one request and notes how it ended; a problem that is an answer to the request itself is handed on. */
  async function send<T extends ApiResponse<unknown>>(
    instance: number,
    writes: boolean,
    work: (client: Client, signal: AbortSignal) => Promise<T>,
  ) {
    const began = performance.now()
    const note = (ending: Ending, status = 0, requestId?: string, replayed = false) => {
      const ended = performance.now()
      sent.push({ instance, writes, ending, status, replayed, requestId, began, ended })
      return ending
    }
    try {
      const answer = await work(instances[instance]!, AbortSignal.timeout(hangMs))
      return {
        ending: note('done', answer.status, answer.requestId, answer.headers.has('idempotent-replayed')),
        answer,
        problem: undefined,
      }
    } catch (error) {
      const problem = error instanceof ApiProblem ? error : undefined
      if (problem && problem.status !== 503) {
        if (problem.status >= 500) broken.push(`${problem.status} ${problem.message} (${problem.requestId})`)
        note(problem.status >= 500 ? 'unknown' : 'done', problem.status, problem.requestId)
        return { ending: problem.status >= 500 ? ('unknown' as const) : ('done' as const), answer: undefined, problem }
      }
      if (!problem) broken.push(`no answer after ${Math.round(performance.now() - began)} ms: ${error}`)
      else if (problem.retryAfter === undefined) broken.push(`a 503 without Retry-After: ${problem.message}`)
      const ending = note(
        problem?.message.endsWith('Nothing was changed.') ? 'refused' : 'unknown',
        problem?.status,
        problem?.requestId,
      )
      if (writes && ending === 'unknown') history.unknown++
      return { ending, answer: undefined, problem }
    }
  }

  /** What is there, from whichever instance answers first. */
  async function read(key: string, instance: number) {
    for (let tries = 0; ; tries++) {
      const { ending, answer, problem } = await send((instance + tries) % urls.length, false, (client, signal) =>
        client.call(getConsignment, { query: { key }, signal }),
      )
      if (ending === 'done' && (answer || problem?.code === 'NOT_FOUND')) return answer?.data
      await sleep(pauseMs)
    }
  }

  /**
   * One write, sent until it is known what became of it. What was refused is sent again as a new request: had it been
   * stored after all, the second one shows it. After an unknown ending every other client repeats the request with its
   * Idempotency-Key at the other instance; the rest look, and leave it when it is not there: it may still come.
   */
  async function settle(
    client: number,
    order: Known,
    write: (client: Client, idempotencyKey: string, signal: AbortSignal) => Promise<ApiResponse<unknown>>,
    happened: (found: Awaited<ReturnType<typeof read>>) => boolean,
  ): Promise<boolean> {
    let instance = client % urls.length
    let idempotencyKey = crypto.randomUUID()
    let unknown = false
    for (;;) {
      const { ending, problem } = await send(instance, true, (to, signal) => write(to, idempotencyKey, signal))
      if (ending === 'done') {
        if (!problem) return acknowledge()
        // A second removal finds nothing, which is what the first one was for.
        if (unknown && order.state === 'maybe gone' && problem.code === 'NOT_FOUND') return acknowledge()
        broken.push(`${order.key} was answered ${problem.code}${unknown ? ' after an unknown ending' : ''}`)
        return false
      }
      if (ending === 'unknown') {
        unknown = true
        instance = (instance + 1) % urls.length
        if (Math.floor(client / urls.length) % 2 === 0)
          return happened(await read(order.key, instance)) && acknowledge()
      } else if (!unknown) idempotencyKey = crypto.randomUUID()
      if (!running && unknown) return false
      await sleep(pauseMs * (0.5 + Math.random()))
    }
  }
  function acknowledge(): true {
    history.acknowledged++
    return true
  }

  async function life(client: number): Promise<void> {
    const number = ++serial
    const order: Known = { key: `F-${process.pid}-${number}`, acknowledged: 0, sent: 1, state: 'maybe' }
    history.orders.push(order)
    const query = { key: order.key }
    const body = anOrder({ key: order.key, weight: 1, packages })
    const created = await settle(
      client,
      order,
      (to, idempotencyKey, signal) => to.call(createConsignment, { body, idempotencyKey, signal }),
      (found) => found !== undefined,
    )
    if (!created) return
    order.state = 'there'
    order.acknowledged = 1
    for (let weight = 2; weight <= 4; weight++) {
      order.sent = weight
      const changed = await settle(
        client,
        order,
        (to, idempotencyKey, signal) => to.call(updateConsignment, { query, body: { weight }, idempotencyKey, signal }),
        (found) => found?.weight === weight,
      )
      if (!changed) return
      order.acknowledged = weight
    }
    if (number % 3 !== 0) return
    order.state = 'maybe gone'
    const removed = await settle(
      client,
      order,
      (to, _, signal) => to.call(deleteConsignment, { query, signal }),
      (found) => found === undefined,
    )
    if (removed) order.state = 'gone'
  }

  const work = Array.from({ length: count }, async (_, client) => {
    while (running) await life(client)
  })
  return {
    history,
    sent,
    broken,
    async stop() {
      running = false
      await Promise.all(work)
    },
  }
}
