// Calculates the error of a device's clock from the time that the device sends.

/** A clock that is wrong by less is believed. */
export const toleranceMs = 120_000

/** Returns the correction for the times of a device, in milliseconds. */
export function correctionMs(sentMs: number | null, now: number): number {
  const offsetMs = sentMs === null ? 0 : now - sentMs
  return Math.abs(offsetMs) > toleranceMs ? offsetMs : 0
}
