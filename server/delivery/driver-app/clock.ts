// Corrects times of a device's clock by the time that the device reports when it sends them.
import { calculateCorrectionMs } from '../../platform/value/device-clock.ts'
import { formatInstant, formatIso, parseDateTime } from '../../platform/value/times.ts'

/** Returns a device's time as an instant, corrected by its clock error, and at most now. */
export function correctDeviceTime(
  time: string,
  sent: string | null | undefined,
  { zone, now }: { zone: string; now: number },
): string {
  const epoch = (text: string) => Temporal.Instant.from(formatInstant(parseDateTime(text)!, zone)).epochMilliseconds
  const correctedMs = epoch(time) + calculateCorrectionMs(sent == null ? null : epoch(sent), now)
  return formatIso(Math.min(correctedMs, now))
}
