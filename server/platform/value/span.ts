// Formats times and time ranges for recipients, in their language.
import { isolateRange } from '../../../contract/bidi.ts'
import type { NoticeLanguage } from '../../../contract/road.ts'
import { formatLocalTime, parseEpochMs } from './times.ts'

/** Locales of the languages, with Latin digits in all of them. */
const locales: Record<NoticeLanguage, string> = { en: 'en-GB', de: 'de-DE', ar: 'ar-u-nu-latn' }

const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
const styles = {
  letter: { ...clock, day: 'numeric', month: 'long', year: 'numeric' },
  page: { ...clock, weekday: 'short', day: 'numeric', month: 'long' },
  clock,
} as const

export interface TimeFormatOptions {
  language: NoticeLanguage
  timeZone: string
  style: keyof typeof styles
}

/**
 * Cached formatters by language, zone and style. Creating one takes longer than the rest of an e-mail. The number of
 * zones limits their number.
 */
const formats = new Map<string, Intl.DateTimeFormat>()
function formatIn({ language, timeZone, style }: TimeFormatOptions, namesZone = false): Intl.DateTimeFormat {
  const name = `${language} ${timeZone} ${style} ${namesZone}`
  const zone = namesZone ? ({ timeZone, timeZoneName: 'short' } as const) : { timeZone }
  const format = formats.get(name) ?? new Intl.DateTimeFormat(locales[language], { ...styles[style], ...zone })
  formats.set(name, format)
  return format
}

export const formatTime = (reading: TimeFormatOptions, instant: string): string =>
  formatIn(reading).format(parseEpochMs(instant))

const ends: Record<NoticeLanguage, { from(time: string): string; to(time: string): string }> = {
  en: { from: (time) => `from ${time}`, to: (time) => `by ${time}` },
  de: { from: (time) => `ab ${time}`, to: (time) => `bis ${time}` },
  ar: { from: (time) => `ابتداءً من ${time}`, to: (time) => `حتى ${time}` },
}

/** Formats a time range of one or two times. Returns an empty text without either. */
export function formatTimeRange(
  reading: TimeFormatOptions,
  { from, to }: { from: string | null; to: string | null },
): string {
  if (from === null && to === null) return ''
  if (to === null) return ends[reading.language].from(formatTime(reading, from!))
  if (from === null) return ends[reading.language].to(formatTime(reading, to))
  const [start, end] = [parseEpochMs(from), parseEpochMs(to)]
  if (offsetAt(from, reading) === offsetAt(to, reading))
    return isolateRange(formatIn(reading).formatRange(start, end), reading.language)
  // If the clocks change within the range, only the names of the zones show its real length.
  const named = formatIn(reading, true)
  return `${named.format(start)} – ${named.format(end)}`
}

const offsetAt = (time: string, { timeZone }: TimeFormatOptions): string => formatLocalTime(time, timeZone).slice(19)
