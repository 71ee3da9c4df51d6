// Tokens of an outside issuer: let in with the keys that it publishes, where they say, and with nothing else.
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { describe, test } from 'node:test'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { hmac } from '../support/forgeries.ts'
import { assertRefused, openGate, refusal, seconds } from '../support/gate.ts'
import { onLoopback } from '../support/loopback.ts'

describe('a token of the outside issuer', () => {
  const issuer = 'https://issuer.example'
  async function openOutside(t: { after(fn: () => void): void }) {
    const pairs = {
      RS256: await generateKeyPair('RS256'),
      ES256: await generateKeyPair('ES256'),
      PS256: await generateKeyPair('PS256'),
    }
    const keys = await Promise.all(
      Object.entries(pairs).map(async ([alg, pair]) => ({
        ...(await exportJWK(pair.publicKey)),
        kid: alg,
        alg,
        use: 'sig',
      })),
    )
    const published = { up: true, requests: 0, padding: '', keys }
    const server = createServer((_request, response) => {
      published.requests++
      response.writeHead(published.up ? 200 : 500, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ keys: published.keys, padding: published.padding }))
    })
    const port = await onLoopback(t, server)
    const gate = await openGate(t, {
      tokenIssuer: issuer,
      tokenAudience: 'dray-api',
      tokenJwksUrl: `http://127.0.0.1:${port}/jwks`,
    })
    const claims = {
      iss: issuer,
      aud: 'dray-api',
      sub: 'planner',
      environment: 'acme',
      scope: 'loads:write',
      exp: seconds(gate) + 300,
    }
    const make = async (
      change: Record<string, unknown> = {},
      header: object = {},
      alg: keyof typeof pairs = 'RS256',
    ) => {
      const payload = Object.fromEntries(
        Object.entries({ ...claims, ...change }).filter(([, value]) => value !== undefined),
      )
      return `Bearer ${await new SignJWT(payload).setProtectedHeader({ alg, kid: alg, ...header }).sign(pairs[alg].privateKey)}`
    }
    return { gate, make, published, keys }
  }

  test('a token of an external issuer is accepted for its environment', async (t) => {
    const { gate, make } = await openOutside(t)
    const principal = await gate.authenticate(await make())
    assert.equal(principal.environmentId, gate.environmentId)
    assert.deepEqual([...principal.scopes].sort(), ['loads:read', 'loads:write'])
    assert.ok(await gate.authenticate(await make({}, {}, 'ES256')))
    assert.ok(await gate.authenticate(await make({ environment: gate.environmentId })))
    const listed = await gate.authenticate(await make({ scope: ['depots:read', 'unheard-of'] }))
    assert.deepEqual([...listed.scopes], ['depots:read'])
    assert.equal((await gate.authenticate(await make({ scope: undefined }))).scopes.size, 0)
    assert.ok(await gate.authenticate(`Bearer ${(await gate.token()).token}`))
  })
  test('a cached token of an external issuer is accepted synchronously until it ends', async (t) => {
    const { gate, make } = await openOutside(t)
    const token = await make()
    await gate.authenticate(token)
    assert.ok(!(gate.authenticate(token) instanceof Promise))
    gate.clock.now += 331_000
    await assertRefused(gate, token)
  })
  test('a token of an external issuer is rejected if any part is wrong', async (t) => {
    const { gate, make, keys } = await openOutside(t)
    const foreign = await generateKeyPair('RS256')
    const wrong: Record<string, string> = {
      'another audience': await make({ aud: 'other' }),
      'no audience': await make({ aud: undefined }),
      'no end': await make({ exp: undefined }),
      'an end in the past': await make({ exp: seconds(gate) - 31 }),
      'a beginning to come': await make({ nbf: seconds(gate) + 32 }),
      'no environment': await make({ environment: undefined }),
      'an unknown environment': await make({ environment: 'other' }),
      'an environment that is a list': await make({ environment: ['acme'] }),
      'no subject': await make({ sub: undefined }),
      'an algorithm that is not allowed': await make({}, {}, 'PS256'),
      'an unknown key': await make({}, { kid: 'other' }),
      'a key of another algorithm': await make({}, { kid: 'ES256' }),
      'a key of its own': await make({}, { jwk: keys[0] }),
      'a key address of its own': await make({}, { jku: 'https://example.com/jwks' }),
      'certificates of its own': await make({}, { x5c: ['MIIB'] }),
      'another type': await make({}, { typ: 'secevent+jwt' }),
      'the issuer of our own tokens': await make({ iss: 'dray' }),
      'HS256 with the public key': hmac(
        256,
        { kid: 'RS256' },
        { iss: issuer, aud: 'dray-api', sub: 'x', environment: 'acme', exp: seconds(gate) + 60 },
        JSON.stringify(keys[0]),
      ),
      'the signature of a stranger': `Bearer ${await new SignJWT({ sub: 'x', environment: 'acme', scope: '*' })
        .setProtectedHeader({ alg: 'RS256', kid: 'RS256' })
        .setIssuer(issuer)
        .setAudience('dray-api')
        .setExpirationTime('1h')
        .sign(foreign.privateKey)}`,
    }
    for (const [name, token] of Object.entries(wrong)) await t.test(name, () => assertRefused(gate, token))
  })
  test('a token of an external issuer gets 503 while the keys cannot be fetched', async (t) => {
    const { gate, make, published } = await openOutside(t)
    published.up = false
    for (const sub of ['one', 'other']) {
      const { code, details, cause } = await refusal(gate, await make({ sub }))
      assert.equal(code, 'UNAVAILABLE')
      assert.ok(details.retryAfterSeconds)
      assert.match((cause as Error).message, /^it answered 5\d\d$|^the connection failed \(\w+\)$/, 'for the log')
    }
    assert.equal(published.requests, 1)
    published.up = true
    gate.clock.passedMs += 6_000
    assert.ok(await gate.authenticate(await make()))
  })
  test('a token of an external issuer gets 503 while the response with the keys is too large', async (t) => {
    const { gate, make, published } = await openOutside(t)
    published.padding = 'x'.repeat(2 ** 20)
    assert.equal((await refusal(gate, await make())).code, 'UNAVAILABLE')
    assert.equal((await refusal(gate, await make({ sub: 'other' }))).code, 'UNAVAILABLE')
    assert.equal(published.requests, 1, 'it is not fetched again and again')
    published.padding = ''
    gate.clock.passedMs += 6_000
    assert.ok(await gate.authenticate(await make()))
  })
  test('after a clock was ahead, an external token is accepted with a new key and rejected with a withdrawn key', async (t) => {
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() })
    const { gate, make, published, keys } = await openOutside(t)
    const days = 3 * 86_400_000
    const exp = seconds(gate) + 400_000
    const set = (ms: number) => {
      t.mock.timers.setTime(Date.now() + ms)
      gate.clock.now += ms
    }
    published.keys = keys.filter(({ kid }) => kid === 'RS256')
    set(days)
    const old = await make({ exp })
    assert.ok(await gate.authenticate(old))
    set(-days)
    published.keys = keys.filter(({ kid }) => kid === 'ES256')
    gate.clock.passedMs += 6_000
    assert.ok(await gate.authenticate(await make({ exp }, {}, 'ES256')))
    gate.clock.passedMs += 300_000
    await assertRefused(gate, old)
  })
  test('a token of an external issuer is accepted for a day with earlier fetched keys', async (t) => {
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() })
    const { gate, make, published } = await openOutside(t)
    const pass = (milliseconds: number) => {
      t.mock.timers.tick(milliseconds)
      gate.clock.now += milliseconds
      gate.clock.passedMs += milliseconds
    }
    const exp = seconds(gate) + 200_000
    await gate.authenticate(await make({ exp }))
    published.up = false
    pass(3_600_000)
    assert.ok(await gate.authenticate(await make({ exp, sub: 'other' })))
    assert.equal(published.requests, 2)
    pass(86_400_000)
    assert.equal((await refusal(gate, await make({ exp, sub: 'third' }))).code, 'UNAVAILABLE')
  })
})
