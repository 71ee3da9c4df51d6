// What holds for every endpoint alike: who is let in, what is refused before anything happens, and how each answer is marked.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { request as httpRequest } from 'node:http'
import { test } from 'node:test'
import { isTagged, tokenScopes } from '../../contract/endpoint.ts'
import { endpoints } from '../../contract/index.ts'
import { roleScopes } from '../../contract/person.ts'
import { recordLimits } from '../../contract/shared.ts'
import * as admin from '../../server/admin/database.ts'
import { type Answer, everyEngine, request, type Tenant } from '../support/harness.ts'
import { aKey, anOrder } from '../support/orders.ts'
import { assertProblem, withoutUse } from '../support/problem.ts'
import { createWorld, type EnvironmentEndpointId, sampleOf, table, type World } from '../support/requests.ts'
import { tenants } from '../support/tenants.ts'

const everyMethod = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
const withQuery = (path: string, query: string) => `${path}${path.includes('?') ? '&' : '?'}${query}`
/** A body with everything that differs between two answers of the same kind taken out. */
const anonymous = ({ status, text }: Answer, names: string[]): string =>
  names.reduce(
    (shown, name) => shown.replaceAll(name, '*').replaceAll(encodeURIComponent(name), '*'),
    `${status} ${text.replace(/"requestId":"[^"]*"/, '')}`,
  )

everyEngine('every endpoint', (open, engine) => {
  /** Of what is decided before a database is asked: one of them shows it. */
  const testOnce = engine === 'sqlite' ? test : () => undefined
  const fresh = tenants(open)
  const scene = async (only?: EnvironmentEndpointId) => {
    const tenant = await fresh()
    const world = await createWorld(tenant, only)
    const send = (
      id: EnvironmentEndpointId,
      init: { headers?: Record<string, string>; query?: string; token?: string } = {},
    ) => {
      const [, { method }] = table.find(([each]) => each === id)!
      const { path, body } = sampleOf(id, world)
      const headers = { ...init.headers, ...(init.token === undefined ? {} : { authorization: init.token }) }
      return tenant.request(method, init.query ? withQuery(path, init.query) : path, { body, headers })
    }
    return { tenant, world, send }
  }
  /** One for each request that may change something; those that only read share one. */
  const scenes = () => {
    let shared: ReturnType<typeof scene> | undefined
    return (id: EnvironmentEndpointId) => {
      if (endpoints[id].method !== 'GET') return scene(id)
      shared ??= scene()
      return shared
    }
  }

  test('every endpoint accepts its sample request, which the other tests then vary', async () => {
    const sceneFor = scenes()
    for (const [id, endpoint] of table) {
      const { send } = await sceneFor(id)
      const answer = await send(id)
      const isNew = endpoint.created === true || id === 'putPod'
      assert.equal(answer.status, isNew ? 201 : 200, `${id}: ${answer.text}`)
      if (endpoint.download) {
        const [type = ''] = (answer.headers.get('content-type') ?? '').split(';')
        assert.ok(endpoint.download.includes(type), id)
        assert.ok(answer.headers.has('etag'), id)
        continue
      }
      assert.deepEqual(Object.keys(answer.json), endpoint.data ? ['data', 'status'] : ['status'])
      assert.equal(answer.json.status, 'OK')
      assert.equal(answer.headers.get('content-type'), 'application/json; charset=utf-8')
      assert.equal(answer.headers.has('etag'), endpoint.etag === true || isTagged(endpoint), `${id} and its ETag`)
    }
  })

  test('every endpoint returns the same 401 with a challenge for every invalid token', async () => {
    const { tenant, world, send } = await scene()
    const { config, url } = await open()
    const long = 3_600_000
    const expired = await admin.createToken(
      config,
      { environment: tenant.environmentId, scopes: ['*'], activeToMs: Date.now() - long },
      Date.now() - 2 * long,
    )
    const early = await admin.createToken(
      config,
      { environment: tenant.environmentId, scopes: ['*'], activeFromMs: Date.now() + long },
      Date.now(),
    )
    const [head, claims, signature] = tenant.token.split('.')
    const tokens = {
      garbage: 'Bearer garbage',
      'another scheme': `Basic ${tenant.token}`,
      'no scheme': tenant.token,
      'a forged signature': `Bearer ${head}.${claims}.${signature!.replace(/./g, (c, at) => (at === 5 ? (c === 'A' ? 'B' : 'A') : c))}`,
      'no signature': `Bearer ${head}.${claims}.`,
      expired: `Bearer ${expired}`,
      'not active yet': `Bearer ${early}`,
    }
    const shown = new Set<string>()
    for (const [id, { method }] of table) {
      const { path, body } = sampleOf(id, world)
      const none = await request(url, method, path, { body })
      assertProblem(none, 'UNAUTHORIZED')
      assert.match(none.headers.get('www-authenticate') ?? '', /^Bearer /)
      shown.add(anonymous(none, []))
      for (const [what, token] of Object.entries(tokens)) {
        const answer = await send(id, { token })
        assertProblem(answer, 'UNAUTHORIZED')
        assert.match(answer.headers.get('www-authenticate') ?? '', /^Bearer .*error="invalid_token"/, `${id}, ${what}`)
        shown.add(anonymous(answer, []))
      }
    }
    assert.equal(shown.size, 1)
  })

  test('every endpoint returns 403 and the name of the scope if only this scope is missing', async () => {
    const { tenant, send } = await scene()
    for (const [id, { scope, orScopes = [] }] of table) {
      const enough = [scope, ...orScopes].flatMap((each) => [each, each.replace(':read', ':write')])
      const others = tokenScopes.filter((each) => each !== '*' && !enough.includes(each))
      const answer = await send(id, { token: `Bearer ${await tenant.tokenWith(others)}` })
      assertProblem(answer, 'TOKEN_PERMISSIONS')
      for (const each of [scope, ...orScopes]) assert.ok(answer.json.data.message.includes(each), id)
    }
  })

  test('every endpoint needs only its own scope, and a scope to write includes the scope to read', async () => {
    const sceneFor = scenes()
    for (const [id, { scope, orScopes = [] }] of table) {
      const { tenant, send } = await sceneFor(id)
      for (const enough of new Set([scope, ...orScopes].flatMap((each) => [each.replace(':read', ':write'), each]))) {
        // Who grants a role needs what is in it: here that of a viewer.
        const granted = /^(invite|update)Person$/.test(id) ? roleScopes.viewer : []
        const answer = await send(id, { token: `Bearer ${await tenant.tokenWith([enough, ...granted])}` })
        assert.ok(answer.status < 300 || (id.startsWith('delete') && answer.status === 404), `${id}: ${answer.text}`)
      }
    }
  })

  testOnce('every endpoint rejects unknown and repeated query parameters by name', async () => {
    const { send } = await scene()
    for (const [id] of table) {
      assertProblem(await send(id, { query: 'surprise=1' }), 'BAD_REQUEST', ['?surprise'])
      assertProblem(await send(id, { query: '__proto__=1' }), 'BAD_REQUEST', ['?__proto__'])
      assertProblem(await send(id, { query: 'timezone=UTC&timezone=UTC' }), 'BAD_REQUEST', ['?timezone'])
    }
    assert.equal((await send('getConsignment')).status, 200, 'nothing was deleted on the way')
  })

  testOnce('every path returns 405 with Allow for methods that it does not support', async () => {
    const { tenant, world } = await scene()
    const paths = Map.groupBy(table, ([, { path }]) => path)
    for (const [, list] of paths) {
      // Those of people as well, which the table leaves out.
      const methods = Object.values(endpoints).flatMap((each) => (each.path === list[0]![1].path ? [each.method] : []))
      const allowed = new Set<string>([...methods, ...(methods.includes('GET') ? ['HEAD'] : [])])
      const path = sampleOf(list[0]![0], world).path.split('?')[0]!
      for (const method of everyMethod.filter((each) => !allowed.has(each))) {
        const answer = await tenant.request(method, path)
        assert.equal(answer.status, 405, `${method} ${path}`)
        if (method !== 'HEAD') assertProblem(answer, 'METHOD_NOT_ALLOWED')
        assert.deepEqual(new Set((answer.headers.get('allow') ?? '').split(', ')), allowed)
      }
    }
  })

  testOnce(
    'every endpoint returns 406 if Accept excludes JSON, and accepts every spelling that includes JSON',
    async () => {
      const { send } = await scene()
      for (const [id, { method }] of table) {
        for (const accept of [
          'text/html',
          'application/xml',
          'application/json;q=0',
          'audio/*, application/json; q=0.0',
        ])
          assertProblem(await send(id, { headers: { accept } }), 'NOT_ACCEPTABLE')
        if (method !== 'GET') continue
        for (const accept of [
          '*/*',
          'application/*',
          'Application/JSON',
          'text/html, application/json;q=0.1',
          'text/html;q=0.9,*/*;q=0.1',
        ])
          assert.equal((await send(id, { headers: { accept } })).status, 200, `${id} ${accept}`)
      }
    },
  )

  testOnce('every endpoint returns 415 for a body of another type than JSON or the expected file', async () => {
    const { tenant, world } = await scene()
    for (const [id, { method, body: schema, upload }] of table) {
      if (!schema && !upload) continue
      const { path, body } = sampleOf(id, world)
      const types = [
        'text/plain',
        'application/x-www-form-urlencoded',
        'application/xml',
        'application/jsonx',
        'application/json; charset=latin1',
      ]
      if (method === 'POST' || upload) types.push('application/merge-patch+json')
      if (upload) types.push('application/json', 'application/octet-stream', 'image/svg+xml', '')
      for (const type of types)
        assertProblem(
          await tenant.request(method, path, { body, headers: { 'content-type': type } }),
          'UNSUPPORTED_MEDIA_TYPE',
        )
      for (const encoding of ['br', 'deflate', ...(upload && !upload.zipped ? ['gzip'] : [])])
        assertProblem(
          await tenant.request(method, path, { body, headers: { 'content-encoding': encoding } }),
          'UNSUPPORTED_MEDIA_TYPE',
        )
    }
  })

  testOnce('every endpoint accepts every spelling of the JSON type, and every patch also merge-patch', async () => {
    for (const [id, { method, body: schema }] of table) {
      if (!schema) continue
      const types = ['application/json', 'Application/JSON; Charset=UTF-8', 'application/json;charset="utf-8"']
      if (method === 'PATCH') types.push('application/merge-patch+json')
      const { send } = await scene(id)
      for (const type of types) {
        const answer = await send(id, { headers: { 'content-type': type } })
        assert.ok(answer.status < 300, `${id} ${type}: ${answer.text}`)
      }
    }
  })

  testOnce('every endpoint returns 413 for a body over the limit, and reads a body at the limit', async () => {
    const { tenant, world } = await scene()
    const { url } = await open()
    for (const [id, { method, body: schema, upload, rows }] of table) {
      if (!schema && !upload) continue
      const { path } = sampleOf(id, world)
      const bytesMax = upload?.bytesMax ?? recordLimits.bodyBytes * (rows ? recordLimits.importBodies : 1)
      const type = upload?.types[0] ?? 'application/json'
      const post = (bytes: number) =>
        rawPath(url, tenant.token, method, path, { type, bytes: Buffer.alloc(bytes, ' ') })
      assertProblem(await post(bytesMax + 1), 'BODY_TOO_LARGE')
      // Blank text is a table without rows, which is found out later.
      if (id === 'createImport') assert.equal((await post(bytesMax)).status, 201)
      else if (upload) assertProblem(await post(bytesMax), 'UNSUPPORTED_MEDIA_TYPE')
      else assertProblem(await post(bytesMax), 'BAD_REQUEST', [''])
    }
  })

  testOnce('every endpoint requires the body that it declares, and rejects any other body', async () => {
    const { tenant, world, send } = await scene()
    for (const [id, { method, body: schema, upload }] of table) {
      const { path } = sampleOf(id, world)
      if (upload) {
        const headers = { 'content-type': upload.types[0]! }
        for (const body of [undefined, ''])
          assertProblem(await tenant.request(method, path, { body, headers }), 'BAD_REQUEST')
      } else if (schema) {
        // An empty patch changes nothing, which is allowed; all of these are something else.
        for (const body of [undefined, '', ' ', '{', 'null', '[]', '"x"', '1', '{"a":1,"a":1}', '{}{}'])
          assertProblem(await tenant.request(method, path, { body }), 'BAD_REQUEST')
      } else if (method !== 'GET') assertProblem(await tenant.request(method, path, { body: { a: 1 } }), 'BAD_REQUEST')
      else assertProblem(await getWithBody((await open()).url, tenant.token, path), 'BAD_REQUEST')
    }
    assert.equal((await send('getConsignment')).json.data.version, 1)
    assert.equal((await send('getDepot')).status, 200)
    assert.equal((await send('getLoad')).json.data.version, 1)
  })

  testOnce('every endpoint returns the request id of the client if it is valid, or else a new id', async () => {
    const { tenant, send } = await scene()
    const seen = new Set<string>()
    const bad = [undefined, '', 'two words', 'x'.repeat(129), 'a:b']
    for (const [index, [id]] of table.entries())
      for (const init of [{}, { token: 'Bearer garbage' }]) {
        const own = await send(id, { ...init, headers: { 'x-request-id': 'My_id.1-2' } })
        assert.equal(own.headers.get('x-request-id'), 'My_id.1-2')
        const given = bad[index % bad.length]
        const other = await send(id, { ...init, headers: given === undefined ? {} : { 'x-request-id': given } })
        const made = other.headers.get('x-request-id') ?? ''
        assert.match(made, /^[\x21-\x7e]{8,128}$/)
        assert.notEqual(made, given)
        assert.equal(seen.has(made), false, 'never twice')
        seen.add(made)
      }
    for (const path of ['/', '/v1', '/v1/nothing', '/v1/consignment/%zz', '/health/live', '/metrics', '/openapi.json'])
      assert.ok((await tenant.request('GET', path)).headers.get('x-request-id'), path)
  })

  test('every endpoint responds to HEAD like GET, without the body', async () => {
    const { tenant, world } = await scene()
    for (const [id, { method, etag }] of table) {
      if (method !== 'GET') continue
      const { path } = sampleOf(id, world)
      const get = await tenant.request('GET', path)
      const head = await tenant.request('HEAD', path)
      assert.deepEqual([head.status, head.text], [200, ''], id)
      for (const name of ['content-type', ...(etag ? ['etag'] : [])])
        assert.equal(head.headers.get(name), get.headers.get(name), `${id} ${name}`)
    }
    const missing = await tenant.request('HEAD', '/v1/consignment?id=nobody')
    assert.deepEqual([missing.status, missing.text], [404, ''])
    assert.equal((await tenant.request('HEAD', '/v1/depots', { headers: { authorization: 'Bearer x' } })).status, 401)
  })

  test('every endpoint responds to a record of another environment as to a missing record', async () => {
    const [mine, theirs] = [await fresh(), await fresh()]
    const foreign = await createWorld(theirs)
    // Names of the same make that nobody has: those of a world that is gone.
    const gone = await createWorld(mine)
    await mine.request('DELETE', `/v1/consignment?id=${gone.consignmentId}`)
    await mine.request('DELETE', `/v1/load?id=${gone.loadId}`)
    await mine.request('DELETE', `/v1/depot?key=${gone.depotKey}`)
    await mine.request('DELETE', `/v1/vehicle?key=${gone.vehicleKey}`)
    await mine.request('DELETE', `/v1/driver?key=${gone.driverKey}`)
    await mine.request('DELETE', `/v1/webhook/${gone.webhookId}`)
    const never = randomUUID()
    // What is revoked is still known, and people are the same in every world.
    Object.assign(gone, { tokenId: never, clientId: `${never}.x`, personId: never, invitationId: never })
    Object.assign(gone, { optimisationId: never, appliedId: never, podId: never, fileId: never, noticeId: never })
    Object.assign(gone, { viewId: never, importId: never })
    await mine.request('PATCH', '/v1/environment', { body: { loads: { unknown: 'refuse' } } })
    const snapshot = async () => {
      const reads = table.filter(([, { method }]) => method === 'GET')
      return Promise.all(
        reads.map(async ([id]) => withoutUse((await theirs.request('GET', sampleOf(id, foreign).path)).text)),
      )
    }
    const before = await snapshot()
    const own = await createWorld(mine)

    const asked: ((world: World) => Promise<Answer>)[] = [
      ...table
        .filter(
          // A history is there when its record is gone, and can be erased; history.test.ts and erasure.test.ts look at those.
          ([, { problems, path }]) =>
            !path.endsWith('/history') &&
            path !== '/v1/erasures' &&
            ((problems as readonly string[]).includes('NOT_FOUND') || path.includes('export')),
        )
        .map(([id, { method }]) => (world: World) => {
          const { path, body } = sampleOf(id, world)
          return mine.request(method, path, { body })
        }),
      (world) => mine.request('GET', `/v1/consignment?key=${world.consignmentKey}`),
      (world) => mine.request('GET', `/v1/consignment?id=${world.consignmentId}&key=${world.consignmentKey}`),
      (world) => mine.request('GET', `/v1/consignment?id=${own.consignmentId}&key=${world.consignmentKey}`),
      (world) => mine.request('GET', `/v1/load?id=${own.loadId}&key=${world.loadKey}`),
      (world) => mine.request('POST', '/v1/consignment', { body: anOrder({ depotKey: world.depotKey }) }),
      (world) => mine.request('POST', '/v1/consignment', { body: anOrder({ loadId: world.loadId }) }),
      (world) => mine.request('POST', '/v1/consignment', { body: anOrder({ loadId: world.loadKey }) }),
      (world) =>
        mine.request('PATCH', `/v1/consignment?id=${own.consignmentId}`, {
          body: { depotKey: world.depotKey, loadId: world.loadId },
        }),
      (world) => mine.request('PATCH', `/v1/load?id=${own.loadId}`, { body: { startDepotKey: world.depotKey } }),
      (world) => mine.request('PATCH', `/v1/load?id=${own.loadId}`, { body: { vehicleKey: world.vehicleKey } }),
      (world) => mine.request('PATCH', `/v1/load?id=${own.loadId}`, { body: { driverKey: world.driverKey } }),
      (world) =>
        mine.request('PATCH', `/v1/vehicle?key=${own.vehicleKey}`, { body: { startDepotKey: world.depotKey } }),
      (world) => mine.request('PATCH', `/v1/driver?key=${own.driverKey}`, { body: { vehicleKey: world.vehicleKey } }),
      (world) =>
        mine.request('PATCH', `/v1/load?id=${own.loadId}`, {
          body: { stops: [{ consignmentId: world.consignmentId }] },
        }),
      (world) =>
        mine.request('POST', '/v1/load', {
          body: { key: aKey(), endDepotKey: world.depotKey, stops: [{ consignmentId: world.consignmentId }] },
        }),
      (world) => mine.request('POST', '/v1/export/consignments', { body: { keys: [world.consignmentKey] } }),
      (world) => mine.request('POST', '/v1/export/consignments', { body: { loadId: world.loadId } }),
    ]
    const names = (world: World) => Object.values(world)
    for (const [index, ask] of asked.entries()) {
      const shown = [await ask(foreign), await ask(gone)]
      assert.equal(anonymous(shown[0]!, names(foreign)), anonymous(shown[1]!, names(gone)), `request ${index}`)
    }
    assert.deepEqual(await snapshot(), before)
  })
})

everyEngine('paths', (open) => {
  const fresh = tenants(open)

  test('an unknown path returns 404 in the envelope, with or without a token', async () => {
    const tenant = await fresh()
    for (const path of [
      '/v1',
      '/v1/',
      '/v2/consignment',
      '/v1/orders',
      '/V1/consignment',
      '/v1/consignment/a/b',
      '/v1/export',
      '/v1/depot/x',
      '/favicon.ico',
      '/.env',
    ])
      for (const answer of [await tenant.request('GET', path), await request((await open()).url, 'DELETE', path)])
        assertProblem(answer, 'NOT_FOUND')
  })

  const odd = [
    '/v1/consignment/%zz',
    '/v1/consignment/%',
    '/v1/consignment/%c3%28',
    '/v1/consignment/%00',
    '/v1/consignment/a%2fb',
    '/v1/consignment/..%2f..%2fhealth%2flive',
    '/v1/consignment/%2e%2e',
    '/v1/consignment/',
    '/v1//consignment',
    '//v1/consignment',
    '/v1/consignment//',
    '/v1/load/../consignment',
    '/v1/./depots',
    '/v1/depots/',
    '/v1/depots;x=1',
    '/v1/depots%3fkey=1',
    `/v1/consignment/${'x'.repeat(129)}`,
    `/v1/consignment/${'x'.repeat(5_000)}`,
    '/v1/consignment?id=%zz',
    '/v1/consignment?id=%00',
    '/v1/consignment?id=%ff',
    '/v1/depot?key=%ed%a0%80',
    '/v1/depot?key',
    '/v1/depot?=x',
    '/v1/depot?key=%20x',
    `/v1/depot?key=${'x'.repeat(129)}`,
    '/v1/depot?key[]=x',
    '/v1/depot?constructor=x',
    "/v1/consignment?id=' or 1=1 --".replaceAll(' ', '%20'),
  ]
  let shared: Promise<Tenant> | undefined
  const inhabited = async () => {
    const tenant = await fresh()
    await createWorld(tenant, 'getConsignment')
    return tenant
  }
  for (const path of odd)
    test(`GET and DELETE of ${path.slice(0, 60)} return an error envelope and change nothing`, async () => {
      shared ??= inhabited()
      const tenant = await shared
      const { url } = await open()
      for (const method of ['GET', 'DELETE']) {
        const answer = await rawPath(url, tenant.token, method, path)
        assert.ok([400, 404, 405].includes(answer.status), `${method}: ${answer.status} ${answer.text}`)
        assertProblem(answer, answer.json.data.code)
        const stranger = await rawPath(url, 'garbage', method, path)
        assert.ok([400, 401, 404, 405].includes(stranger.status), `${method}: ${stranger.status}`)
      }
      assert.equal((await tenant.request('GET', '/v1/export/consignments')).json.data.length, 1)
      assert.equal((await tenant.request('GET', '/v1/depots')).json.data.length, 1)
    })
})

interface RawBody {
  type: string
  bytes: Uint8Array
}

/** A request with its path as it is: fetch would tidy it up. */
function rawPath(url: string, token: string, method: string, path: string, body?: RawBody): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const { hostname, port } = new URL(url)
  const sent = httpRequest({
    hostname,
    port,
    method,
    path,
    agent: false,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body ? { 'content-type': body.type, 'content-length': body.bytes.length } : {}),
    },
  })
  sent.on('response', async (response) => {
    const text = Buffer.concat(await Array.fromAsync(response)).toString()
    const headers = new Headers(Object.entries(response.headers).map(([name, value]) => [name, String(value)]))
    resolve({ status: response.statusCode!, headers, text, json: text === '' ? undefined : JSON.parse(text) })
  })
  // The answer may come before the whole body has left; then the other end closes, which is no failure.
  sent.on('error', (error) => setTimeout(() => reject(error), 500))
  sent.end(body?.bytes)
  return promise
}
const getWithBody = (url: string, token: string, path: string) =>
  rawPath(url, token, 'GET', path, { type: 'application/json', bytes: Buffer.from('{}') })
