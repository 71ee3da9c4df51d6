// The zone in which a request's date-times are read or written.

import type { Awaitable, ReadTransaction } from '../../platform/database/database.ts'
import { createBadRequest } from '../../platform/error/problems.ts'
import type { OperationCall, PreparationContext } from '../../platform/operation/operation.ts'
import { isWritable, normaliseZone, parseDateTime } from '../../platform/value/times.ts'
import { getSettings } from './rules.ts'

type Zoned = { timezone?: string }

export async function getRequestZone(tx: ReadTransaction, call: OperationCall<Zoned>): Promise<string> {
  const named = call.query.timezone === undefined ? undefined : normaliseZone(call.query.timezone)
  return named ?? (await getSettings(tx, call.environmentId)).timezone
}

const needsZone = (text: unknown) => typeof text === 'string' && parseDateTime(text)?.offsetMinutes === undefined

/** Returns the time zone for the date-times of a body. Reads the environment only if a date-time needs its zone. */
export function getBodyZone(
  call: OperationCall<Zoned>,
  preparing: PreparationContext,
  dateTimes: unknown[],
): Awaitable<string> {
  const named = call.query.timezone === undefined ? undefined : normaliseZone(call.query.timezone)
  if (named !== undefined) return named
  if (!dateTimes.some(needsZone)) return 'UTC'
  return preparing.read(async (tx) => (await getSettings(tx, call.environmentId)).timezone)
}

export interface DayRange {
  from: string
  to: string
}

/** Returns the first and the last second of a day in a zone. `path` is the place of the day in the request. */
export function calculateDayRange(path: string, day: string, zone: string): DayRange {
  const date = Temporal.PlainDate.from(day)
  const second = { smallestUnit: 'second' } as const
  const from = date.toZonedDateTime(zone).toInstant().toString(second)
  // Ends one second before the next day. A day may be longer or shorter than 24 hours where clocks change.
  const next = date.add({ days: 1 }).toZonedDateTime(zone)
  const to = next.subtract({ seconds: 1 }).toInstant().toString(second)
  if (!isWritable(from) || !isWritable(to))
    throw createBadRequest(path, 'out_of_range', 'In UTC, this day is outside the years 0001 to 9999.')
  return { from, to }
}
