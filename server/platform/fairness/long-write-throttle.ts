// A throttle for long writes: delays consecutive long transactions of one kind. A transaction cannot be divided, so a
// fair queue does not help the environments that wait for its end.
import { setTimeout as sleep } from 'node:timers/promises'
import { openTimeQuota, type TimeQuotaOptions } from './time-quota.ts'

/** Longest duration of a transaction that does not count, in milliseconds. */
const shortMs = 10
/**
 * Share of the time for long transactions. It makes them delay fewer than one in twenty writes of other environments.
 * Without the throttle, 24 connections that import 500 rows per transaction made the p95 of other writes ten times as
 * long.
 */
const longWriteQuota: TimeQuotaOptions = { fraction: 0.03, creditMs: 100, delayMsMax: 4_000 }

export interface LongWriteThrottle {
  /**
   * Starts the work after the delay of its kind. Works of one kind run one after the other. The work records its
   * duration.
   */
  run<T>(kind: string, work: (recordMs: (ms: number) => void) => Promise<T>): Promise<T>
}

export function openLongWriteThrottle(options = longWriteQuota): LongWriteThrottle {
  const timeQuota = openTimeQuota(options)
  /** Promise of the end of the last waiting transaction, by kind. */
  const lastEnds = new Map<string, Promise<unknown>>()
  return {
    run(key, work) {
      const start = () =>
        work((ms) => {
          if (ms > shortMs) timeQuota.record(key, ms)
        })
      const lastEnd = lastEnds.get(key)
      if (!lastEnd && timeQuota.delayMs(key) === 0) return start()
      const result = (lastEnd ?? Promise.resolve()).then(() => sleep(timeQuota.delayMs(key))).then(start)
      const end = result
        .catch(() => undefined)
        .then(() => {
          if (lastEnds.get(key) === end) lastEnds.delete(key)
        })
      lastEnds.set(key, end)
      return result
    },
  }
}
