// What clients expect of HTTP: compression both ways, conditional reads, places of what was created, hints, other origins.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type IncomingMessage, request as send } from 'node:http'
import { test } from 'node:test'
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { tokenScopes } from '../../contract/endpoint.ts'
import { importLimits } from '../../contract/import.ts'
import { everyEngine, request, startService } from '../support/harness.ts'
import { aDepot, aKey, anOrder } from '../support/orders.ts'
import { assertProblem } from '../support/problem.ts'
import { until } from '../support/until.ts'

/** What a client sees that decodes nothing by itself. */
async function plainly(
  { url, token }: { url: string; token: string },
  method: string,
  path: string,
  { headers = {}, body }: { headers?: Record<string, string>; body?: Buffer } = {},
) {
  const sent = send(new URL(path, url), { method, headers: { authorization: `Bearer ${token}`, ...headers } })
  sent.end(body)
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  return { status: answer.statusCode, headers: answer.headers, bytes: Buffer.concat(await answer.toArray()) }
}

everyEngine('HTTP clients', (open) => {
  const scene = async () => {
    const { url, environment } = await open()
    const tenant = await environment()
    const { data } = (await tenant.request('POST', '/v1/consignment', { body: anOrder({ key: 'A 1' }) })).json
    return { tenant, url, token: tenant.token, id: data.consignmentId as string }
  }
  let shared: ReturnType<typeof scene> | undefined
  const common = () => (shared ??= scene())

  test('responses over 1 KB have the requested encoding', async () => {
    const at = await common()
    const { tenant } = at
    await tenant.request('POST', '/v1/consignments', {
      body: { consignments: Array.from({ length: 60 }, () => anOrder()) },
    })
    const unpack = { gzip: gunzipSync, br: brotliDecompressSync }
    // One of each way to answer: in one piece, from the thread for lists, page by page.
    for (const path of ['/v1/environment', '/v1/consignments', '/v1/export/consignments', '/openapi.json'])
      for (const coding of ['gzip', 'br'] as const) {
        const plain = await tenant.request('GET', path)
        const { headers, bytes } = await plainly(at, 'GET', path, { headers: { 'accept-encoding': coding } })
        assert.equal(headers['content-encoding'], coding, path)
        assert.match(headers.vary ?? '', /Accept-Encoding/)
        assert.equal(unpack[coding](bytes).toString(), plain.text, path)
      }
    for (const [accepted, coding] of [
      ['gzip, deflate, br', 'br'],
      ['br;q=0.5, gzip', 'gzip'],
      ['gzip;q=0, br;q=0', undefined],
      ['identity', undefined],
    ] as const) {
      const { headers, bytes } = await plainly(at, 'GET', '/v1/environment', {
        headers: { 'accept-encoding': accepted },
      })
      assert.equal(headers['content-encoding'], coding, accepted)
      const text = coding === undefined ? bytes : unpack[coding](bytes)
      assert.equal(JSON.parse(text.toString()).status, 'OK')
    }
    const short = await plainly(at, 'GET', '/v1/depots', { headers: { 'accept-encoding': 'gzip' } })
    assert.equal(short.headers['content-encoding'], undefined)
    const metrics = await plainly(at, 'GET', '/metrics', { headers: { 'accept-encoding': 'gzip' } })
    assert.match(gunzipSync(metrics.bytes).toString(), /^# HELP/)
  })

  test('responses with secrets are not compressed', async () => {
    const at = await common()
    const body = Buffer.from(
      JSON.stringify({ name: 'x'.repeat(100), scopes: tokenScopes.filter((scope) => scope !== '*') }),
    )
    const headers = { 'accept-encoding': 'gzip', 'content-type': 'application/json' }
    const token = await plainly(at, 'POST', '/v1/token', { headers, body })
    assert.deepEqual([token.status, token.headers['content-encoding']], [201, undefined])
  })

  test('a gzip body is accepted within the limits of an uncompressed body', async () => {
    const at = await common()
    const put = (body: Buffer, coding = 'gzip', type = 'application/json', path = '/v1/consignment') =>
      plainly(at, 'POST', path, { headers: { 'content-type': type, 'content-encoding': coding }, body })
    const order = (key: string) => JSON.stringify(anOrder({ key }))
    assert.equal((await put(gzipSync(order('ZIPPED')))).status, 201)
    assert.equal((await at.tenant.request('GET', '/v1/consignment?key=ZIPPED')).status, 200)
    assert.equal((await put(gzipSync(Buffer.alloc(2_000_000, ' ')))).status, 413, 'it unfolds to too much')
    assert.equal((await put(Buffer.from(order('B')))).status, 400, 'it is no gzip')
    assert.equal((await put(gzipSync(order('B')).subarray(0, 40))).status, 400, 'it is cut off')
    const refused = await put(Buffer.from(order('B')), 'br')
    assert.deepEqual([refused.status, refused.headers['accept-encoding']], [415, 'gzip'])
    const rows = async (bytes: Buffer) =>
      (await put(bytes, 'gzip', 'application/x-ndjson', '/v1/consignments')).bytes.toString()
    assert.match(await rows(gzipSync(`${order('ROW-1')}\n${order('ROW-2')}`)), /"created":2/)
    assert.match(await rows(Buffer.from('this is no gzip')), /"problem":\{"code":"BAD_REQUEST"/)
    assert.equal((await put(gzipSync(order('UPPER')), 'GZIP')).status, 201, 'case does not matter')
    assert.equal((await put(Buffer.from(order('AS-IT-IS')), 'Identity')).status, 201)
  })

  test('a gzip file of orders is accepted, and a gzip image is rejected', async () => {
    const at = await common()
    const put = (body: Buffer) =>
      plainly(at, 'POST', '/v1/imports', {
        headers: { 'content-type': 'text/csv', 'content-encoding': 'gzip' },
        body,
      })
    const taken = await put(gzipSync('key;line1;city;postalCode;country\nFROM-FILE;1 High Street;London;N1 1AA;GB\n'))
    assert.equal(taken.status, 201)
    const { importId } = JSON.parse(taken.bytes.toString()).data
    await until('the import has ended', async () => {
      const { state } = (await at.tenant.request('GET', `/v1/imports/${importId}`)).json.data
      return state === 'done'
    })
    assert.equal((await at.tenant.request('GET', '/v1/consignment?key=FROM-FILE')).status, 200)
    assert.equal((await put(gzipSync(Buffer.alloc(importLimits.fileBytes + 1, ' ')))).status, 413)
    assert.equal((await put(Buffer.from('this is no gzip'))).status, 400)
    const picture = await plainly(at, 'PUT', `/v1/pod/${crypto.randomUUID()}/file/${crypto.randomUUID()}`, {
      headers: { 'content-type': 'image/png', 'content-encoding': 'gzip' },
      body: gzipSync('picture'),
    })
    assert.deepEqual([picture.status, picture.headers['accept-encoding']], [415, 'identity'])
  })

  test('the response to a create has a `Location` with which a client can read the new record', async () => {
    const { tenant } = await common()
    const made = await Promise.all([
      tenant.request('POST', '/v1/consignment', { body: anOrder() }),
      tenant.request('PUT', '/v1/consignment?key=PUT%201', { body: anOrder({ key: 'PUT 1' }) }),
      tenant.request('POST', '/v1/depot', { body: { ...aDepot(), key: 'N/1 ä' } }),
      tenant.request('POST', '/v1/load', { body: { key: aKey('LOAD') } }),
    ])
    for (const { status, headers } of made) {
      assert.equal(status, 201)
      assert.equal((await tenant.request('GET', headers.get('location')!)).status, 200)
    }
    const repeat = { body: anOrder(), headers: { 'idempotency-key': aKey('IDEM') } }
    const [first, again] = [
      await tenant.request('POST', '/v1/consignment', repeat),
      await tenant.request('POST', '/v1/consignment', repeat),
    ]
    assert.equal(again.headers.get('idempotent-replayed'), 'true')
    assert.equal(again.headers.get('location'), first.headers.get('location'))
  })

  test('a read returns 304 only if the client has the current version', async () => {
    const { tenant, id } = await common()
    const path = `/v1/consignment/${id}`
    const read = (tag?: string, at = path) =>
      tenant.request('GET', at, tag === undefined ? {} : { headers: { 'if-none-match': tag } })
    const version = (await read()).headers.get('etag')!
    assert.equal(version, '"1"', 'the version, as the interface has it')
    const full = (await read(version)).headers.get('etag')!
    assert.equal((await read(full)).status, 304)
    // Its place in a load changes, and its version does not.
    const second = (await tenant.request('POST', '/v1/consignment', { body: anOrder() })).json.data.consignmentId
    const stops = (ids: string[]) => ({ body: { stops: ids.map((consignmentId) => ({ consignmentId })) } })
    const { loadId } = (await tenant.request('POST', '/v1/load', { body: { key: aKey('LOAD') } })).json.data
    await tenant.request('PATCH', `/v1/load/${loadId}`, stops([id, second]))
    const joined = await read('"0"')
    assert.equal(joined.json.data.stopPosition, 1)
    await tenant.request('PATCH', `/v1/load/${loadId}`, stops([second, id]))
    const moved = await read(joined.headers.get('etag')!)
    assert.deepEqual([moved.status, moved.json.data.stopPosition], [200, 2])
    assert.equal(moved.json.data.version, joined.json.data.version)
    const change = { body: { weight: 2 }, headers: { 'if-match': moved.headers.get('etag')! } }
    assert.equal((await tenant.request('PATCH', path, change)).status, 200, 'it works as If-Match as well')
    assert.equal((await tenant.request('PATCH', path, { ...change, body: { weight: 3 } })).status, 412)
    for (const list of ['/v1/consignments', '/v1/depots']) {
      const whole = (await read(undefined, list)).headers.get('etag')!
      assert.equal((await read(whole, list)).status, 304, list)
    }
  })

  test('the error of an almost correct path or parameter suggests the correct request', async () => {
    const { tenant, id } = await common()
    const message = async (method: string, path: string) => {
      const answer = await tenant.request(method, path)
      assert.equal(answer.status, 404)
      return answer.json.data.message as string
    }
    assert.match(await message('GET', '/v1/consignment/'), /`\/v1\/consignment`/)
    assert.match(await message('GET', `/v1/consignment/${id}/`), /slash/)
    for (const method of ['GET', 'DELETE']) assert.match(await message(method, '/v1/consignment?id=A%201'), /\?key=/)
    assert.doesNotMatch(await message('GET', '/v1/consignment?id=nobody'), /key/)
    const key = aKey('LOAD')
    await tenant.request('POST', '/v1/load', { body: { key } })
    assert.match(await message('GET', `/v1/load?id=${key}`), /\?key=/)
    for (const path of ['/openapi.json', '/docs', '/.well-known/jwks.json'])
      assert.ok((await message('GET', `${path}/`)).includes(`\`${path}\``), path)
    assert.ok((await message('POST', '/oauth/token/')).includes('`/oauth/token`'))
  })

  test('a key in the place of an id and an unknown id return different errors', async () => {
    const { tenant, id } = await common()
    const { loadId } = (await tenant.request('POST', '/v1/load', { body: { key: 'LOAD 1' } })).json.data
    for (const [method, path, meant] of [
      ['GET', '/v1/consignment/history?id=A%201', id],
      ['GET', '/v1/consignment/A%201/history', id],
      ['GET', '/v1/consignment/A%201/labels', id],
      ['GET', '/v1/consignment/A%201/tracking', id],
      ['DELETE', '/v1/export/consignment/A%201', id],
      ['GET', '/v1/load/history?id=LOAD%201', loadId],
      ['GET', '/v1/load/LOAD%201/labels', loadId],
      ['GET', '/v1/load/LOAD%201/progress', loadId],
    ] as const) {
      const answer = await tenant.request(method, path)
      assertProblem(answer, 'NOT_FOUND')
      assert.ok(answer.json.data.message.includes(`with the id \`${meant}\``), `${path}: ${answer.json.data.message}`)
      const nobody = await tenant.request(method, path.replace(/(A|LOAD)%201/, 'nobody'))
      assert.doesNotMatch(nobody.json.data.message, /key/)
    }
  })

  test('a request without a body schema accepts an empty object and rejects any other body', async () => {
    const { tenant } = await common()
    const { consignmentId } = (await tenant.request('POST', '/v1/consignment', { body: anOrder() })).json.data
    const path = `/v1/consignment/${consignmentId}`
    for (const body of [{ ids: ['1'] }, [], 'x'.repeat(10_000)])
      assertProblem(await tenant.request('DELETE', path, { body }), 'BAD_REQUEST')
    assert.equal((await tenant.request('DELETE', path, { body: {} })).status, 200)
  })

  test('a 403 response names the scope that the token lacks', async () => {
    const { tenant, url } = await common()
    const authorization = `Bearer ${await tenant.tokenWith(['depots:read'])}`
    const { status, headers } = await request(url, 'GET', '/v1/consignments', { headers: { authorization } })
    assert.equal(status, 403)
    assert.match(headers.get('www-authenticate')!, /error="insufficient_scope", scope="consignments:read"/)
  })

  test('the metadata of RFC 8414 contains the token endpoint', async () => {
    const { url } = await common()
    const { json } = await request(url, 'GET', '/.well-known/oauth-authorization-server')
    assert.equal(json.issuer, new URL(url).origin)
    assert.equal((await fetch(json.token_endpoint, { method: 'POST' })).status, 400)
    assert.equal((await fetch(json.jwks_uri)).status, 200)
  })
})

test('pages of configured origins may use the API without cookies', async (t) => {
  const service = await startService(t, { corsOrigins: 'https://shop.example.com,https://erp.example.com' })
  const { token } = await service.environment()
  const authorization = `Bearer ${token}`
  const ask = (method: string, headers: Record<string, string>, path = '/v1/depots') =>
    request(service.url, method, path, { headers })
  const preflight = { origin: 'https://erp.example.com', 'access-control-request-method': 'PATCH' }
  const allowed = await ask('OPTIONS', preflight)
  assert.equal(allowed.status, 204)
  assert.equal(allowed.headers.get('access-control-allow-origin'), 'https://erp.example.com')
  assert.match(allowed.headers.get('access-control-allow-headers')!, /Idempotency-Key/)
  // What the console sends with its cookie.
  assert.doesNotMatch(allowed.headers.get('access-control-allow-headers')!, /dray/i)
  const origin = 'https://shop.example.com'
  const answered = await ask('GET', { origin, authorization })
  assert.equal(answered.headers.get('access-control-allow-origin'), origin)
  assert.equal(answered.headers.get('access-control-allow-credentials'), null)
  for (const [method, headers, path] of [
    ['OPTIONS', { ...preflight, origin: 'https://evil.example.com' }],
    ['GET', { authorization, origin: 'https://evil.example.com' }],
    ['GET', { authorization, origin, cookie: 'dray_session=x' }],
    ['GET', { origin }, '/health/live'],
  ] as [string, Record<string, string>, string?][]) {
    const refused = await ask(method, headers, path)
    assert.equal(refused.headers.get('access-control-allow-origin'), null)
    assert.match(refused.headers.get('vary')!, /Origin/)
  }
})
