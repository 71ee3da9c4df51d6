// Leases divide work between instances. The end of a lease is a time by its holder's clock. This file detects a lease
// without a holder even if that clock was wrong.

/** Longest lease that can be configured, in milliseconds. */
export const leaseMsMax = 600_000
/**
 * Maximum difference between the clocks of maintained instances, in milliseconds. A time further ahead was written by a
 * wrong clock.
 */
export const clocksDifferMs = 60_000

/** A requested lease. */
export interface LeaseRequest {
  owner: string
  now: number
  until: number
  /** End of the previous lease, which counts as over even if that time is in the future. */
  overUntil?: number
}

export interface LeaseWatch {
  /**
   * Returns whether the lease of another instance has ended. `of` is the name of the work. If the time is further ahead
   * than any lease can be, it is wrong; then the lease holds as long as its holder renews it.
   */
  isOver(of: string, until: number, now: number): boolean
}

/** Watches leases. `leaseMs` is their duration: a running instance renews them several times within it. */
export function watchLeases(leaseMs: number, clock: () => number = () => performance.now()): LeaseWatch {
  const observed = new Map<string, { endMs: number; sinceMs: number }>()
  return {
    isOver(workName, endMs, now) {
      if (endMs <= now + leaseMsMax + clocksDifferMs) {
        observed.delete(workName)
        return endMs <= now
      }
      const entry = observed.get(workName)
      if (entry?.endMs === endMs) return clock() - entry.sinceMs > leaseMs
      observed.set(workName, { endMs, sinceMs: clock() })
      return false
    },
  }
}
