// Defines the rules for signing keys, tokens and OAuth clients: their lifetime, their scopes and their end.
import { createHash, randomBytes } from 'node:crypto'
import { tokenLimits, tokenScopes } from '../../../contract/endpoint.ts'
import type { FieldError } from '../../../contract/problem.ts'
import type { Awaitable, ReadTransaction, WriteTransaction } from '../../platform/database/database.ts'
import { ApiProblem } from '../../platform/error/problems.ts'
import * as changes from '../../platform/event/rules.ts'
import { resealSecret } from '../../platform/process/seal.ts'
import { isLongerThan } from '../../platform/value/characters.ts'
import { createId } from '../../platform/value/ids.ts'
import { formatAdvice } from '../../platform/value/nearest.ts'
import { dayMs, formatIso } from '../../platform/value/times.ts'
import * as environments from '../environment/store.ts'
import * as jwt from './jwt.ts'
import { isScope } from './scopes.ts'
import * as store from './store.ts'

const lifetimeDefaultMs = 365 * dayMs
const lifetimeMaxMs = 3_650 * dayMs
const nameMax = tokenLimits.nameLength
/** Lifetime of a client's tokens, in milliseconds. A client requests the next token itself. */
export const clientTokenLifetimeMs = 3_600_000
/**
 * Time in milliseconds for which a revocation is kept after the end of its token, because clocks of instances differ.
 */
const revocationMarginMs = dayMs

/** Rows per purge; larger batches block other writers. */
const purgedAtOnce = 500

/** Creates a signing key if the service has none, at the first start. */
export async function ensureKey(tx: WriteTransaction, now: number): Promise<void> {
  if (!(await store.findSigningKey(tx))) await rotateKey(tx, now)
}

/** Seals each signing key with the newest secrets key of the configuration. Throws if it cannot open a stored key. */
export async function sealKeys(tx: WriteTransaction): Promise<void> {
  for (const { keyId, privateKey: from } of await store.listStoredKeys(tx)) {
    const sealedKey = resealSecret(from, store.getSealName(keyId))
    if (sealedKey !== undefined) await store.replaceKey(tx, keyId, { from, to: sealedKey })
  }
}

/** Creates the key that signs new tokens. Older keys still verify tokens until they are retired. */
export async function rotateKey(tx: WriteTransaction, now: number): Promise<string> {
  await store.expectSealingKey(tx)
  const keyId = createId(now)
  const { publicKey, privateKey } = jwt.generateKey()
  await store.insertKey(tx, { keyId, publicKey, privateKey, created: formatIso(now) })
  await store.endSigning(tx, keyId)
  return keyId
}

/** Retires a key, so that all its tokens are refused. */
export async function retireKey(tx: WriteTransaction, keyId: string, now: number): Promise<void> {
  const key = (await store.listKeys(tx)).find((row) => row.keyId === keyId)
  if (!key) throw new Error(`The key \`${keyId}\` is not in use.`)
  if (key.signs) throw new Error('This key signs new tokens: create another one with `dray key rotate` first.')
  await store.retireKey(tx, keyId, formatIso(now))
}
export const listKeys = store.listKeys

export interface TokenOrder {
  issuer: string
  name?: string | undefined
  scopes: readonly string[]
  activeFromMs?: number | undefined
  activeToMs?: number | undefined
}

/** Returns the error of a token's time range, if it has one. */
export function findTimeRangeError(
  fromMs: number | undefined,
  toMs: number | undefined,
  now: number,
): Pick<FieldError, 'message' | 'values'> | undefined {
  const from = fromMs ?? now
  const to = toMs ?? from + lifetimeDefaultMs
  if (to <= now || to <= from)
    return { message: 'A token must end in the future, and after it begins.', values: { reason: 'past' } }
  return to - now > lifetimeMaxMs
    ? { message: 'A token can be valid for at most ten years.', values: { maxYears: 10 } }
    : undefined
}

/**
 * Throws if the environment has the maximum number of active tokens or clients. Purges the oldest ended ones if there
 * are many.
 */
async function expectCapacity(
  tx: WriteTransaction,
  { environmentId, now }: changes.ChangeAuthor,
  recordType: 'tokens' | 'clients',
) {
  // Locks the environment, so that concurrent requests do not exceed the limit.
  await environments.lockEnvironment(tx, environmentId)
  const time = formatIso(now)
  const { total, active } = await (recordType === 'tokens' ? store.countTokens : store.countClients)(
    tx,
    environmentId,
    time,
  )
  const activeMax = tokenLimits[recordType]
  if (active >= activeMax)
    throw new ApiProblem('TOKEN_LIMIT', {
      message: `This environment already has ${activeMax} ${recordType}: revoke those you no longer need.`,
      values: { kind: recordType, max: tokenLimits[recordType] },
    })
  if (total >= tokenLimits.listed)
    await (recordType === 'tokens' ? store.purgeTokens : store.purgeClients)(tx, environmentId, time, purgedAtOnce)
}

/** Creates a token and returns it. It cannot be shown again. */
export async function createToken(
  tx: WriteTransaction,
  author: changes.ChangeAuthor,
  order: TokenOrder,
): Promise<{ tokenId: string; token: string }> {
  const { environmentId, now } = author
  const activeFromMs = order.activeFromMs ?? now
  const activeToMs = order.activeToMs ?? activeFromMs + lifetimeDefaultMs
  const error = findTimeRangeError(order.activeFromMs, order.activeToMs, now)
  if (error !== undefined) throw new Error(error.message)
  checkName(order.name)
  checkScopes(order.scopes)
  await expectCapacity(tx, author, 'tokens')
  const key = await getSigningKey(tx)
  const tokenId = createId(now)
  const scope = order.scopes.join(' ')
  await store.insertToken(tx, {
    environmentId,
    tokenId,
    name: order.name ?? null,
    scopes: scope,
    created: formatIso(now),
    activeFrom: order.activeFromMs === undefined ? null : formatIso(activeFromMs),
    activeTo: formatIso(activeToMs),
  })
  await changes.recordChange(tx, author, {
    type: 'token.created',
    recordId: tokenId,
    recordKey: order.name ?? tokenId,
    version: 1,
    differences: [
      { path: '/scopes', new: order.scopes },
      { path: '/activeFrom', new: formatIso(activeFromMs) },
      { path: '/activeTo', new: formatIso(activeToMs) },
    ],
  })
  const token = jwt.writeToken(key.keyId, key.privateKey, {
    iss: order.issuer,
    sub: tokenId,
    jti: tokenId,
    env: environmentId,
    scope,
    iat: convertToSeconds(now),
    nbf: convertToSeconds(activeFromMs),
    exp: convertToSeconds(activeToMs),
  })
  return { tokenId, token }
}

/** Version of a revoked token or client. Version 1 is its creation, and nothing else changes it. */
const revokedVersion = 2

/** Revokes a token; a second call changes nothing. Returns false if the environment has no such token. */
export async function revokeToken(tx: WriteTransaction, author: changes.ChangeAuthor, id: string): Promise<boolean> {
  const { environmentId, now } = author
  const token = await store.findToken(tx, id)
  if (token?.environmentId !== environmentId) return false
  const expires = Temporal.Instant.from(token.activeTo).epochMilliseconds + revocationMarginMs
  await store.insertRevocation(tx, id, now, expires)
  if ((await store.setTokenRevoked(tx, environmentId, id, formatIso(now))) === 1)
    await changes.recordChange(tx, author, {
      type: 'token.revoked',
      recordId: id,
      recordKey: token.name ?? id,
      version: revokedVersion,
    })
  return true
}
export const findToken = store.findToken

export const listTokens = (tx: ReadTransaction, environmentId?: string): Awaitable<store.TokenRow[]> =>
  environmentId === undefined ? store.listTokens(tx) : store.listTokensOf(tx, environmentId)

export interface ClientOrder {
  name?: string | undefined
  scopes: readonly string[]
}

/** Creates an OAuth client and returns its secret, of which only a hash is stored. */
export async function createClient(
  tx: WriteTransaction,
  author: changes.ChangeAuthor,
  order: ClientOrder,
): Promise<{ clientId: string; secret: string }> {
  const { environmentId, now } = author
  checkName(order.name)
  checkScopes(order.scopes)
  await expectCapacity(tx, author, 'clients')
  const clientId = `${environmentId}.${randomBytes(12).toString('base64url')}`
  const secret = randomBytes(32).toString('base64url')
  await store.insertClient(tx, {
    environmentId,
    clientId,
    name: order.name ?? null,
    scopes: order.scopes.join(' '),
    secretHash: hashOf(secret),
    created: formatIso(now),
  })
  await changes.recordChange(tx, author, {
    type: 'client.created',
    recordId: clientId,
    recordKey: order.name ?? clientId,
    version: 1,
    differences: [{ path: '/scopes', new: order.scopes }],
  })
  return { clientId, secret }
}

/**
 * Hashes a secret with SHA-256. A secret has 256 random bits and cannot be guessed, so a slow hash would only delay
 * token requests.
 */
export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex')

/** Returns the environment of a client: the part of its id before the first dot. */
export const getClientEnvironmentId = (id: string): string => id.slice(0, Math.max(0, id.indexOf('.')))

/** Revokes a client and all its tokens. Returns false if the client does not exist. */
export async function revokeClient(tx: WriteTransaction, author: changes.ChangeAuthor, id: string): Promise<boolean> {
  const { environmentId, now } = author
  const client = await store.findClient(tx, environmentId, id)
  if (!client) return false
  await store.insertRevocation(tx, id, now, now + clientTokenLifetimeMs + revocationMarginMs)
  if ((await store.setClientRevoked(tx, environmentId, id, formatIso(now))) === 1)
    await changes.recordChange(tx, author, {
      type: 'client.revoked',
      recordId: id,
      recordKey: client.name ?? id,
      version: revokedVersion,
    })
  return true
}

export const listClients = (tx: ReadTransaction, environmentId?: string): Awaitable<store.ClientRow[]> =>
  environmentId === undefined ? store.listClients(tx) : store.listClientsOf(tx, environmentId)

export async function getSigningKey(tx: ReadTransaction): Promise<store.SigningKeyRow> {
  const key = await store.findSigningKey(tx)
  if (!key) throw new Error('The installation has no signing key: run `dray key rotate`.')
  return key
}

export const convertToSeconds = (epochMs: number): number => Math.floor(epochMs / 1_000)

function checkName(name: string | undefined): void {
  if (name !== undefined && (name === '' || isLongerThan(name, nameMax)))
    throw new Error(`The name must have 1 to ${nameMax} characters.`)
}
function checkScopes(scopes: readonly string[]): void {
  const unknown = scopes.find((scope) => !isScope(scope))
  if (unknown !== undefined) {
    const advice = formatAdvice([], tokenScopes, { emptyText: '', most: tokenScopes.length })
    throw new Error(`The scope \`${unknown}\` does not exist. ${advice}`)
  }
  if (scopes.length === 0) throw new Error('A token needs at least one scope.')
}

const endedKeptMs = 30 * dayMs

/** Deletes a batch of tokens and clients of an environment that ended long ago. Returns whether more may remain. */
export async function purgeTokensAndClients(
  tx: WriteTransaction,
  environmentId: string,
  now: number,
): Promise<boolean> {
  const cutoff = formatIso(now - endedKeptMs)
  const tokens = await store.purgeTokens(tx, environmentId, cutoff, purgedAtOnce)
  const clients = await store.purgeClients(tx, environmentId, cutoff, purgedAtOnce)
  return Math.max(tokens, clients) === purgedAtOnce
}

/** Purges a limited number of revocations of ended tokens. Returns whether there may be more. */
export const purgeRevocations = async (tx: WriteTransaction, now: number): Promise<boolean> =>
  (await store.purgeRevocations(tx, now, purgedAtOnce)) === purgedAtOnce

/** Returns a function that signs tickets, and the id of its key. See `jwt.ts`. */
export async function createTicketWriter(
  tx: ReadTransaction,
): Promise<{ keyId: string; write(claims: object): string }> {
  const { keyId, privateKey } = await getSigningKey(tx)
  return { keyId, write: jwt.createTicketWriter(keyId, privateKey) }
}

/** Returns the content of a ticket if a valid key of Dray has signed it. */
export async function readTicket(tx: ReadTransaction, text: string): Promise<Record<string, unknown> | undefined> {
  const unverified = jwt.decodeToken(text)
  const ticket = unverified && jwt.readUnverifiedTicket(unverified)
  const key = ticket && (await store.listKeys(tx)).find(({ keyId }) => keyId === ticket.keyId)
  return key && jwt.isSignedBy(jwt.parsePublicKey(key.publicKey), unverified!) ? ticket!.claims : undefined
}
