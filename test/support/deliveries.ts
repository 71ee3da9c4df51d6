// Kills the service again and again while it sends to a receiver that fails in every way, and holds what arrived against what was stored.
import { setTimeout as sleep } from 'node:timers/promises'
import { ApiProblem, createClient } from '../../client/client.ts'
import { createConsignment, getConsignment, updateConsignment } from '../../contract/consignment.ts'
import { createWebhook } from '../../contract/webhook.ts'
import { aToken, type Child, serve } from './child.ts'
import { anOrder } from './orders.ts'
import { type Behaviour, behaviours, type Received, startReceiver } from './receiver.ts'

export interface StormOptions {
  data: string
  databaseUrl?: string
  kills: number
  clients: number
  /** Processes that serve the same database; more than one needs a database URL. */
  instances: number
}
export interface StormResult {
  kills: number
  /** Versions of orders that are stored at the end, each of them an event. */
  events: number
  /** Requests that the receiver got, and answered well. */
  requests: number
  taken: number
  /** Events that it took more than once, always under the same id. */
  repeated: number
  broken: string[]
}

const flags = [
  '--webhook-allow-http',
  ...['--webhook-allow-nets', '127.0.0.0/8'],
  // So many that hardly any event fails in all of them, be it on a machine that is too slow for some of the replies.
  ...['--webhook-retries', '0.1,0.1,0.2,0.5,0.5,1,1,1,2,2,2,5,5,5,5,5,5,5,5,5,5,5'],
  ...['--webhook-timeout-ms', '1000'],
  ...['--webhook-lease-ms', '2000'],
  ...['--webhook-concurrency', '16'],
]
const wrongs: Behaviour[] = [
  behaviours.fail,
  behaviours.stall,
  behaviours.redirect,
  behaviours.die,
  behaviours.drip,
  behaviours.nonsense,
]
/** So long without anything new, and what has not come is lost. */
const patientMs = 60_000
/** Clients wait while more than this is on its way: what is to be seen is kills, not how long a queue gets. */
const aheadMax = 300
const takenBetweenKills = 10

/** Every version of an order is one event, and an event has one id. */
const eventOf = ({ body }: Received): string => {
  const { data } = JSON.parse(body) as { data: { record: { id: string }; version: number } }
  return `${data.record.id} ${data.version}`
}

export async function storm(t: { after(fn: () => unknown): void }, options: StormOptions): Promise<StormResult> {
  const { data, databaseUrl, kills, clients, instances } = options
  const place = databaseUrl === undefined ? [] : ['--database-url', databaseUrl]
  const start = () => serve(data, ...place, ...flags)
  const taken: Received[] = []
  const receiver = await startReceiver(t, (received, ...rest) => {
    const wrong = Math.random() < 0.4 ? wrongs[Math.floor(Math.random() * wrongs.length)] : undefined
    if (!wrong) taken.push(received)
    ;(wrong ?? behaviours.take)(received, ...rest)
  })
  const services: Child[] = []
  const killed: Child[] = []
  for (let index = 0; index < instances; index++) services.push(await start())
  t.after(() => Promise.all(services.map((service) => service.kill('SIGKILL'))))
  const token = await aToken(data, databaseUrl)
  const url = (index: number) => services[index % services.length]!.url
  const clientOf = (index: number, retries = 0) => createClient({ baseUrl: url(index), token, retries })
  const { data: created } = await clientOf(0, 5).call(createWebhook, {
    body: { url: receiver.url, events: ['consignment.*'] },
  })

  const keys: string[] = []
  let written = 0
  let running = true
  /** Creates orders and changes them; whatever a kill does to a request, only what is stored counts. */
  async function work(lane: number): Promise<void> {
    while (running) {
      while (running && written - taken.length > aheadMax) await sleep(20)
      const key = `S-${lane}-${keys.length}`
      keys.push(key)
      const { call } = clientOf(lane)
      try {
        await call(createConsignment, { body: anOrder({ key }) })
        for (let weight = 1; weight <= 2; weight++) await call(updateConsignment, { query: { key }, body: { weight } })
        written += 3
      } catch (error) {
        if (error instanceof ApiProblem && error.status < 500) throw error
        await sleep(20)
      }
    }
  }
  const lanes = Array.from({ length: clients }, (_, lane) => work(lane))
  let done = 0
  for (; done < kills; done++) {
    // Only a process that is sending is worth killing.
    const before = taken.length
    while (taken.length < before + takenBetweenKills) await sleep(10)
    await sleep(Math.random() * 300)
    const index = done % instances
    await services[index]!.kill('SIGKILL')
    killed.push(services[index]!)
    services[index] = await start()
  }
  running = false
  await Promise.all(lanes)

  const stored = await storedEvents(clientOf(0, 5).call, keys)
  const arrived = new Set<string>()
  let until = Date.now() + patientMs
  for (let seen = 0; Date.now() < until; ) {
    if (seen < taken.length) until = Date.now() + patientMs
    for (; seen < taken.length; seen++) arrived.add(eventOf(taken[seen]!))
    if (stored.size <= arrived.size && [...stored].every((event) => arrived.has(event))) break
    await sleep(50)
  }
  const broken = [...stored].filter((event) => !arrived.has(event)).map((event) => `${event} is lost`)
  broken.push(...[...arrived].filter((event) => !stored.has(event)).map((event) => `${event} was never stored`))
  broken.push(...changedIds(receiver.received))
  // Neither the secret nor what was sent nor where to is anybody's to read in a log.
  for (const each of [...killed, ...services])
    for (const hidden of [created.secret, 'whsec_', receiver.url, 'consigneeAddress'])
      if (each.log().includes(hidden)) broken.push(`a log shows ${hidden}`)
  const repeated = taken.length - new Set(taken.map(({ id }) => id)).size
  return { kills: done, events: stored.size, requests: receiver.received.length, taken: taken.length, repeated, broken }
}

/** An event has one id and one body, however often it is sent, and no other event has them. */
function changedIds(received: Received[]): string[] {
  const idOf = new Map<string, string>()
  const bodyOf = new Map<string, string>()
  const broken: string[] = []
  for (const each of received) {
    const event = eventOf(each)
    if ((idOf.get(event) ?? each.id) !== each.id) broken.push(`${event} came under two ids`)
    if ((bodyOf.get(each.id) ?? each.body) !== each.body) broken.push(`${each.id} came with two bodies`)
    idOf.set(event, each.id)
    bodyOf.set(each.id, each.body)
  }
  return broken
}

async function storedEvents(call: ReturnType<typeof createClient>['call'], keys: string[]): Promise<Set<string>> {
  const stored = new Set<string>()
  const rest = keys.values()
  const lane = async () => {
    for (const key of rest) {
      const found = await call(getConsignment, { query: { key } }).catch((error) => {
        if (error instanceof ApiProblem && error.code === 'NOT_FOUND') return undefined
        throw error
      })
      if (!found) continue
      const { consignmentId, version } = found.data
      for (let each = 1; each <= version; each++) stored.add(`${consignmentId} ${each}`)
    }
  }
  await Promise.all(Array.from({ length: 8 }, lane))
  return stored
}
