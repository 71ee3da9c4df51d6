// What is open to all, or looks so: pages and files, the metrics, the headers of every reply, and the address that is counted.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { problems } from '../../contract/problem.ts'
import { serve } from '../support/child.ts'
import { request, startService, temporaryFolder } from '../support/harness.ts'
import { assertProblem } from '../support/problem.ts'
import { until } from '../support/until.ts'
import { signedIn } from '../support/visitors.ts'

const html = { accept: 'text/html' }
const publicUrl = 'https://dray.example.com'

test('pages and files count for the limit of their address', async (t) => {
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

test('who is signed in is not shut out of pages by others at the same address', async (t) => {
  const service = await startService(t, { rateLimit: '2' })
  const { environmentId } = await service.environment()
  const { send } = await until('somebody can sign in', () =>
    signedIn(service, environmentId, 'planner').catch(() => false as const),
  )
  await until('the session is known', async () => (await send('GET', '/v1/depots')).status === 200)
  const others = await Promise.all(Array.from({ length: 30 }, () => request(service.url, 'GET', '/docs')))
  assert.ok(others.some(({ status }) => status === 429))
  for (let n = 0; n < 10; n++)
    assert.notEqual((await send('GET', '/', { headers: html })).status, problems.RATE_LIMITED.status)
})

test('the metrics are open on a machine that serves nobody else, and closed elsewhere', async (t) => {
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

test('with a token the metrics are read with it alone', async (t) => {
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

test('wrong tokens of the metrics count for the limit of their address', async (t) => {
  const { url } = await startService(t, { metricsToken: 'a-token-of-the-operator', rateLimit: '1' })
  const answers = await Promise.all(Array.from({ length: 30 }, () => request(url, 'GET', '/metrics')))
  assert.ok(answers.some(({ status }) => status === 429))
  const headers = { authorization: 'Bearer a-token-of-the-operator' }
  assert.equal((await request(url, 'GET', '/metrics', { headers })).status, 200)
})

test('the metrics are written down once for those who ask together', async (t) => {
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

test('no browser is left to guess what a reply is', async (t) => {
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

test('where people come with https, browsers are told to keep to it', async (t) => {
  const { url } = await startService(t, { publicUrl, rateLimit: '0' })
  for (const path of everywhere)
    assert.equal((await request(url, 'GET', path)).headers.get('strict-transport-security'), 'max-age=31536000', path)
  const plain = await startService(t, { publicUrl: 'http://dray.internal', rateLimit: '0' })
  assert.equal((await request(plain.url, 'GET', '/v1/depots')).headers.has('strict-transport-security'), false)
})

test('a request id of the caller has letters, digits, dots, dashes and underscores', async (t) => {
  const { url } = await startService(t)
  const idFor = async (own: string) =>
    (await request(url, 'GET', '/v1/depots', { headers: { 'x-request-id': own } })).headers.get('x-request-id')
  for (const good of ['My_id.1-2', 'a', '0'.repeat(128)]) assert.equal(await idFor(good), good)
  for (const bad of ['a:b', 'a/b', '<b>', '"', "'", '%0a', '$(a)', '{}', 'a,b', 'é', '\u00a0a', '0'.repeat(129)])
    assert.match((await idFor(bad)) ?? '', /^[0-9a-f-]{36}$/, bad)
})

test('a proxy that nobody has told of is warned of, once', async (t) => {
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
