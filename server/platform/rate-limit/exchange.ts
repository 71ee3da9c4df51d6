// Exchanges the counts of admitted requests between the instances of one database: often for a busy token, otherwise
// rarely.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { RateLimiter, UsageByKey } from './limits.ts'
import type { PeerReport, UsageReport } from './rules.ts'

const busyMs = 150
const idleMs = 2_000
/** Interval of the check whether a token has become busy, in milliseconds. */
const checkIntervalMs = 50
const purgeMs = 5 * 60 * 1_000

/**
 * Exchanges the counts at intervals with the step `exchangeUses`. After a failure, every instance uses the last counts
 * that it received.
 */
export function exchangeRegularly(
  limiter: RateLimiter,
  exchange: (told: UsageReport) => Promise<PeerReport[]>,
  clock: () => number = () => performance.now(),
): { stop(): void } {
  const instanceId = randomUUID()
  const stopping = new AbortController()
  const { signal } = stopping
  let last = Number.NEGATIVE_INFINITY
  let purged = clock()

  async function exchangeOnce(): Promise<void> {
    const now = clock()
    const purges = now - purged > purgeMs
    if (purges) purged = now
    const peers = await exchange({ instanceId, uses: limiter.createReport(now), purges })
    limiter.applyReports(new Map<string, UsageByKey>(peers.map(({ instanceId: from, uses }) => [from, uses])), clock())
  }
  async function keepOn(): Promise<void> {
    while (!signal.aborted) {
      const intervalMs = limiter.isBusy() ? busyMs : idleMs
      if (clock() - last >= intervalMs) {
        last = clock()
        await exchangeOnce().catch(() => undefined)
      }
      await sleep(checkIntervalMs, undefined, { ref: false, signal })
    }
  }
  keepOn().catch(() => undefined)
  return { stop: () => stopping.abort() }
}
