// Records sign-ins and changes of access for administrators, and the trusted devices of a person.
import type { QueryOf } from '../../../contract/endpoint.ts'
import type { listSignIns, SignInKind, SignInMethod } from '../../../contract/sign-ins.ts'
import type { ReadTransaction, WriteTransaction } from '../../platform/database/database.ts'
import { createBadRequest } from '../../platform/error/problems.ts'
import type { OperationCall } from '../../platform/operation/operation.ts'
import { createId, isIssuedId } from '../../platform/value/ids.ts'
import { dayMs, formatIso } from '../../platform/value/times.ts'
import type { FactorKind } from './factor-store.ts'
import * as store from './sign-in-store.ts'

/** Entries kept per person and kind, so that failures that others cause do not displace entries of another kind. */
const keptOfKind = 100
const keptMs = 90 * dayMs
const devicesOfPerson = 20
export const deviceLifetimeMs = 365 * dayMs

/** Origin of an entry: IP address and device. */
export interface SignInOrigin {
  /** IP address; null for commands of the operator. */
  address: string | null
  device: string
}
export const commandLine: SignInOrigin = { address: null, device: '' }

export interface SignInEntry extends SignInOrigin {
  personId: string
  kind: SignInKind
  way: SignInMethod
}

export async function recordSignIn(tx: WriteTransaction, happening: SignInEntry, now: number): Promise<void> {
  await store.insertSignIn(tx, { signInId: createId(now), at: now, ...happening })
  await store.deleteOld(tx, happening.personId, happening.kind, keptOfKind)
}

const methodsByFactor = { totp: 'authenticator-app', passkey: 'passkey' } as const satisfies Record<
  FactorKind,
  SignInMethod
>

export interface FactorChange extends SignInOrigin {
  personId: string
  kind: 'factor-added' | 'factor-removed'
  factors: readonly FactorKind[]
}

export async function recordFactors(
  tx: WriteTransaction,
  { factors, ...change }: FactorChange,
  now: number,
): Promise<void> {
  for (const factor of factors) await recordSignIn(tx, { ...change, way: methodsByFactor[factor] }, now)
}

export async function storeDevice(tx: WriteTransaction, hash: string, personId: string, now: number): Promise<void> {
  await store.putDevice(tx, hash, personId, now)
  await store.deleteOldDevices(tx, personId, devicesOfPerson)
}

/** Deletes all trusted devices of a person except one. */
export async function deleteDevicesExcept(tx: WriteTransaction, deviceHash: string, personId: string): Promise<void> {
  await store.deleteDevicesExcept(tx, personId, deviceHash)
}

export async function purgeSignInLog(tx: WriteTransaction, now: number): Promise<void> {
  await store.purgeSignIns(tx, now - keptMs)
  await store.purgeDevices(tx, now - deviceLifetimeMs)
}

const rowsDefault = 50
const afterAll = 'g'

export async function listSignInPage(
  tx: ReadTransaction,
  { environmentId, query }: OperationCall<QueryOf<typeof listSignIns>>,
) {
  const { limit = String(rowsDefault), cursor = afterAll } = query
  if (cursor !== afterAll && !isIssuedId(cursor))
    throw createBadRequest('?cursor', 'format', 'This is not a cursor: send `next` of the previous page.')
  const rows = await store.listSignIns(tx, environmentId, cursor, Number(limit) + 1)
  const page = rows.slice(0, Number(limit))
  return {
    signIns: page.map(({ at, ...row }) => ({ ...row, time: formatIso(at) })),
    next: rows.length > page.length ? page.at(-1)!.signInId : null,
  }
}
