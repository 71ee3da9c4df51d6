// How much of the time an environment may have something under way while others are there.
import { company } from './contention.ts'

export interface Shares {
  /** Something of theirs took so long. */
  used(whose: string, ms: number): void
  /** How long they rest before the next. */
  restMs(whose: string): number
}

export interface ShareOptions {
  /** Of the time. */
  part: number
  /** So much may be used before it is earned: who asks for little never rests. */
  aheadMs: number
  /** Nobody rests for longer: something may have taken long because it waited itself. */
  restMsMax: number
}

/** Of an environment, reads over PostgreSQL, and writes that go together there, are under way for this part of the time. */
export const travelling: ShareOptions = { part: 0.6, aheadMs: 100, restMsMax: 50 }

/**
 * What keeps a core busy makes others wait for one, and no order of turns helps against that: whoever asks without a pause
 * makes one, as long as others are there.
 */
export function openShares({ part, aheadMs, restMsMax }: ShareOptions): Shares {
  /** When each will have earned the time that they have used. */
  const earned = new Map<string, number>()
  const spareMs = aheadMs / part
  return {
    used(whose, ms) {
      // The service itself never rests: all wait for what it does.
      if (whose === '') return
      const now = performance.now()
      for (const [other, until] of earned) if (until < now) earned.delete(other)
      const until = Math.max(now, earned.get(whose) ?? now) + ms / part
      earned.set(whose, Math.min(until, now + spareMs + restMsMax))
    },
    restMs: (whose) => (company.isThere() ? Math.max(0, (earned.get(whose) ?? 0) - performance.now() - spareMs) : 0),
  }
}
