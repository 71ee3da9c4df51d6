// Limits attempts: passwords, links for a new password, invitations. An attempt counts before it runs, so that
// concurrent attempts cannot exceed a limit.

import { startAgain, type Writer } from '../../platform/database/database.ts'
import { Problem } from '../../platform/error/problems.ts'
import { clocksDifferMs } from '../../platform/process/leases.ts'
import { mailboxOf } from '../../platform/value/email.ts'
import { dayMs, hourMs } from '../../platform/value/times.ts'
import { hashOf } from './rules.ts'
import * as store from './store.ts'

export interface Limit {
  /** Whom it is counted for, as a hash. */
  subject: string
  max: number
  withinMs: number
  /** Failures over the maximum increase the wait for the next attempt, up to 15 minutes. */
  grows?: true
}

const quarterMs = 15 * 60_000
const firstWaitMs = 30_000

const limit = (subject: string, max: number, withinMs: number): Limit => ({ subject: hashOf(subject), max, withinMs })
const growing = (subject: string): Limit => ({ ...limit(subject, 5, hourMs), grows: true })

/**
 * Returns the limits of wrong passwords on an unknown device. Wrong passwords from one address do not lock the account
 * for other addresses. The limit of the account covers guesses from many addresses, the limit of the address many
 * accounts.
 */
export const strangerLimits = (email: string, address: string) => ({
  own: growing(`account ${email} from ${address}`),
  shared: [limit(`account ${email}`, 30, hourMs), limit(`address ${address}`, 20, quarterMs)],
})

/** Limits of wrong passwords on a device that the person has signed in with before, separate from all other devices. */
export const deviceLimits = (deviceHash: string, personId: string) => ({
  own: growing(`device ${deviceHash} of ${personId}`),
  shared: [] as Limit[],
})

/** Limits of wrong passwords and codes of a person with a session. */
export const sessionLimits = (personId: string) => ({ own: growing(`signed in ${personId}`), shared: [] as Limit[] })

/**
 * Returns the limits of wrong codes on a new device. A person who guesses codes already has the password, so codes
 * count separately and the limit over all addresses is lower.
 */
export const strangerFactorLimits = (personId: string, address: string) => ({
  own: growing(`factor of ${personId} from ${address}`),
  shared: [limit(`factor of ${personId}`, 10, hourMs), limit(`address ${address}`, 20, quarterMs)],
})

/** Limits of wrong codes on a device that the person has signed in with before, separate from all other devices. */
export const deviceFactorLimits = (deviceHash: string, personId: string) => ({
  own: growing(`factor of ${personId} at device ${deviceHash}`),
  shared: [] as Limit[],
})

/**
 * Limits of codes for an app during its setup. The person who tries has its secret, so the limit only bounds the work.
 */
export const setupLimits = (tokenHash: string) => ({ own: growing(`setup ${tokenHash}`), shared: [] as Limit[] })

/** Passkeys that are shown, whosever they are. */
export const passkeyLimits = (address: string): Limit[] => [limit(`address ${address}`, 20, quarterMs)]

/** Returns the limit of sign-ins with a passkey from one address. Each leaves a row for ten minutes. */
export const ceremonyLimits = (address: string): Limit[] => [limit(`passkey from ${address}`, 300, quarterMs)]

export type Limits = ReturnType<typeof strangerLimits>

/**
 * Returns the limits of wrong codes of drivers' devices. The codes are short, so all attempts with the same place in
 * the code share a limit.
 */
export const letInLimits = (address: string, place: string | undefined): Limit[] => [
  limit(`device from ${address}`, 20, quarterMs),
  ...(place === undefined ? [] : [limit(`device code ${place}`, 100, quarterMs)]),
]

/** Links to set a new password with. */
export const resetLimits = (email: string, address: string): Limit[] => [
  limit(`reset ${email}`, 5, quarterMs),
  limit(`reset from ${address}`, 5, quarterMs),
]

/** Invitations that go by mail: to one address, from one person or token, and of one environment. */
export const invitationLimits = (email: string, actor: string, environmentId: string): Limit[] => [
  limit(`invitation to ${mailboxOf(email)}`, 5, dayMs),
  limit(`invitation by ${actor}`, 50, dayMs),
  limit(`invitation of ${environmentId}`, 200, dayMs),
]

/** Also where it ends later than it can: a clock was ahead, and must not shut people out for as long. */
const isOver = ({ withinMs }: Limit, { ends }: store.AttemptRow, now: number): boolean =>
  ends <= now || ends > now + withinMs + clocksDifferMs

/** Returns the time until which the limit makes an attempt wait; 0 for no wait. */
function waitsUntil(limit: Limit, row: store.AttemptRow, now: number): number {
  const { max, withinMs, grows } = limit
  const { failures, ends } = row
  if (failures < max || isOver(limit, row, now)) return 0
  if (!grows) return ends
  return ends - withinMs + Math.min(quarterMs, firstWaitMs * 2 ** (failures - max))
}

/** Sorts limits, so that transactions lock several of them in the same order and cannot deadlock. */
const inOneOrder = (limits: readonly Limit[]): Limit[] => limits.toSorted((a, b) => (a.subject < b.subject ? -1 : 1))

export interface Counted {
  /** Seconds until the next attempt is allowed. An attempt is counted only if this is 0. */
  waitSeconds: number
  /** Whether the next one has to wait, unless this one turns out to be right. */
  isLast: boolean
}

export async function count(tx: Writer, limits: readonly Limit[], now: number): Promise<Counted> {
  const rows: store.AttemptRow[] = []
  const sorted = inOneOrder(limits)
  for (const { subject } of sorted) rows.push((await store.lockAttempts(tx, subject, now)) ?? again())
  const until = Math.max(...sorted.map((each, index) => waitsUntil(each, rows[index]!, now)))
  if (until > now) return { waitSeconds: Math.ceil((until - now) / 1_000), isLast: false }
  let isLast = false
  for (const [index, each] of sorted.entries()) {
    const { subject, withinMs, grows } = each
    const row = rows[index]!
    const begins = isOver(each, row, now)
    const counted = {
      failures: begins ? 1 : row.failures + 1,
      ends: begins || grows ? now + withinMs : row.ends,
    }
    await store.setAttempts(tx, subject, counted)
    isLast ||= waitsUntil(each, counted, now) > now
  }
  return { waitSeconds: 0, isLast }
}

/** It was forgotten in between. */
function again(): never {
  throw startAgain()
}

/** Forgives an attempt that has succeeded: removes its count. */
export async function forgive(tx: Writer, { own, shared }: Limits): Promise<void> {
  for (const each of inOneOrder([own, ...shared]))
    if (each === own) await store.forgetAttempts(tx, own.subject)
    else await store.forgiveAttempt(tx, each.subject)
}

/** Forgives one attempt that has succeeded: subtracts it from shared limits. */
export async function forgiveOne(tx: Writer, shared: readonly Limit[]): Promise<void> {
  for (const { subject } of inOneOrder(shared)) await store.forgiveAttempt(tx, subject)
}

/** Forgets some that have ended; answers how many it has looked at. */
export async function purge(tx: Writer, max: number, now: number): Promise<number> {
  const subjects = await store.endedAttempts(tx, now, max)
  for (const subject of subjects) await store.purgeAttempt(tx, subject, now)
  return subjects.length
}

const inWords = (seconds: number): string =>
  seconds < 90
    ? `${seconds} seconds`
    : seconds < 5_400
      ? `${Math.ceil(seconds / 60)} minutes`
      : `${Math.ceil(seconds / 3_600)} hours`

export const tooMany = (what: string, seconds: number): Problem =>
  new Problem('RATE_LIMITED', { message: `${what} Try again in ${inWords(seconds)}.`, retryAfterSeconds: seconds })
