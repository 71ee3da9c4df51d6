// HTTP itself, from raw sockets: what is not well-formed is refused and cut off, what is well-formed is answered in order, limits hold.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { pageLimits } from '../../contract/page.ts'
import { problemDefinitions } from '../../contract/problem.ts'
import { sql } from '../../server/platform/database/database.ts'
import { everyEngine, patientFetch, request, type Service } from '../support/harness.ts'
import { aDepot, aKey } from '../support/orders.ts'
import { ask } from '../support/postgres-server.ts'
import { assertProblem } from '../support/problem.ts'
import { until } from '../support/until.ts'

interface Exchange {
  /** The other end closed the connection, before our patience ended. */
  closed: boolean
  answers: { status: number; headers: Headers; body: string }[]
}

/** Sends bytes and gathers what comes back until the other end closes, or `patienceMs` pass. */
function exchange(port: number, bytes: string | string[], patienceMs = 60_000): Promise<Exchange> {
  const { promise, resolve } = Promise.withResolvers<Exchange>()
  const socket = connect(port, '127.0.0.1')
  let text = ''
  const end = (closed: boolean) => {
    clearTimeout(timer)
    socket.destroy()
    resolve({ closed, answers: answersIn(text) })
  }
  const timer = setTimeout(() => end(false), patienceMs)
  socket.setEncoding('latin1')
  socket.on('data', (chunk) => {
    text += chunk
  })
  socket.on('error', () => undefined)
  socket.on('close', () => end(true))
  for (const part of [bytes].flat()) socket.write(part, 'latin1')
  return promise
}

function answersIn(text: string): Exchange['answers'] {
  const answers: Exchange['answers'] = []
  for (let rest = text; rest.length > 0; ) {
    const headEnd = rest.indexOf('\r\n\r\n')
    assert.ok(headEnd > 0, `an answer with a whole head, not ${JSON.stringify(rest)}`)
    const [first, ...lines] = rest.slice(0, headEnd).split('\r\n')
    const headers = new Headers(lines.map((line) => line.split(/: ?(.*)/s).slice(0, 2) as [string, string]))
    const length = Number(headers.get('content-length') ?? 0)
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(first!)?.[1])
    answers.push({ status, headers, body: rest.slice(headEnd + 4, headEnd + 4 + length) })
    rest = rest.slice(headEnd + 4 + length)
  }
  return answers
}

/** Exactly one answer, which is this problem in the envelope, and the connection is closed. */
function assertCutOff({ closed, answers }: Exchange, code: 'BAD_REQUEST' | 'HEADERS_TOO_LARGE'): void {
  assert.equal(closed, true, 'the connection is closed')
  assert.deepEqual(
    answers.map(({ status }) => status),
    [problemDefinitions[code].status],
  )
  const [{ status, headers, body }] = answers as [Exchange['answers'][0]]
  assertProblem({ status, headers, text: body, json: JSON.parse(body) }, code)
  assert.equal(headers.get('connection'), 'close')
}

everyEngine('http', (open) => {
  const scene = async (service?: Service) => {
    const { running, url, environment } = service ?? (await open())
    const tenant = await environment()
    await tenant.request('GET', '/v1/depots')
    const auth = `Authorization: Bearer ${tenant.token}\r\n`
    const get = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nHost: x\r\n${auth}${more}\r\n`
    const post = (body: string, more = `Content-Length: ${body.length}\r\n`) =>
      `POST /v1/depot HTTP/1.1\r\nHost: x\r\n${auth}Content-Type: application/json\r\n${more}\r\n${body}`
    return { tenant, url, port: running.port, auth, get, post }
  }
  let shared: ReturnType<typeof scene> | undefined
  const common = () => (shared ??= scene())

  test('headers over 32 KiB return 431, and headers just below are read', async () => {
    const { port, get } = await common()
    const padding = (bytes: number) => `X-Padding: ${'a'.repeat(bytes)}\r\nConnection: close\r\n`
    assertCutOff(await exchange(port, get('/v1/depots', padding(32_768))), 'HEADERS_TOO_LARGE')
    assertCutOff(await exchange(port, get(`/v1/depots?x=${'a'.repeat(33_000)}`)), 'HEADERS_TOO_LARGE')
    const { answers } = await exchange(port, get('/v1/depots', padding(31_000)))
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200],
    )
  })

  test('the longest list of ids fits into a URL with every spelling of its commas', async () => {
    const { tenant } = await common()
    const ids = Array.from({ length: pageLimits.names }, () => crypto.randomUUID())
    for (const comma of [',', '%2C']) {
      const answer = await tenant.request('GET', `/v1/consignments?ids=${ids.join(comma)}`)
      assert.deepEqual([answer.status, answer.json], [200, { status: 'OK', data: { consignments: [], next: null } }])
    }
  })

  test('more than 100 headers return 431, and no header is dropped silently', async () => {
    const { port, get } = await common()
    const many = Array.from({ length: 120 }, (_, n) => `X-${n}: 1\r\n`).join('')
    assertCutOff(await exchange(port, get('/v1/depots', many)), 'HEADERS_TOO_LARGE')
  })

  const smuggled = 'SMUGGLED'
  const body = JSON.stringify(aDepot({ key: smuggled }))
  const chunked = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`
  const malformed: Record<string, (parts: Awaited<ReturnType<typeof scene>>) => string> = {
    'Content-Length and Transfer-Encoding': ({ post }) =>
      post(chunked, `Content-Length: ${chunked.length}\r\nTransfer-Encoding: chunked\r\n`),
    'Transfer-Encoding and Content-Length': ({ post }) =>
      post(chunked, `Transfer-Encoding: chunked\r\nContent-Length: ${chunked.length}\r\n`),
    'two lengths that differ': ({ post }) => post(body, `Content-Length: ${body.length}\r\nContent-Length: 2\r\n`),
    'two lengths that agree': ({ post }) =>
      post(body, `Content-Length: ${body.length}\r\nContent-Length: ${body.length}\r\n`),
    'a list of lengths': ({ post }) => post(body, `Content-Length: ${body.length}, ${body.length}\r\n`),
    'a length with a sign': ({ post }) => post(body, `Content-Length: +${body.length}\r\n`),
    'a negative length': ({ post }) => post(body, 'Content-Length: -1\r\n'),
    'a length that is no number': ({ post }) => post(body, 'Content-Length: 0x10\r\n'),
    'an unknown transfer encoding': ({ post }) => post(chunked, 'Transfer-Encoding: xchunked\r\n'),
    'chunked that is not last': ({ post }) => post(chunked, 'Transfer-Encoding: chunked, identity\r\n'),
    'a chunk size that is no number': ({ post }) =>
      post(`zz\r\n${body}\r\n0\r\n\r\n`, 'Transfer-Encoding: chunked\r\n'),
    'a chunk longer than it says': ({ post }) => post(`2\r\n${body}\r\n0\r\n\r\n`, 'Transfer-Encoding: chunked\r\n'),
    'bare line feeds': ({ get }) => get('/v1/depots').replaceAll('\r\n', '\n'),
    'a bare line feed after the request line': ({ get }) => get('/v1/depots').replace('\r\n', '\n'),
    'a bare line feed after a header': ({ get }) => get('/v1/depots').replace('Host: x\r\n', 'Host: x\n'),
    'a bare carriage return': ({ get }) => get('/v1/depots').replace('Host: x\r\n', 'Host: x\r'),
    'a folded header': ({ get }) => get('/v1/depots', 'X-A: 1\r\n 2\r\n'),
    'a space before the colon': ({ get }) => get('/v1/depots', 'X-A : 1\r\n'),
    'a header without a colon': ({ get }) => get('/v1/depots', 'XA\r\n'),
    'a NUL in a header': ({ get }) => get('/v1/depots', 'X-A: a\0b\r\n'),
    'a space in the path': ({ get }) => get('/v1/de pots'),
    'no path': ({ get }) => get(''),
    'a path without a slash': ({ get }) => get('v1/depots'),
    'raw bytes in the path': ({ get }) => get('/v1/d\xe9pots'),
    'an unknown method': ({ get }) => get('/v1/depots').replace('GET', 'FETCH'),
    'an unknown version': ({ get }) => get('/v1/depots').replace('HTTP/1.1', 'HTTP/3.0'),
    'the preface of HTTP/2': () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    'a TLS greeting': () => '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
    'anything at all': () => 'hello there\r\n\r\n',
  }
  for (const [what, bytes] of Object.entries(malformed))
    test(`${what}: the service returns 400 and closes the connection`, async () => {
      const parts = await common()
      // What follows on the same connection must not be taken for a request.
      const key = aKey()
      assertCutOff(
        await exchange(parts.port, [bytes(parts), parts.post(JSON.stringify(aDepot({ key })))]),
        'BAD_REQUEST',
      )
      for (const each of [smuggled, key])
        assertProblem(await parts.tenant.request('GET', `/v1/depot?key=${each}`), 'NOT_FOUND')
    })

  const unwanted: typeof malformed = {
    'no Host': ({ auth }) => `GET /v1/depots HTTP/1.1\r\n${auth}\r\n`,
    'an expectation nobody knows': ({ post }) => post(body, `Content-Length: ${body.length}\r\nExpect: miracles\r\n`),
    'a tunnel': ({ auth }) => `CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n${auth}\r\n`,
  }
  for (const [what, bytes] of Object.entries(unwanted))
    test(`${what}: the service returns a 400 envelope and closes the connection`, async () => {
      const parts = await common()
      assertCutOff(await exchange(parts.port, bytes(parts)), 'BAD_REQUEST')
      assertProblem(await parts.tenant.request('GET', `/v1/depot?key=${smuggled}`), 'NOT_FOUND')
    })

  test('pipelined requests receive their responses in order', async () => {
    const { port, get, post, tenant } = await scene()
    const first = JSON.stringify(aDepot({ key: 'D1' }))
    const second = JSON.stringify(aDepot({ key: 'D2' }))
    const { answers } = await exchange(port, [
      post(first),
      get('/v1/depot?key=D1'),
      post(`${second.length.toString(16)}\r\n${second}\r\n0\r\n\r\n`, 'Transfer-Encoding: chunked\r\n'),
      get('/v1/depot?key=NOWHERE'),
      get('/v1/loads', 'Connection: close\r\n'),
    ])
    assert.deepEqual(answers.map(({ status }) => status).with(1, 200), [201, 200, 201, 404, 200])
    assert.equal((await tenant.request('GET', '/v1/depots')).json.data.length, 2)
  })

  test('the error for invalid bytes arrives after the response to the request before them', async () => {
    const { port, post, tenant } = await scene()
    const { answers, closed } = await exchange(port, `${post(JSON.stringify(aDepot({ key: 'D1' })))}garbage\r\n\r\n`)
    assert.equal(closed, true)
    // Whatever the first request started has ended when this later change has.
    await tenant.request('POST', '/v1/depot', { body: aDepot({ key: 'D2' }) })
    const stored = (await tenant.request('GET', '/v1/depot?key=D1')).status === 200
    assert.equal(stored && answers[0]?.status === 400, false, 'whoever is told 400 has stored nothing')
  })

  test('one connection serves many requests', async () => {
    const { port, get } = await common()
    const { answers } = await exchange(port, [
      ...Array.from({ length: 50 }, () => get('/v1/depots')),
      get('/v1/depots', 'Connection: close\r\n'),
    ])
    assert.equal(answers.length, 51)
    assert.ok(answers.every(({ status }) => status === 200))
  })

  test('a request with two Authorization headers is rejected', async () => {
    const { port, get } = await common()
    for (const more of ['Authorization: Bearer other\r\n', 'authorization: \r\n']) {
      const { answers } = await exchange(port, get('/v1/depots', `${more}Connection: close\r\n`))
      assert.deepEqual(
        answers.map(({ status }) => status),
        [401],
      )
    }
  })

  test('an incomplete body changes nothing', async () => {
    const { port, post, tenant } = await scene()
    const whole = JSON.stringify(aDepot({ key: 'HALF' }))
    const socket = connect(port, '127.0.0.1')
    socket.write(post(whole).slice(0, -10))
    await new Promise((resolve) => setTimeout(resolve, 50))
    socket.destroy()
    assert.deepEqual((await tenant.request('GET', '/v1/depots')).json.data, [])
  })

  test('a client with slow headers or a slow body is disconnected while other clients are served', async () => {
    const service = await open({ headersTimeoutMs: '300', requestTimeoutMs: '600' })
    const { port, auth, post, tenant } = await scene(service)
    const slow = Promise.all([
      exchange(port, `GET /v1/depots HTTP/1.1\r\nHost: x\r\n${auth}`),
      exchange(port, 'G'),
      exchange(port, post('{', 'Content-Length: 100\r\n')),
      exchange(port, post('1\r\n{\r\n', 'Transfer-Encoding: chunked\r\n')),
    ])
    const silent = exchange(port, '')
    assert.equal((await tenant.request('GET', '/v1/depots')).status, 200)
    for (const { closed, answers } of await slow) {
      assert.equal(closed, true)
      for (const { status } of answers) assert.ok(status >= 400 && status < 500, `${status}`)
    }
    // Said to a connection that a browser has opened ahead, anything would be taken for the answer to its first request.
    assert.deepEqual(await silent, { closed: true, answers: [] })
  })

  test('a request that arrived during a pause receives a response, not a timeout', async () => {
    const service = await open({ headersTimeoutMs: '2000' })
    const { port } = await scene(service)
    const socket = connect(port, '127.0.0.1').setEncoding('latin1')
    await once(socket, 'connect')
    await turn()
    socket.write('GET /health/live HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
    // The service runs in this very thread: for it, too, time stands still.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3_500)
    let answer = ''
    for await (const chunk of socket) answer += chunk
    assert.match(answer, /^HTTP\/1\.1 200 /)
  })

  test('health and metrics need no token', async () => {
    const { url, tenant } = await common()
    for (const path of ['/health/live', '/health/ready']) {
      const answer = await request(url, 'GET', path)
      assert.deepEqual([answer.status, answer.json], [200, { status: 'OK' }], path)
    }
    await tenant.request('GET', '/v1/depot?key=SECRET-KEY')
    const count = async () => {
      const metrics = await request(url, 'GET', '/metrics')
      assert.equal(metrics.status, 200)
      assert.match(metrics.headers.get('content-type') ?? '', /^text\/plain/)
      assert.doesNotMatch(metrics.text, /SECRET-KEY/)
      assert.ok(!metrics.text.includes(tenant.environmentId))
      const line =
        /^dray_http_request_duration_seconds_count\{[^}]*method="GET"[^}]*route="\/v1\/depot"[^}]*status="404"[^}]*\} (\d+)$/m
      return Number(line.exec(metrics.text)?.[1])
    }
    // What is shown may be a second old.
    const before = await until('it is counted', async () => (await count()) || false)
    await tenant.request('GET', '/v1/depot?key=SECRET-KEY')
    await until('the next is counted', async () => (await count()) === before + 1)
  })
})

everyEngine('the rate limit', (open) => {
  // So low that a machine which takes half a minute for the requests of a test still has to refuse some.
  const rateLimit = 1
  const burst = 2 * rateLimit
  const many = 30
  const limited = () => open({ rateLimit: String(rateLimit) })

  test('the rate limit allows a token bursts of twice the rate, then returns 429 with Retry-After', async () => {
    const service = await limited()
    const one = await service.environment()
    const two = await service.environment()
    const sibling = await one.tokenWith(['*'])
    // The first use of each environment may wait for the service to learn of it, and that refills the bucket.
    const startedMs = performance.now()
    const answers = await Promise.all(Array.from({ length: many }, () => one.request('GET', '/v1/depots')))
    const seconds = (performance.now() - startedMs) / 1_000
    const passed = answers.filter(({ status }) => status === 200)
    const refused = answers.filter(({ status }) => status !== 200)
    assert.ok(
      passed.length >= burst && passed.length <= burst + seconds * rateLimit + 1,
      `${passed.length} in ${seconds} s`,
    )
    for (const answer of refused) {
      assertProblem(answer, 'RATE_LIMITED')
      assert.equal(answer.json.data.message, 'Too many requests: at most 1 a second, with bursts of up to 2.')
      assert.ok(Number(answer.headers.get('retry-after')) >= 1)
      assert.equal(answer.headers.get('ratelimit-remaining'), '0')
    }
    for (const { headers } of answers) {
      assert.equal(headers.get('ratelimit-limit'), String(burst))
      assert.match(headers.get('ratelimit-remaining') ?? '', /^\d+$/)
      assert.match(headers.get('ratelimit-reset') ?? '', /^\d+$/)
    }
    assert.equal((await two.request('GET', '/v1/depots')).status, 200, 'another environment is not touched')
    const headers = { authorization: `Bearer ${sibling}` }
    assert.equal((await one.request('GET', '/v1/depots', { headers })).status, 200, 'nor is another token of the same')

    const waitSeconds = Number(refused.at(-1)!.headers.get('retry-after'))
    await new Promise((resolve) => setTimeout(resolve, waitSeconds * 1_000 + 50))
    assert.equal((await one.request('GET', '/v1/depots')).status, 200, 'after Retry-After it goes on')
  })

  test('the rate limit counts the uncompressed size of a body', async () => {
    const service = await limited()
    const { request: send } = await service.environment()
    const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' }
    const startedMs = performance.now()
    let stored = 0
    for (let sent = 0; sent < 10; sent++) {
      const body = new Blob([gzipSync(JSON.stringify(aDepot()).padEnd(900_000))])
      const answer = await send('POST', '/v1/depot', { body, headers })
      if (answer.status === 201) stored++
      else assertProblem(answer, 'RATE_LIMITED')
    }
    // More than there ever is gets in when nothing was taken: the request itself has to be given back first.
    const seconds = (performance.now() - startedMs) / 1_000
    assert.ok(stored <= seconds * rateLimit, `${stored} in ${seconds} s`)
  })

  test('the rate limit rejects a request without effect, and does not apply to health checks', async () => {
    const service = await limited()
    const { request: send } = await service.environment()
    const answers = await Promise.all(
      Array.from({ length: many }, (_, n) => send('POST', '/v1/depot', { body: aDepot({ key: `D${n}` }) })),
    )
    const stored = answers.filter(({ status }) => status === 201).length
    assert.ok(answers.some(({ status }) => status === 429))
    const { json } = await until('it may come again', async () => {
      const answer = await send('GET', '/v1/depots')
      return answer.status === 200 && answer
    })
    assert.equal(json.data.length, stored)
    for (let n = 0; n < 2 * burst; n++) assert.equal((await request(service.url, 'GET', '/health/live')).status, 200)
  })

  test('responses have no RateLimit headers if the rate limit is off', async () => {
    const { headers } = await (await (await open()).environment()).request('GET', '/v1/depots')
    assert.equal(headers.has('ratelimit-limit'), false)
  })
})

everyEngine('a long export list', (open) => {
  const count = 40_000
  const idOf = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`

  test('a long export list is streamed with each entry once and in order while the list changes', async () => {
    const service = await open()
    const tenant = await service.environment()
    // As somebody asks again and again before there is anything: the way to few rows is known by then.
    for (let n = 0; n < 10; n++) await tenant.request('GET', '/v1/export/consignments?detail=true')
    // Put there directly: so many requests would take longer than the test may.
    await service.database(({ write }) =>
      write(async (tx) => {
        await tx.run(sql`insert into consignments (environment_id, consignment_id, key, type, version, created, updated, document)
          with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${count})
          select ${tenant.environmentId}, '00000000-0000-7000-8000-' || substr(cast(1000000000000 + n as text), 2), 'K' || n, 'delivery', 1,
          '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z', '{}' from numbers`)
        // Many share a place, so that pages end within such a group.
        await tx.run(sql`insert into export_list (environment_id, consignment_id, version, since, reason)
          with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${count})
          select ${tenant.environmentId}, '00000000-0000-7000-8000-' || substr(cast(1000000000000 + n as text), 2), 1, 1000000 + n / 700,
          'created' from numbers`)
      }),
    )
    // Nobody's orders come so many at once: a database server is given the time to see that they are there.
    const { databaseUrl, databasePrepare } = service.config
    if (databaseUrl && databasePrepare && !process.env.TEST_CITUS)
      await until('the server knows that the list is long', async () => {
        const [row] = await ask(
          databaseUrl,
          "select reltuples > 0 as known from pg_class where relname = 'export_list'",
        )
        return row!.known
      })

    const all = Array.from({ length: count }, (_, n) => idOf(n + 1))
    const whole = await tenant.request('GET', '/v1/export/consignments')
    assert.equal(whole.headers.get('content-length'), null, 'it is sent as it is read')
    assert.deepEqual(whole.json, { data: all, status: 'OK' })
    const detailed = (await tenant.request('GET', '/v1/export/consignments?detail=true&limit=12345')).json.data
    assert.deepEqual(
      detailed.map((entry: { consignmentId: string }) => entry.consignmentId),
      all.slice(0, 12_345),
    )
    assert.deepEqual([detailed[0].key, detailed[12_344].key], ['K1', 'K12345'])
    assert.equal((await tenant.request('HEAD', '/v1/export/consignments')).text, '')

    const response = await patientFetch(`${service.url}/v1/export/consignments`, {
      headers: { authorization: `Bearer ${tenant.token}` },
    })
    const chunks = response.body![Symbol.asyncIterator]()
    const decoder = new TextDecoder()
    let text = decoder.decode((await chunks.next()).value)
    const gone = [idOf(20_000), idOf(count)]
    for (const each of gone)
      assert.equal((await tenant.request('DELETE', `/v1/export/consignment/${each}`)).status, 200)
    assert.equal(
      (
        await tenant.request('POST', '/v1/consignment', {
          body: {
            key: 'LATE',
            type: 'delivery',
            consigneeAddress: { line1: 'a', city: 'b', postalCode: 'c', country: 'GB' },
          },
        })
      ).status,
      201,
    )
    for (let next = await chunks.next(); !next.done; next = await chunks.next()) text += decoder.decode(next.value)
    const { data } = JSON.parse(text) as { data: string[] }
    const stayed = data.filter((each) => !gone.includes(each) && each.startsWith('00000000'))
    assert.deepEqual(
      stayed,
      all.filter((each) => !gone.includes(each)),
    )
  })
})
