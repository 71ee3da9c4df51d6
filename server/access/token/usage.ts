// Records when each token and client was last used. Collects uses in memory, because a commit per request would be
// slow.
import { createStep } from '../../platform/operation/operation.ts'
import type { TokenUse } from '../../platform/operation/principal.ts'
import { formatIso } from '../../platform/value/times.ts'
import * as store from './store.ts'

const flushMs = 10_000
/** Largest number of uses in memory. Further uses are not recorded until the next write. */
const pendingMax = 10_000

export interface TokenUsage {
  touch(use: TokenUse, now: number): void
  /** Writes the pending uses. A timer calls it, and the stop of the service calls it once more. */
  flush(): Promise<void>
  stop(): void
}

/**
 * Tracks the use of tokens. `write` runs the operation below; `report` receives its failures, and the next flush
 * retries.
 */
export function trackUsage(
  write: (uses: TokenUse[]) => Promise<unknown>,
  report: (error: unknown) => void,
): TokenUsage {
  const pending = new Set<TokenUse>()
  async function flush(): Promise<void> {
    if (pending.size === 0) return
    const uses = [...pending]
    pending.clear()
    try {
      await write(uses.map((use) => ({ ...use })))
    } catch (error) {
      for (const use of uses) pending.add(use)
      report(error)
    }
  }
  const timer = setInterval(() => void flush(), flushMs).unref()
  return {
    touch(use, now) {
      use.at = now
      if (pending.size < pendingMax) pending.add(use)
    },
    flush,
    stop: () => clearInterval(timer),
  }
}

export const touchTokens = createStep('touchTokens', async (tx, uses: TokenUse[]) => {
  // Sorted by id, because several instances write uses at the same time and could otherwise deadlock.
  for (const { environmentId, id, kind, at } of uses.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    const touch = kind === 'token' ? store.recordTokenUse : store.recordClientUse
    await touch(tx, environmentId, id, formatIso(at))
  }
})
