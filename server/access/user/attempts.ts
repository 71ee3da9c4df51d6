// Limits attempts: passwords, links for a new password, invitations. An attempt counts before it runs, so that
// concurrent attempts cannot exceed a limit.

import { retryTransaction, type WriteTransaction } from '../../platform/database/database.ts'
import { ApiProblem } from '../../platform/error/problems.ts'
import { clocksDifferMs } from '../../platform/process/leases.ts'
import { normaliseMailbox } from '../../platform/value/email.ts'
import { dayMs, hourMs } from '../../platform/value/times.ts'
import { hashOf } from './rules.ts'
import * as store from './store.ts'

export interface AttemptLimit {
  /** Hash of the account, address or device for which failures are counted. */
  subject: string
  max: number
  withinMs: number
  /** Failures over the maximum increase the wait for the next attempt, up to 15 minutes. */
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
 * Returns the limits of wrong passwords on an unknown device. Wrong passwords from one address do not lock the account
 * for other addresses. The limit of the account covers guesses from many addresses, the limit of the address many
 * accounts.
 */
export const getUnknownDeviceLimits = (email: string, address: string) => ({
  own: growing(`account ${email} from ${address}`),
  shared: [limit(`account ${email}`, 30, hourMs), limit(`address ${address}`, 20, quarterMs)],
})

/** Limits of wrong passwords on a device that the person has signed in with before, separate from all other devices. */
export const getDeviceLimits = (deviceHash: string, personId: string) => ({
  own: growing(`device ${deviceHash} of ${personId}`),
  shared: [] as AttemptLimit[],
})

/** Limits of wrong passwords and codes of a person with a session. */
export const getSessionLimits = (personId: string) => ({
  own: growing(`signed in ${personId}`),
  shared: [] as AttemptLimit[],
})

/**
 * Returns the limits of wrong codes on a new device. A person who guesses codes already has the password, so codes
 * count separately and the limit over all addresses is lower.
 */
export const getUnknownDeviceFactorLimits = (personId: string, address: string) => ({
  own: growing(`factor of ${personId} from ${address}`),
  shared: [limit(`factor of ${personId}`, 10, hourMs), limit(`address ${address}`, 20, quarterMs)],
})

/** Limits of wrong codes on a device that the person has signed in with before, separate from all other devices. */
export const getDeviceFactorLimits = (deviceHash: string, personId: string) => ({
  own: growing(`factor of ${personId} at device ${deviceHash}`),
  shared: [] as AttemptLimit[],
})

/**
 * Limits of codes for an app during its setup. The person who tries has its secret, so the limit only bounds the work.
 */
export const getSetupLimits = (hash: string) => ({ own: growing(`setup ${hash}`), shared: [] as AttemptLimit[] })

/** Passkeys that are shown, whosever they are. */
export const getPasskeyLimits = (address: string): AttemptLimit[] => [limit(`address ${address}`, 20, quarterMs)]

/** Returns the limit of sign-ins with a passkey from one address. Each leaves a row for ten minutes. */
export const getCeremonyLimits = (address: string): AttemptLimit[] => [limit(`passkey from ${address}`, 300, quarterMs)]

export type AttemptLimits = ReturnType<typeof getUnknownDeviceLimits>

/**
 * Returns the limits of wrong codes of drivers' devices. The codes are short, so all attempts with the same place in
 * the code share a limit.
 */
export const getRegistrationLimits = (address: string, codeGroup: string | undefined): AttemptLimit[] => [
  limit(`device from ${address}`, 20, quarterMs),
  ...(codeGroup === undefined ? [] : [limit(`device code ${codeGroup}`, 100, quarterMs)]),
]

/** Links to set a new password with. */
export const getResetLimits = (email: string, address: string): AttemptLimit[] => [
  limit(`reset ${email}`, 5, quarterMs),
  limit(`reset from ${address}`, 5, quarterMs),
]

/** Returns the limits of invitation e-mails: per address, per inviting user or token, and per environment. */
export const getInvitationLimits = (email: string, actor: string, environmentId: string): AttemptLimit[] => [
  limit(`invitation to ${normaliseMailbox(email)}`, 5, dayMs),
  limit(`invitation by ${actor}`, 50, dayMs),
  limit(`invitation of ${environmentId}`, 200, dayMs),
]

/** Returns whether a limit has ended. An end too far in the future results from a wrong clock, and counts as over. */
const isOver = ({ withinMs }: AttemptLimit, { ends }: store.AttemptRow, now: number): boolean =>
  ends <= now || ends > now + withinMs + clocksDifferMs

/** Returns the time until which the limit makes an attempt wait; 0 for no wait. */
function waitsUntil(limit: AttemptLimit, row: store.AttemptRow, now: number): number {
  const { max, withinMs, grows } = limit
  const { failures, ends } = row
  if (failures < max || isOver(limit, row, now)) return 0
  if (!grows) return ends
  return ends - withinMs + Math.min(quarterMs, firstWaitMs * 2 ** (failures - max))
}

/** Sorts limits, so that transactions lock several of them in the same order and cannot deadlock. */
const inOneOrder = (limits: readonly AttemptLimit[]): AttemptLimit[] =>
  limits.toSorted((a, b) => (a.subject < b.subject ? -1 : 1))

export interface CountedAttempt {
  /** Seconds until the next attempt is allowed. An attempt is counted only if this is 0. */
  waitSeconds: number
  /** Whether the next one has to wait, unless this one turns out to be right. */
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

/** It was forgotten in between. */
function restartTransaction(): never {
  throw retryTransaction()
}

/** Forgives an attempt that has succeeded: removes its count. */
export async function clearAttempts(tx: WriteTransaction, { own, shared }: AttemptLimits): Promise<void> {
  for (const limit of inOneOrder([own, ...shared]))
    if (limit === own) await store.deleteAttempts(tx, own.subject)
    else await store.reduceAttempts(tx, limit.subject)
}

/** Forgives one attempt that has succeeded: subtracts it from shared limits. */
export async function removeAttempt(tx: WriteTransaction, shared: readonly AttemptLimit[]): Promise<void> {
  for (const { subject } of inOneOrder(shared)) await store.reduceAttempts(tx, subject)
}

/** Deletes ended attempts, and returns the number of rows that it has read. */
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
