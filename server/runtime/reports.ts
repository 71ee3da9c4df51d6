// Logs background failures: the first with its stack, then the number of repetitions. While the database is away, it
// logs only the outage, its cause and its duration.

import type { DatabaseNews } from '../platform/database/database.ts'
import type { FailureLog } from '../platform/error/failure-log.ts'
import { causeOf, type Failed, isPassing } from '../platform/error/reason.ts'

interface Log {
  error(line: object, message: string): void
  info(line: object, message: string): void
}

export interface Reports extends DatabaseNews {
  failed(failed: Failed, what: string): void
  /** Returns the number of failures so far, also failures that the log only counts. */
  failures(): number
  /** Logs all held failures immediately. */
  flush(): void
}

/**
 * Time around an outage in which a failure may result from it, in milliseconds. A poll may fail before the watch
 * detects the outage, or after its end, as late as a statement may take.
 */
const nearMs = 6_000

/** Opens the reports. `database` is the place of the database, for people. */
export function openReports(logger: Log, failures: FailureLog, database: string): Reports {
  /** Failures that an outage of the database may explain, by the timers that log them. */
  const held = new Map<NodeJS.Timeout, () => void>()
  let count = 0
  let isAway = false
  let backMs = Number.NEGATIVE_INFINITY

  function tell(failed: Failed, what: string): void {
    count++
    const reason = failed.err instanceof Error ? failed.err.message : String(failed.err)
    const cause = causeOf(failed.err)
    failures.record({ level: 'error', message: what, state: { reason, cause }, first: failed })
  }
  const drop = () => {
    for (const timer of held.keys()) clearTimeout(timer)
    held.clear()
  }

  return {
    failed(failed, what) {
      if (!isPassing(failed.err)) return tell(failed, what)
      if (isAway || performance.now() - backMs < nearMs) return
      const timer = setTimeout(() => {
        held.delete(timer)
        tell(failed, what)
      }, nearMs).unref()
      held.set(timer, () => tell(failed, what))
    },
    failures: () => count,
    away(cause) {
      isAway = true
      drop()
      const { code, message } = cause as NodeJS.ErrnoException
      logger.error({ database, code, cause: message }, 'the database is away')
    },
    back(awayMs) {
      isAway = false
      backMs = performance.now()
      logger.info({ database, awaySeconds: Math.round(awayMs / 100) / 10 }, 'the database is back')
    },
    flush() {
      for (const tellIt of held.values()) tellIt()
      drop()
    },
  }
}
