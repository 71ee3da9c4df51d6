// Writes days and times in a field: day, month and year in the order of the environment, 24 hours.
import type { UiLanguage } from './words.ts'

export const dateOrders = ['dmy', 'mdy', 'ymd'] as const
export type DateOrder = (typeof dateOrders)[number]

/** Writes a day such as `2026-11-16` in the order of the environment. */
export function formatFieldDay(day: string, order: DateOrder, language: UiLanguage): string {
  const [year, month, date] = day.split('-')
  if (order === 'ymd') return day
  if (order === 'mdy') return [month, date, year].join('/')
  return [date, month, year].join(language === 'de' ? '.' : '/')
}

/** Writes a time such as `2026-11-16T08:00` in the order of the environment. */
export const formatFieldInstant = (wall: string, order: DateOrder, language: UiLanguage): string =>
  `${formatFieldDay(wall.slice(0, 10), order, language)} ${wall.slice(11, 16)}`

export interface TimeSpan {
  from: string | null
  to: string | null
}

/** Writes a time window. The second day appears only if it differs. */
export function formatFieldSpan({ from, to }: TimeSpan, order: DateOrder, language: UiLanguage): string {
  if (from === null) return to === null ? '' : `– ${formatFieldInstant(to, order, language)}`
  const start = formatFieldInstant(from, order, language)
  if (to === null) return `${start} –`
  const isSameDay = from.slice(0, 10) === to.slice(0, 10)
  return `${start} – ${isSameDay ? to.slice(11, 16) : formatFieldInstant(to, order, language)}`
}
