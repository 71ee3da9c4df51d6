// Records sign-ins and changes of access for administrators, and the trusted devices of a person.
import type { QueryOf } from '../../../contract/endpoint.ts'
import type { listSignIns, SignInKind, SignInWay } from '../../../contract/sign-ins.ts'
import type { Reader, Writer } from '../../platform/database/database.ts'
import { badRequest } from '../../platform/error/problems.ts'
import type { Call } from '../../platform/operation/operation.ts'
import { looksIssued, newId } from '../../platform/value/ids.ts'
import { dayMs, toIso } from '../../platform/value/times.ts'
import type { FactorKind } from './factor-store.ts'
import * as store from './sign-in-store.ts'

/** Entries kept per person and kind, so that provoked failures do not displace other kinds. */
const keptOfKind = 100
const keptMs = 90 * dayMs
const devicesOfPerson = 20
export const deviceLifetimeMs = 365 * dayMs

/** The place of an entry: a network address and a device. */
export interface Origin {
  /** Null for operations of the command line. */
  address: string | null
  device: string
}
export const commandLine: Origin = { address: null, device: '' }

export interface Happening extends Origin {
  personId: string
  kind: SignInKind
  way: SignInWay
}

export async function record(tx: Writer, happening: Happening, now: number): Promise<void> {
  await store.insert(tx, { signInId: newId(now), at: now, ...happening })
  await store.deleteOld(tx, happening.personId, happening.kind, keptOfKind)
}

const wayOfFactor = { totp: 'authenticator-app', passkey: 'passkey' } as const satisfies Record<FactorKind, SignInWay>

export interface FactorChange extends Origin {
  personId: string
  kind: 'factor-added' | 'factor-removed'
  factors: readonly FactorKind[]
}

export async function recordFactors(tx: Writer, { factors, ...change }: FactorChange, now: number): Promise<void> {
  for (const factor of factors) await record(tx, { ...change, way: wayOfFactor[factor] }, now)
}

export async function rememberDevice(tx: Writer, deviceHash: string, personId: string, now: number): Promise<void> {
  await store.putDevice(tx, deviceHash, personId, now)
  await store.deleteOldDevices(tx, personId, devicesOfPerson)
}

/** Deletes all trusted devices of a person except one. */
export async function forgetOtherDevices(tx: Writer, deviceHash: string, personId: string): Promise<void> {
  await store.deleteOtherDevices(tx, personId, deviceHash)
}

export async function purge(tx: Writer, now: number): Promise<void> {
  await store.purge(tx, now - keptMs)
  await store.purgeDevices(tx, now - deviceLifetimeMs)
}

const rowsUnlessSaid = 50
const afterAll = 'g'

export async function list(tx: Reader, { environmentId, query }: Call<QueryOf<typeof listSignIns>>) {
  const { limit = String(rowsUnlessSaid), cursor = afterAll } = query
  if (cursor !== afterAll && !looksIssued(cursor))
    throw badRequest('?cursor', 'format', 'This is not a cursor: send `next` of the previous page.')
  const rows = await store.list(tx, environmentId, cursor, Number(limit) + 1)
  const page = rows.slice(0, Number(limit))
  return {
    signIns: page.map(({ at, ...row }) => ({ ...row, time: toIso(at) })),
    next: rows.length > page.length ? page.at(-1)!.signInId : null,
  }
}
