// Stores the sign-in log and the trusted devices of people.
import type { SignInKind, SignInMethod } from '../../../contract/sign-ins.ts'
import { type ReadTransaction, sql, type WriteTransaction } from '../../platform/database/database.ts'

export interface SignInRow {
  signInId: string
  personId: string
  at: number
  kind: SignInKind
  way: SignInMethod
  address: string | null
  device: string
}
export interface ListedSignIn extends SignInRow {
  name: string
}

export const insertSignIn = (tx: WriteTransaction, row: SignInRow) =>
  tx.run(
    sql`insert into sign_ins (sign_in_id, person_id, at, kind, way, address, device)
      values (${row.signInId}, ${row.personId}, ${row.at}, ${row.kind}, ${row.way}, ${row.address}, ${row.device})`,
  )

/** Deletes old entries of a kind, except the newest. */
export const deleteOld = (tx: WriteTransaction, personId: string, entryType: SignInKind, retainedMax: number) =>
  tx.run(
    sql`delete from sign_ins
      where person_id = ${personId} and kind = ${entryType} and sign_in_id not in (
        select sign_in_id from sign_ins
        where person_id = ${personId} and kind = ${entryType} order by sign_in_id desc limit ${retainedMax})`,
  )

/** Returns the sign-ins of an environment's people before an entry, newest first. */
export const listSignIns = (tx: ReadTransaction, environmentId: string, cursor: string, limit: number) =>
  tx.all<ListedSignIn>(
    sql`select s.sign_in_id as "signInId", s.person_id as "personId", p.name, s.at, s.kind, s.way, s.address, s.device
      from sign_ins s
      join memberships m on m.person_id = s.person_id
      join people p on p.person_id = s.person_id
      where m.environment_id = ${environmentId} and s.sign_in_id < ${cursor} order by s.sign_in_id desc limit ${limit}`,
  )

export const purgeSignIns = (tx: WriteTransaction, cutoff: number) =>
  tx.run(sql`delete from sign_ins where at < ${cutoff}`)

export const isTrustedDevice = async (tx: ReadTransaction, tokenHash: string, personId: string) =>
  (await tx.get(sql`select person_id from devices where token_hash = ${tokenHash} and person_id = ${personId}`)) !==
  undefined

export const putDevice = (tx: WriteTransaction, tokenHash: string, personId: string, now: number) =>
  tx.run(
    sql`insert into devices (token_hash, person_id, last_used) values (${tokenHash}, ${personId}, ${now})
      on conflict (token_hash, person_id) do update set last_used = excluded.last_used`,
  )

/** Deletes all devices of a person except one. */
export const deleteDevicesExcept = (tx: WriteTransaction, personId: string, tokenHash: string) =>
  tx.run(sql`delete from devices where person_id = ${personId} and token_hash <> ${tokenHash}`)

/** Deletes all but the most recently used devices of a person. */
export const deleteOldDevices = (tx: WriteTransaction, personId: string, retainedMax: number) =>
  tx.run(
    sql`delete from devices
      where person_id = ${personId} and token_hash not in (
        select token_hash from devices where person_id = ${personId}
        order by last_used desc, token_hash limit ${retainedMax})`,
  )

export const purgeDevices = (tx: WriteTransaction, cutoff: number) =>
  tx.run(sql`delete from devices where last_used < ${cutoff}`)
