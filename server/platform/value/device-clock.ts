// Calculates the error of a device's clock from the time that the device sends.

/** Tolerated error of a device clock, in milliseconds. */
export const toleranceMs = 120_000

/** Returns the correction for the times of a device, in milliseconds. */
export function calculateCorrectionMs(sentMs: number | null, now: number): number {
  const offsetMs = sentMs === null ? 0 : now - sentMs
  return Math.abs(offsetMs) > toleranceMs ? offsetMs : 0
}
