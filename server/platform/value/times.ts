// Parses and formats date-times with zones. A strict parser runs before Temporal, which would clamp and guess.

export const hourMs = 3_600_000
export const dayMs = 86_400_000

// Pattern of a date-time. The fraction is bounded, and so is the stored text.
const pattern =
  /^(\d{4})-(\d{2})-(\d{2})[ T](\d{2}):(\d{2}):(\d{2})(?:\.\d{1,38})?(?:(Z)|([+-])(\d{2})(?::?(\d{2}))?)?$/

export interface ParsedDateTime {
  /** Wall-clock time to the second, `YYYY-MM-DDTHH:mm:ss`. */
  wall: string
  /** Offset from UTC in minutes, or undefined when none was given. */
  offsetMinutes: number | undefined
}

const daysOf = (year: number, month: number) =>
  month === 2
    ? year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
      ? 29
      : 28
    : [4, 6, 9, 11].includes(month)
      ? 30
      : 31

// Parsed times by their text. A request uses each of its times more than once, and the orders of a day share times.
const parsedTexts = new Map<string, ParsedDateTime>()
const parsedTextsMax = 10_000

export function parseDateTime(text: string): ParsedDateTime | undefined {
  const cached = parsedTexts.get(text)
  if (cached !== undefined) return cached
  const parsed = parse(text)
  if (parsedTexts.size >= parsedTextsMax) parsedTexts.clear()
  if (parsed) parsedTexts.set(text, parsed)
  return parsed
}

function parse(text: string): ParsedDateTime | undefined {
  const match = pattern.exec(text)
  if (!match) return undefined
  const [, year, month, day, hour, minute, second, zulu, sign, offsetHours, offsetMinutes] = match
  const valid =
    Number(year) >= 1 &&
    Number(month) >= 1 &&
    Number(month) <= 12 &&
    Number(day) >= 1 &&
    Number(day) <= daysOf(Number(year), Number(month)) &&
    Number(hour) <= 23 &&
    Number(minute) <= 59 &&
    Number(second) <= 59
  if (!valid) return undefined
  const wall = `${text.slice(0, 10)}T${hour}:${minute}:${second}`
  if (zulu) return { wall, offsetMinutes: 0 }
  if (!sign) return { wall, offsetMinutes: undefined }
  const minutes = Number(offsetHours) * 60 + Number(offsetMinutes ?? 0)
  if (Number(offsetHours) > 23 || Number(offsetMinutes ?? 0) > 59) return undefined
  const offset = sign === '-' ? -minutes : minutes
  const parsed = { wall, offsetMinutes: offset }
  // An offset may move the instant out of the supported years.
  const atEdge = year === '0001' || year === '9999'
  return atEdge && !isWritable(formatInstant(parsed, 'UTC')) ? undefined : parsed
}

/**
 * Formats an instant as `YYYY-MM-DDTHH:mm:ssZ`. A time in a gap of the zone moves forward by the gap. If a time occurs
 * twice, the earlier instant counts.
 */
export function formatInstant(parsed: ParsedDateTime, zone: string): string {
  const { wall, offsetMinutes } = parsed
  const isUtc = offsetMinutes === 0 || (offsetMinutes === undefined && zone === 'UTC')
  const name = isUtc ? wall : `${wall} ${offsetMinutes ?? zone}`
  let instant = instants.get(name)
  if (instant === undefined) {
    instant = inOnePiece(isUtc ? `${wall}Z` : instantOf(parsed, zone))
    if (instants.size >= instantsMax) instants.clear()
    instants.set(name, instant)
  }
  return instant
}

function instantOf({ wall, offsetMinutes }: ParsedDateTime, zone: string): string {
  const local = Temporal.PlainDateTime.from(wall)
  return offsetMinutes === undefined
    ? local.toZonedDateTime(zone, { disambiguation: 'compatible' }).toInstant().toString()
    : `${local.subtract({ minutes: offsetMinutes })}Z`
}

/** Copies a text into one piece. Serialising JSON with a text that was joined from pieces takes twice as long. */
const inOnePiece = (text: string) => Buffer.from(text, 'latin1').toString('latin1')

// Formatted instants, which are slow to compute. The orders of a day share their times.
const instants = new Map<string, string>()
const instantsMax = 10_000

/** Returns whether an instant has a year of four digits. Wall-clock time near either end may have none in UTC. */
export const isWritable = (instant: string): boolean => instant.length === 20 && !instant.startsWith('0000')

const writeLocal = (instant: Temporal.Instant, zone: string) =>
  instant.toZonedDateTimeISO(zone).toString({ smallestUnit: 'second', timeZoneName: 'never' })

/** Formats an instant as wall-clock time of the zone with its offset. Parsing the text returns the same instant. */
export function formatLocalTime(text: string, zone: string): string {
  const instant = Temporal.Instant.from(text)
  const local = writeLocal(instant, zone)
  if (local.length === 25 && !local.startsWith('0000') && Temporal.Instant.from(local).equals(instant)) return local
  // Before standard time, offsets had seconds, which this format lacks. The year in the zone may also lack four digits.
  const minutes = writeLocal(instant, local.slice(-6))
  return minutes.length === 25 && !minutes.startsWith('0000') ? minutes : writeLocal(instant, 'UTC')
}

/** Returns the time of day in a zone, such as `08:30`. */
export const createTimeOfDayFormatter =
  (zone: string) =>
  (instant: number): string =>
    Temporal.Instant.fromEpochMilliseconds(instant)
      .toZonedDateTimeISO(zone)
      .toPlainTime()
      .toString({ smallestUnit: 'minute' })

/** Returns a stored instant in milliseconds since the epoch. */
export const parseEpochMs = (instant: string): number => Temporal.Instant.from(instant).epochMilliseconds

let lastSecond = { at: 0, text: '1970-01-01T00:00:00Z' }
/**
 * Formats a time as ISO 8601 in UTC. Keeps the last result, because formatting is slow and the requests of one second
 * share it.
 */
export function formatIso(epochMs: number): string {
  const seconds = Math.floor(epochMs / 1_000)
  if (seconds !== lastSecond.at)
    lastSecond = { at: seconds, text: `${new Date(seconds * 1_000).toISOString().slice(0, 19)}Z` }
  return lastSecond.text
}

/**
 * Maximum time by which a change may be before an earlier change, in milliseconds. The later change may have taken its
 * time before a wait for a lock, or from another clock.
 */
export const aheadMaxMs = 60_000

/** Returns the latest time that a record's last change may have. A later time was written by a wrong clock. */
export const calculateLatestTime = (now: string): string => formatIso(parseEpochMs(now) + aheadMaxMs)

/** Earliest and latest time that can be written, in milliseconds since the epoch. */
export const [firstMs, lastMs] = [parseEpochMs('0001-01-01T00:00:00Z'), parseEpochMs('9999-12-31T23:59:59Z')]

/** Formats a calculated time. Returns null for a year that cannot be written. */
export const formatIsoOrNull = (epochMs: number | null | undefined): string | null =>
  epochMs != null && epochMs >= firstMs && epochMs < lastMs + 1_000 ? formatIso(epochMs) : null

const zones = new Map<string, string>()
const zonesCachedMax = 2_000
/** Returns the IANA name of a zone, or undefined for an unknown zone. Offsets are not valid names. */
export function normaliseZone(name: string): string | undefined {
  const cached = zones.get(name)
  if (cached !== undefined) return cached
  let canonical: string
  try {
    canonical = Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name).timeZoneId
  } catch {
    return undefined
  }
  // Temporal also takes offsets, and the zone of a whole date-time such as `T10+01`.
  if (canonical.toLowerCase() !== name.toLowerCase() || /^[+-]/.test(canonical)) return undefined
  if (zones.size < zonesCachedMax) zones.set(name, canonical)
  return canonical
}

/** Returns the zone names for hints; the list of Node has some zones only under old names. */
export const listZoneNames = (): string[] => [
  ...new Set([
    'UTC',
    'Asia/Ho_Chi_Minh',
    'Asia/Kathmandu',
    'Asia/Kolkata',
    'Asia/Yangon',
    'Europe/Kyiv',
    ...Intl.supportedValuesOf('timeZone'),
  ]),
]
