// Calculates when the shift and the breaks of a route are, in the time zone of its start.
import type { RouteBreak } from './arrivals.ts'

/** Times of day; a shift that ends no later than it starts ends on the next day. */
export interface ShiftTimes {
  shiftStart: string | null
  shiftEnd: string | null
  breaks?: readonly { from: string; to: string; minutes: number }[]
}

export interface ShiftFrom {
  /** Start or end in milliseconds since 1970; null if the shift has none. */
  starts: number | null
  ends: number | null
  breaks: RouteBreak[]
}

const dayMinutes = 1_440
const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))

/**
 * Corrects an instant that was calculated without clock changes, so that it has the wanted time of day. A time of day
 * that a clock change skips becomes later by the length of the change.
 */
function atTimeOfDay(minutes: number, reckoned: number, localOf: (instant: number) => string): number {
  const minuteOfDay = minutes - Math.floor(minutes / dayMinutes) * dayMinutes
  const off = minuteOfDay - minutesOf(localOf(reckoned))
  if (off === 0) return reckoned
  const shift = Math.abs(off) <= dayMinutes / 2 ? off : off - Math.sign(off) * dayMinutes
  const changed = reckoned + shift * 60_000
  // For a time that the clock change skips, both instants are possible. The later instant is used.
  return minutesOf(localOf(changed)) === minuteOfDay ? changed : Math.max(reckoned, changed)
}

/**
 * Calculates the instants of a shift and its breaks for a route that starts at `startsAt`. `localOf` returns the time
 * of day at an instant, such as `08:30`.
 */
export function shiftFrom(
  { shiftStart, shiftEnd, breaks = [] }: ShiftTimes,
  startsAt: number,
  localOf: (instant: number) => string,
): ShiftFrom {
  const startMinute = minutesOf(localOf(startsAt))
  const toInstant = (minutes: number) => atTimeOfDay(minutes, startsAt + (minutes - startMinute) * 60_000, localOf)
  const end = shiftEnd === null ? null : minutesOf(shiftEnd)
  const start = shiftStart === null ? null : minutesOf(shiftStart)
  // A route that starts after midnight, before the end of a night shift, belongs to the shift of the previous day.
  const isSecondDay = start !== null && end !== null && end <= start && startMinute < end
  const begins = start === null ? 0 : isSecondDay ? start - dayMinutes : start
  const toShiftMinute = (minutes: number) =>
    minutes < begins ? minutes + dayMinutes : minutes >= begins + dayMinutes ? minutes - dayMinutes : minutes
  const ends = end === null ? null : end > begins ? end : end + dayMinutes
  return {
    starts: start === null ? null : toInstant(begins),
    ends: ends === null ? null : toInstant(ends),
    breaks: breaks.map(({ from, to, minutes }) => {
      const first = toShiftMinute(minutesOf(from))
      const end = toShiftMinute(minutesOf(to))
      const last = end < first ? end + dayMinutes : end
      const [begins, ends] = [toInstant(first), toInstant(last)]
      // A clock change may move the earliest start of a break after its latest start. Then the latest start is moved
      // too.
      return { from: begins, to: ends < begins ? begins + (last - first) * 60_000 : ends, minutes }
    }),
  }
}
