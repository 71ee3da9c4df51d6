// What the clock of a device says, put right by what it said at the moment of sending.
import { parseDateTime, toInstant, toIso } from '../core/times.ts'

/** A clock that is off by less is taken at its word. */
const toleratedMs = 120_000

/** When something happened, as an instant: never later than now. */
export function momentOf(
  time: string,
  sent: string | null | undefined,
  { zone, now }: { zone: string; now: number },
): string {
  const epoch = (text: string) => Temporal.Instant.from(toInstant(parseDateTime(text)!, zone)).epochMilliseconds
  const off = sent == null ? 0 : now - epoch(sent)
  const told = epoch(time) + (Math.abs(off) > toleratedMs ? off : 0)
  return toIso(Math.min(told, now))
}
