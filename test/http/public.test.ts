// What is open to all, or looks so: pages and files, the metrics, the headers of every reply, and the address that is counted.
import assert from 'node:assert/strict'
import { connect, type Socket } from 'node:net'
import { test } from 'node:test'
import { problemDefinitions } from '../../contract/problem.ts'
import { getClientNetwork } from '../../server/http/callers.ts'
import { serve } from '../support/child.ts'
import { request, startService, temporaryFolder } from '../support/harness.ts'
import { assertProblem } from '../support/problem.ts'
import { until } from '../support/until.ts'
import { signedIn } from '../support/visitors.ts'

const html = { accept: 'text/html' }
const publicUrl = 'https://dray.example.com'

test('requests for pages and files use the rate limit of their IP address', async (t) => {
  // So low that a slow machine refuses some, too.
  const service = await startService(t, { rateLimit: '1' })
  for (const path of [
    '/',
    '/consignments',
    '/assets/any.js',
    '/docs',
    '/docs/reference.js',
    '/openapi.json',
    '/.well-known/jwks.json',
  ]) {
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => request(service.url, 'GET', path, { headers: html })),
    )
    const refused = answers.filter(({ status }) => status === 429)
    assert.ok(refused.length > 0, path)
    for (const answer of refused) assertProblem(answer, 'RATE_LIMITED')
  }
})

test('other clients of the same IP address do not block the pages of a signed-in user', async (t) => {
  const service = await startService(t, { rateLimit: '2' })
  const { environmentId } = await service.environment()
  const { send } = await until('somebody can sign in', () =>
    signedIn(service, environmentId, 'planner').catch(() => false as const),
  )
  await until('the session is known', async () => (await send('GET', '/v1/depots')).status === 200)
  const others = await Promise.all(Array.from({ length: 30 }, () => request(service.url, 'GET', '/docs')))
  assert.ok(others.some(({ status }) => status === 429))
  for (let n = 0; n < 10; n++)
    assert.notEqual((await send('GET', '/', { headers: html })).status, problemDefinitions.RATE_LIMITED.status)
})

test('the metrics are public on a loopback service, and closed on any other', async (t) => {
  const { url } = await startService(t)
  assert.equal((await request(url, 'GET', '/metrics')).status, 200)
  const exposed = await startService(t, { publicUrl })
  const closed = await request(exposed.url, 'GET', '/metrics')
  assertProblem(closed, 'UNAUTHORIZED')
  assert.match(closed.json.data.message, /--metrics-token/)
  const { tokenWith } = await exposed.environment()
  const headers = { authorization: `Bearer ${await tokenWith(['*'])}` }
  assertProblem(await request(exposed.url, 'GET', '/metrics', { headers }), 'UNAUTHORIZED')
})

test('the metrics require the metrics token if it is set', async (t) => {
  const metricsToken = 'a-token-of-the-operator'
  for (const flags of [{ metricsToken }, { metricsToken, publicUrl }]) {
    const { url } = await startService(t, flags)
    const read = (authorization?: string) =>
      request(url, 'GET', '/metrics', authorization === undefined ? {} : { headers: { authorization } })
    for (const wrong of [undefined, 'Bearer ', 'Bearer a-token-of-the-operato', metricsToken, `Basic ${metricsToken}`])
      assertProblem(await read(wrong), 'UNAUTHORIZED')
    const good = await read(`Bearer ${metricsToken}`)
    assert.equal(good.status, 200)
    assert.match(good.text, /^dray_info/m)
  }
})

test('requests with a wrong metrics token use the rate limit of their IP address', async (t) => {
  const { url } = await startService(t, { metricsToken: 'a-token-of-the-operator', rateLimit: '1' })
  const answers = await Promise.all(Array.from({ length: 30 }, () => request(url, 'GET', '/metrics')))
  assert.ok(answers.some(({ status }) => status === 429))
  const headers = { authorization: 'Bearer a-token-of-the-operator' }
  assert.equal((await request(url, 'GET', '/metrics', { headers })).status, 200)
})

test('concurrent readers share one rendering of the metrics', async (t) => {
  const { url } = await startService(t)
  const texts = await Promise.all(Array.from({ length: 5 }, async () => (await request(url, 'GET', '/metrics')).text))
  assert.ok(new Set(texts).size < texts.length, 'some of them are the very same')
  const startOf = (text: string) => /^process_cpu_seconds_total .*$/m.exec(text)?.[0]
  await until('they are written down again', async () => {
    return startOf((await request(url, 'GET', '/metrics')).text) !== startOf(texts[0]!)
  })
})

const everywhere = [
  '/',
  '/consignments',
  '/docs',
  '/openapi.json',
  '/metrics',
  '/health/live',
  '/v1/depots',
  '/v1/nothing',
  '/nowhere',
]

test('every response forbids content sniffing', async (t) => {
  const { url } = await startService(t)
  for (const path of everywhere)
    for (const headers of [html, { accept: '*/*' }]) {
      const answer = await request(url, 'GET', path, { headers })
      assert.equal(answer.headers.get('x-content-type-options'), 'nosniff', path)
      assert.equal(answer.headers.has('strict-transport-security'), false, path)
    }
  const token = await request(url, 'POST', '/oauth/token', { body: {} })
  assert.equal(token.headers.get('x-content-type-options'), 'nosniff')
})

test('an installation with https sends Strict-Transport-Security', async (t) => {
  const { url } = await startService(t, { publicUrl, rateLimit: '0' })
  for (const path of everywhere)
    assert.equal((await request(url, 'GET', path)).headers.get('strict-transport-security'), 'max-age=31536000', path)
  const plain = await startService(t, { publicUrl: 'http://dray.internal', rateLimit: '0' })
  assert.equal((await request(plain.url, 'GET', '/v1/depots')).headers.has('strict-transport-security'), false)
})

test('an installation with https also sends Strict-Transport-Security with responses to invalid requests', async (t) => {
  const answerOf = async (url: string, text: string) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1').setEncoding('latin1')
    socket.write(text)
    let answer = ''
    for await (const chunk of socket) answer += chunk
    return answer
  }
  const [secure, plain] = [await startService(t, { publicUrl }), await startService(t)]
  const tooLarge = `GET / HTTP/1.1\r\nHost: a\r\nX-A: ${'x'.repeat(100_000)}\r\n\r\n`
  for (const [text, status] of [
    ['nonsense\r\n\r\n', 400],
    [tooLarge, 431],
  ] as const) {
    const answer = await answerOf(secure.url, text)
    assert.match(answer, new RegExp(`^HTTP/1.1 ${status} `))
    assert.match(answer, /^Strict-Transport-Security: max-age=31536000\r$/m)
    assert.match(answer, /^X-Content-Type-Options: nosniff\r$/m)
    assert.doesNotMatch(answer, /^Keep-Alive/m)
    assert.doesNotMatch(await answerOf(plain.url, text), /Strict-Transport-Security/)
  }
})

test('a request id of a client is accepted if it contains only letters, digits, dots, dashes and underscores', async (t) => {
  const { url } = await startService(t)
  const idFor = async (own: string) =>
    (await request(url, 'GET', '/v1/depots', { headers: { 'x-request-id': own } })).headers.get('x-request-id')
  for (const good of ['My_id.1-2', 'a', '0'.repeat(128)]) assert.equal(await idFor(good), good)
  for (const bad of ['a:b', 'a/b', '<b>', '"', "'", '%0a', '$(a)', '{}', 'a,b', 'é', '\u00a0a', '0'.repeat(129)])
    assert.match((await idFor(bad)) ?? '', /^[0-9a-f-]{36}$/, bad)
})

test('the log warns once of a proxy that is not configured', async (t) => {
  const headers = { 'x-forwarded-for': '192.0.2.7' }
  for (const [flags, warnings] of [
    [[], 1],
    [['--proxies', '1'], 0],
  ] as const) {
    const child = await serve(temporaryFolder(t), ...flags)
    t.after(() => child.kill('SIGKILL'))
    for (let n = 0; n < 5; n++) await request(child.url, 'GET', '/health/live', { headers })
    await child.kill('SIGTERM')
    const said = child.log().match(/"level":40[^\n]*--proxies/g) ?? []
    assert.equal(said.length, warnings)
    assert.doesNotMatch(child.log(), /192\.0\.2\.7/, 'no address of a visitor is logged')
  }
})

/** As the service counts somebody whom the socket and the proxy name so. */
const counted = (remoteAddress: string | undefined, forwarded?: string, proxies = forwarded === undefined ? 0 : 1) =>
  getClientNetwork({ headers: { 'x-forwarded-for': forwarded }, socket: { remoteAddress } as Socket }, proxies)

test('all spellings and ports of an IP address share one rate limit', () => {
  const spellings = {
    '192.0.2.51': [
      '192.0.2.51',
      '192.0.2.51:40001',
      ' 192.0.2.51:40002 ',
      '::ffff:192.0.2.51',
      '::FFFF:c000:233',
      '0:0:0:0:0:ffff:192.0.2.51',
      '[::ffff:192.0.2.51]:40001',
    ],
    '2001:db8:0:1': [
      '2001:db8:0:1::7',
      '2001:0DB8:0000:0001:0:0:0:9',
      '2001:db8:0:1:a:b:192.0.2.1',
      '[2001:db8:0:1::7]',
      '[2001:db8:0:1::7]:40001',
      '2001:db8:0:1::7%eth0',
    ],
    '2001:db8:0:0': ['2001:db8::', '2001:db8::1', '2001:db8:0:0:1::'],
    '0:0:0:0': ['::', '::1', '0::1'],
    'fe80:0:0:0': ['fe80::1%eth0', '[fe80::1%2]:80'],
  }
  for (const [network, addresses] of Object.entries(spellings))
    for (const address of addresses) {
      assert.equal(counted('10.0.0.1', address), network, address)
      if (!/[\s[]|\.51:/.test(address)) assert.equal(counted(address), network, address)
    }
})

test('an invalid IP address from a proxy is ignored', () => {
  for (const none of [
    '',
    'unknown',
    'localhost',
    '192.0.2',
    '192.0.2.256',
    '192.0.2.1:',
    '192.0.2.1:port',
    '192.0.2.1:123456',
    '[192.0.2.1]:80',
    '2001:db8::1::2',
    '[2001:db8::1',
    '[2001:db8::1]80',
    '"[2001:db8::1]:80"',
    '_hidden',
    '198.51.100.1,',
    'x'.repeat(10_000),
  ])
    assert.equal(counted('::ffff:10.0.0.1', none), '10.0.0.1', none)
  assert.equal(counted('10.0.0.1', '198.51.100.1, 192.0.2.51:1, unknown', 2), '192.0.2.51')
  assert.equal(counted('10.0.0.1', '192.0.2.51', 2), '10.0.0.1')
  assert.equal(counted(undefined), '')
})
