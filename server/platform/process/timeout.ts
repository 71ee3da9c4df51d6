// Limits waits for work that may take too long.
import { setTimeout as sleep } from 'node:timers/promises'

/** Waits for work, at most for this time. The timer is then cleared, so that the process can end. */
export async function withTimeout(ms: number, work: Promise<unknown>): Promise<void> {
  const over = new AbortController()
  try {
    await Promise.race([work, sleep(ms, undefined, { signal: over.signal }).catch(() => undefined)])
  } finally {
    over.abort()
  }
}
