// Who gets in: forged, stale and revoked tokens are refused, all in the same words; good ones are let in, and only where they belong.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { removeEnvironment } from '../../server/access/environment/rules.ts'
import * as rules from '../../server/access/token/rules.ts'
import { createCommandAuthor } from '../../server/platform/event/rules.ts'
import { forgeries, parts } from '../support/forgeries.ts'
import { assertRefused, forge, type Gate, openGate, refusal, seconds } from '../support/gate.ts'
import { until } from '../support/until.ts'

describe('a forged token', { concurrency: true }, () => {
  const cleanups: (() => void)[] = []
  let gate: Gate
  let good: string
  let header: Record<string, unknown>
  let claims: Record<string, unknown>
  before(async () => {
    gate = await openGate({ after: (fn) => void cleanups.push(fn) })
    good = (await gate.token()).token
    ;[header, claims] = parts(good)
      .slice(0, 2)
      .map((part) => JSON.parse(Buffer.from(part, 'base64url').toString())) as [typeof header, typeof claims]
  })
  after(() => {
    for (const cleanup of cleanups.reverse()) cleanup()
  })
  test('a forged token is rejected, and a genuine token is accepted', async () => {
    const { environmentId } = await gate.authenticate(`Bearer ${good}`)
    assert.equal(environmentId, gate.environmentId)
    const again = `Bearer ${forge(header, claims, gate.privateKey)}`
    assert.equal((await gate.authenticate(again)).environmentId, gate.environmentId)
  })
  test('the tests contain at least sixty variants of a forged token', () =>
    assert.ok(Object.keys(forgeries).length >= 60))
  for (const [name, forgery] of Object.entries(forgeries))
    test(`a forged token with ${name} is rejected twice`, async () => {
      const forged = await forgery({ gate, good, header, claims })
      await assertRefused(gate, forged)
      await assertRefused(gate, forged)
    })
})

describe('without a token', () => {
  test('the response to a request without a token names the authentication scheme and no error', async (t) => {
    const gate = await openGate(t)
    for (const header of [undefined, '']) {
      const { code, details } = await refusal(gate, header)
      assert.equal(code, 'UNAUTHORIZED')
      assert.deepEqual(details.headers, { 'WWW-Authenticate': 'Bearer realm="dray"' })
    }
  })
})

describe('a good token', () => {
  test('a cached token is accepted synchronously', async (t) => {
    const gate = await openGate(t)
    const { token, tokenId } = await gate.token()
    const first = await gate.authenticate(`Bearer ${token}`)
    const again = gate.authenticate(`Bearer ${token}`)
    assert.ok(!(again instanceof Promise))
    assert.equal(again, first)
    assert.equal(first.actor, tokenId)
  })
  test('the scheme before a token is accepted in upper and lower case', async (t) => {
    const gate = await openGate(t)
    const { token } = await gate.token()
    for (const scheme of ['bearer', 'BEARER']) assert.ok(await gate.authenticate(`${scheme} ${token}`))
  })
  test('a token is accepted 30 seconds before its start and after its end, also from the cache', async (t) => {
    const gate = await openGate(t)
    const start = Math.ceil(gate.clock.now / 1_000) * 1_000 + 100_000
    const { token } = await gate.token({ activeFromMs: start, activeToMs: start + 60_000 })
    const at = (now: number) => {
      gate.clock.now = now
      return `Bearer ${token}`
    }
    await assertRefused(gate, at(start - 30_001))
    assert.ok(await gate.authenticate(at(start - 30_000)))
    assert.ok(await gate.authenticate(at(start + 89_999)))
    await assertRefused(gate, at(start + 90_000))
    await assertRefused(gate, at(start - 30_001))
  })
  test('a token has the scopes that its scopes imply', async (t) => {
    const gate = await openGate(t)
    const scopesOf = async (...scopes: string[]) =>
      [...(await gate.authenticate(`Bearer ${(await gate.token({ scopes })).token}`)).scopes].sort()
    assert.deepEqual(await scopesOf('consignments:write'), ['consignments:read', 'consignments:write'])
    assert.deepEqual(await scopesOf('depots:read', 'export:write'), ['depots:read', 'export:read', 'export:write'])
    assert.equal((await scopesOf('*')).length, 18)
  })
  test('a token that another instance revoked is soon rejected', async (t) => {
    const gate = await openGate(t)
    const { token, tokenId } = await gate.token()
    await gate.authenticate(`Bearer ${token}`)
    await gate.database.write((tx) =>
      rules.revokeToken(tx, createCommandAuthor(gate.environmentId, Date.now()), tokenId),
    )
    await until('it is refused', async () => {
      try {
        await gate.authenticate(`Bearer ${token}`)
        return false
      } catch {
        return true
      }
    })
    await assertRefused(gate, `Bearer ${token}`)
  })
  test('a token of a client is rejected after the client is revoked', async (t) => {
    const gate = await openGate(t)
    const client = `${gate.environmentId}.abc`
    const claims = (jti: string) => ({
      iss: 'dray',
      aud: 'dray',
      sub: client,
      client_id: client,
      jti,
      env: gate.environmentId,
      scope: '*',
      exp: seconds(gate) + 60,
    })
    const header = { alg: 'EdDSA', typ: 'at+jwt', kid: gate.keyId }
    const token = `Bearer ${forge(header, claims('one'), gate.privateKey)}`
    const principal = await gate.authenticate(token)
    assert.deepEqual([principal.actor, principal.tokenKey], [client, client])
    const author = createCommandAuthor(gate.environmentId, Date.now())
    await gate.database.write((tx) => rules.createClient(tx, author, { scopes: ['*'] }))
    const [row] = await gate.database.read((tx) => rules.listClients(tx))
    const held = `Bearer ${forge(header, { ...claims('two'), client_id: row!.clientId }, gate.privateKey)}`
    await gate.authenticate(held)
    await gate.database.write((tx) => rules.revokeClient(tx, author, row!.clientId))
    await gate.directory.refreshed()
    await assertRefused(gate, held)
    assert.ok(await gate.authenticate(token))
  })
  test('a token is rejected only after its signing key is retired', async (t) => {
    const gate = await openGate(t)
    const { token } = await gate.token()
    await gate.authenticate(`Bearer ${token}`)
    await gate.database.write((tx) => rules.rotateKey(tx, Date.now()))
    await gate.directory.refreshed()
    assert.ok(await gate.authenticate(`Bearer ${token}`))
    await gate.database.write((tx) => rules.retireKey(tx, gate.keyId, Date.now()))
    await gate.directory.refreshed()
    await assertRefused(gate, `Bearer ${token}`)
  })
  test('a token is accepted if its key and its environment are newer than the cache', async (t) => {
    const gate = await openGate(t)
    // Somebody has used up the right to look again just now.
    await assertRefused(gate, `Bearer ${forge({ alg: 'EdDSA', typ: 'at+jwt', kid: 'unknown' }, {}, gate.privateKey)}`)
    await gate.database.write((tx) => rules.rotateKey(tx, Date.now()))
    assert.ok(await gate.authenticate(`Bearer ${(await gate.token()).token}`))
  })
  test('a token is rejected after its environment is deleted', async (t) => {
    const gate = await openGate(t)
    const { token } = await gate.token()
    await gate.authenticate(`Bearer ${token}`)
    await gate.database.write((tx) => removeEnvironment(tx, gate.environmentId))
    await gate.directory.refreshed()
    await assertRefused(gate, `Bearer ${token}`)
  })
  test('the last use of a token is stored', async (t) => {
    const gate = await openGate(t)
    const { token, tokenId } = await gate.token()
    await gate.authenticate(`Bearer ${token}`)
    gate.clock.now += 5_000
    await gate.authenticate(`Bearer ${token}`)
    await gate.usage.flush()
    assert.deepEqual(gate.uses, [{ environmentId: gate.environmentId, id: tokenId, kind: 'token', at: gate.clock.now }])
  })
})
