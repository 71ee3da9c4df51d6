// The kinds of values of a field for days and times: how each is read, written and moved to another day.

import { type DateOrder, formatFieldDay, formatFieldInstant, formatFieldSpan, type TimeSpan } from '../words/dates.ts'
import type { LocaleFormat } from '../words/format.ts'
import type { UiLanguage } from '../words/words.ts'
import { type ReadContext, type ReadResult, readClock, readDay, readInstant, readSpan } from './date-reader.ts'

export interface WhenKind<T> {
  name: 'day' | 'clock' | 'instant' | 'span'
  read(text: string, asked: ReadContext): ReadResult<T>
  /** Writes a value for the field. Unreadable text is written as it was typed. */
  write(value: T, order: DateOrder, language: UiLanguage): string
  /** Writes a value in words, so that the user can check it. */
  say(value: T, format: LocaleFormat): string
  /** Returns the day that a time without a day belongs to. */
  current(value: T): string | null
  /** Moves a value to a day; undefined for kinds without a day. */
  onDay?(value: T | null, day: string): T
}

const isDay = /^\d{4}-\d{2}-\d{2}$/
const isWall = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/
const cut = (wall: string | null) => wall?.slice(0, 16) ?? null
const parseWall = (wall: string) => (isWall.test(wall) ? wall.slice(0, 16) : null)

export const dayKind: WhenKind<string> = {
  name: 'day',
  read: readDay,
  write: (day, order, language) => (isDay.test(day) ? formatFieldDay(day, order, language) : day),
  say: (day, format) => format.weekday(day),
  current: () => null,
  onDay: (_, day) => day,
}

export const clockKind: WhenKind<string> = {
  name: 'clock',
  read: readClock,
  write: (clock) => clock,
  say: (clock) => clock,
  current: () => null,
}

export const instantKind: WhenKind<string> = {
  name: 'instant',
  read: readInstant,
  write: (wall, order, language) => (isWall.test(wall) ? formatFieldInstant(wall, order, language) : wall),
  say: (wall, format) => `${format.weekday(wall.slice(0, 10))}, ${wall.slice(11, 16)}`,
  current: parseWall,
  onDay: (wall, day) => `${day}T${(wall && parseWall(wall))?.slice(11) ?? '08:00'}`,
}

export const spanKind: WhenKind<TimeSpan> = {
  name: 'span',
  read: readSpan,
  write: ({ from, to }, order, language) =>
    from !== null && !isWall.test(from) ? from : formatFieldSpan({ from: cut(from), to: cut(to) }, order, language),
  say: ({ from, to }, format) =>
    [
      from && instantKind.say(from, format),
      to && (from?.slice(0, 10) === to.slice(0, 10) ? to.slice(11, 16) : instantKind.say(to, format)),
    ].join(' – '),
  current: ({ from, to }) => parseWall(from ?? to ?? ''),
  onDay: (span, day) => ({
    from: `${day}T${(span?.from && parseWall(span.from))?.slice(11) ?? '00:00'}`,
    to: `${day}T${(span?.to && parseWall(span.to))?.slice(11) ?? '23:59'}`,
  }),
}
