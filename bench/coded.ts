// Measures the cost of compression: a list of 500 orders in each coding, and one uncompressed order, also against an
// older version.
import { Agent, get } from 'node:http'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { cpuSeconds } from './measure.ts'
import { depot, keyOfSerial, orderOf } from './orders.ts'
import * as here from './processes.ts'

const [rounds = '9', other] = process.argv.slice(2)
const orders = 500
const connections = 8
/** Those of a round: the processor's time is counted in hundredths of a second. */
const counts = { list: 80, order: 8_000 }

interface Place {
  pid: number
  url: string
  token: string
}

async function open({ startService, createToken, temporaryFolder }: typeof here): Promise<Place> {
  const { pid, url, data } = await startService(temporaryFolder())
  const token = await createToken(data)
  const send = async (path: string, body: object) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const { status } = await fetch(url + path, { method: 'POST', body: JSON.stringify(body), headers })
    if (status > 299) throw new Error(`${path} answered ${status}`)
  }
  await send('/v1/depot', depot)
  for (let serial = 0; serial < orders; serial += 100)
    await send('/v1/consignments', {
      consignments: Array.from({ length: 100 }, (_, at) => orderOf(keyOfSerial(serial + at))),
    })
  return { pid, url, token }
}

const agent = new Agent({ keepAlive: true, maxSockets: connections })

/** Answers the bytes of the body, which nobody unfolds. */
const read = ({ url, token }: Place, path: string, coding: string | undefined) =>
  new Promise<number>((done, failed) => {
    const headers = { authorization: `Bearer ${token}`, ...(coding ? { 'accept-encoding': coding } : {}) }
    get(url + path, { agent, headers }, (answer) => {
      if (answer.statusCode !== 200) return failed(new Error(`${path} answered ${answer.statusCode}`))
      let bytes = 0
      answer.on('data', (chunk) => {
        bytes += chunk.length
      })
      answer.on('end', () => done(bytes))
    }).on('error', failed)
  })

interface Candidate {
  name: string
  place: Place
  path: string
  count: number
  coding?: string
  bytes: number
  /** Microseconds of the service's processor time for one request, of each round. */
  costs: number[]
}

async function measure(candidate: Candidate): Promise<void> {
  const { place, path, count, coding, costs } = candidate
  const before = cpuSeconds(place.pid)
  let left = count
  const reader = async () => {
    while (left-- > 0) candidate.bytes = await read(place, path, coding)
  }
  await Promise.all(Array.from({ length: connections }, reader))
  costs.push(((cpuSeconds(place.pid) - before) / count) * 1e6)
}

const middle = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!

try {
  const now = await open(here)
  const list = `/v1/consignments?limit=${orders}`
  const order = `/v1/consignment?key=${keyOfSerial(1)}`
  const of = (name: string, path: string, place: Place, coding?: string): Candidate => ({
    name,
    path,
    place,
    bytes: 0,
    costs: [],
    count: path === list ? counts.list : counts.order,
    ...(coding ? { coding } : {}),
  })
  const candidates = [
    of('list, plain', list, now),
    of('list, gzip', list, now, 'gzip'),
    of('list, br', list, now, 'br'),
  ]
  candidates.push(of('order', order, now))
  if (other) {
    const module = await import(pathToFileURL(join(resolve(other), 'bench/processes.ts')).href)
    candidates.push(of('order, other version', order, await open(module)))
  }
  for (let round = 0; round <= Number(rounds); round++)
    for (let at = 0; at < candidates.length; at++) await measure(candidates[(at + round) % candidates.length]!)
  for (const { name, path, bytes, costs } of candidates) {
    // The first round is for the compiler. A ratio compares two of one round.
    const base = path === list ? candidates[0]! : candidates.at(-1)!
    const ratios = costs.map((cost, round) => cost / base.costs[round]!).slice(1)
    const spread = `${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)}`
    const cost = `${middle(costs.slice(1)).toFixed(0)} µs (least ${Math.min(...costs.slice(1)).toFixed(0)})`
    console.log(`${name}: ${cost}, ${bytes} bytes, ${middle(ratios).toFixed(2)} of the plain or older one (${spread})`)
  }
} finally {
  agent.destroy()
  here.cleanUp()
}
process.exit()
