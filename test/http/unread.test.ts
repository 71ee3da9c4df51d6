// Replies that nobody reads: however many are asked for, hardly anything of them is in memory, and whoever reads gets all of theirs.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pino from 'pino'
import { createConsignment } from '../../contract/consignment.ts'
import { updateEnvironment } from '../../contract/environment.ts'
import { putPodFile } from '../../contract/pod.ts'
import { getTracking } from '../../contract/tracking.ts'
import type { HttpExchange, HttpRoute } from '../../server/http/exchange.ts'
import { sendBytes } from '../../server/http/reply.ts'
import { createHttpServer } from '../../server/http/server.ts'
import { loadConfig } from '../../server/platform/config/config.ts'
import { openFailureLog } from '../../server/platform/error/failure-log.ts'
import { openUnreadResponses } from '../../server/platform/fairness/unread-responses.ts'
import type { RequestPrincipal } from '../../server/platform/operation/principal.ts'
import { startService, type Tenant } from '../support/harness.ts'
import { anOrder } from '../support/orders.ts'
import { order, record } from '../support/outcomes.ts'
import { aPhoto, aPicture, newUuid } from '../support/pods.ts'
import { until } from '../support/until.ts'

const megabyte = 2 ** 20
/** About 4 MB. */
const side = 2_000

const get = (path: string, token?: string) =>
  `GET ${path} HTTP/1.1\r\nHost: x\r\n${token ? `Authorization: Bearer ${token}\r\n` : ''}\r\n`

async function dial(t: TestContext, port: number): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1' })
  socket.on('error', () => undefined)
  t.after(() => socket.destroy())
  await once(socket, 'connect')
  return socket
}

/** Sends the requests over each of so many connections, reads none of the replies, and answers how much memory they took at the most. */
async function takenUnread(t: TestContext, port: number, requests: string, connections = 15): Promise<number> {
  const sockets: Socket[] = []
  while (sockets.length < connections) sockets.push((await dial(t, port)).pause())
  const before = process.memoryUsage().arrayBuffers
  for (const socket of sockets) socket.write(requests)
  // Of one that is not read the first bytes are taken all the same.
  await until('the first are being sent', () => sockets.some(({ bytesRead }) => bytesRead > 0))
  let taken = 0
  for (let look = 0; look < 40; look++) {
    taken = Math.max(taken, process.memoryUsage().arrayBuffers - before)
    await sleep(25)
  }
  for (const socket of sockets) socket.destroy()
  return taken / megabyte
}

/** An order whose proof has a large photo, and both ways to it. */
async function photographed({ call, ...tenant }: Tenant) {
  const photo = aPhoto(newUuid(), aPicture('large', side))
  const consignmentId = await order({ call, ...tenant })
  const [podId] = await record({ call, ...tenant }, [{ consignmentId, outcome: 'success', photos: [photo] }])
  const { fileId } = photo.announced
  await call(putPodFile, { params: { podId: podId!, fileId }, body: photo.body })
  await call(updateEnvironment, { body: { tracking: { proof: 'all' } } })
  const { url } = (await call(getTracking, { params: { consignmentId } })).data
  return {
    bytes: photo.bytes,
    byLink: get(`${new URL(url!).pathname}/photo/${fileId}`),
    byToken: get(`/v1/pod/${podId}/file/${fileId}`, tenant.token),
  }
}

test('few photos that a client does not read are in the memory of the service', async (t) => {
  const { running, environment } = await startService(t)
  const { byLink, byToken } = await photographed(await environment())
  for (const request of [byLink, byToken]) {
    const taken = await takenUnread(t, running.port, request.repeat(8))
    assert.ok(taken < 40, `${Math.round(taken)} MB for 15 times eight photos of 4`)
  }
})

test('pipelined photos of one connection arrive complete and in order', async (t) => {
  const { running, environment } = await startService(t)
  const { bytes, byLink, byToken } = await photographed(await environment())
  const socket = await dial(t, running.port)
  const chunks: Buffer[] = []
  let length = 0
  socket.on('data', (chunk: Buffer) => {
    chunks.push(chunk)
    length += chunk.length
  })
  socket.write(byLink + byToken + byLink.replace('GET', 'HEAD') + byToken + get('/health/live'))
  await until('all have come', () => length > 3 * bytes.length && chunks.at(-1)!.includes('{"status":"OK"}'))
  let rest = Buffer.concat(chunks)
  for (const hasBody of [true, true, false, true]) {
    const head = rest.subarray(0, rest.indexOf('\r\n\r\n') + 4).toString('latin1')
    assert.match(head, /^HTTP\/1\.1 200 /)
    assert.match(head, new RegExp(`\r\nContent-Length: ${bytes.length}\r\n`))
    rest = rest.subarray(head.length)
    if (!hasBody) continue
    assert.ok(rest.subarray(0, bytes.length).equals(bytes))
    rest = rest.subarray(bytes.length)
  }
  assert.match(rest.toString('latin1'), /^HTTP\/1\.1 200 /)
})

/** A server whose replies are all the same bytes, made for one environment. */
async function serveBytes(t: TestContext, bytes: Buffer) {
  const unreadResponses = openUnreadResponses()
  const handle = (exchange: HttpExchange) => {
    exchange.principal = { environmentId: 'one' } as RequestPrincipal
    sendBytes(exchange, 200, bytes, [])
  }
  const logger = pino({ level: 'silent' })
  const answering = { logger, failures: openFailureLog(logger), isStaying: () => true, unreadResponses }
  const routes: HttpRoute[] = [{ method: 'GET', path: '/a', handle }]
  const server = createHttpServer(routes, loadConfig({}, {}), answering).listen(0, '127.0.0.1')
  t.after(() => server.close())
  await once(server, 'listening')
  return { unreadResponses, port: (server.address() as AddressInfo).port }
}

test('responses count towards the limit of their environment until clients read them or disconnect', async (t) => {
  const { unreadResponses, port } = await serveBytes(t, Buffer.alloc(20 * megabyte))
  const warnings: Error[] = []
  const warn = (warning: Error) => warnings.push(warning)
  process.on('warning', warn)
  t.after(() => process.off('warning', warn))
  const ask = async (count: number) => {
    const socket = (await dial(t, port)).pause()
    socket.write(get('/a').repeat(count))
    await until('they lie in memory', () => !unreadResponses.hasCapacity('one'))
    return socket
  }
  assert.ok(unreadResponses.hasCapacity('one'))
  const left = await ask(8)
  assert.ok(unreadResponses.hasCapacity('another'), 'others are not concerned')
  left.destroy()
  await until('nothing lies there any more', () => unreadResponses.hasCapacity('one'))
  const read = await ask(2)
  read.resume()
  await until('it was taken', () => unreadResponses.hasCapacity('one'))
  assert.deepEqual(warnings, [])
})

/** An order that is as large as one may be, nearly. */
async function largeOrder({ call, token }: Tenant): Promise<string> {
  const line = { productCode: 'P', currency: 'EUR', description: 'x'.repeat(800) }
  const productLines = Array.from({ length: 1_000 }, (_, n) => ({ ...line, productLineId: `L${n}` }))
  const { consignmentId } = (await call(createConsignment, { body: anOrder({ productLines }) })).data
  return get(`/v1/consignment/${consignmentId}`, token)
}

test('few large records that a client does not read are in memory, and other environments are served', async (t) => {
  const { running, environments } = await startService(t)
  const [loud, quiet] = (await environments(2)) as [Tenant, Tenant]
  const [request, other] = [await largeOrder(loud), await largeOrder(quiet)]
  const statusOf = async (asked: string): Promise<string> => {
    const socket = await dial(t, running.port)
    socket.write(asked.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'))
    const chunks: Buffer[] = []
    for await (const chunk of socket) chunks.push(chunk)
    const reply = Buffer.concat(chunks).toString('latin1')
    assert.match(reply, /"status":"(OK|ERROR)"/)
    return reply.slice(9, 12) + (/\r\nRetry-After: \d/.test(reply) ? ', later' : '')
  }
  assert.deepEqual([await statusOf(request), await statusOf(other)], ['200', '200'])
  const sockets: Socket[] = []
  await until('no more are made', async () => {
    const socket = (await dial(t, running.port)).pause()
    sockets.push(socket)
    socket.write(request.repeat(8))
    assert.ok(sockets.length < 30, 'more are made than can be held for all who ask')
    const status = await statusOf(request)
    if (status === '200') return false
    // What the machine holds for a connection grows: a little later there may be room again.
    assert.deepEqual([status, await statusOf(other)], ['503, later', '200'])
    return true
  })
  for (const socket of sockets) socket.destroy()
  await until('they are made again', async () => (await statusOf(request)) === '200')
})

test('the total of unread responses is limited, but an environment without unread responses is served', () => {
  const unreadResponses = openUnreadResponses()
  const takings = Array.from({ length: 16 }, (_, n) => unreadResponses.add(`e${n}`, 4 * megabyte))
  assert.deepEqual([unreadResponses.hasCapacity('e0'), unreadResponses.hasCapacity('other')], [false, true])
  let told = 0
  unreadResponses.onRead(() => told++)
  takings[1]!()
  assert.deepEqual([unreadResponses.hasCapacity('e0'), told], [true, 1])
})
