// Contention: detects several active environments, and runs work at the end of a turn of the event loop.

export interface ContentionTracker {
  /** Records a request of an environment. The empty id is the service itself, which causes no contention. */
  record(environmentId: string): void
  isContended(): boolean
}

/** Duration of contention after a change of environment, in milliseconds. */
const contentionMs = 1_000

/** Detects contention: whether several environments send requests at the same time. */
export function trackContention(clock: () => number = () => performance.now()): ContentionTracker {
  let latest: string | undefined
  let contendedUntil = Number.NEGATIVE_INFINITY
  return {
    record(environmentId) {
      if (environmentId === latest || environmentId === '') return
      if (latest !== undefined) contendedUntil = clock() + contentionMs
      latest = environmentId
    },
    // Called several times per request. The first condition avoids a clock read in an installation with one
    // environment.
    isContended: () => contendedUntil > 0 && clock() < contendedUntil,
  }
}

/** The contention in this thread. */
export const threadContention = trackContention()

let works: (() => void)[] = []
/** Whether the end of this turn is scheduled or has begun. */
let isScheduled = false

/**
 * Runs work once at the end of this turn of the event loop. Work that is added during this run starts at the end of the
 * next turn, so that a larger batch forms. During contention, it starts in the same turn. Otherwise, a request would
 * wait three times, for its start, its snapshot and its response, and each time for all work that an active environment
 * sends in one turn.
 */
export function runAtTickEnd(work: () => void): void {
  works.push(work)
  if (isScheduled) return
  isScheduled = true
  setImmediate(run)
}

function run(): void {
  const batch = works
  works = []
  for (const work of batch) work()
  queueMicrotask(continueLater)
}

/** Continues in a new tick, which follows all microtasks. Every request has then advanced to its next wait. */
const continueLater = () => process.nextTick(runAgain)

function runAgain(): void {
  if (works.length === 0) isScheduled = false
  else if (threadContention.isContended()) run()
  else setImmediate(run)
}
