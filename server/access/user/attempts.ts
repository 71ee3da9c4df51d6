// Limits attempts with passwords, codes, passkeys, links for a new password, and invitations. Each attempt is counted
// before it runs, so that concurrent attempts cannot exceed a limit.

import { retryTransaction, type WriteTransaction } from '../../platform/database/database.ts'
import { ApiProblem } from '../../platform/error/problems.ts'
import { clocksDifferMs } from '../../platform/process/leases.ts'
import { normaliseMailbox } from '../../platform/value/email.ts'
import { dayMs, hourMs } from '../../platform/value/times.ts'
import { hashOf } from './rules.ts'
import * as store from './store.ts'

export interface AttemptLimit {
  /** Hash of the account, IP address, device or other subject whose attempts are counted. */
  subject: string
  max: number
  withinMs: number
  /** Whether each failure above the maximum increases the wait for the next attempt, up to 15 minutes. */
  grows?: true
}

const quarterMs = 15 * 60_000
const firstWaitMs = 30_000

const limit = (subject: string, max: number, withinMs: number): AttemptLimit => ({
  subject: hashOf(subject),
  max,
  withinMs,
})
const growing = (subject: string): AttemptLimit => ({ ...limit(subject, 5, hourMs), grows: true })

/**
 * Returns the limits of wrong passwords on an unknown device. Wrong passwords from one IP address do not lock the
 * account for other IP addresses. One shared limit covers guesses at one account from many IP addresses. The other one
 * covers guesses at many accounts from one IP address.
 */
export const getUnknownDeviceLimits = (email: string, address: string) => ({
  own: growing(`account ${email} from ${address}`),
  shared: [limit(`account ${email}`, 30, hourMs), limit(`address ${address}`, 20, quarterMs)],
})

/**
 * Returns the limits of wrong passwords on a device with an earlier sign-in of the person. Other devices do not affect
 * them.
 */
export const getDeviceLimits = (deviceHash: string, personId: string) => ({
  own: growing(`device ${deviceHash} of ${personId}`),
  shared: [] as AttemptLimit[],
})

/** Returns the limits of wrong passwords and codes during a session. */
export const getSessionLimits = (personId: string) => ({
  own: growing(`signed in ${personId}`),
  shared: [] as AttemptLimit[],
})

/**
 * Returns the limits of wrong codes on a new device. A person who guesses codes already has the password, so codes have
 * separate limits, and fewer attempts are allowed over all IP addresses.
 */
export const getUnknownDeviceFactorLimits = (personId: string, address: string) => ({
  own: growing(`factor of ${personId} from ${address}`),
  shared: [limit(`factor of ${personId}`, 10, hourMs), limit(`address ${address}`, 20, quarterMs)],
})

/**
 * Returns the limits of wrong codes on a device with an earlier sign-in of the person. Other devices do not affect
 * them.
 */
export const getDeviceFactorLimits = (deviceHash: string, personId: string) => ({
  own: growing(`factor of ${personId} at device ${deviceHash}`),
  shared: [] as AttemptLimit[],
})

/**
 * Returns the limits of wrong codes during the setup of an authenticator app. The person has the secret of the app, so
 * the limits only prevent load.
 */
export const getSetupLimits = (hash: string) => ({ own: growing(`setup ${hash}`), shared: [] as AttemptLimit[] })

/**
 * Returns the limit of attempts with passkeys from one IP address. Wrong passwords and codes from this address count
 * toward the same limit.
 */
export const getPasskeyLimits = (address: string): AttemptLimit[] => [limit(`address ${address}`, 20, quarterMs)]

/**
 * Returns the limit of started sign-ins with a passkey from one IP address. Each start stores a row for ten minutes.
 */
export const getCeremonyLimits = (address: string): AttemptLimit[] => [limit(`passkey from ${address}`, 300, quarterMs)]

export type AttemptLimits = ReturnType<typeof getUnknownDeviceLimits>

/**
 * Returns the limits of attempts with codes for drivers' devices: per IP address, and per group of codes with the same
 * first characters. Codes are short, so an attacker could guess one of many.
 */
export const getRegistrationLimits = (address: string, codeGroup: string | undefined): AttemptLimit[] => [
  limit(`device from ${address}`, 20, quarterMs),
  ...(codeGroup === undefined ? [] : [limit(`device code ${codeGroup}`, 100, quarterMs)]),
]

/** Returns the limits of requests for a new password: per e-mail address and per IP address. */
export const getResetLimits = (email: string, address: string): AttemptLimit[] => [
  limit(`reset ${email}`, 5, quarterMs),
  limit(`reset from ${address}`, 5, quarterMs),
]

/** Returns the limits of invitation e-mails: per e-mail address, per inviting user or token, and per environment. */
export const getInvitationLimits = (email: string, actor: string, environmentId: string): AttemptLimit[] => [
  limit(`invitation to ${normaliseMailbox(email)}`, 5, dayMs),
  limit(`invitation by ${actor}`, 50, dayMs),
  limit(`invitation of ${environmentId}`, 200, dayMs),
]

/**
 * Returns whether the time of a limit is over. A time that is too far in the future results from a wrong clock, and is
 * over too.
 */
const isOver = ({ withinMs }: AttemptLimit, { ends }: store.AttemptRow, now: number): boolean =>
  ends <= now || ends > now + withinMs + clocksDifferMs

/** Returns the time until which the limit delays the next attempt; 0 for no delay. */
function waitsUntil(limit: AttemptLimit, row: store.AttemptRow, now: number): number {
  const { max, withinMs, grows } = limit
  const { failures, ends } = row
  if (failures < max || isOver(limit, row, now)) return 0
  if (!grows) return ends
  return ends - withinMs + Math.min(quarterMs, firstWaitMs * 2 ** (failures - max))
}

/** Sorts limits, so that all transactions lock them in the same order and cannot deadlock. */
const inOneOrder = (limits: readonly AttemptLimit[]): AttemptLimit[] =>
  limits.toSorted((a, b) => (a.subject < b.subject ? -1 : 1))

export interface CountedAttempt {
  /** Seconds until the next attempt is allowed. An attempt is counted only if this is 0. */
  waitSeconds: number
  /** Whether this attempt reaches a limit, so that the next one has to wait unless this one succeeds. */
  isLast: boolean
}

export async function countAttempt(
  tx: WriteTransaction,
  limits: readonly AttemptLimit[],
  now: number,
): Promise<CountedAttempt> {
  const rows: store.AttemptRow[] = []
  const sorted = inOneOrder(limits)
  for (const { subject } of sorted) rows.push((await store.lockAttempts(tx, subject, now)) ?? restartTransaction())
  const waitEndMs = Math.max(...sorted.map((limit, index) => waitsUntil(limit, rows[index]!, now)))
  if (waitEndMs > now) return { waitSeconds: Math.ceil((waitEndMs - now) / 1_000), isLast: false }
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

/** Repeats the transaction, because another one deleted the row of the attempts during the wait for its lock. */
function restartTransaction(): never {
  throw retryTransaction()
}

/** Removes a successful attempt from the counts: resets the limit `own`, and subtracts one from each shared limit. */
export async function clearAttempts(tx: WriteTransaction, { own, shared }: AttemptLimits): Promise<void> {
  for (const limit of inOneOrder([own, ...shared]))
    if (limit === own) await store.deleteAttempts(tx, own.subject)
    else await store.reduceAttempts(tx, limit.subject)
}

/** Subtracts one successful attempt from shared limits. */
export async function removeAttempt(tx: WriteTransaction, shared: readonly AttemptLimit[]): Promise<void> {
  for (const { subject } of inOneOrder(shared)) await store.reduceAttempts(tx, subject)
}

/** Deletes ended attempts. Returns the number of rows that it has read. */
export async function purgeAttempts(tx: WriteTransaction, max: number, now: number): Promise<number> {
  const subjects = await store.listEndedAttempts(tx, now, max)
  for (const subject of subjects) await store.purgeAttempt(tx, subject, now)
  return subjects.length
}

const formatWait = (seconds: number): string =>
  seconds < 90
    ? `${seconds} seconds`
    : seconds < 5_400
      ? `${Math.ceil(seconds / 60)} minutes`
      : `${Math.ceil(seconds / 3_600)} hours`

export const createRateLimitProblem = (message: string, seconds: number): ApiProblem =>
  new ApiProblem('RATE_LIMITED', {
    message: `${message} Try again in ${formatWait(seconds)}.`,
    values: seconds < 90 ? { seconds } : { minutes: Math.ceil(seconds / 60) },
    retryAfterSeconds: seconds,
  })
