// Stores second factors, recovery codes and unfinished sign-ins.

import {
  joinFragments,
  piece,
  type ReadTransaction,
  sql,
  type WriteTransaction,
} from '../../platform/database/database.ts'
import { openSecret, sealSecret } from '../../platform/process/seal.ts'
import { expectSealingKey } from '../token/store.ts'

export type FactorKind = 'totp' | 'passkey'

export interface FactorRow {
  factorId: string
  personId: string
  kind: FactorKind
  name: string
  created: number
  lastUsed: number | null
  /** Secret of an authenticator app, in Base32. */
  secret: string | null
  lastStep: number | null
  credentialId: string | null
  publicKey: string | null
  counter: number | null
  /** Transports of a passkey, separated by spaces. */
  transports: string | null
  /** 1 if the passkey is backed up, else 0; null for other factors. */
  backedUp: number | null
}

/** Returns the name with which the secret of a factor is sealed. */
export const getSealName = (factorId: string): string => `factor ${factorId}`
const getCeremonySealName = (tokenHash: string): string => `ceremony ${tokenHash}`

const factors = piece`select factor_id as "factorId", person_id as "personId", kind, name, created,
    last_used as "lastUsed", secret, last_step as "lastStep", credential_id as "credentialId",
    public_key as "publicKey", counter, transports, backed_up as "backedUp"
  from factors where `

export const listFactors = async (tx: ReadTransaction, personId: string): Promise<FactorRow[]> => {
  const rows = await tx.all<FactorRow>(joinFragments(factors, piece`person_id = ${personId} order by factor_id`))
  return rows.map((row) => ({
    ...row,
    secret: row.secret === null ? null : openSecret(row.secret, getSealName(row.factorId)),
  }))
}

/** Returns the secrets of all people in their stored form, sealed or not. */
export const listStoredSecrets = (tx: ReadTransaction) =>
  tx.all<{ factorId: string; secret: string }>(
    sql`select factor_id as "factorId", secret from factors where secret is not null`,
  )

/** Replaces a stored secret, unless it has changed since it was read. */
export const replaceSecret = (tx: WriteTransaction, factorId: string, { from, to }: { from: string; to: string }) =>
  tx.run(sql`update factors set secret = ${to} where factor_id = ${factorId} and secret = ${from}`)

export const hasFactor = async (tx: ReadTransaction, personId: string) =>
  (await tx.get(sql`select factor_id from factors where person_id = ${personId} limit 1`)) !== undefined

export const findPasskey = (tx: ReadTransaction, credentialId: string) =>
  tx.get<FactorRow>(joinFragments(factors, piece`credential_id = ${credentialId}`))

/** Stores a second factor. Returns false if the passkey exists already, for any person. */
export async function insertFactor(tx: WriteTransaction, row: FactorRow): Promise<boolean> {
  const secret = row.secret === null ? null : await sealedFor(tx, row.secret, getSealName(row.factorId))
  const inserted = await tx.run(
    sql`insert into factors (factor_id, person_id, kind, name, created, last_used, secret, last_step, credential_id,
        public_key, counter, transports, backed_up)
      values (${row.factorId}, ${row.personId}, ${row.kind}, ${row.name}, ${row.created}, ${row.lastUsed}, ${secret},
        ${row.lastStep}, ${row.credentialId}, ${row.publicKey}, ${row.counter}, ${row.transports}, ${row.backedUp})
      on conflict (credential_id) do nothing`,
  )
  return inserted === 1
}

async function sealedFor(tx: WriteTransaction, secret: string, sealName: string): Promise<string> {
  await expectSealingKey(tx)
  return sealSecret(secret, sealName)
}

export const renameFactor = async (tx: WriteTransaction, personId: string, factorId: string, name: string) =>
  (await tx.run(sql`update factors set name = ${name} where person_id = ${personId} and factor_id = ${factorId}`)) === 1

export const deleteFactor = (tx: WriteTransaction, personId: string, factorId: string) =>
  tx.run(sql`delete from factors where person_id = ${personId} and factor_id = ${factorId}`)

/** Deletes all second factors of a person with the recovery codes. Returns the kinds of the factors. */
export async function deleteFactorsOf(tx: WriteTransaction, personId: string): Promise<FactorKind[]> {
  await deleteRecoveryCodesOf(tx, personId)
  const rows = await tx.all<{ kind: FactorKind }>(sql`delete from factors where person_id = ${personId} returning kind`)
  return rows.map(({ kind }) => kind)
}

/** Uses up a time step of an app. Returns false if this step or a later one was already used. */
export const takeTotp = async (tx: WriteTransaction, factorId: string, step: number, now: number) =>
  (await tx.run(
    sql`update factors set last_step = ${step}, last_used = ${now}
      where factor_id = ${factorId} and last_step < ${step}`,
  )) === 1

export interface PasskeyUse {
  factorId: string
  counter: number
  backedUp: number
}

/**
 * Uses a passkey. Returns false if its counter is not higher than the stored one. The counter of some passkeys is
 * always zero, which is accepted.
 */
export const takePasskey = async (tx: WriteTransaction, { factorId, counter, backedUp }: PasskeyUse, now: number) =>
  (await tx.run(
    sql`update factors set counter = ${counter}, backed_up = ${backedUp}, last_used = ${now}
      where factor_id = ${factorId} and (counter < ${counter} or (counter = 0 and ${counter} = 0))`,
  )) === 1

export const insertRecoveryCode = (tx: WriteTransaction, personId: string, codeHash: string) =>
  tx.run(sql`insert into recovery_codes (person_id, code_hash) values (${personId}, ${codeHash})`)

export const deleteRecoveryCodesOf = (tx: WriteTransaction, personId: string) =>
  tx.run(sql`delete from recovery_codes where person_id = ${personId}`)

export const countRecoveryCodes = async (tx: ReadTransaction, personId: string) =>
  (await tx.get<{ codes: number }>(sql`select count(*) as codes from recovery_codes where person_id = ${personId}`))!
    .codes

/** Deletes a recovery code. Returns whether it existed, so that only one of two concurrent uses succeeds. */
export const takeRecoveryCode = async (tx: WriteTransaction, personId: string, codeHash: string) =>
  (await tx.run(sql`delete from recovery_codes where person_id = ${personId} and code_hash = ${codeHash}`)) === 1

export interface CeremonyRow {
  tokenHash: string
  kind: 'sign-in' | 'passkey' | 'totp' | 'register'
  personId: string | null
  challenge: string | null
  secret: string | null
  expires: number
}

export async function insertCeremony(tx: WriteTransaction, row: CeremonyRow): Promise<void> {
  const secret = row.secret === null ? null : await sealedFor(tx, row.secret, getCeremonySealName(row.tokenHash))
  await tx.run(
    sql`insert into ceremonies (token_hash, kind, person_id, challenge, secret, expires)
      values (${row.tokenHash}, ${row.kind}, ${row.personId}, ${row.challenge}, ${secret}, ${row.expires})`,
  )
}

export const findCeremony = async (tx: ReadTransaction, tokenHash: string): Promise<CeremonyRow | undefined> => {
  const row = await tx.get<CeremonyRow>(
    sql`select token_hash as "tokenHash", kind, person_id as "personId", challenge, secret, expires from ceremonies
      where token_hash = ${tokenHash}`,
  )
  return row && { ...row, secret: row.secret === null ? null : openSecret(row.secret, getCeremonySealName(tokenHash)) }
}

export const setChallenge = async (tx: WriteTransaction, tokenHash: string, challenge: string) =>
  (await tx.run(sql`update ceremonies set challenge = ${challenge} where token_hash = ${tokenHash}`)) === 1

/** Deletes a ceremony. Returns whether it existed, so that only one of two concurrent uses succeeds. */
export const takeCeremony = async (tx: WriteTransaction, tokenHash: string) =>
  (await tx.run(sql`delete from ceremonies where token_hash = ${tokenHash}`)) === 1

export const purgeCeremonies = (tx: WriteTransaction, now: number) =>
  tx.run(sql`delete from ceremonies where expires < ${now}`)
