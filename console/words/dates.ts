// Writes days and times in a field: day, month and year in the order of the environment, 24 hours.
import type { Language } from './words.ts'

export const dateOrders = ['dmy', 'mdy', 'ymd'] as const
export type DateOrder = (typeof dateOrders)[number]

/** Writes a day such as `2026-11-16` in the order of the environment. */
export function writtenDay(day: string, order: DateOrder, language: Language): string {
  const [year, month, date] = day.split('-')
  if (order === 'ymd') return day
  if (order === 'mdy') return [month, date, year].join('/')
  return [date, month, year].join(language === 'de' ? '.' : '/')
}

/** Writes a time such as `2026-11-16T08:00` in the order of the environment. */
export const writtenInstant = (wall: string, order: DateOrder, language: Language): string =>
  `${writtenDay(wall.slice(0, 10), order, language)} ${wall.slice(11, 16)}`

export interface Span {
  from: string | null
  to: string | null
}

/** Writes a time window. The second day appears only if it differs. */
export function writtenSpan({ from, to }: Span, order: DateOrder, language: Language): string {
  if (from === null) return to === null ? '' : `– ${writtenInstant(to, order, language)}`
  const start = writtenInstant(from, order, language)
  if (to === null) return `${start} –`
  return `${start} – ${from.slice(0, 10) === to.slice(0, 10) ? to.slice(11, 16) : writtenInstant(to, order, language)}`
}
