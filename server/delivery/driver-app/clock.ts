// What the clock of a device says, put right by what it said at the moment of sending.
import { correctionMs } from '../../platform/value/device-clock.ts'
import { parseDateTime, toInstant, toIso } from '../../platform/value/times.ts'

/** When something happened, as an instant: never later than now. */
export function momentOf(
  time: string,
  sent: string | null | undefined,
  { zone, now }: { zone: string; now: number },
): string {
  const epoch = (text: string) => Temporal.Instant.from(toInstant(parseDateTime(text)!, zone)).epochMilliseconds
  const told = epoch(time) + correctionMs(sent == null ? null : epoch(sent), now)
  return toIso(Math.min(told, now))
}
