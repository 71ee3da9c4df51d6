// How tokens come to be and end: keys, tokens, clients, the OAuth token endpoint, the published keys.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createRemoteJWKSet, jwtVerify } from 'jose'
import * as rules from '../../server/access/token/rules.ts'
import { expandScopes, hasScopes } from '../../server/access/token/scopes.ts'
import { touchTokens } from '../../server/access/token/usage.ts'
import * as admin from '../../server/admin/database.ts'
import { createCommandAuthor } from '../../server/platform/event/rules.ts'
import { openGate } from '../support/gate.ts'
import { everyEngine, request, type Service } from '../support/harness.ts'
import { assertProblem } from '../support/problem.ts'
import { until } from '../support/until.ts'

const dayMs = 86_400_000
const claimsOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString())
const headerOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[0]!, 'base64url').toString())

describe('a token', () => {
  test('a token contains its issuer, environment, scopes and times', async (t) => {
    const gate = await openGate(t)
    const { token, tokenId } = await gate.token({ scopes: ['depots:read', 'loads:write'] })
    const now = Math.floor(gate.clock.now / 1_000)
    assert.deepEqual(headerOf(token), { alg: 'EdDSA', typ: 'at+jwt', kid: gate.keyId })
    assert.deepEqual(claimsOf(token), {
      iss: 'dray',
      aud: 'dray',
      sub: tokenId,
      jti: tokenId,
      env: gate.environmentId,
      scope: 'depots:read loads:write',
      iat: now,
      nbf: now,
      exp: now + (365 * dayMs) / 1_000,
    })
  })
  test('the list of tokens shows the times and the last use', async (t) => {
    const gate = await openGate(t)
    const { tokenId } = await gate.token({ name: 'scanner', activeToMs: gate.clock.now + dayMs })
    const use = (at: number) =>
      gate.database.write((tx) =>
        touchTokens.run(tx, [{ environmentId: gate.environmentId, id: tokenId, kind: 'token', at }], {} as never),
      )
    await use(Date.UTC(2026, 6, 1))
    await use(Date.UTC(2026, 5, 1))
    const [row] = await gate.database.read((tx) => rules.listTokens(tx, gate.environmentId))
    assert.equal(row!.name, 'scanner')
    assert.equal(row!.lastUsed, '2026-07-01T00:00:00Z')
    assert.equal(row!.revoked, null)
  })
  test('a token with unknown or no scopes, or with an invalid time, is not created', async (t) => {
    const gate = await openGate(t)
    const { now } = gate.clock
    await assert.rejects(gate.token({ scopes: ['consignment:read'] }), /scope `consignment:read` does not exist/)
    await assert.rejects(gate.token({ scopes: [] }), /at least one scope/)
    await assert.rejects(gate.token({ activeToMs: now - 1 }), /must end in the future, and after it begins/)
    await assert.rejects(
      gate.token({ activeFromMs: now + dayMs, activeToMs: now + 1 }),
      /must end in the future, and after it begins/,
    )
    await assert.rejects(gate.token({ activeToMs: now + 4_000 * dayMs }), /ten years/)
    await assert.rejects(gate.token({ name: 'x'.repeat(129) }), /1 to 128/)
    assert.deepEqual(await gate.database.read((tx) => rules.listTokens(tx)), [])
  })
  test('repeated requests revoke a token once', async (t) => {
    const gate = await openGate(t)
    const { tokenId } = await gate.token()
    const revoke = (now: number, id = tokenId) =>
      gate.database.write((tx) => rules.revokeToken(tx, createCommandAuthor(gate.environmentId, now), id))
    assert.equal(await revoke(Date.UTC(2026, 6, 1)), true)
    assert.equal(await revoke(Date.UTC(2026, 6, 2)), true)
    const [row] = await gate.database.read((tx) => rules.listTokens(tx))
    assert.equal(row!.revoked, '2026-07-01T00:00:00Z')
    assert.equal(await revoke(0, 'unknown'), false)
  })
})

describe('a scope', () => {
  test('a scope to write includes reading, and `*` includes all ordinary scopes', () => {
    assert.deepEqual([...expandScopes(['settings:write'])].sort(), ['settings:read', 'settings:write'])
    assert.equal(expandScopes(['*']).size, 18)
    assert.equal(expandScopes(['everything']).size, 0)
  })
  test('a scope is granted only by users and tokens that have it', () => {
    assert.ok(hasScopes(['*'], ['*', 'loads:read']))
    assert.ok(hasScopes(['loads:write'], ['loads:read']))
    assert.ok(!hasScopes(['loads:read'], ['loads:write']))
    assert.ok(!hasScopes(['loads:write'], ['*']))
    assert.ok(!hasScopes(['*'], ['everything']))
  })
})

describe('a signing key', () => {
  test('the first signing key is created once', async (t) => {
    const gate = await openGate(t)
    await gate.database.write((tx) => rules.ensureKey(tx, Date.now()))
    assert.equal((await gate.database.read(rules.listKeys)).length, 1)
  })
  test('a rotated key verifies tokens but no longer signs, and its private half is deleted', async (t) => {
    const gate = await openGate(t)
    const keyId = await gate.database.write((tx) => rules.rotateKey(tx, Date.now()))
    const keys = await gate.database.read(rules.listKeys)
    assert.deepEqual(
      keys.map((key) => [key.keyId, key.signs]),
      [
        [gate.keyId, 0],
        [keyId, 1],
      ],
    )
    assert.equal(headerOf((await gate.token()).token).kid, keyId)
  })
  test('the key that signs cannot be retired', async (t) => {
    const gate = await openGate(t)
    const retire = (keyId: string) => gate.database.write((tx) => rules.retireKey(tx, keyId, Date.now()))
    await assert.rejects(retire(gate.keyId), /dray key rotate/)
    await assert.rejects(retire('unknown'), /key `unknown` is not in use/)
    await gate.database.write((tx) => rules.rotateKey(tx, Date.now()))
    await retire(gate.keyId)
    assert.equal((await gate.database.read(rules.listKeys)).length, 1)
  })
})

everyEngine('the name of a token or OAuth client', (open) => {
  test('the name of a token or OAuth client has at most 128 characters, for any number of UTF-16 units', async () => {
    const { config, environment } = await open()
    const { environmentId, request } = await environment()
    const [longest, tooLong] = [128, 129].map((count) => '\u{1f69a}'.repeat(count)) as [string, string]
    for (const path of ['/v1/token', '/v1/client']) {
      const create = (name: string) => request('POST', path, { body: { name, scopes: ['depots:read'] } })
      assert.equal((await create(longest)).status, 201, path)
      assertProblem(await create(tooLong), 'BAD_REQUEST', ['/name'])
      assert.equal((await request('GET', `${path}s`)).json.data.at(-1).name, longest)
    }
    for (const create of [admin.createToken, admin.createClient]) {
      const named = (name: string) => create(config, { environment: environmentId, name, scopes: ['*'] }, Date.now())
      await named(longest)
      await assert.rejects(async () => named(tooLong), /1 to 128 characters/)
    }
  })
})

everyEngine('the OAuth token endpoint', (open) => {
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const ask = (url: string, fields: Record<string, string> | string, headers: Record<string, string> = {}) =>
    request(url, 'POST', '/oauth/token', {
      body: typeof fields === 'string' ? fields : new URLSearchParams(fields).toString(),
      headers: { ...form, ...headers },
    })
  const basic = (id: string, secret: string) => ({
    authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
  })
  async function newClient(service: Service, scopes = ['consignments:write', 'depots:read']) {
    const tenant = await service.environment()
    const client = await admin.createClient(service.config, { environment: tenant.environmentId, scopes }, Date.now())
    return { ...client, tenant, inBody: { client_id: client.clientId, client_secret: client.secret } }
  }
  const grant = { grant_type: 'client_credentials' }

  test('the OAuth token endpoint gives a client a token for an hour', async () => {
    const service = await open()
    const { clientId, secret, inBody, tenant } = await newClient(service)
    const answers = [
      await ask(service.url, grant, basic(clientId, secret)),
      await ask(service.url, { ...grant, ...inBody }),
      await ask(service.url, { ...grant, client_id: clientId }, basic(clientId, secret)),
    ]
    for (const { status, json, headers } of answers) {
      assert.equal(status, 200)
      assert.equal(headers.get('cache-control'), 'no-store')
      assert.deepEqual(
        { ...json, access_token: '' },
        { access_token: '', token_type: 'Bearer', expires_in: 3600, scope: 'consignments:write depots:read' },
      )
      const { env, sub, client_id, jti, exp, iat } = claimsOf(json.access_token)
      assert.deepEqual([env, sub, client_id, exp - iat], [tenant.environmentId, clientId, clientId, 3600])
      assert.notEqual(jti, clientId)
    }
    const authorization = `Bearer ${answers[0]!.json.access_token}`
    assert.equal((await request(service.url, 'GET', '/v1/depots', { headers: { authorization } })).status, 200)
    assert.equal((await request(service.url, 'GET', '/v1/loads', { headers: { authorization } })).status, 403)
  })
  test('the OAuth token endpoint gives fewer scopes on request, and never more', async () => {
    const service = await open()
    const { inBody } = await newClient(service)
    const fewer = await ask(service.url, { ...grant, ...inBody, scope: 'consignments:read' })
    assert.equal(fewer.json.scope, 'consignments:read')
    for (const scope of ['*', 'loads:read', 'depots:write', 'nonsense', 'consignments:read loads:read']) {
      const more = await ask(service.url, { ...grant, ...inBody, scope })
      assert.deepEqual([more.status, more.json.error], [400, 'invalid_scope'])
    }
  })
  test('an unknown client, a wrong secret and a revoked client get the same response', async () => {
    const service = await open()
    const { clientId, secret } = await newClient(service)
    const revoked = await newClient(service)
    await admin.revokeClient(service.config, revoked.clientId, Date.now())
    const answers = [
      await ask(service.url, grant, basic(clientId, `${secret}x`)),
      await ask(service.url, grant, basic(clientId, '')),
      await ask(service.url, grant, basic(`${clientId}x`, secret)),
      await ask(service.url, grant, basic('unknown', secret)),
      await ask(service.url, grant, basic('', '')),
      await ask(service.url, grant, basic(revoked.clientId, revoked.secret)),
      await ask(service.url, { ...grant, client_id: clientId }),
    ]
    for (const { status, headers, text } of answers) {
      assert.equal(status, 401)
      assert.equal(headers.get('www-authenticate'), 'Basic realm="dray"')
      assert.equal(headers.get('cache-control'), 'no-store')
      assert.equal(text, answers[0]!.text)
    }
    assert.equal(answers[0]!.json.error, 'invalid_client')
  })
  test('the OAuth token endpoint returns every error in the form of RFC 6749', async () => {
    const service = await open()
    const { clientId, secret, inBody } = await newClient(service)
    const encoded = new URLSearchParams({ ...grant, ...inBody }).toString()
    const cases: [number, string, Awaited<ReturnType<typeof ask>>][] = [
      [401, 'invalid_client', await ask(service.url, grant)],
      [401, 'invalid_client', await ask(service.url, grant, { authorization: 'Bearer abc' })],
      [401, 'invalid_client', await ask(service.url, grant, { authorization: 'Basic %%%' })],
      [401, 'invalid_client', await ask(service.url, grant, basic('%zz', 'x'))],
      [400, 'invalid_request', await ask(service.url, inBody)],
      [400, 'invalid_request', await ask(service.url, '', basic(clientId, secret))],
      [400, 'invalid_request', await ask(service.url, { ...grant, ...inBody }, basic(clientId, secret))],
      [400, 'invalid_request', await ask(service.url, `${encoded}&grant_type=client_credentials`)],
      [400, 'invalid_request', await ask(service.url, `${encoded}&scope=loads%3Aread&scope=%2A`)],
      [400, 'unsupported_grant_type', await ask(service.url, { ...inBody, grant_type: 'password' })],
      [400, 'invalid_request', await ask(service.url, encoded, { 'content-type': 'application/json' })],
      [413, 'invalid_request', await ask(service.url, `${encoded}&x=${'y'.repeat(8_192)}`)],
    ]
    for (const [status, error, answer] of cases) {
      assert.deepEqual([answer.status, answer.json.error], [status, error])
      assert.ok(answer.json.error_description)
      assert.equal(answer.headers.get('cache-control'), 'no-store')
    }
  })
  test('tokens of the OAuth token endpoint are rejected after their client is revoked', async () => {
    const service = await open()
    const { clientId, inBody } = await newClient(service)
    const { json } = await ask(service.url, { ...grant, ...inBody })
    const authorization = `Bearer ${json.access_token}`
    const read = () => request(service.url, 'GET', '/v1/depots', { headers: { authorization } })
    assert.equal((await read()).status, 200)
    await admin.revokeClient(service.config, clientId, Date.now())
    await until('it is refused', async () => (await read()).status === 401)
  })
})

everyEngine('the published keys', (open) => {
  test('the published keys verify the tokens of the service, before and after a rotation', async () => {
    const service = await open()
    const { token, tokenWith } = await service.environment()
    const verify = (jwt: string) =>
      jwtVerify(jwt, createRemoteJWKSet(new URL('/.well-known/jwks.json', service.url)), {
        issuer: 'dray',
        audience: 'dray',
        typ: 'at+jwt',
      })
    await verify(token)
    const keyId = await admin.rotateKey(service.config, Date.now())
    const later = await tokenWith(['depots:read'])
    const headers = { authorization: `Bearer ${later}` }
    assert.equal((await request(service.url, 'GET', '/v1/depots', { headers })).status, 200)
    await verify(token)
    assert.equal((await verify(later)).protectedHeader.kid, keyId)
  })
  test('the published keys contain no private half', async () => {
    const { url } = await open()
    const { json } = await request(url, 'GET', '/.well-known/jwks.json')
    for (const key of json.keys) assert.deepEqual(Object.keys(key).sort(), ['alg', 'crv', 'kid', 'kty', 'use', 'x'])
  })
})
