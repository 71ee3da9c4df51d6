// Leases divide work between instances. A lease has a time of its holder's clock; this file detects a lease without a
// holder even if that clock was wrong.

/** The longest that may be configured. */
export const leaseMsMax = 600_000
/**
 * Maximum difference between the clocks of maintained instances, in milliseconds. A time further ahead was written by a
 * wrong clock.
 */
export const clocksDifferMs = 60_000

/** A requested lease. */
export interface Lease {
  owner: string
  now: number
  until: number
  /** End of the previous lease, which counts as over even if that time is in the future. */
  overUntil?: number
}

export interface Leases {
  /**
   * Returns whether the lease of another instance has ended. `of` is the name of the work. If the time is further ahead
   * than any lease can be, it is wrong; then the lease holds as long as its holder renews it.
   */
  isOver(of: string, until: number, now: number): boolean
}

/** Watches leases. `leaseMs` is their duration: a running instance renews them several times within it. */
export function watchLeases(leaseMs: number, clock: () => number = () => performance.now()): Leases {
  const seen = new Map<string, { until: number; sinceMs: number }>()
  return {
    isOver(of, until, now) {
      if (until <= now + leaseMsMax + clocksDifferMs) {
        seen.delete(of)
        return until <= now
      }
      const known = seen.get(of)
      if (known?.until === until) return clock() - known.sinceMs > leaseMs
      seen.set(of, { until, sinceMs: clock() })
      return false
    },
  }
}
