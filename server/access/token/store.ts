// Stores signing keys, tokens, OAuth clients and revocations.

import {
  joinFragments,
  piece,
  type ReadTransaction,
  sql,
  type WriteTransaction,
} from '../../platform/database/database.ts'
import { openSecret, sealSecret } from '../../platform/process/seal.ts'

export interface KeyRow {
  keyId: string
  publicKey: string
  created: string
  /** 1 if the key signs new tokens, else 0. */
  signs: number
}
export interface SigningKeyRow {
  keyId: string
  privateKey: string
}
export interface TokenRow {
  environmentId: string
  tokenId: string
  name: string | null
  scopes: string
  created: string
  activeFrom: string | null
  activeTo: string
  revoked: string | null
  lastUsed: string | null
}
export interface ClientRow {
  environmentId: string
  clientId: string
  name: string | null
  scopes: string
  secretHash: string
  created: string
  revoked: string | null
  lastUsed: string | null
}
export interface RevocationRow {
  subjectId: string
  revoked: number
}

export const insertKey = (
  tx: WriteTransaction,
  { keyId, publicKey, privateKey, created }: { keyId: string; publicKey: string; privateKey: string; created: string },
) =>
  tx.run(
    sql`insert into signing_keys (key_id, public_key, private_key, created)
      values (${keyId}, ${publicKey}, ${sealSecret(privateKey, getSealName(keyId))}, ${created})`,
  )

/** Returns the name of a key under which its secret is sealed. */
export const getSealName = (keyId: string): string => `signing key ${keyId}`

/** Returns all private keys as they are stored, sealed or not. */
export const listStoredKeys = (tx: ReadTransaction) =>
  tx.all<SigningKeyRow>(
    sql`select key_id as "keyId", private_key as "privateKey" from signing_keys where private_key <> ''
      order by key_id`,
  )

/** Replaces a stored private key, unless it has changed since it was read. */
export const replaceKey = (tx: WriteTransaction, keyId: string, { from, to }: { from: string; to: string }) =>
  tx.run(sql`update signing_keys set private_key = ${to} where key_id = ${keyId} and private_key = ${from}`)

/** Deletes the private half of all signing keys except one. The other keys still verify tokens. */
export const endSigning = (tx: WriteTransaction, exceptKeyId: string) =>
  tx.run(sql`update signing_keys set private_key = '' where key_id <> ${exceptKeyId}`)

export const retireKey = (tx: WriteTransaction, keyId: string, retired: string) =>
  tx.run(
    sql`update signing_keys set retired = ${retired}, private_key = '' where key_id = ${keyId} and retired is null`,
  )

/** Lists the keys that are not retired, oldest first. All of them verify tokens. */
export const listKeys = (tx: ReadTransaction) =>
  tx.all<KeyRow>(
    sql`select key_id as "keyId", public_key as "publicKey", created,
        case when private_key <> '' then 1 else 0 end as signs
      from signing_keys where retired is null order by key_id`,
  )

export async function findSigningKey(tx: ReadTransaction): Promise<SigningKeyRow | undefined> {
  const row = await tx.get<SigningKeyRow>(
    sql`select key_id as "keyId", private_key as "privateKey" from signing_keys
      where retired is null and private_key <> '' order by key_id desc limit 1`,
  )
  return row && { ...row, privateKey: openSecret(row.privateKey, getSealName(row.keyId)) }
}

/**
 * Throws if the service cannot open the signing key, which every start seals with the configured secrets key. Without
 * this check, a process with another configuration would store an unsealed secret.
 */
export async function expectSealingKey(tx: ReadTransaction): Promise<void> {
  await findSigningKey(tx)
}

export const insertToken = (tx: WriteTransaction, row: Omit<TokenRow, 'revoked' | 'lastUsed'>) =>
  tx.run(
    sql`insert into tokens (environment_id, token_id, name, scopes, created, active_from, active_to)
      values (${row.environmentId}, ${row.tokenId}, ${row.name}, ${row.scopes}, ${row.created}, ${row.activeFrom},
        ${row.activeTo})`,
  )

const tokens = piece`select environment_id as "environmentId", token_id as "tokenId", name, scopes, created,
    active_from as "activeFrom", active_to as "activeTo", revoked, last_used as "lastUsed"
  from tokens`

export const listTokens = (tx: ReadTransaction) => tx.all<TokenRow>(joinFragments(tokens, piece` order by token_id`))

export const listTokensOf = (tx: ReadTransaction, environmentId: string) =>
  tx.all<TokenRow>(joinFragments(tokens, piece` where environment_id = ${environmentId} order by token_id`))

/** Finds a token by its id alone, because a person who revokes a leaked token may have nothing but the token. */
export const findToken = (tx: ReadTransaction, tokenId: string) =>
  tx.get<TokenRow>(joinFragments(tokens, piece` where token_id = ${tokenId}`))

export const findTokenOf = (tx: ReadTransaction, environmentId: string, tokenId: string) =>
  tx.get<{ name: string | null }>(
    sql`select name from tokens where environment_id = ${environmentId} and token_id = ${tokenId}`,
  )

export const setTokenRevoked = (tx: WriteTransaction, environmentId: string, tokenId: string, revoked: string) =>
  tx.run(
    sql`update tokens set revoked = ${revoked}
      where environment_id = ${environmentId} and token_id = ${tokenId} and revoked is null`,
  )

export const recordTokenUse = (tx: WriteTransaction, environmentId: string, tokenId: string, lastUsed: string) =>
  tx.run(
    sql`update tokens set last_used = ${lastUsed}
      where environment_id = ${environmentId} and token_id = ${tokenId} and coalesce(last_used, '') < ${lastUsed}`,
  )

export const insertClient = (tx: WriteTransaction, row: Omit<ClientRow, 'revoked' | 'lastUsed'>) =>
  tx.run(
    sql`insert into clients (environment_id, client_id, name, scopes, secret_hash, created)
      values (${row.environmentId}, ${row.clientId}, ${row.name}, ${row.scopes}, ${row.secretHash}, ${row.created})`,
  )

const clients = piece`select environment_id as "environmentId", client_id as "clientId", name, scopes,
    secret_hash as "secretHash", created, revoked, last_used as "lastUsed"
  from clients`

export const listClients = (tx: ReadTransaction) =>
  tx.all<ClientRow>(joinFragments(clients, piece` order by environment_id, created, client_id`))

export const listClientsOf = (tx: ReadTransaction, environmentId: string) =>
  tx.all<ClientRow>(joinFragments(clients, piece` where environment_id = ${environmentId} order by created, client_id`))

export const findClient = (tx: ReadTransaction, environmentId: string, id: string) =>
  tx.get<ClientRow>(joinFragments(clients, piece` where environment_id = ${environmentId} and client_id = ${id}`))

export const setClientRevoked = (tx: WriteTransaction, environmentId: string, clientId: string, revoked: string) =>
  tx.run(
    sql`update clients set revoked = ${revoked}
      where environment_id = ${environmentId} and client_id = ${clientId} and revoked is null`,
  )

export const recordClientUse = (tx: WriteTransaction, environmentId: string, clientId: string, lastUsed: string) =>
  tx.run(
    sql`update clients set last_used = ${lastUsed}
      where environment_id = ${environmentId} and client_id = ${clientId} and coalesce(last_used, '') < ${lastUsed}`,
  )

export const insertRevocation = (tx: WriteTransaction, subjectId: string, revoked: number, expires: number) =>
  tx.run(
    sql`insert into revocations (subject_id, revoked, expires) values (${subjectId}, ${revoked}, ${expires})
      on conflict (subject_id) do nothing`,
  )

export const listRevocationsSince = (tx: ReadTransaction, since: number) =>
  tx.all<RevocationRow>(sql`select subject_id as "subjectId", revoked from revocations where revoked >= ${since}`)

export interface CredentialCount {
  total: number
  /** Number of active tokens or clients: not revoked, and a token not expired. */
  active: number
}
export const countTokens = async (tx: ReadTransaction, environmentId: string, now: string) =>
  (await tx.get<CredentialCount>(
    sql`select count(*) as total,
        coalesce(sum(case when revoked is null and active_to > ${now} then 1 else 0 end), 0) as active
      from tokens where environment_id = ${environmentId}`,
  ))!

export const countClients = async (tx: ReadTransaction, environmentId: string) =>
  (await tx.get<CredentialCount>(
    sql`select count(*) as total, coalesce(sum(case when revoked is null then 1 else 0 end), 0) as active from clients
      where environment_id = ${environmentId}`,
  ))!

/** Purges the oldest tokens that ended or were revoked before this time. */
export const purgeTokens = (tx: WriteTransaction, environmentId: string, endedBefore: string, limit: number) =>
  tx.run(
    sql`delete from tokens where environment_id = ${environmentId} and token_id in (
      select token_id from tokens where environment_id = ${environmentId}
        and (active_to < ${endedBefore} or revoked < ${endedBefore}) order by token_id limit ${limit})`,
  )

export const purgeClients = (tx: WriteTransaction, environmentId: string, revokedBefore: string, limit: number) =>
  tx.run(
    sql`delete from clients where environment_id = ${environmentId} and client_id in (
      select client_id from clients where environment_id = ${environmentId} and revoked < ${revokedBefore}
        order by created, client_id limit ${limit})`,
  )

export const purgeRevocations = (tx: WriteTransaction, now: number, limit: number) =>
  tx.run(
    sql`delete from revocations
      where subject_id in (
        select subject_id from revocations where expires < ${now} order by subject_id limit ${limit})`,
  )
