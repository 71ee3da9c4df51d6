// Who gets in: forged, stale and revoked tokens are refused, all in the same words; good ones are let in, and only where they belong.
import assert from 'node:assert/strict'
import { createHmac, createPublicKey, generateKeyPairSync, sign } from 'node:crypto'
import { createServer } from 'node:http'
import { after, before, describe, test } from 'node:test'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { removeEnvironment } from '../server/environment/rules.ts'
import { Problem } from '../server/http/problems.ts'
import * as rules from '../server/token/rules.ts'
import { encode, forge, type Gate, openGate } from './gate.ts'

const invalid = 'Bearer realm="dray", error="invalid_token"'

async function refusal(gate: Gate, header: string | undefined): Promise<Problem> {
  try {
    const { actor } = await gate.authenticate(header)
    assert.fail(`${actor} was let in`)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return error
  }
}

async function assertRefused(gate: Gate, header: string): Promise<void> {
  const { code, message, details } = await refusal(gate, header)
  assert.deepEqual(
    { code, message, details },
    {
      code: 'UNAUTHORIZED',
      message: 'Send `Authorization: Bearer <token>` with a token of this service that is valid now.',
      details: {
        message: 'Send `Authorization: Bearer <token>` with a token of this service that is valid now.',
        headers: { 'WWW-Authenticate': invalid },
      },
    },
  )
}

type Forgery = (parts: {
  gate: Gate
  good: string
  header: Record<string, unknown>
  claims: Record<string, unknown>
}) => string | Promise<string>

const stranger = generateKeyPairSync('ed25519')
const without = (object: Record<string, unknown>, name: string) =>
  Object.fromEntries(Object.entries(object).filter(([member]) => member !== name))
const parts = (token: string) => token.split('.') as [string, string, string]
const hmac = (bits: 256 | 512, header: object, claims: object, secret: string | Buffer) => {
  const signed = `${encode({ ...header, alg: `HS${bits}` })}.${encode(claims)}`
  return `Bearer ${signed}.${createHmac(`sha${bits}`, secret).update(signed).digest('base64url')}`
}
/** Signed with the service's own key, so that nothing but the header is wrong. */
const withHeader =
  (change: object): Forgery =>
  ({ gate, header, claims }) =>
    `Bearer ${forge({ ...header, ...change }, claims, gate.privateKey)}`
const withoutHeader =
  (name: string): Forgery =>
  ({ gate, header, claims }) =>
    `Bearer ${forge(without(header, name), claims, gate.privateKey)}`
const withClaims =
  (change: object | ((gate: Gate) => object)): Forgery =>
  ({ gate, header, claims }) =>
    `Bearer ${forge(header, { ...claims, ...(typeof change === 'function' ? change(gate) : change) }, gate.privateKey)}`
const withoutClaim =
  (name: string): Forgery =>
  ({ gate, header, claims }) =>
    `Bearer ${forge(header, without(claims, name), gate.privateKey)}`
const asWritten =
  (header: string | undefined, payload: string | undefined): Forgery =>
  ({ gate, header: goodHeader, claims }) =>
    `Bearer ${forge(header ?? goodHeader, payload ?? claims, gate.privateKey)}`
const seconds = (gate: Gate) => Math.floor(gate.clock.now / 1_000)

const forgeries: Record<string, Forgery> = {
  'the scheme alone': () => 'Bearer',
  'the scheme and a space': () => 'Bearer ',
  'no scheme': ({ good }) => good,
  'the scheme Basic': ({ good }) => `Basic ${good}`,
  'the scheme Token': ({ good }) => `Token ${good}`,
  'two spaces': ({ good }) => `Bearer  ${good}`,
  'a space at the end': ({ good }) => `Bearer ${good} `,
  'a tab before the token': ({ good }) => `Bearer\t${good}`,
  'quotation marks': ({ good }) => `Bearer "${good}"`,
  'two headers joined': ({ good }) => `Bearer ${good}, Bearer ${good}`,
  'two tokens': ({ good }) => `Bearer ${good} ${good}`,
  'a line break inside': ({ good }) => `Bearer ${good.slice(0, 20)}\n${good.slice(20)}`,
  'a NUL inside': ({ good }) => `Bearer ${good}\0`,
  'one part': () => 'Bearer abc',
  'two parts': ({ good }) => `Bearer ${parts(good).slice(0, 2).join('.')}`,
  'four parts': ({ good }) => `Bearer ${good}.abc`,
  'five parts, as an encrypted token has': ({ good }) => `Bearer ${good}.abc.def`,
  'an empty signature': ({ good }) => `Bearer ${parts(good).slice(0, 2).join('.')}.`,
  'an empty header': ({ good }) => `Bearer .${parts(good).slice(1).join('.')}`,
  'an empty payload': ({ good }) => `Bearer ${parts(good)[0]}..${parts(good)[2]}`,
  'padding after the signature': ({ good }) => `Bearer ${good}==`,
  'base64 that is not URL-safe': ({ good }) => `Bearer ${good.slice(0, -3)}+/+`,
  'a signature that is too short': ({ good }) => `Bearer ${good.slice(0, -4)}`,
  'a signature that is too long': ({ good }) => `Bearer ${good}AAAA`,
  'a signature of zeros': ({ good }) => `Bearer ${parts(good).slice(0, 2).join('.')}.${'A'.repeat(86)}`,
  'spare bits in the last character': ({ good }) => {
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    return `Bearer ${good.slice(0, -1)}${alphabet[alphabet.indexOf(good.at(-1)!) + 1]}`
  },
  'letters of another script': () => 'Bearer ｅｙＪ.ｅｙＪ.ｅｙＪ',
  'a header that is a list': asWritten('[{"alg":"EdDSA"}]', undefined),
  'a header that is null': asWritten('null', undefined),
  'a header that is a string': asWritten('"EdDSA"', undefined),
  'a header that is not JSON': asWritten('{alg:EdDSA}', undefined),
  'a header with a byte order mark': ({ gate, header, claims }) =>
    `Bearer ${forge(`\uFEFF${JSON.stringify(header)}`, claims, gate.privateKey)}`,
  'a payload that is a list': asWritten(undefined, '[]'),
  'a payload that is a number': asWritten(undefined, '1'),
  'a payload that is not JSON': asWritten(undefined, '{"iss":'),
  'a payload that is not UTF-8': ({ gate, header }) => {
    const signed = `${encode(header)}.${Buffer.from([0x7b, 0xff, 0xfe, 0x7d]).toString('base64url')}`
    return `Bearer ${signed}.${sign(null, Buffer.from(signed), gate.privateKey).toString('base64url')}`
  },
  'more than 4096 bytes': withClaims({ note: 'x'.repeat(4_096) }),

  'alg none without a signature': ({ header, claims }) =>
    `Bearer ${encode({ ...header, alg: 'none' })}.${encode(claims)}.`,
  'alg none with a signature': withHeader({ alg: 'none' }),
  'alg None': withHeader({ alg: 'None' }),
  'alg nOnE': withHeader({ alg: 'nOnE' }),
  'alg in lower case': withHeader({ alg: 'eddsa' }),
  'alg by its other name': withHeader({ alg: 'Ed25519' }),
  'alg as a list': withHeader({ alg: ['EdDSA'] }),
  'alg null': withHeader({ alg: null }),
  'alg RS256 over an EdDSA signature': withHeader({ alg: 'RS256' }),
  'no alg': withoutHeader('alg'),
  'HS256 keyed with the raw public key': ({ gate, header, claims }) =>
    hmac(256, header, claims, Buffer.from(gate.publicJwk.x!, 'base64url')),
  'HS256 keyed with the public key as text': ({ gate, header, claims }) => hmac(256, header, claims, gate.publicJwk.x!),
  'HS256 keyed with the public JWK': ({ gate, header, claims }) =>
    hmac(256, header, claims, JSON.stringify(gate.publicJwk)),
  'HS256 keyed with the public PEM': ({ gate, header, claims }) =>
    hmac(256, header, claims, createPublicKey(gate.privateKey).export({ type: 'spki', format: 'pem' })),
  'HS256 keyed with nothing': ({ header, claims }) => hmac(256, header, claims, ''),
  'HS512 keyed with the public JWK': ({ gate, header, claims }) =>
    hmac(512, header, claims, JSON.stringify(gate.publicJwk)),
  'RS256 of a stranger': async ({ header, claims }) => {
    const { privateKey } = await generateKeyPair('RS256')
    const { typ, kid } = header as { typ: string; kid: string }
    return `Bearer ${await new SignJWT(claims).setProtectedHeader({ alg: 'RS256', typ, kid }).sign(privateKey)}`
  },
  'ES256 of a stranger': async ({ header, claims }) => {
    const { privateKey } = await generateKeyPair('ES256')
    const { typ, kid } = header as { typ: string; kid: string }
    return `Bearer ${await new SignJWT(claims).setProtectedHeader({ alg: 'ES256', typ, kid }).sign(privateKey)}`
  },
  'EdDSA of a stranger': ({ header, claims }) => `Bearer ${forge(header, claims, stranger.privateKey)}`,
  'EdDSA of a stranger who brings the key': ({ header, claims }) =>
    `Bearer ${forge({ ...header, jwk: stranger.publicKey.export({ format: 'jwk' }) }, claims, stranger.privateKey)}`,

  'a jwk beside a good signature': withHeader({ jwk: stranger.publicKey.export({ format: 'jwk' }) }),
  'a jku': withHeader({ jku: 'https://example.com/jwks.json' }),
  'an x5u': withHeader({ x5u: 'https://example.com/chain.pem' }),
  'an x5c': withHeader({ x5c: ['MIIB'] }),
  'a crit': withHeader({ crit: ['exp'] }),
  'an empty crit': withHeader({ crit: [] }),
  'b64 false': withHeader({ b64: false, crit: ['b64'] }),
  'a zip': withHeader({ zip: 'DEF' }),
  'a header member that nobody knows': withHeader({ note: 1 }),

  'no kid': withoutHeader('kid'),
  'an empty kid': withHeader({ kid: '' }),
  'an unknown kid': withHeader({ kid: '01a1dd4c-0000-7000-8000-000000000000' }),
  'a kid that is a path': withHeader({ kid: '../../../../dev/null' }),
  'a kid that is SQL': withHeader({ kid: "' or '1'='1" }),
  'the kid __proto__': ({ gate, header, claims }) =>
    `Bearer ${forge(JSON.stringify(header).replace(gate.keyId, '__proto__'), claims, gate.privateKey)}`,
  'the kid constructor': withHeader({ kid: 'constructor' }),
  'a kid that is a number': withHeader({ kid: 0 }),
  'a kid that is a list': ({ gate, header, claims }) =>
    `Bearer ${forge({ ...header, kid: [gate.keyId] }, claims, gate.privateKey)}`,
  'a kid in upper case': ({ gate, header, claims }) =>
    `Bearer ${forge({ ...header, kid: gate.keyId.toUpperCase() }, claims, gate.privateKey)}`,

  'no typ': withoutHeader('typ'),
  'typ JWT': withHeader({ typ: 'JWT' }),
  'typ in upper case': withHeader({ typ: 'AT+JWT' }),
  'typ of an id token': withHeader({ typ: 'id_token' }),
  'typ that is a number': withHeader({ typ: 1 }),

  'another iss': withClaims({ iss: 'https://example.com' }),
  'an iss that is a list': withClaims({ iss: ['dray'] }),
  'no iss': withoutClaim('iss'),
  'another aud': withClaims({ aud: 'other' }),
  'an aud that is a list': withClaims({ aud: ['dray', 'other'] }),
  'no aud': withoutClaim('aud'),
  'no exp': withoutClaim('exp'),
  'an exp that is null': withClaims({ exp: null }),
  'an exp that is a string': withClaims((gate) => ({ exp: String(seconds(gate) + 60) })),
  'an exp that is infinite': ({ gate, header, claims }) =>
    `Bearer ${forge(header, JSON.stringify(claims).replace(/"exp":\d+/, '"exp":1e999'), gate.privateKey)}`,
  'an exp 31 seconds ago': withClaims((gate) => ({ exp: seconds(gate) - 31 })),
  'a negative exp': withClaims({ exp: -1 }),
  'an nbf in 32 seconds': withClaims((gate) => ({ nbf: seconds(gate) + 32 })),
  'an nbf that is a string': withClaims({ nbf: '0' }),
  'no jti': withoutClaim('jti'),
  'a jti that is a number': withClaims({ jti: 1 }),
  'no sub': withoutClaim('sub'),
  'no env': withoutClaim('env'),
  'an env that does not exist': withClaims({ env: '01a1dd4c-0000-7000-8000-000000000000' }),
  'an env by its name': withClaims({ env: 'acme' }),
  'an env that is a list': withClaims((gate) => ({ env: [gate.environmentId] })),
  'the env __proto__': withClaims({ env: '__proto__' }),
  'no scope': withoutClaim('scope'),
  'a scope that is a list': withClaims({ scope: ['*'] }),
  'a client_id that is a number': withClaims({ client_id: 1 }),

  'claims changed after signing': ({ good, claims }) => {
    const [header, , signature] = parts(good)
    return `Bearer ${header}.${encode({ ...claims, scope: 'consignments:read' })}.${signature}`
  },
  'the signature of another token': async ({ gate, good }) => {
    const other = parts((await gate.token()).token)
    return `Bearer ${parts(good).slice(0, 2).join('.')}.${other[2]}`
  },
  'one bit of the signature changed': ({ good }) => {
    const [header, payload, signature] = parts(good)
    const bytes = Buffer.from(signature, 'base64url')
    bytes[10]! ^= 1
    return `Bearer ${header}.${payload}.${bytes.toString('base64url')}`
  },
}

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
  test('is told from a good one, which is let in', async () => {
    const { environmentId } = await gate.authenticate(`Bearer ${good}`)
    assert.equal(environmentId, gate.environmentId)
    const again = `Bearer ${forge(header, claims, gate.privateKey)}`
    assert.equal((await gate.authenticate(again)).environmentId, gate.environmentId)
  })
  test('comes in at least sixty ways', () => assert.ok(Object.keys(forgeries).length >= 60))
  for (const [name, forgery] of Object.entries(forgeries))
    test(`with ${name} is refused, twice`, async () => {
      const forged = await forgery({ gate, good, header, claims })
      await assertRefused(gate, forged)
      await assertRefused(gate, forged)
    })
})

describe('without a token', () => {
  test('the answer names the scheme and no error', async (t) => {
    const gate = await openGate(t)
    for (const header of [undefined, '']) {
      const { code, details } = await refusal(gate, header)
      assert.equal(code, 'UNAUTHORIZED')
      assert.deepEqual(details.headers, { 'WWW-Authenticate': 'Bearer realm="dray"' })
    }
  })
})

describe('a good token', () => {
  test('is let in at once when it was seen before', async (t) => {
    const gate = await openGate(t)
    const { token, tokenId } = await gate.token()
    const first = await gate.authenticate(`Bearer ${token}`)
    const again = gate.authenticate(`Bearer ${token}`)
    assert.ok(!(again instanceof Promise))
    assert.equal(again, first)
    assert.equal(first.actor, tokenId)
  })
  test('may spell the scheme in any case', async (t) => {
    const gate = await openGate(t)
    const { token } = await gate.token()
    for (const scheme of ['bearer', 'BEARER']) assert.ok(await gate.authenticate(`${scheme} ${token}`))
  })
  test('holds for 30 seconds beyond its end and before its beginning, also when it was seen before', async (t) => {
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
  test('has the scopes that its own include', async (t) => {
    const gate = await openGate(t)
    const scopesOf = async (...scopes: string[]) =>
      [...(await gate.authenticate(`Bearer ${(await gate.token({ scopes })).token}`)).scopes].sort()
    assert.deepEqual(await scopesOf('consignments:write'), ['consignments:read', 'consignments:write'])
    assert.deepEqual(await scopesOf('depots:read', 'export:write'), ['depots:read', 'export:read', 'export:write'])
    assert.equal((await scopesOf('*')).length, 12)
  })
  test('is refused within a second after it was revoked elsewhere', async (t) => {
    const gate = await openGate(t)
    const { token, tokenId } = await gate.token()
    await gate.authenticate(`Bearer ${token}`)
    await gate.database.write((tx) => rules.revokeToken(tx, tokenId, Date.now()))
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    await assertRefused(gate, `Bearer ${token}`)
  })
  test('of a client is refused when its client was revoked', async (t) => {
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
    await gate.database.write(async (tx) => {
      await rules.createClient(tx, { environmentId: gate.environmentId, scopes: ['*'] }, Date.now())
    })
    const [row] = await gate.database.read((tx) => rules.listClients(tx))
    const held = `Bearer ${forge(header, { ...claims('two'), client_id: row!.clientId }, gate.privateKey)}`
    await gate.authenticate(held)
    await gate.database.write((tx) => rules.revokeClient(tx, row!.clientId, Date.now()))
    await gate.directory.refreshed()
    await assertRefused(gate, held)
    assert.ok(await gate.authenticate(token))
  })
  test('is refused when its key was retired, and only then', async (t) => {
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
  test('is let in although its key and its environment are newer than what was read', async (t) => {
    const gate = await openGate(t)
    // Somebody has used up the right to look again just now.
    await assertRefused(gate, `Bearer ${forge({ alg: 'EdDSA', typ: 'at+jwt', kid: 'unknown' }, {}, gate.privateKey)}`)
    await gate.database.write((tx) => rules.rotateKey(tx, Date.now()))
    assert.ok(await gate.authenticate(`Bearer ${(await gate.token()).token}`))
  })
  test('ends with its environment', async (t) => {
    const gate = await openGate(t)
    const { token } = await gate.token()
    await gate.authenticate(`Bearer ${token}`)
    await gate.database.write((tx) => removeEnvironment(tx, gate.environmentId))
    await gate.directory.refreshed()
    await assertRefused(gate, `Bearer ${token}`)
  })
  test('is noted with its last use', async (t) => {
    const gate = await openGate(t)
    const { token, tokenId } = await gate.token()
    await gate.authenticate(`Bearer ${token}`)
    gate.clock.now += 5_000
    await gate.authenticate(`Bearer ${token}`)
    await gate.usage.flush()
    assert.deepEqual(gate.uses, [{ environmentId: gate.environmentId, id: tokenId, kind: 'token', at: gate.clock.now }])
  })
})

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
    const published = { up: true, requests: 0 }
    const server = createServer((_request, response) => {
      published.requests++
      response.writeHead(published.up ? 200 : 500, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ keys }))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    t.after(() => server.close())
    const { port } = server.address() as { port: number }
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

  test('is let in to the environment that it names', async (t) => {
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
  test('is let in at once when it was seen before, until it ends', async (t) => {
    const { gate, make } = await openOutside(t)
    const token = await make()
    await gate.authenticate(token)
    assert.ok(!(gate.authenticate(token) instanceof Promise))
    gate.clock.now += 331_000
    await assertRefused(gate, token)
  })
  test('is refused when anything is wrong with it', async (t) => {
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
  test('is put off while the keys cannot be fetched', async (t) => {
    const { gate, make, published } = await openOutside(t)
    published.up = false
    const { code, details } = await refusal(gate, await make())
    assert.equal(code, 'UNAVAILABLE')
    assert.ok(details.retryAfterSeconds)
    assert.equal((await refusal(gate, await make({ sub: 'other' }))).code, 'UNAVAILABLE')
    assert.equal(published.requests, 1)
    published.up = true
    gate.clock.now += 6_000
    assert.ok(await gate.authenticate(await make()))
  })
  test('is still let in for a day when the keys were fetched before', async (t) => {
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() })
    const { gate, make, published } = await openOutside(t)
    const pass = (milliseconds: number) => {
      t.mock.timers.tick(milliseconds)
      gate.clock.now += milliseconds
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
