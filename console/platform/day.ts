// Converts days of the environment's time zone, such as `2026-07-01`, into the instants of their start and end.
import { createOnce } from './once.ts'

// Swedish writes dates as ISO 8601 does.
const daysIn = createOnce((timeZone) => new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }))
const timesIn = createOnce((timeZone) => new Intl.DateTimeFormat('sv-SE', { timeZone, timeStyle: 'short' }))

/** Returns the day of an instant in a time zone. */
export const getZonedDay = (instant: Date, zone: string): string => daysIn(zone).format(instant)

/** Returns the time of day of an instant in a time zone, such as `08:30`. */
export const getZonedTime = (instant: Date, zone: string): string => timesIn(zone).format(instant)

const isDay = /^\d{4}-\d{2}-\d{2}$/
export const parseDay = (text: unknown): string | undefined =>
  typeof text === 'string' && isDay.test(text) && !Number.isNaN(noon(text)) ? text : undefined

const splitDay = (day: string) => day.split('-').map(Number) as [number, number, number]
const noon = (day: string): number => {
  const [year, month, date] = splitDay(day)
  return Date.UTC(year, month - 1, date, 12)
}

export const addDays = (day: string, days: number): string =>
  new Date(noon(day) + days * 86_400_000).toISOString().slice(0, 10)

/** Returns the number of days between two days. */
export const countDays = (start: string, end: string): number => Math.round((noon(end) - noon(start)) / 86_400_000)

/** Returns the local times of the start and the end of a day. The request states the time zone. */
export const getDayBounds = (day: string) => ({ from: `${day}T00:00:00`, to: `${day}T23:59:59` })

const printedIn = createOnce(
  (locale) =>
    new Intl.DateTimeFormat(locale, {
      timeZone: 'UTC',
      weekday: 'short',
      day: 'numeric',
      month: 'short',
      year: 'numeric',
    }),
)
export const formatDay = (day: string, locale: string): string => printedIn(locale).format(noon(day))
