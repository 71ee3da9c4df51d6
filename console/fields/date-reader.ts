// Reads a typed day, time or time window in English, German and Arabic: `16/11 8-12`, `tomorrow 8-12`, `8:30`, ISO.
import { addDays, countDays, parseDay } from '../platform/day.ts'
import { createOnce } from '../platform/once.ts'
import type { DateOrder, TimeSpan } from '../words/dates.ts'
import { languageLocales, uiLanguages } from '../words/words.ts'

export interface ReadContext {
  /** Current day in the time zone, such as `2026-11-16`. */
  today: string
  zone: string
  order: DateOrder
  /**
   * Value of the field, such as `2026-11-16T08:00`. A typed time without a day gets the day of this value, and a day
   * without a time its time.
   */
  current?: string | null
}

/** Why text is not accepted: unreadable, skipped by the time zone, or an end before its start. */
export type ReadProblem = 'unreadable' | 'skipped' | 'reversed'
export type ReadResult<T> = { value: T } | { problem: ReadProblem }

/** Reads a day as `2026-11-16`. */
export function readDay(text: string, context: ReadContext): ReadResult<string> {
  const scan = scanner(text, context)
  const day = scan.day()
  return day !== undefined && scan.isAtEnd() ? { value: day } : unreadable
}

/** Reads a time of day as `08:30`. */
export function readClock(text: string, context: ReadContext): ReadResult<string> {
  const scan = scanner(text, context)
  const clock = scan.clock()
  return clock !== undefined && clock !== midnight && scan.isAtEnd() ? { value: clock } : unreadable
}

/** Reads a time of the time zone as `2026-11-16T08:00`. */
export function readInstant(text: string, context: ReadContext): ReadResult<string> {
  const scan = scanner(text, context)
  const point = scan.point()
  if (!point || !scan.isAtEnd()) return unreadable
  const { current } = context
  const day = point.day ?? current?.slice(0, 10) ?? context.today
  return existing([wallOf(day, point.clock ?? current?.slice(11, 16) ?? '00:00')], context.zone, ([wall]) => wall!)
}

/**
 * Reads a time window. A day alone is the whole day. An end without a day is on the day of the start, or in the night
 * after it.
 */
export function readSpan(text: string, context: ReadContext): ReadResult<TimeSpan> {
  const scan = scanner(text, context)
  const start = scan.point()
  const isRange = scan.dash()
  const end = isRange ? scan.point(start?.clock !== undefined) : undefined
  if ((!start && !end) || !scan.isAtEnd()) return unreadable
  if (start?.day && start.clock === undefined && end?.clock === undefined && (!isRange || end))
    return readFullDays(start.day, end?.day ?? start.day, context.zone)
  const day = start?.day ?? context.current?.slice(0, 10) ?? context.today
  // `16/11 -12` ends at twelve on that day.
  const from = start && (start.clock !== undefined || !end) ? wallOf(day, start.clock ?? '00:00') : null
  const to = end ? endOf(end, day, from) : null
  if (from && to && to < from) return { problem: 'reversed' }
  const walls = [from, to].filter((wall) => wall !== null)
  return existing(walls, context.zone, () => ({ from, to }))
}

const unreadable = { problem: 'unreadable' } as const
const midnight = '24:00'

interface Point {
  day: string | undefined
  clock: string | undefined
}

const wallOf = (day: string, clock: string) => (clock === midnight ? `${addDays(day, 1)}T00:00` : `${day}T${clock}`)

function endOf({ day, clock }: Point, startDay: string, from: string | null): string {
  const wall = wallOf(day ?? startDay, clock ?? '23:59')
  return day === undefined && from !== null && wall <= from ? wallOf(addDays(startDay, 1), clock!) : wall
}

function readFullDays(first: string, last: string, zone: string): ReadResult<TimeSpan> {
  const walls = { from: `${first}T00:00`, to: `${last}T23:59` }
  return first > last ? { problem: 'reversed' } : existing(Object.values(walls), zone, () => walls)
}

function existing<T>(walls: readonly string[], zone: string, value: (walls: readonly string[]) => T): ReadResult<T> {
  // A day whose midnight the time zone skips still begins.
  const isValid = (wall: string) => wall.endsWith('T00:00') || isIn(zone, wall)
  return walls.every(isValid) ? { value: value(walls) } : { problem: 'skipped' }
}

/** Returns whether a time exists in a time zone. Clocks that go forward skip an hour. */
function isIn(zone: string, wall: string): boolean {
  const asUtc = utcOf(wall)
  return [-24, 24].some((hours) => {
    const near = asUtc + hours * 3_600_000
    return wallAt(asUtc - (utcOf(wallAt(near, zone)) - near), zone) === wall
  })
}

function utcOf(wall: string): number {
  const [year, month, date, hours, minutes] = wall.split(/\D/).map(Number) as [number, number, number, number, number]
  return Date.UTC(year, month - 1, date, hours, minutes)
}

// Swedish writes dates as ISO 8601 does.
const clocksIn = createOnce(
  (timeZone) => new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }),
)
/** Returns the local time of an instant in a time zone. */
const wallAt = (instant: number, zone: string): string => clocksIn(zone).format(instant).replace(' ', 'T')

/** Maximum length of the text, in characters. */
const textMax = 80

/** Normalises text: lower case, one kind of digits and dashes, no characters that control the direction of writing. */
const normalised = (text: string): string =>
  text
    .slice(0, textMax)
    .normalize('NFKC')
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replace(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0))
    .replace(/[\u200e\u200f\u061c\u2066-\u2069]|\p{Mn}/gu, '')
    .replace(/[‐‑‒–—−]/g, '-')
    .replace(/[\s،,؍]+/g, ' ')
    .toLowerCase()
    .replace(/[إأآ]/g, 'ا')
    .replace(/(\d)t(?=\d)/g, '$1 ')
    .replace(/(?:^|(?<=[ \d.]))(to|until|till|bis|الى|حتى)(?= )/g, '-')
    .replace(/(^|(?<= ))(from|von|ab|at|um|من|الساعة)(?= |$)/g, '')
    .replace(/(?<=\d) ?(uhr|o'clock)(?= |-|$)/g, '')
    // An interval in the form of ISO 8601.
    .replace(/(?<=[\dz])\/(?=\d{4}-)/, ' - ')
    .trim()

/** Returns a reader of the text from left to right. Unread text stays for the next read. */
function scanner(text: string, context: ReadContext) {
  let remaining = inZone(normalised(text), context.zone)
  const take = (pattern: RegExp): RegExpExecArray | undefined => {
    const found = pattern.exec(remaining)
    if (!found) return undefined
    remaining = remaining.slice(found[0].length).trimStart()
    return found
  }
  const attempt = <T>(read: (take: Take, asked: ReadContext) => T | undefined): T | undefined => {
    const saved = remaining
    const found = read(take, context)
    if (found === undefined) remaining = saved
    return found
  }
  const first = (readers: readonly DayReader[]): string | undefined => {
    for (const read of readers) {
      const found = attempt(read)
      if (found !== undefined) return found
    }
    return undefined
  }
  const day = () => {
    const weekday = attempt(readWeekday)
    // A date after a weekday replaces the weekday.
    return first(dayReaders) ?? weekday
  }
  const clock = () => attempt(readHours)
  return {
    day,
    clock,
    /** Reads a day, a time or both. With `isClock`, `12.10` is a time and not the twelfth of October. */
    point(isClock = false): Point | undefined {
      const time = isClock && /^\d{1,2}[.:]\d{2}$/.test(remaining) ? clock() : undefined
      if (time !== undefined) return { day: undefined, clock: time }
      const found = { day: day(), clock: clock() }
      return found.day === undefined && found.clock === undefined ? undefined : found
    },
    dash: () => take(/^- */) !== undefined,
    isAtEnd: () => remaining === '',
  }
}

const offsetInstant = /(\d{4}-\d{2}-\d{2}) ([01]\d|2[0-3]):([0-5]\d)(?::\d{2}(?:\.\d+)?)?(z|[+-]\d{2}:?\d{2})/g

/** Converts instants with an offset, as programs write them, into local times of the time zone. */
const inZone = (text: string, zone: string): string =>
  text.replace(offsetInstant, (...found: string[]) => {
    const [whole, day, hours, minutes, offset] = found as [string, string, string, string, string]
    if (!isReal(day)) return whole
    const ahead = offset === 'z' ? 0 : Number(offset.slice(0, 3)) * 60 + Number(offset[0] + offset.slice(-2))
    return wallAt(utcOf(`${day}T${hours}:${minutes}`) - ahead * 60_000, zone).replace('T', ' ')
  })

type Take = (pattern: RegExp) => RegExpExecArray | undefined
type DayReader = (take: Take, asked: ReadContext) => string | undefined

const two = (value: number | string) => String(value).padStart(2, '0')
const isReal = (day: string) => parseDay(day) !== undefined && addDays(day, 0) === day
/** Days in the past after which a day without a year means the next year. */
const pastDays = 182

function dated(year: string | undefined, month: string | number, date: string, today: string): string | undefined {
  const monthAndDay = `${two(month)}-${two(date)}`
  const thisYear = today.slice(0, 4)
  const day = `${year === undefined ? thisYear : year.length === 2 ? `20${year}` : year}-${monthAndDay}`
  const next = `${Number(thisYear) + 1}-${monthAndDay}`
  if (year === undefined && isReal(next) && (!isReal(day) || countDays(day, today) > pastDays)) return next
  return isReal(day) ? day : undefined
}

const dayReaders: readonly DayReader[] = [
  (take, { today }) => {
    const found = take(/^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?!\d)/)
    return found && dated(found[1], found[3]!, found[4]!, today)
  },
  (take, { today, order }) => {
    const found = take(/^(\d{1,2})(?:([/.-])(\d{1,2})\2(\d{4}|\d{2})|([/.])(\d{1,2})\5?)(?![\d:])/)
    if (!found) return undefined
    const [, one, , other = found[6], year] = found
    // A point after the first number means that the day comes first.
    const isMonthFirst = (found[2] ?? found[5]) !== '.' && (order === 'mdy' || (order === 'ymd' && !year))
    const [date, month] = isMonthFirst ? [other, one] : [one, other]
    return dated(year, month!, date!, today)
  },
  (take, { today }) => {
    const found = take(/^(?:(\d{1,2})\.? ?(\p{L}+)\.?|(\p{L}+)\.? (\d{1,2})(?![\d:]))(?: ((?:19|20)\d{2})(?!\d))?/u)
    const month = found && findNameIndex(months, found[2] ?? found[3]!)
    return month === undefined ? undefined : dated(found![5], month + 1, (found![1] ?? found![4])!, today)
  },
  (take, { today }) => {
    const found = take(/^\p{L}+(?: غد)?/u)
    const days = found && relative[found[0]]
    return days === undefined ? undefined : addDays(today, days)
  },
]

/** Reads a weekday as its next occurrence, which may be today. */
const readWeekday: DayReader = (take, { today }) => {
  const found = take(/^(\p{L}+)\.?/u)
  const weekday = found && findNameIndex(weekdays, found[1]!)
  if (weekday === undefined) return undefined
  const noon = utcOf(`${today}T12:00`)
  const ofToday = new Date(noon).getUTCDay()
  return addDays(today, (weekday - ofToday + 7) % 7)
}

const relative: Record<string, number> = {
  yesterday: -1,
  today: 0,
  tomorrow: 1,
  gestern: -1,
  heute: 0,
  morgen: 1,
  übermorgen: 2,
  امس: -1,
  اليوم: 0,
  غدا: 1,
  غد: 1,
  'بعد غد': 2,
}

/** Returns long and short names in the three languages, each with its position. */
const namesOf = (count: number, dateAt: (place: number) => Date, unit: 'month' | 'weekday'): string[][] =>
  Array.from({ length: count }, (_, index) =>
    uiLanguages.flatMap((language) =>
      (['long', 'short'] as const).map((width) =>
        normalised(
          new Intl.DateTimeFormat(languageLocales[language], { timeZone: 'UTC', [unit]: width }).format(dateAt(index)),
        ),
      ),
    ),
  )
const months = namesOf(12, (month) => new Date(Date.UTC(2026, month, 1)), 'month')
/** Names of weekdays, from Sunday. */
const weekdays = namesOf(7, (weekday) => new Date(Date.UTC(2026, 10, 15 + weekday)), 'weekday')

const prefixMin = 3
function findNameIndex(names: readonly string[][], term: string): number | undefined {
  const isName = (name: string) =>
    name.replace(/\.$/, '') === term || (term.length >= prefixMin && name.startsWith(term))
  const found = names.findIndex((variants) => variants.some(isName))
  return found < 0 ? undefined : found
}

/** Reads an hour: `8`, `8:30`, `8.30`, `8h30`, `0830`, `8 pm`. */
function readHours(take: Take): string | undefined {
  const found = take(
    /^(\d{1,2})(?:[:.h](\d{2})(?::\d{2}(?:\.\d+)?)?|(\d{2}))?(?!\d) ?(am|pm|a\.m\.|p\.m\.|h)?(?!\p{L})/u,
  )
  if (!found) return undefined
  const minutes = Number(found[2] ?? found[3] ?? 0)
  const half = /^[ap]/.exec(found[4] ?? '')?.[0]
  const typed = Number(found[1])
  if (half && (typed < 1 || typed > 12)) return undefined
  const hours = half ? (typed % 12) + (half === 'p' ? 12 : 0) : typed
  return minutes > 59 || hours > 24 || (hours === 24 && minutes > 0) ? undefined : `${two(hours)}:${two(minutes)}`
}
