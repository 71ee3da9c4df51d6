// Keeps the source of driving times for this thread: the travel server and the time for which its answers are kept.

export interface TimesSource {
  /** Tells the times of one server from another's. */
  server: string
  keptMs: number
}

/** Of this thread, like the database that it works on. None where there is no server of roads, or nothing is kept. */
let source: TimesSource | undefined

/**
 * Sets the source of driving times of this thread. It stays set: a thread has one service, and a test with several has
 * at most one travel server.
 */
export function takeTimesOf(of: TimesSource | undefined): void {
  source = of ?? source
}

export const timesTaken = (): TimesSource | undefined => source
