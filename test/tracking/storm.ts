// `npm run storm:tracking`: guesses the addresses of tracking pages, a million of them; every answer must be the one and same 404. Then again with the limits of a service as it is installed.
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createClient } from '../../client/client.ts'
import { createConsignment, deleteConsignmentById, updateConsignmentById } from '../../contract/consignment.ts'
import { updateEnvironment } from '../../contract/environment.ts'
import { eraseConsignees } from '../../contract/erasure.ts'
import { putPod } from '../../contract/pod.ts'
import { getTracking, renewTracking } from '../../contract/tracking.ts'
import { dayMs, formatIso } from '../../server/platform/value/times.ts'
import { aToken, serve } from '../support/child.ts'
import { anOrder } from '../support/orders.ts'
import { aPod, newUuid } from '../support/pods.ts'

const { values } = parseArgs({
  options: {
    guesses: { type: 'string', default: '1000000' },
    connections: { type: 'string', default: '32' },
    ahead: { type: 'string', default: '16' },
    minutes: { type: 'string', default: '20' },
  },
})
const guesses = Number(values.guesses)
const connections = Number(values.connections)
const ahead = Number(values.ahead)
const until = performance.now() + Number(values.minutes) * 60_000
const data = mkdtempSync(join(tmpdir(), 'dray-storm-'))
let service = await serve(data, '--rate-limit', '0', '--log-level', 'error')
process.on('exit', () => {
  service.process.kill('SIGKILL')
  rmSync(data, { recursive: true, force: true })
})
const token = await aToken(data)
const { call } = createClient({ baseUrl: service.url, token, retries: 0 })

/** An order with a page: its id, and what stands behind `/t/`. */
async function tracked(): Promise<{ consignmentId: string; secret: string }> {
  const { consignmentId } = (await call(createConsignment, { body: anOrder() })).data
  const { url } = (await call(getTracking, { params: { consignmentId } })).data
  return { consignmentId, secret: new URL(url!).pathname.slice('/t/'.length) }
}

const open = await tracked()
const gone = await pagesThatAreGone()
const prefix = open.secret.slice(0, 22)
/** Kinds of addresses behind which there is nothing. */
const kinds: Record<string, () => string> = {
  'of this environment, unknown': () => prefix + randomBytes(16).toString('base64url'),
  'well-formed, of no environment': () => randomBytes(33).toString('base64url'),
  'not well-formed': () => randomBytes(1 + Math.floor(Math.random() * 60)).toString('base64url'),
  ...Object.fromEntries(Object.entries(gone).map(([name, secret]) => [name, () => secret])),
}

async function pagesThatAreGone(): Promise<Record<string, string>> {
  const [ended, erased, off, deleted, renewed] = await Promise.all(Array.from({ length: 5 }, tracked))
  const params = ({ consignmentId }: typeof open) => ({ consignmentId })
  await call(updateEnvironment, { body: { tracking: { keepDays: 14 } } })
  await call(putPod, {
    params: { podId: newUuid() },
    body: aPod({ consignmentId: ended!.consignmentId, time: formatIso(Date.now() - 15 * dayMs) }),
  })
  await call(eraseConsignees, { body: { ids: [erased!.consignmentId] } })
  await call(updateConsignmentById, { params: params(off!), body: { publicTrackingEnabled: false } })
  await call(deleteConsignmentById, { params: params(deleted!) })
  await call(renewTracking, { params: params(renewed!) })
  return {
    ended: ended!.secret,
    erased: erased!.secret,
    'turned off': off!.secret,
    deleted: deleted!.secret,
    renewed: renewed!.secret,
  }
}

/** What differs from one answer to the next, whatever was asked. */
const alike = (answer: string): string =>
  answer
    .replace(/^(date|x-request-id|ratelimit[\w-]*): .*\r\n/gim, '')
    .replace(/"requestId":"[^"]+"/, '')
    .replace(/nonce[-=]"?[\w-]+/g, 'nonce')

interface Asking {
  /** The next path to ask for; nothing at the end. */
  next(): string | undefined
  /** A whole answer, with its head. */
  take(answer: string, tookMs: number, path: string): void
  from?: string
  /** So many are asked for before the first is answered. */
  ahead?: number
}
/** One connection that asks again and again. */
function ask({ next, take, from, ahead = 1 }: Asking): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const socket = connect({ host: '127.0.0.1', port: Number(new URL(service.url).port), noDelay: true })
  const forwarded = from === undefined ? '' : `X-Forwarded-For: ${from}\r\n`
  /** What was asked and is not answered, in its order. */
  const asked: { path: string; sentMs: number }[] = []
  let rest = ''
  const send = () => {
    let requests = ''
    while (asked.length < ahead) {
      const path = next()
      if (path === undefined) break
      asked.push({ path, sentMs: performance.now() })
      requests += `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: */*\r\n${forwarded}\r\n`
    }
    if (requests !== '') socket.write(requests)
    else if (asked.length === 0) socket.end()
  }
  // Every byte as one character: lengths are counted in bytes.
  socket.setEncoding('latin1').on('data', (chunk: string) => {
    rest += chunk
    for (;;) {
      const headEnd = rest.indexOf('\r\n\r\n')
      if (headEnd === -1) break
      const end = headEnd + 4 + Number(/^content-length: (\d+)/im.exec(rest.slice(0, headEnd))?.[1])
      if (rest.length < end) break
      const { path, sentMs } = asked.shift()!
      take(rest.slice(0, end), performance.now() - sentMs, path)
      rest = rest.slice(end)
    }
    // Half of them are asked for at a time: fewer writes, and the service never waits.
    if (asked.length <= ahead / 2) send()
  })
  const close = () => (asked.length > 0 ? reject(new Error(`${asked.length} were not answered.`)) : resolve())
  socket.on('connect', send).on('error', reject).on('close', close)
  return promise
}

const pathsOf = (secret: string) => [`/v1/tracking/${secret}`, `/t/${secret}`]

async function guess(): Promise<number> {
  const expected = new Map<string, string>()
  const names = Object.keys(kinds)
  let asked = 0
  let answered = 0
  const next = () => {
    if (asked >= guesses || performance.now() > until) return undefined
    const number = asked++
    // Most are guesses; now and then one is asked for that there was.
    const name = number % 10 < 9 ? names[number % 3]! : names[Math.floor(number / 10) % names.length]!
    return pathsOf(kinds[name]!())[Math.floor(number / names.length) % 2]
  }
  const take = (answer: string, _: number, path: string) => {
    const way = path.slice(0, 3)
    const shown = alike(answer)
    if (!answer.startsWith('HTTP/1.1 404 ')) fail(`${path} was answered with ${answer.slice(0, 200)}`)
    if (!expected.has(way)) expected.set(way, shown)
    if (expected.get(way) !== shown) fail(`${path} was answered with\n${shown}\ninstead of\n${expected.get(way)}`)
    if (++answered % 100_000 === 0) console.error(`${answered} guesses`)
  }
  await Promise.all(Array.from({ length: connections }, () => ask({ next, take, ahead })))
  await expectStatus(open.secret, 200)
  return asked
}

async function expectStatus(secret: string, status: number, from?: string): Promise<void> {
  const left = pathsOf(secret)
  await ask({
    next: () => left.shift(),
    take: (answer, _, path) => answer.startsWith(`HTTP/1.1 ${status} `) || fail(`${path}: ${answer.slice(0, 200)}`),
    ...(from === undefined ? {} : { from }),
  })
}

/** Median of each kind, in turns over one connection. */
async function times(rounds: number): Promise<Record<string, number>> {
  const names = Object.keys(kinds)
  const took: Record<string, number[]> = Object.fromEntries(names.map((name) => [name, []]))
  let number = 0
  await ask({
    next: () => (number < rounds * names.length ? pathsOf(kinds[names[number % names.length]!]!())[0] : undefined),
    take: (_, tookMs) => took[names[number++ % names.length]!]!.push(tookMs),
  })
  return Object.fromEntries(names.map((name) => [name, took[name]!.toSorted((a, b) => a - b)[rounds >> 1]!]))
}

/** Somebody who guesses from one address, as fast as answers come. */
async function limited(seconds: number): Promise<{ found: number; refused: number }> {
  await service.kill('SIGTERM')
  service = await serve(data, '--proxies', '1', '--rate-limit', '100', '--log-level', 'error')
  const end = performance.now() + seconds * 1_000
  const counts = { found: 0, refused: 0 }
  const flood = Promise.all(
    Array.from({ length: connections }, () =>
      ask({
        from: '192.0.2.1',
        next: () => (performance.now() < end ? pathsOf(kinds['of this environment, unknown']!())[0] : undefined),
        take(answer, _, path) {
          if (answer.startsWith('HTTP/1.1 404 ')) counts.found++
          else if (answer.startsWith('HTTP/1.1 429 ')) counts.refused++
          else fail(`${path}: ${answer.slice(0, 200)}`)
        },
      }),
    ),
  )
  while (counts.refused === 0 && performance.now() < end) await sleep(50)
  await expectStatus(open.secret, 200, '192.0.2.2')
  await flood
  return counts
}

function fail(text: string): never {
  console.error(text)
  process.exit(1)
}

const began = performance.now()
const asked = await guess()
const perSecond = Math.round((asked * 1_000) / (performance.now() - began))
const medians = Object.entries(await times(1_000)).map(([name, ms]) => `${name} ${ms.toFixed(2)}`)
const limitSeconds = 10
const { found, refused } = await limited(limitSeconds)
console.log(
  `${asked} guesses, ${perSecond} a second without a limit: none found a page, and on each of both ways all answers were the same 404 but for date, request id and nonce. ` +
    `Median ms by kind: ${medians.join(', ')}. ` +
    `With a limit of 100 a second, as a service for others has it, one address had ${found} answers in ${limitSeconds} s and ${refused} refusals, while another address read its page.`,
)
process.exit(0)
