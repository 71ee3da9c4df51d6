// Tokens that must not be let in: each is a good one with one thing wrong.
import { createHmac, createPublicKey, generateKeyPairSync, sign } from 'node:crypto'
import { generateKeyPair, SignJWT } from 'jose'
import { encode, forge, type Gate, seconds } from './gate.ts'

export type Forgery = (parts: {
  gate: Gate
  good: string
  header: Record<string, unknown>
  claims: Record<string, unknown>
}) => string | Promise<string>

const stranger = generateKeyPairSync('ed25519')
const without = (object: Record<string, unknown>, name: string) =>
  Object.fromEntries(Object.entries(object).filter(([member]) => member !== name))
export const parts = (token: string) => token.split('.') as [string, string, string]
export const hmac = (bits: 256 | 512, header: object, claims: object, secret: string | Buffer) => {
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

export const forgeries: Record<string, Forgery> = {
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
