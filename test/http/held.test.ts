// Clients that break off, or do not let go: a connection that breaks ends nothing but itself, and one that was answered for good is gone soon.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { request, startService, type Tenant } from '../support/harness.ts'
import { aDepot } from '../support/orders.ts'
import { until } from '../support/until.ts'

interface Line {
  socket: Socket
  /** What came so far. */
  text(): string
}

/** A connection that stays open for as long as the other side lets it, also when that has said its last word. */
async function hold(t: TestContext, port: number, opening: string): Promise<Line> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }).setEncoding('latin1')
  t.after(() => socket.destroy())
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk
  })
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  socket.write(opening)
  return { socket, text: () => text }
}

const post = (path: string, headers: string, token = 'none') =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n${headers}\r\n`
const json = 'Content-Type: application/json\r\n'
const form = 'Content-Type: application/x-www-form-urlencoded\r\n'
const poll = (token: string) =>
  `GET /v1/events?after=latest&wait=60 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n\r\n`
const tunnel = 'CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n'

async function aTenant(environments: (count: number) => Promise<Tenant[]>): Promise<Tenant> {
  const [tenant] = await environments(1)
  await until('the service knows it', async () => (await tenant!.request('GET', '/v1/depots')).status === 200)
  return tenant!
}

test('a broken connection affects no other connection, for every kind of request on it', async (t) => {
  const { running, url, environments } = await startService(t, {
    headersTimeoutMs: '300',
    requestTimeoutMs: '300',
    drainTimeoutMs: '300',
  })
  const { token } = await aTenant(environments)
  const openings = {
    nothing: '',
    tunnel,
    'a tunnel with a body': 'CONNECT x:1 HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n12345',
    'a tunnel behind a request': poll(token) + tunnel,
    'no HTTP': 'GARBAGE\r\n\r\n',
    'another protocol': 'GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
    'another version': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    'half of the headers': 'GET / HTTP/1.1\r\nHost: x\r\nX: ',
    'half of a body': `${post('/oauth/token', `${form}Content-Length: 100\r\n`)}a`,
    'a body that is refused': `${post('/v1/nothing', `${json}Content-Length: 100\r\n`)}{`,
    'a request': poll(token),
  }
  // Before it is read, when it has been answered, and when it was late.
  for (const ms of [0, 50, 700])
    await Promise.all(
      Object.values(openings).map(async (opening) => {
        const { socket } = await hold(t, running.port, opening)
        if (ms > 0) await sleep(ms)
        socket.resetAndDestroy()
      }),
    )
  await sleep(100)
  assert.equal((await request(url, 'GET', '/health/live')).status, 200)
})

test('the service soon closes a connection that stays open after its last response', async (t) => {
  const { running } = await startService(t, { headersTimeoutMs: '300', requestTimeoutMs: '300', drainTimeoutMs: '300' })
  const openings = {
    'late with a body': post('/oauth/token', `${form}Content-Length: 8000\r\n`),
    'late with chunks': post('/oauth/token', `${form}Transfer-Encoding: chunked\r\n`),
    'late with headers': 'GET /docs HTTP/1.1\r\nHost: x\r\nX: ',
    'no HTTP': 'GARBAGE\r\n\r\n',
    tunnel,
    refused: post('/v1/nothing', `${json}Content-Length: 8000\r\n`),
    'the last one': 'GET /health/live HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
  }
  for (const silentMs of [100, 3_000])
    await Promise.all(
      Object.entries(openings).map(async ([name, opening]) => {
        const { socket, text } = await hold(t, running.port, opening)
        const began = performance.now()
        await until(`${name} is let go`, async () => {
          await sleep(silentMs)
          socket.write(name.endsWith('chunks') ? '1\r\na\r\n' : 'a')
          await sleep(50)
          return socket.destroyed || performance.now() - began > 8_000
        })
        assert.ok(socket.destroyed, `${name}: still there`)
        assert.match(text(), /^HTTP\/1\.1 [24]0[04] /, name)
      }),
    )
})

test('a request whose body is late immediately frees its reserved memory and its place in the queue', async (t) => {
  const { running, environments } = await startService(t, {
    requestTimeoutMs: '1000',
    uploadsBytesMax: '8388608',
    drainTimeoutMs: '300',
  })
  const tenant = await aTenant(environments)
  const lines: Line[] = []
  // As many lists and imports as an environment may have under way, and its part of all uploads.
  for (let n = 0; n < 2; n++) {
    lines.push(
      await hold(t, running.port, `${post('/v1/consignments', `${json}Content-Length: 9000\r\n`, tenant.token)}{`),
    )
  }
  const csv = 'Content-Type: text/csv\r\nContent-Length: 2097152\r\n'
  lines.push(await hold(t, running.port, `${post('/v1/imports?name=a.csv', csv, tenant.token)}k`))
  const upload = () =>
    tenant.request('POST', '/v1/imports?name=b.csv', { body: 'key\nA\n', headers: { 'content-type': 'text/csv' } })
  // The second would be in the way of the first.
  await sleep(200)
  assert.equal((await upload()).status, 503)
  await until('all are told', () => lines.every(({ text }) => text().startsWith('HTTP/1.1 400 ')))
  assert.notEqual((await upload()).status, 503)
  assert.equal((await tenant.request('GET', '/v1/consignments')).status, 200)
})

test('bytes that arrive after the timeout response are not executed', async (t) => {
  const { running, environments } = await startService(t, {
    headersTimeoutMs: '300',
    requestTimeoutMs: '300',
    drainTimeoutMs: '300',
  })
  const tenant = await aTenant(environments)
  const body = JSON.stringify(aDepot())
  const whole = post('/v1/depot', `${json}Content-Length: ${body.length}\r\n`, tenant.token) + body
  for (const cut of [whole.length - 5, whole.indexOf('\r\n\r\n')]) {
    const { socket, text } = await hold(t, running.port, whole.slice(0, cut))
    await until('it is told', () => text().startsWith('HTTP/1.1 400 '))
    socket.write(whole.slice(cut))
    await sleep(200)
    assert.deepEqual((await tenant.request('GET', '/v1/depots')).json.data, [])
  }
})

test('a request that starts during a pause has no longer header timeout', async (t) => {
  const { running } = await startService(t, { headersTimeoutMs: '300', drainTimeoutMs: '300' })
  const { socket } = await hold(t, running.port, '')
  await new Promise(setImmediate)
  socket.write('GET / HTTP/1.1\r\nX: ')
  // The service runs in this very thread: when it looks, the time is over, and what has come was not read yet.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_500)
  const began = performance.now()
  await until('it is let go', async () => {
    await sleep(100)
    socket.write('a')
    return socket.destroyed || performance.now() - began > 8_000
  })
  assert.ok(socket.destroyed)
})
