// The zone in which a request's date-times are read or written.
import type { Call, Preparing } from '../core/operation.ts'
import { canonicalZone, parseDateTime } from '../core/times.ts'
import type { Awaitable, Reader } from '../database/database.ts'
import { settingsOf } from './rules.ts'

type Zoned = { timezone?: string }

export async function zoneOf(tx: Reader, call: Call<Zoned>): Promise<string> {
  const named = call.query.timezone === undefined ? undefined : canonicalZone(call.query.timezone)
  return named ?? (await settingsOf(tx, call.environmentId)).timezone
}

const needsZone = (text: unknown) => typeof text === 'string' && parseDateTime(text)?.offsetMinutes === undefined

/** The zone for the date-times of a body; the environment is asked only when one of them needs it. */
export function zoneFor(call: Call<Zoned>, preparing: Preparing, dateTimes: unknown[]): Awaitable<string> {
  const named = call.query.timezone === undefined ? undefined : canonicalZone(call.query.timezone)
  if (named !== undefined) return named
  if (!dateTimes.some(needsZone)) return 'UTC'
  return preparing.read(async (tx) => (await settingsOf(tx, call.environmentId)).timezone)
}
