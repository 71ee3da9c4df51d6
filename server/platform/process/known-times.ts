// Which times of roads this thread reckons with: those that one server has told, for as long as they are kept.

export interface TimesSource {
  /** Tells the times of one server from another's. */
  server: string
  keptMs: number
}

/** Of this thread, like the database that it works on. None where there is no server of roads, or nothing is kept. */
let source: TimesSource | undefined

/** What is told once holds: a thread has one service, and who starts several in one has at most one with a server of roads. */
export function takeTimesOf(of: TimesSource | undefined): void {
  source = of ?? source
}

export const timesTaken = (): TimesSource | undefined => source
