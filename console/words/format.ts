// Writes numbers, instants and quantities in the language in use and the environment's time zone.

import { isolateRange } from '../../contract/bidi.ts'
import { formatDay } from '../platform/day.ts'
import { currentLanguage } from './language.ts'
import { dateOrder } from './order.ts'
import { languageLocales } from './words.ts'

export interface LocaleFormat {
  /** Time zone of all times on a page. */
  zone: string
  /** Locale of the browser's formats. */
  locale: string
  number(value: number, digits?: number): string
  /** Writes an instant as `12 Nov 2026, 14:05`, without the current year. */
  instant(iso: string): string
  /** Writes a local time such as `2026-11-12T14:05` in the same form. */
  wallClock(local: string): string
  date(iso: string): string
  /** Writes a calendar day, the same in every time zone. */
  day(day: string): string
  /** Writes a range as `12 Nov, 09:00 – 12:00`. The second date appears only if it differs. */
  range(from: string | null, to: string | null): string
  /** Writes a range as `09:00 – 12:00`. */
  timeRange(from: string | null, to: string | null): string
  time(iso: string): string
  /** Writes a time on a page about one day, with its date if that is another day. */
  timeOn(day: string | null, iso: string): string
  /** Writes a day such as `2026-11-16` as `Mon, 16 Nov 2026`. */
  weekday(day: string): string
  /** Writes an instant as `3 minutes ago`. */
  ago(iso: string): string
  /** Writes an instant as `2026-11-12T14:05`, for a field of date and time. */
  field(iso: string | null): string
  /** Writes an instant as `2026-11-12 14:05:00`, for spreadsheets. */
  sheet(iso: string): string
}

export function useFormat(zone: string): LocaleFormat {
  const current = currentLanguage.use()
  const order = dateOrder.use()
  // Dates in words follow the order of dates in figures.
  return formatOf(current === 'en' && order === 'mdy' ? 'en-US' : languageLocales[current], zone)
}

const made = new Map<string, LocaleFormat>()

/** Returns the format of a language and a time zone. Creating one takes milliseconds, so it is cached. */
function formatOf(locale: string, zone: string): LocaleFormat {
  const name = `${locale} ${zone}`
  const format = made.get(name) ?? createFormat(locale, zone)
  made.set(name, format)
  return format
}

const steps: [limitSeconds: number, unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  [60, 'second', 1],
  [3_600, 'minute', 60],
  [86_400, 'hour', 3_600],
  [2_592_000, 'day', 86_400],
  [31_536_000, 'month', 2_592_000],
  [Number.POSITIVE_INFINITY, 'year', 31_536_000],
]

function createFormat(locale: string, zone: string): LocaleFormat {
  const numbers = new Map<number, Intl.NumberFormat>()
  const options = {
    timeZone: zone,
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  } as const
  const thisYear = new Intl.DateTimeFormat(locale, options)
  const anyYear = new Intl.DateTimeFormat(locale, { ...options, year: 'numeric' })
  const dates = new Intl.DateTimeFormat(locale, { timeZone: zone, dateStyle: 'medium' })
  const times = new Intl.DateTimeFormat(locale, {
    timeZone: zone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  // Swedish writes dates as ISO 8601 does.
  const sortable = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' })
  const toSeconds = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' })
  const toDate = (iso: string) => new Date(iso)
  const yearOf = (date: Date) => sortable.format(date).slice(0, 4)
  const instant = (iso: string) => (yearOf(toDate(iso)) === yearOf(new Date()) ? thisYear : anyYear).format(toDate(iso))
  const formatRange = (from: string | null, to: string | null) =>
    from === null && to === null ? '' : isolateRange(`${from ?? ''} – ${to ?? ''}`.trim(), locale)
  return {
    zone,
    locale,
    number(value, digits = 2) {
      if (!numbers.has(digits)) numbers.set(digits, new Intl.NumberFormat(locale, { maximumFractionDigits: digits }))
      return numbers.get(digits)!.format(value)
    },
    instant,
    wallClock: (local) => formatOf(locale, 'UTC').instant(`${local.slice(0, 16)}Z`),
    date: (iso) => dates.format(toDate(iso)),
    day: (day) => formatOf(locale, 'UTC').date(`${day}T00:00:00Z`),
    range(from, to) {
      const isOneDay = from !== null && to !== null && dates.format(toDate(from)) === dates.format(toDate(to))
      return formatRange(from && instant(from), to && (isOneDay ? times.format(toDate(to)) : instant(to)))
    },
    timeRange: (from, to) => formatRange(from && times.format(toDate(from)), to && times.format(toDate(to))),
    time: (iso) => times.format(toDate(iso)),
    timeOn: (day, iso) =>
      sortable.format(toDate(iso)).slice(0, 10) === day ? times.format(toDate(iso)) : instant(iso),
    weekday: (day) => formatDay(day, locale),
    ago(iso) {
      const seconds = (toDate(iso).getTime() - Date.now()) / 1_000
      const [, unit, size] = steps.find(([limit]) => Math.abs(seconds) < limit)!
      return relative.format(Math.round(seconds / size), unit)
    },
    sheet: (iso) => toSeconds.format(toDate(iso)),
    field: (iso) => (iso === null ? '' : sortable.format(toDate(iso)).replace(' ', 'T')),
  }
}
