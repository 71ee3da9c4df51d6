// Connections and those who do not use them well: many requests at once, replies that nobody reads, connections that stand idle.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { truncateSync } from 'node:fs'
import { createServer } from 'node:http'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { request, startService, temporaryFolder } from '../support/harness.ts'
import { onLoopback } from '../support/loopback.ts'
import { aDepot } from '../support/orders.ts'
import { writeMapFile } from '../support/tiles.ts'
import { until } from '../support/until.ts'

interface Line {
  socket: Socket
  /** What came so far. */
  text(): string
  statuses(): number[]
}

/** A connection of this or another address of the machine; what comes is gathered. */
async function dial(t: TestContext, port: number, localAddress = '127.0.0.1'): Promise<Line> {
  const socket = connect({ port, host: '127.0.0.1', localAddress }).setEncoding('latin1')
  t.after(() => socket.destroy())
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk
  })
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  return {
    socket,
    text: () => text,
    statuses: () => [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status)),
  }
}

const get = (path: string, token?: string) =>
  `GET ${path} HTTP/1.1\r\nHost: x\r\n${token ? `Authorization: Bearer ${token}\r\n` : ''}\r\n`
const live = get('/health/live')
/** Not answered before something happens in the environment. */
const poll = (token: string) => get('/v1/events?after=latest&wait=60', token)

test('a connection runs eight pipelined requests at a time and returns the responses in order', async (t) => {
  const { running, environments } = await startService(t)
  const [watched, busy] = await environments(2)
  await until('the service knows both', async () => (await busy!.request('GET', '/v1/depots')).status === 200)
  await until('the service knows both', async () => (await watched!.request('GET', '/v1/depots')).status === 200)
  const { socket, statuses } = await dial(t, running.port)
  const count = 30
  const bodies = Array.from({ length: count }, (_, n) => JSON.stringify(aDepot({ key: `D${n}` })))
  const posts = bodies.map(
    (body) =>
      `POST /v1/depot HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${busy!.token}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  )
  socket.write(poll(watched!.token) + posts.join('') + get('/v1/nothing'))
  const stored = async () => (await busy!.request('GET', '/v1/depots')).json.data.length as number
  await until('those behind the first are worked on', async () => (await stored()) >= 7)
  for (let look = 0; look < 10; look++) assert.equal(await stored(), 7, 'the first and seven more')
  assert.deepEqual(statuses(), [])
  await watched!.request('POST', '/v1/depot', { body: aDepot() })
  await until('all are answered', () => statuses().length === count + 2)
  assert.deepEqual(statuses(), [200, ...Array(count).fill(201), 404])
  assert.equal(await stored(), count)
})

test('a connection serves more sequential requests than it may run at the same time', async (t) => {
  const { running } = await startService(t)
  const { socket, statuses } = await dial(t, running.port)
  for (let round = 0; round < 3; round++) {
    socket.write(live.repeat(2_000))
    await until('all are answered', () => statuses().length === 2_000 * (round + 1))
  }
  assert.ok(statuses().every((status) => status === 200))
})

test('a client that sends its whole body before it reads receives the error before the connection closes', async (t) => {
  const { running, environments } = await startService(t)
  const [tenant] = await environments(1)
  const chunk = Buffer.alloc(1 << 20, ' ')
  const send = async (path: string, type: string, authorization: string) => {
    const { socket, statuses } = await dial(t, running.port)
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${authorization}\r\nContent-Type: ${type}\r\nContent-Length: ${20 * chunk.length}\r\nConnection: close\r\n\r\n`,
    )
    // As the standard library of Python does: a write that fails ends it, and what was answered is never read.
    socket.pause()
    for (let sent = 0; sent < 20; sent++)
      await new Promise<void>((resolve, reject) => socket.write(chunk, (error) => (error ? reject(error) : resolve())))
    socket.resume()
    await once(socket, 'close')
    return statuses()
  }
  assert.deepEqual(await send('/v1/consignment', 'application/json', tenant!.token), [413])
  assert.deepEqual(await send('/v1/imports', 'text/csv', tenant!.token), [413])
  assert.deepEqual(await send('/v1/imports', 'image/png', tenant!.token), [415])
  assert.deepEqual(await send('/v1/consignment', 'application/json', 'none'), [401])
  assert.deepEqual(await send('/v1/nothing', 'application/json', tenant!.token), [404])
})

test('the service closes the connection of a client that never ends a rejected body', async (t) => {
  const { running } = await startService(t, { requestTimeoutMs: '300' })
  const { socket, statuses } = await dial(t, running.port)
  socket.write('POST /v1/nothing HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\nConnection: close\r\n\r\n{')
  await once(socket, 'close')
  assert.deepEqual(statuses(), [404])
})

test('the service closes a connection that reads nothing, but not one that waits for a response', async (t) => {
  const { running, environments } = await startService(t, { replyTimeoutMs: '300' })
  const [tenant] = await environments(1)
  await until('the service knows it', async () => (await tenant!.request('GET', '/v1/depots')).status === 200)
  const patient = await dial(t, running.port)
  patient.socket.write(get('/v1/events?after=latest&wait=2', tenant!.token))
  const { socket } = await dial(t, running.port)
  socket.pause()
  // More than the machine keeps for a connection on its own.
  const document = get('/openapi.json')
  await until('it is closed', async () => {
    if (socket.writableLength < 65_536) socket.write(document.repeat(20))
    await sleep(20)
    return socket.destroyed
  })
  await until('the one that waits is answered', () => patient.statuses().length === 1)
  assert.deepEqual(patient.statuses(), [200])
})

test('the service closes an idle connection after its keep-alive time, but no connection in use', async (t) => {
  const { running, environments } = await startService(t, { keepAliveTimeoutMs: '1000' })
  const { token } = (await environments(1))[0]!
  const busy = await dial(t, running.port)
  busy.socket.write(get('/v1/events?after=latest&wait=3', token))
  const idle = await dial(t, running.port)
  idle.socket.write(live)
  await once(idle.socket, 'close')
  assert.match(idle.text(), /\r\nKeep-Alive: timeout=1\r\n/)
  await until('the one that waited is answered', () => busy.statuses().length === 1)
  await until('it is closed as well', () => busy.socket.destroyed)
})

test('a client reuses a connection only before its keep-alive time ends, so the service never cuts it off', async (t) => {
  const server = createServer((_request, response) => response.setHeader('Keep-Alive', 'timeout=2').end())
  let left = 0
  server.keepAliveTimeout = 0
  server.on('connection', (socket) => socket.once('end', () => left++))
  const port = await onLoopback(t, server)
  const post = () => request(`http://127.0.0.1:${port}`, 'POST', '/', { body: {} })
  await post()
  await post()
  assert.equal(left, 0)
  await until('they have left', () => left === 1)
})

test('after a pause, the service reads the bytes that have arrived before it applies a timeout', async (t) => {
  const { running, environments } = await startService(t, { keepAliveTimeoutMs: '1000', requestTimeoutMs: '1000' })
  const tenant = (await environments(1))[0]!
  await until('the service knows it', async () => (await tenant.request('GET', '/v1/depots')).status === 200)
  const idle = await dial(t, running.port)
  idle.socket.write(live)
  await until('it is answered', () => idle.statuses().length === 1)
  const sending = await dial(t, running.port)
  const body = JSON.stringify(aDepot())
  sending.socket.write(
    `POST /v1/depot HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${tenant.token}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nExpect: 100-continue\r\n\r\n`,
  )
  await until('the body is wanted', () => sending.statuses()[0] === 100)
  await new Promise(setImmediate)
  idle.socket.write(live)
  sending.socket.write(body)
  // The service runs in this very thread: for it, too, time stands still. It looks at its clock before it reads.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3_500)
  await until('both are closed', () => idle.socket.destroyed && sending.socket.destroyed)
  assert.deepEqual(
    [idle.statuses(), sending.statuses()],
    [
      [200, 200],
      [100, 201],
    ],
  )
})

test('a new connection replaces the connection that has been idle longest, but no busy connection', async (t) => {
  const connectionsMax = 50
  const ofAddress = connectionsMax / 5
  const { running, environments } = await startService(t, { connectionsMax: String(connectionsMax) })
  const { token } = (await environments(1))[0]!
  const busy = await dial(t, running.port)
  busy.socket.write(get('/v1/events?after=latest&wait=3', token))
  const used = await dial(t, running.port)
  const idle: Line[] = []
  while (idle.length < ofAddress - 2) idle.push(await dial(t, running.port))
  // Idle again, but for a shorter time than the others.
  used.socket.write(live)
  await until('it is answered', () => used.statuses().length === 1)
  for (let n = 0; n < 3; n++) {
    const next = await dial(t, running.port)
    next.socket.write(live)
    await until('the next is answered', () => next.statuses()[0] === 200)
  }
  await until('three have given way', () => idle.slice(0, 3).every(({ socket }) => socket.destroyed))
  assert.ok(
    idle.slice(3).every(({ socket }) => !socket.destroyed),
    'no more than needed',
  )
  assert.equal(used.socket.destroyed, false)
  await until('the busy one is answered', () => busy.statuses().length === 1)
  assert.match(String(busy.statuses()[0]), /^(200|401)$/)
})

test('the service keeps little of an unread street map in memory', async (t) => {
  const mapFile = join(temporaryFolder(t), 'region.pmtiles')
  writeMapFile(mapFile)
  truncateSync(mapFile, 16 * 2 ** 20)
  const { running } = await startService(t, { mapFile })
  const { socket } = await dial(t, running.port)
  socket.pause()
  const before = process.memoryUsage().arrayBuffers
  const range = `GET /map/region.pmtiles HTTP/1.1\r\nHost: x\r\nRange: bytes=0-${8 * 2 ** 20 - 1}\r\n\r\n`
  socket.write(range.repeat(8))
  await until('the first is being sent', () => socket.bytesRead > 0 || socket.readableLength > 0)
  for (let look = 0; look < 20; look++) {
    const taken = process.memoryUsage().arrayBuffers - before
    assert.ok(taken < 32 * 2 ** 20, `${Math.round(taken / 2 ** 20)} MB for eight times 8`)
    await sleep(25)
  }
})

test('100 idle connections of 100 do not block a new connection', async (t) => {
  const { running } = await startService(t, { connectionsMax: '100' })
  for (let n = 0; n < 100; n++) await dial(t, running.port, `127.0.0.${2 + (n % 10)}`)
  const next = await dial(t, running.port)
  next.socket.write(live)
  await until('it is answered', () => next.statuses()[0] === 200)
})

test('one IP address may use a fifth of all connections, and other addresses can use the rest', async (t) => {
  const { running, environments } = await startService(t, { connectionsMax: '10' })
  const { token } = (await environments(1))[0]!
  const knows = await dial(t, running.port, '127.0.0.9')
  await until('the service knows it', async () => {
    knows.socket.write(get('/v1/depots', token))
    await sleep(50)
    return knows.statuses().at(-1) === 200
  })
  const polls = [await dial(t, running.port), await dial(t, running.port)]
  for (const { socket } of polls) socket.write(poll(token))
  await sleep(100)
  const refused = await dial(t, running.port)
  refused.socket.write(live)
  await until('it is closed', () => refused.socket.destroyed)
  assert.equal(refused.text(), '')
  const other = await dial(t, running.port, '127.0.0.2')
  other.socket.write(live)
  await until('it is answered', () => other.statuses()[0] === 200)
  assert.ok(polls.every(({ socket }) => !socket.destroyed))
})

test('an installation behind a proxy has no connection limit per IP address', async (t) => {
  const { running } = await startService(t, { connectionsMax: '10', proxies: '1' })
  const lines: Line[] = []
  while (lines.length < 10) lines.push(await dial(t, running.port))
  for (const { socket } of lines) socket.write(live)
  await until('all are answered', () => lines.every(({ statuses }) => statuses()[0] === 200))
})
