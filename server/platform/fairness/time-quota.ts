// A time share: limits the part of the time in which an environment has work under way during contention.
import { threadContention } from './contention.ts'

export interface TimeQuota {
  /** Records the duration of work of a key. */
  record(key: string, ms: number): void
  /** Returns the milliseconds until the next work of a key may start. */
  delayMs(key: string): number
}

export interface TimeQuotaOptions {
  /** Part of the time that a key may use, from 0 to 1. */
  fraction: number
  /** Time that a key may use in advance, in milliseconds. A key with little work is therefore never delayed. */
  creditMs: number
  /** Longest delay, in milliseconds. Work may have taken long only because it waited. */
  delayMsMax: number
}

/** The share of an environment on PostgreSQL, for shared reads and for batched writes. */
export const postgresQuota: TimeQuotaOptions = { fraction: 0.6, creditMs: 100, delayMsMax: 50 }

/**
 * Delays an environment that sends requests without a pause, during contention. A fair queue does not help other
 * environments if one environment keeps a core busy.
 */
export function openTimeQuota({ fraction, creditMs, delayMsMax }: TimeQuotaOptions): TimeQuota {
  /** Time at which each key has earned all the time that it used. */
  const earnedAt = new Map<string, number>()
  const spareMs = creditMs / fraction
  return {
    record(key, ms) {
      // The service itself is never delayed: every environment waits for its work.
      if (key === '') return
      const now = performance.now()
      for (const [other, at] of earnedAt) if (at < now) earnedAt.delete(other)
      const earnedMs = Math.max(now, earnedAt.get(key) ?? now) + ms / fraction
      earnedAt.set(key, Math.min(earnedMs, now + spareMs + delayMsMax))
    },
    delayMs: (key) =>
      threadContention.isContended() ? Math.max(0, (earnedAt.get(key) ?? 0) - performance.now() - spareMs) : 0,
  }
}
