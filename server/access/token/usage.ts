// Records when each token and client was last used: in memory first, since a commit per request would cost too much.
import { createStep } from '../../platform/operation/operation.ts'
import type { TokenUse } from '../../platform/operation/principal.ts'
import { formatIso } from '../../platform/value/times.ts'
import * as store from './store.ts'

const flushMs = 10_000
/** More than this in one flush are forgotten: a last use is a convenience, memory is not. */
const pendingMax = 10_000

export interface TokenUsage {
  touch(use: TokenUse, now: number): void
  /** Writes the pending uses. Runs on a timer, and once more before the end. */
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
  // In the sequence of their ids: several instances do this at the same time.
  for (const { environmentId, id, kind, at } of uses.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    const touch = kind === 'token' ? store.recordTokenUse : store.recordClientUse
    await touch(tx, environmentId, id, formatIso(at))
  }
})
