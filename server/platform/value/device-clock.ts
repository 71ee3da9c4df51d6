// How wrong the clock of a device is, by what it said at the moment of sending.

/** A clock that is wrong by less is believed. */
export const toleranceMs = 120_000

/** What is to be added to the times that the device tells. */
export function correctionMs(sentMs: number | null, now: number): number {
  const offsetMs = sentMs === null ? 0 : now - sentMs
  return Math.abs(offsetMs) > toleranceMs ? offsetMs : 0
}
