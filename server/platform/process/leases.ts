// Who works on what, among several instances: leases that bear the time of a clock, and how to tell that nobody holds one although its time says otherwise.

/** The longest that may be configured. */
export const leaseMsMax = 600_000
/** Clocks of instances that are looked after differ by less. What lies farther ahead than it can was written by one that was wrong. */
export const clocksDifferMs = 60_000

/** One that is asked for. */
export interface Lease {
  owner: string
  now: number
  until: number
  /** That of the one before, which was seen to be over, be its time to come. */
  overUntil?: number
}

export interface Leases {
  /**
   * Whether a lease that somebody else has taken until then holds no longer. `of` names what it is for. Farther ahead than any lease
   * reaches, the time says nothing, and what counts is whether its holder renews it: one whose clock is wrong may be at work.
   */
  isOver(of: string, until: number, now: number): boolean
}

/** `leaseMs` is how long one lasts: whoever is there renews it several times meanwhile. */
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
