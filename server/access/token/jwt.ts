// Writes and reads the tokens and tickets of this service: JWTs that are signed with Ed25519.
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign, verify } from 'node:crypto'
import { decodeBase64url } from '../../platform/value/base64url.ts'

const audience = 'dray'
const type = 'at+jwt'
const algorithm = 'EdDSA'

export interface TokenClaims {
  /** Id of the token, with which it can be revoked. */
  jti: string
  env: string
  scope: string
  exp: number
  nbf?: number
  /** OAuth client to which the token was issued. Revoking the client revokes all its tokens. */
  client_id?: string
}
interface Issue extends TokenClaims {
  iss: string
  sub: string
  iat: number
}

/** The three parts of a token, without verification. */
export interface UnverifiedToken {
  header: Record<string, unknown>
  payload: Record<string, unknown>
  signed: string
  signature: Buffer
}

export interface KeyPair {
  publicKey: string
  privateKey: string
}

/** Generates a key pair. Both keys are JWKs as text. */
export function generateKey(): KeyPair {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  return {
    publicKey: JSON.stringify(publicKey.export({ format: 'jwk' })),
    privateKey: JSON.stringify(privateKey.export({ format: 'jwk' })),
  }
}
export const parsePublicKey = (jwk: string): KeyObject => createPublicKey({ key: JSON.parse(jwk), format: 'jwk' })

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

const privateKeyOf = (jwk: string): KeyObject => createPrivateKey({ key: JSON.parse(jwk), format: 'jwk' })

function signedWith(key: KeyObject, header: object, payload: object): string {
  const signed = `${encode(header)}.${encode(payload)}`
  return `${signed}.${sign(null, Buffer.from(signed), key).toString('base64url')}`
}

export const writeToken = (keyId: string, privateKey: string, claims: Issue): string =>
  signedWith(privateKeyOf(privateKey), { alg: algorithm, typ: type, kid: keyId }, { ...claims, aud: audience })

/** Type and audience of tickets, so that a ticket cannot be used as a token or the reverse. */
const ticketType = 'ticket+jwt'
const ticketAudience = 'dray-ticket'

/** Returns a function that writes tickets with one key. The key is parsed once for all tickets. */
export function createTicketWriter(keyId: string, privateKey: string): (claims: object) => string {
  const key = privateKeyOf(privateKey)
  const header = { alg: algorithm, typ: ticketType, kid: keyId }
  return (claims) => signedWith(key, header, { ...claims, aud: ticketAudience })
}

/** Returns the key id and the claims of a ticket, without verification of its signature. */
export function readUnverifiedTicket(
  unverified: UnverifiedToken,
): { keyId: string; claims: Record<string, unknown> } | undefined {
  const keyId = readKeyId(unverified.header, ticketType)
  if (keyId === undefined || unverified.payload.aud !== ticketAudience) return undefined
  return { keyId, claims: unverified.payload }
}

const form = /^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+$/

export function decodeToken(token: string): UnverifiedToken | undefined {
  if (!form.test(token)) return undefined
  const [head, body, tail] = token.split('.') as [string, string, string]
  const header = decodeObject(head)
  const payload = decodeObject(body)
  const signature = decodeBase64url(tail)
  if (!header || !payload || !signature) return undefined
  return { header, payload, signed: token.slice(0, head.length + 1 + body.length), signature }
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
function decodeObject(segment: string): Record<string, unknown> | undefined {
  const bytes = decodeBase64url(segment)
  if (!bytes) return undefined
  try {
    const value: unknown = JSON.parse(utf8.decode(bytes))
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined
  } catch {
    // Text that cannot be parsed is not a token.
    return undefined
  }
}

/**
 * Returns the key id in the header of a token. Returns undefined unless the other header fields are exactly as this
 * service writes them.
 */
export function readKeyId({ alg, typ, kid, ...others }: Record<string, unknown>, expected = type): string | undefined {
  // Rejects headers with further fields, so that `jwk`, `jku`, `x5u`, `x5c` or `crit` are never read.
  if (alg !== algorithm || typ !== expected || Object.keys(others).length > 0) return undefined
  return typeof kid === 'string' ? kid : undefined
}

export const isSignedBy = (key: KeyObject, { signed, signature }: UnverifiedToken): boolean =>
  verify(null, Buffer.from(signed), key, signature)

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''
const isTime = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value)

/** Returns the claims if all of them exist with the right type. The caller checks the times. */
export function readClaims(payload: Record<string, unknown>, issuer: string): TokenClaims | undefined {
  const { iss, aud, sub, jti, env, scope, exp, nbf, client_id } = payload
  if (iss !== issuer || aud !== audience || !isText(sub) || !isText(jti) || !isText(env)) return undefined
  if (typeof scope !== 'string' || !isTime(exp) || (nbf !== undefined && !isTime(nbf))) return undefined
  if (client_id !== undefined && !isText(client_id)) return undefined
  return { jti, env, scope, exp, ...(nbf === undefined ? {} : { nbf }), ...(client_id ? { client_id } : {}) }
}
