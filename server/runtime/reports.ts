// Logs background failures: the first with its stack, then the number of repetitions. While the database is away, it
// logs only the outage, its cause and its duration.

import type { DatabaseNews } from '../platform/database/database.ts'
import type { FailureLog } from '../platform/error/failure-log.ts'
import { type BackgroundFailure, findRootCause, isTemporary } from '../platform/error/reason.ts'

interface Log {
  error(line: object, message: string): void
  info(line: object, message: string): void
}

export interface FailureReports extends DatabaseNews {
  failed(failed: BackgroundFailure, what: string): void
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
export function openReports(logger: Log, failures: FailureLog, database: string): FailureReports {
  /** Failures that an outage of the database may explain, by the timers that log them. */
  const delayed = new Map<NodeJS.Timeout, () => void>()
  let count = 0
  let isAway = false
  let backMs = Number.NEGATIVE_INFINITY

  function recordFailure(failed: BackgroundFailure, message: string): void {
    count++
    const reason = failed.err instanceof Error ? failed.err.message : String(failed.err)
    const cause = findRootCause(failed.err)
    failures.record({ level: 'error', message: message, state: { reason, cause }, first: failed })
  }
  const drop = () => {
    for (const timer of delayed.keys()) clearTimeout(timer)
    delayed.clear()
  }

  return {
    failed(failed, message) {
      if (!isTemporary(failed.err)) return recordFailure(failed, message)
      if (isAway || performance.now() - backMs < nearMs) return
      const timer = setTimeout(() => {
        delayed.delete(timer)
        recordFailure(failed, message)
      }, nearMs).unref()
      delayed.set(timer, () => recordFailure(failed, message))
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
      for (const record of delayed.values()) record()
      drop()
    },
  }
}
