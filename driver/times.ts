// How a time window is written on a phone: without the date when it is today.
import type { Format } from '../console/words/format.ts'

export function windowText(format: Format, from: string | null, to: string | null): string {
  if (from === null && to === null) return ''
  const today = format.date(new Date().toISOString())
  const isToday = [from, to].every((iso) => iso === null || format.date(iso) === today)
  if (!isToday) return format.range(from, to)
  return `${from === null ? '' : format.time(from)} – ${to === null ? '' : format.time(to)}`.trim()
}
