// Stores the source of driving times of this thread: the travel server and the time for which its times are stored.

export interface TimesSource {
  /** Identifies the travel server, so that times of different servers are not mixed. */
  server: string
  keptMs: number
}

/**
 * The source of this thread, which works on one database. Undefined without a travel server, or if no times are stored.
 */
let source: TimesSource | undefined

/**
 * Sets the source of driving times of this thread. It stays set: a thread has one service, and a test with several has
 * at most one travel server.
 */
export function setTimesSource(newSource: TimesSource | undefined): void {
  source = newSource ?? source
}

export const getTimesSource = (): TimesSource | undefined => source
