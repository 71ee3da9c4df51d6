// The shift that a route is in: when it ends, and when its breaks are, counted from the time of day at which the route starts.
import type { Pause } from './arrivals.ts'

/** Times of day; a shift that ends no later than it starts ends on the next day. */
export interface Shift {
  shiftStart: string | null
  shiftEnd: string | null
  breaks?: readonly { from: string; to: string; minutes: number }[]
}

export interface ShiftFrom {
  /** Milliseconds since 1970; null where it has no start or end. */
  starts: number | null
  ends: number | null
  breaks: Pause[]
}

const dayMinutes = 1_440
const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))

/** `local` is the time of day, such as `08:30`, at the instant from which it is counted. */
export function shiftFrom({ shiftStart, shiftEnd, breaks = [] }: Shift, startsAt: number, local: string): ShiftFrom {
  const now = minutesOf(local)
  const at = (minutes: number) => startsAt + (minutes - now) * 60_000
  const end = shiftEnd === null ? null : minutesOf(shiftEnd)
  const start = shiftStart === null ? null : minutesOf(shiftStart)
  // Over midnight, the part of the day before the end belongs to the shift of the day before.
  const isSecondDay = start !== null && end !== null && end <= start && now < end
  const begins = start === null ? 0 : isSecondDay ? start - dayMinutes : start
  const within = (minutes: number) =>
    minutes < begins ? minutes + dayMinutes : minutes >= begins + dayMinutes ? minutes - dayMinutes : minutes
  const ends = end === null ? null : end > begins ? end : end + dayMinutes
  return {
    starts: start === null ? null : at(begins),
    ends: ends === null ? null : at(ends),
    breaks: breaks.map(({ from, to, minutes }) => {
      const first = within(minutesOf(from))
      const last = within(minutesOf(to))
      return { from: at(first), to: at(last < first ? last + dayMinutes : last), minutes }
    }),
  }
}
