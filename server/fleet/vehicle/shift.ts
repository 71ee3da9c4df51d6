// Shifts and breaks as times of day, which may go past midnight.

const dayMinutes = 1_440
const form = /^([01]\d|2[0-3]):[0-5]\d$/

/** Returns the minutes into the day; undefined for an invalid time of day. */
const minutesOf = (text: unknown): number | undefined =>
  typeof text === 'string' && form.test(text) ? Number(text.slice(0, 2)) * 60 + Number(text.slice(3)) : undefined

/** Adds a day to a time that is before `earlier`. */
const toLaterTime = (time: number, earlier: number) => (time < earlier ? time + dayMinutes : time)

/** Returns whether a break can be taken within a shift. Invalid values pass, because the schema refuses them. */
export function isWithinShift(
  pause: unknown,
  { shiftStart, shiftEnd }: { shiftStart?: unknown; shiftEnd?: unknown },
): boolean {
  const { from, to, minutes } = (pause ?? {}) as Record<string, unknown>
  const [opens, closes, starts, ends] = [from, to, shiftStart, shiftEnd].map(minutesOf)
  if (opens === undefined || closes === undefined || typeof minutes !== 'number') return true
  // Without a start of the shift, the shift may not cross midnight.
  if (starts === undefined) return closes >= opens && (ends === undefined || closes + minutes <= ends)
  const first = toLaterTime(opens, starts)
  const last = toLaterTime(closes, starts)
  const end = ends === undefined ? starts + dayMinutes : ends <= starts ? ends + dayMinutes : ends
  return last >= first && last <= end && first + minutes <= end
}
