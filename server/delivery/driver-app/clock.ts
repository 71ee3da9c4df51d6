// Corrects times of a device's clock by the time that the device reports when it sends them.
import { correctionMs } from '../../platform/value/device-clock.ts'
import { parseDateTime, toInstant, toIso } from '../../platform/value/times.ts'

/** Returns a device's time as an instant, corrected by its clock error, and at most now. */
export function momentOf(
  time: string,
  sent: string | null | undefined,
  { zone, now }: { zone: string; now: number },
): string {
  const epoch = (text: string) => Temporal.Instant.from(toInstant(parseDateTime(text)!, zone)).epochMilliseconds
  const told = epoch(time) + correctionMs(sent == null ? null : epoch(sent), now)
  return toIso(Math.min(told, now))
}
