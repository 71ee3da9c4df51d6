// Defines the rules for second factors: how they are added, used and removed, and which sessions and links end.
import { randomBytes } from 'node:crypto'
import { factorLimits } from '../../../contract/factor.ts'
import type { SignInMethod } from '../../../contract/sign-ins.ts'
import type { ReadTransaction, WriteTransaction } from '../../platform/database/database.ts'
import { ApiProblem, createBadRequest } from '../../platform/error/problems.ts'
import type { ChangeAuthor } from '../../platform/event/rules.ts'
import type { SessionFactor } from '../../platform/operation/principal.ts'
import { resealSecret } from '../../platform/process/seal.ts'
import { createId } from '../../platform/value/ids.ts'
import { formatIso } from '../../platform/value/times.ts'
import { getSecondFactorStatus, isRequiredOf } from './factor-requirement.ts'
import * as store from './factor-store.ts'
import { lockPeopleOfAll, recordAccess } from './membership.ts'
import { hashOf } from './rules.ts'
import * as signInLog from './sign-in-log.ts'
import * as people from './store.ts'
import { findTimeStep } from './totp.ts'

export const createFactorNotFoundProblem = () =>
  new ApiProblem('NOT_FOUND', { message: 'You have no such second factor.' })
export const createCeremonyEndedProblem = () =>
  new ApiProblem('NOT_FOUND', { message: 'This step has already been used, or has taken too long. Begin again.' })

/** Seals each stored secret with the newest secrets key of the configuration. Throws if it cannot open a secret. */
export async function sealFactors(tx: WriteTransaction): Promise<void> {
  for (const { factorId, secret: from } of await store.listStoredSecrets(tx)) {
    const sealedSecret = resealSecret(from, store.getSealName(factorId))
    if (sealedSecret !== undefined) await store.replaceSecret(tx, factorId, { from, to: sealedSecret })
  }
}

/** Proof of a second factor that a person has entered or used. The transaction that needs the proof uses it up. */
export type FactorProof =
  | { kind: 'totp'; factorId: string; step: number }
  | { kind: 'recovery'; codeHash: string }
  | ({ kind: 'passkey' } & store.PasskeyUse)

/** Uses up a proof. Returns false if it was already used, or its factor no longer exists. */
export async function acceptProof(
  tx: WriteTransaction,
  personId: string,
  proof: FactorProof,
  now: number,
): Promise<boolean> {
  switch (proof.kind) {
    case 'totp':
      return store.takeTotp(tx, proof.factorId, proof.step, now)
    case 'recovery':
      return store.takeRecoveryCode(tx, personId, proof.codeHash)
    case 'passkey':
      return store.takePasskey(tx, proof, now)
  }
}

// Letters of codes, without letters that look alike.
const letters = 'abcdefghjkmnpqrstuvwxyz023456789'
const codeLetters = 16

/**
 * Creates recovery codes of 80 random bits each, in groups of four letters. They are too long to be guessed from their
 * hashes.
 */
export const createRecoveryCodes = (): string[] =>
  Array.from({ length: factorLimits.recoveryCodes }, () =>
    Array.from(randomBytes(codeLetters), (byte) => letters[byte % letters.length])
      .join('')
      .replace(/(.{4})(?!$)/g, '$1-'),
  )

const recoveryHashOf = (code: string) => hashOf(`recovery ${code.toLowerCase().replace(/[^a-z0-9]/g, '')}`)
export const hashRecoveryCodes = (codes: readonly string[]): string[] => codes.map(recoveryHashOf)

/**
 * Returns the proof for a code, without using it up. Six digits are a code of an app, any other text may be a recovery
 * code. Returns undefined for wrong digits.
 */
export async function findCodeProof(
  factors: readonly store.FactorRow[],
  code: string,
  now: number,
): Promise<FactorProof | undefined> {
  const digits = code.replace(/\s/g, '')
  if (!/^\d{6}$/.test(digits)) return { kind: 'recovery', codeHash: recoveryHashOf(code) }
  for (const { factorId, secret } of factors) {
    const step = secret === null ? undefined : await findTimeStep(secret, digits, now)
    if (step !== undefined) return { kind: 'totp', factorId, step }
  }
  return undefined
}

/** Returns the ceremony of a token. Throws if it has expired or is of another type. */
export async function getValidCeremony(
  tx: ReadTransaction,
  token: string,
  types: readonly store.CeremonyRow['kind'][],
  now: number,
): Promise<store.CeremonyRow> {
  const ceremony = await store.findCeremony(tx, hashOf(token))
  if (!ceremony || ceremony.expires <= now || !types.includes(ceremony.kind)) throw createCeremonyEndedProblem()
  return ceremony
}

export async function listFactors(tx: ReadTransaction, personId: string, isRequired: boolean) {
  const factors = await store.listFactors(tx, personId)
  return {
    factors: factors.map(({ factorId, kind, name, created, lastUsed, backedUp }) => ({
      factorId,
      kind,
      name,
      created: formatIso(created),
      lastUsed: lastUsed === null ? null : formatIso(lastUsed),
      synced: backedUp === null ? null : backedUp === 1,
    })),
    recoveryCodes: await store.countRecoveryCodes(tx, personId),
    required: isRequired || (await isRequiredOf(tx, personId)),
  }
}

/**
 * Records in all environments of the person whether a second factor is set. Administrators decide by it whom they
 * trust.
 */
async function recordFactorStatus(
  tx: WriteTransaction,
  author: ChangeAuthor,
  personId: string,
  isSet: boolean,
): Promise<void> {
  const differences = [{ path: '/secondFactor', old: !isSet, new: isSet }]
  for (const { environmentId } of await people.listMemberships(tx, personId))
    await recordAccess(tx, { ...author, environmentId }, { type: 'person.updated', id: personId, differences })
}

/** Locks the person's environments before the person, in the order of every transaction that locks both. */
export async function lockMemberships(tx: WriteTransaction, personId: string): Promise<void> {
  const memberships = await people.listMemberships(tx, personId)
  await lockPeopleOfAll(
    tx,
    memberships.map(({ environmentId }) => environmentId),
  )
  await people.lockPerson(tx, personId)
}

export interface FactorAddition {
  personId: string
  /** Hash of the session that adds the factor. This session is then treated as signed in with the factor. */
  tokenHash: string
  /** Hash of the device on which the factor is added. The device stays trusted. */
  deviceHash: string
  factor: Pick<store.FactorRow, 'kind' | 'name'> & Partial<store.FactorRow>
  /** Hashes of the recovery codes, which are stored with the first factor. */
  codeHashes: readonly string[]
}

const nothing = {
  lastUsed: null,
  secret: null,
  lastStep: null,
  credentialId: null,
  publicKey: null,
  counter: null,
  transports: null,
  backedUp: null,
}

/**
 * Adds a second factor, and ends the person's links for a new password. The first factor also adds recovery codes, ends
 * all other sessions, and deletes all other trusted devices. Otherwise, a person with the password could guess codes on
 * several trusted devices.
 */
export async function addFactor(tx: WriteTransaction, author: ChangeAuthor, addition: FactorAddition) {
  const { personId, tokenHash, deviceHash, factor, codeHashes } = addition
  await lockMemberships(tx, personId)
  await expectNoSingleSignOn(tx, personId)
  const factors = await store.listFactors(tx, personId)
  if (factors.length >= factorLimits.factors)
    throw createBadRequest('', 'too_many', `You can have at most ${factorLimits.factors} second factors.`, {
      max: factorLimits.factors,
    })
  const row = { ...nothing, ...factor, factorId: createId(author.now), personId, created: author.now }
  if (!(await store.insertFactor(tx, row)))
    throw createBadRequest('/passkey', 'known', 'This passkey is already in use.')
  await people.deleteLinksOf(tx, personId)
  const isFirst = factors.length === 0
  if (isFirst) {
    await putRecoveryCodes(tx, personId, codeHashes)
    await people.deleteSessionsExcept(tx, personId, tokenHash)
    await signInLog.deleteDevicesExcept(tx, deviceHash, personId)
    await people.setFactorOfSessions(tx, personId, factor.kind)
    await recordFactorStatus(tx, author, personId, true)
  }
  return { factorId: row.factorId, isFirst }
}

/** Throws if the person uses single sign-on, because a factor of Dray would bypass it. */
export async function expectNoSingleSignOn(tx: ReadTransaction, personId: string): Promise<void> {
  if ((await getSecondFactorStatus(tx, personId, false)) === 'outside')
    throw createBadRequest('', 'outside', 'You use single sign-on: set up a second factor there.')
}

async function putRecoveryCodes(tx: WriteTransaction, personId: string, codeHashes: readonly string[]): Promise<void> {
  await store.deleteRecoveryCodesOf(tx, personId)
  for (const codeHash of codeHashes) await store.insertRecoveryCode(tx, personId, codeHash)
}

export async function renewRecoveryCodes(
  tx: WriteTransaction,
  personId: string,
  codeHashes: readonly string[],
): Promise<void> {
  await people.lockPerson(tx, personId)
  if (!(await store.hasFactor(tx, personId)))
    throw new ApiProblem('NOT_FOUND', { message: 'Recovery codes need a second factor: add one first.' })
  await putRecoveryCodes(tx, personId, codeHashes)
}

export interface FactorRemoval {
  personId: string
  factorId: string
  /** Whether the installation requires a second factor. */
  isRequired: boolean
}

/** Removes a second factor and returns it. */
export async function removeFactor(
  tx: WriteTransaction,
  author: ChangeAuthor,
  { personId, factorId, isRequired }: FactorRemoval,
) {
  await lockMemberships(tx, personId)
  const factors = await store.listFactors(tx, personId)
  const factor = factors.find((row) => row.factorId === factorId)
  if (!factor) throw createFactorNotFoundProblem()
  const isLast = factors.length === 1
  if (isLast && (isRequired || (await isRequiredOf(tx, personId)))) throw new ApiProblem('LAST_FACTOR')
  await store.deleteFactor(tx, personId, factorId)
  if (isLast) {
    await store.deleteRecoveryCodesOf(tx, personId)
    await people.setFactorOfSessions(tx, personId, null)
    await recordFactorStatus(tx, author, personId, false)
  }
  return { name: factor.name, kind: factor.kind }
}

/**
 * Removes all second factors of a person and ends their sessions. Only an operator runs it. Returns the number of
 * factors.
 */
export async function removeAll(tx: WriteTransaction, author: ChangeAuthor, personId: string): Promise<number> {
  await lockMemberships(tx, personId)
  const factors = await store.deleteFactorsOf(tx, personId)
  if (factors.length === 0) return 0
  await people.deleteSessionsOf(tx, personId)
  await recordFactorStatus(tx, author, personId, false)
  const change = { personId, kind: 'factor-removed', factors, ...signInLog.commandLine } as const
  await signInLog.recordFactors(tx, change, author.now)
  return factors.length
}

export const getSessionFactor = ({ kind }: FactorProof): SessionFactor => kind

const methodsByProof = { totp: 'second-factor', recovery: 'recovery-code', passkey: 'passkey' } as const
/** Returns the method of a sign-in for the log: the kind of the factor, or the password without a factor. */
export const getSignInMethod = (proof: FactorProof | undefined): SignInMethod =>
  proof ? methodsByProof[proof.kind] : 'password'
