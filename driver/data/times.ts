// Formats a time window for a phone: without the date if it is today.

import type { LocaleFormat } from '../../console/words/format.ts'
import { getCommittedTime } from '../../contract/arrivals.ts'
import type { DriveStop } from '../../contract/drive.ts'

/**
 * Times of a stop. A committed time replaces the time window. A day that an older app has stored has no `committed`.
 */
type Timed = Pick<DriveStop, 'requiredFrom' | 'requiredTo'> & Partial<Pick<DriveStop, 'committed'>>

export function formatTimeWindow(
  format: LocaleFormat,
  stop: Timed,
  texts: { committedAt(time: string): string },
): string {
  const today = format.date(new Date().toISOString())
  const areToday = (...times: (string | null)[]) => times.every((iso) => iso === null || format.date(iso) === today)
  const { requiredFrom: from, requiredTo: to } = stop
  const committed = getCommittedTime(stop)
  if (committed) return texts.committedAt(areToday(committed) ? format.time(committed) : format.instant(committed))
  if (!areToday(from, to)) return format.range(from, to)
  return format.timeRange(from, to)
}
