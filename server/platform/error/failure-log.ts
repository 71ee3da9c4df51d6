// Logs a repeated failure briefly: one line when it begins, one count per interval, and one line when it ends.

type Level = 'warn' | 'error'

interface Log {
  error(line: object, message: string): void
  warn(line: object, message: string): void
  info(line: object, message: string): void
}

/** One failure. Failures with the same message and the same `state` belong together and share their lines. */
export interface LoggedFailure {
  level: Level
  message: string
  /** Fields that distinguish this failure from others, such as its reason. The lines with counts contain them. */
  state: Record<string, string | undefined>
  /** Fields of the first line. */
  first: object
  /** Further fields of a line with a count, taken from the latest failure. */
  latest?: object
}

export interface FailureLog {
  record(failure: LoggedFailure): void
  /** Logs the counts whose interval has not ended. */
  flush(): void
}

/** Time between two lines about the same failure, in milliseconds. */
export const failureIntervalMs = 60_000
/** States that are distinguished at a time. A reason can name a file, so there may be as many reasons as files. */
const statesMax = 100
/** Replaces the reasons of all states over `statesMax`. */
const overflowState = { reason: 'further reasons' }

interface State {
  latest: LoggedFailure
  /** Failures since the last line. */
  again: number
  total: number
  beganMs: number
  lastMs: number
}

export function openFailureLog(logger: Log): FailureLog {
  const states = new Map<string, State>()

  function logCount(state: State): void {
    const { again, latest } = state
    if (again === 0) return
    state.again = 0
    logger[latest.level]({ ...latest.latest, ...latest.state, again }, latest.message)
  }
  /** Logs that a state has ended. A failure that did not repeat has only its first line. */
  function logEnd({ latest, total, beganMs, lastMs }: State): void {
    if (total === 1) return
    const seconds = Math.round((lastMs - beganMs) / 1_000)
    logger.info({ failure: latest.message, ...latest.state, total, seconds }, 'a failure has ended')
  }
  function begin(key: string, failure: LoggedFailure, repeats: number): void {
    const nowMs = performance.now()
    const state = { latest: failure, again: repeats, total: 1, beganMs: nowMs, lastMs: nowMs }
    states.set(key, state)
    const timer = setInterval(() => {
      if (state.again > 0) return logCount(state)
      clearInterval(timer)
      states.delete(key)
      logEnd(state)
    }, failureIntervalMs).unref()
  }
  function repeat(key: string, failure: LoggedFailure): boolean {
    const state = states.get(key)
    if (!state) return false
    state.again++
    state.total++
    state.latest = failure
    state.lastMs = performance.now()
    return true
  }

  return {
    record(failure) {
      const key = keyOf(failure)
      if (repeat(key, failure)) return
      if (states.size < statesMax) {
        logger[failure.level](failure.first, failure.message)
        return begin(key, failure, 0)
      }
      const overflow = { ...failure, state: overflowState }
      if (!repeat(keyOf(overflow), overflow)) begin(keyOf(overflow), overflow, 1)
    },
    flush() {
      for (const state of states.values()) logCount(state)
    },
  }
}

const keyOf = ({ message, state }: LoggedFailure): string => JSON.stringify([message, state])
