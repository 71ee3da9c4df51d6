// Measures the edge under abuse: unread responses, bodies full of errors, and idle connections.
import { once } from 'node:events'
import { readdirSync, statSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { cpuSeconds, residentBytes } from './measure.ts'
import { orderOf } from './orders.ts'
import { createToken, type Service, startService, temporaryFolder } from './processes.ts'

const assets = new URL('../console/dist/assets/', import.meta.url)
const lookMs = 20
const patienceSeconds = 60

type Row = [what: string, result: string]

export async function measureEdge(log: (line: string) => void): Promise<string> {
  const service = await startService(temporaryFolder(), [], ['--connections-max', '500'])
  const token = await createToken(service.data)
  const rows: Row[] = []
  const add = (all: Row[]) => {
    for (const row of all) log(row.join(': '))
    rows.push(...all)
  }
  add(await faultyBodies(service, token))
  add(await metrics(service))
  add(await idleConnections(service))
  add(await unreadReplies(service))
  await service.stop()
  return ['| what | result |', '|---|---|', ...rows.map((row) => `| ${row.join(' | ')} |`)].join('\n')
}

async function dial({ port }: Service): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  return socket
}

async function answerMs({ url }: Service): Promise<number> {
  const began = performance.now()
  await (await fetch(`${url}/health/live`, { headers: { connection: 'close' } })).text()
  return performance.now() - began
}

const largestAsset = () =>
  readdirSync(assets)
    .map((name) => ({ name, bytes: statSync(new URL(name, assets)).size }))
    .reduce((a, b) => (a.bytes > b.bytes ? a : b))

async function unreadReplies(service: Service): Promise<Row[]> {
  const { name, bytes } = largestAsset()
  const before = residentBytes(service.pid)
  const sockets = [await dial(service), await dial(service)]
  for (const socket of sockets) socket.pause().write(`GET /assets/${name} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(250))
  const began = performance.now()
  const secondsSince = () => (performance.now() - began) / 1_000
  const seen = { bytes: 0, ms: 0 }
  let closedSeconds: number | undefined
  while (closedSeconds === undefined && secondsSince() < patienceSeconds) {
    seen.ms = Math.max(seen.ms, await answerMs(service))
    seen.bytes = Math.max(seen.bytes, residentBytes(service.pid) - before)
    // What is written to a connection that the other side has closed ends it on this side, too.
    for (const socket of sockets) socket.write('\r\n')
    await sleep(lookMs)
    if (sockets.every(({ destroyed }) => destroyed)) closedSeconds = secondsSince()
  }
  for (const socket of sockets) socket.destroy()
  const what = `250 requests for a file of ${megabytes(bytes)} on each of two connections that are never read`
  const closed = closedSeconds === undefined ? 'not closed' : `closed after ${closedSeconds.toFixed(0)} s`
  return [[what, `${megabytes(seen.bytes)} more memory; others wait ${seen.ms.toFixed(0)} ms at most; ${closed}`]]
}

const members = (count: number, name: (n: number) => string) =>
  `{${Array.from({ length: count }, (_, n) => `${JSON.stringify(name(n))}:1`).join(',')}}`

async function faultyBodies(service: Service, token: string): Promise<Row[]> {
  const times = 20
  const cost = async (path: string, body: string, headers: Record<string, string>) => {
    const send = async () => {
      const response = await fetch(service.url + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body,
      })
      await response.text()
      return response.status
    }
    for (let n = 0; n < 5; n++) await send()
    const before = cpuSeconds(service.pid)
    let status = 0
    for (let n = 0; n < times; n++) status = await send()
    const ms = ((cpuSeconds(service.pid) - before) * 1_000) / times
    return `${ms.toFixed(1)} ms of CPU, ${status}`
  }
  const stranger = { 'x-dray-console': '1', 'sec-fetch-site': 'same-origin', origin: service.url }
  const known = { authorization: `Bearer ${token}` }
  const packages = (count: number, one: object) =>
    JSON.stringify({ ...orderOf('EDGE'), packages: Array.from({ length: count }, () => one) })
  const faulty = { packageId: 1, wieght: 'a', height: -1, packageTyp: 'x', volume: 'b' }
  const unknown = members(40_000, (n) => `consignee${n}`)
  const long = members(12_000, (n) => `${'consigneeAddress'.repeat(4)}${n}`)
  const order = '/v1/consignment'
  return [
    ['40,000 unknown members, not signed in', await cost('/v1/session', unknown, stranger)],
    ['40,000 unknown members of an order', await cost(order, unknown, known)],
    ['12,000 long unknown members of an order', await cost(order, long, known)],
    ['9,000 faulty packages of an order', await cost(order, packages(9_000, faulty), known)],
    [
      '600 packages with 60 unknown members each',
      await cost(order, packages(600, JSON.parse(members(60, (n) => `wei${n}`))), known),
    ],
    [
      'as many bytes with one fault, for comparison',
      await cost(order, packages(1_001, { packageId: 'x'.repeat(580) }), known),
    ],
  ]
}

async function metrics(service: Service): Promise<Row[]> {
  const times = 100
  const before = cpuSeconds(service.pid)
  for (let n = 0; n < times; n++) await (await fetch(`${service.url}/metrics`)).text()
  const ms = ((cpuSeconds(service.pid) - before) * 1_000) / times
  return [[`${times} reads of \`/metrics\`, one after the other`, `${ms.toFixed(1)} ms of CPU each`]]
}

async function idleConnections(service: Service): Promise<Row[]> {
  const sockets: Socket[] = []
  while (sockets.length < 500) sockets.push(await dial(service))
  const ms = await answerMs(service)
  for (const socket of sockets) socket.destroy()
  return [['the next after 500 idle connections, with `--connections-max 500`', `answered after ${ms.toFixed(0)} ms`]]
}

const megabytes = (bytes: number) => `${(bytes / 2 ** 20).toFixed(1)} MB`
