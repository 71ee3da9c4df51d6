// What is typed for days, times and windows means what people mean by it, in every language of the console.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ReadContext, readClock, readDay, readInstant, readSpan } from '../../console/fields/date-reader.ts'
import { dateOrders, formatFieldDay, formatFieldInstant, formatFieldSpan } from '../../console/words/dates.ts'
import { uiLanguages } from '../../console/words/words.ts'

/** A Monday. */
const asked: ReadContext = { today: '2026-11-16', zone: 'Europe/Amsterdam', order: 'dmy' }
const span = (from: string | null, to: string | null) => ({ value: { from, to } })
const [unreadable, skipped, reversed] = ['unreadable', 'skipped', 'reversed'].map((problem) => ({ problem }))

test('a field for a time window accepts a day with two times in every common short form', () => {
  const usual = span('2026-11-16T08:00', '2026-11-16T12:00')
  const same = [
    ...['16/11 8-12', '16.11. 8-12', '16.11.2026 08:00–12:00', '16/11/26 8:00 - 12', '16 Nov 8-12', 'Nov 16, 8-12'],
    ...['2026-11-16 8-12', '2026-11-16T08:00/2026-11-16T12:00', '2026-11-16T08:00:00 - 12:00', '16-11-2026 8-12'],
    ...['today 8-12', 'Monday 8-12', 'mon 16/11 8-12', '16/11 0800-1200', '16/11 8am-12pm', '8-12', '16/11 8 to 12'],
    ...['heute 8-12', 'Mo 8-12', 'Mo., 16.11. 8 Uhr bis 12 Uhr', '16. November von 8 bis 12', '16/11 8.00-12.00'],
    ...['اليوم 8-12', '١٦/١١ ٨-١٢', '۱۶/۱۱ ۸–۱۲', 'الاثنين ٨-١٢', 'الإثنين من ٨ إلى ١٢', '١٦ نوفمبر ٨-١٢'],
    ...['\u200f16/11\u200f 8-12', '2026-11-16T07:00Z - 2026-11-16T11:00:00Z', '2026-11-16T08:00+01:00 - 12'],
  ]
  for (const text of same) assert.deepEqual(readSpan(text, asked), usual, text)
  const table: [text: string, expected: unknown][] = [
    ['tomorrow 8-12', span('2026-11-17T08:00', '2026-11-17T12:00')],
    ['morgen 8-12', span('2026-11-17T08:00', '2026-11-17T12:00')],
    ['übermorgen 8-12', span('2026-11-18T08:00', '2026-11-18T12:00')],
    ['غدًا ٨-١٢', span('2026-11-17T08:00', '2026-11-17T12:00')],
    ['بعد غد 8-12', span('2026-11-18T08:00', '2026-11-18T12:00')],
    ['Sunday 8-12', span('2026-11-22T08:00', '2026-11-22T12:00')],
    ['16/11', span('2026-11-16T00:00', '2026-11-16T23:59')],
    ['16/11 - 18/11', span('2026-11-16T00:00', '2026-11-18T23:59')],
    ['16/11 8 - 18/11 12', span('2026-11-16T08:00', '2026-11-18T12:00')],
    ['16/11 22-6', span('2026-11-16T22:00', '2026-11-17T06:00')],
    ['16/11 0-24', span('2026-11-16T00:00', '2026-11-17T00:00')],
    ['16/11 8-', span('2026-11-16T08:00', null)],
    ['16/11 8:30', span('2026-11-16T08:30', null)],
    ['-16/11 12', span(null, '2026-11-16T12:00')],
    ['16/11 -12', span(null, '2026-11-16T12:00')],
    ['until 12', span(null, '2026-11-16T12:00')],
    ['8.00-12.10', span('2026-11-16T08:00', '2026-11-16T12:10')],
    ['3/1 8-12', span('2027-01-03T08:00', '2027-01-03T12:00')],
    ['29.2. 8-12', unreadable],
    ['18/11 - 16/11', reversed],
    ['18/11 8 - 16/11 9', reversed],
  ]
  for (const [text, expected] of table) assert.deepEqual(readSpan(text, asked), expected, text)
})

test('a typed time keeps the day of the field, and a typed day keeps the time', () => {
  const current = { ...asked, current: '2026-12-24T09:15' }
  assert.deepEqual(readInstant('8:30', current), { value: '2026-12-24T08:30' })
  assert.deepEqual(readInstant('16/11', current), { value: '2026-11-16T09:15' })
  assert.deepEqual(readInstant('8:30', asked), { value: '2026-11-16T08:30' })
  assert.deepEqual(readInstant('16/11/2026 08:00', asked), { value: '2026-11-16T08:00' })
  assert.deepEqual(readSpan('8-12', current), span('2026-12-24T08:00', '2026-12-24T12:00'))
})

test('day and month are read in the order of the environment; a number before a point is always the day', () => {
  const day = (text: string, order: ReadContext['order']) => readDay(text, { ...asked, order })
  assert.deepEqual(day('3/4/2026', 'dmy'), { value: '2026-04-03' })
  assert.deepEqual(day('3/4/2026', 'mdy'), { value: '2026-03-04' })
  assert.deepEqual(day('11/16', 'mdy'), { value: '2026-11-16' })
  assert.deepEqual(day('11/16', 'ymd'), { value: '2026-11-16' })
  assert.deepEqual(day('3.4.2026', 'mdy'), { value: '2026-04-03' })
  assert.deepEqual(day('16/11', 'mdy'), unreadable)
})

test('a typed day that begins after midnight because of a clock change is a full day', () => {
  const late = { ...asked, today: '2026-09-01', zone: 'America/Santiago' }
  assert.deepEqual(readSpan('6/9', late), span('2026-09-06T00:00', '2026-09-06T23:59'))
  assert.deepEqual(readSpan('5/9 20-24', late), span('2026-09-05T20:00', '2026-09-06T00:00'))
  assert.deepEqual(readInstant('6/9', late), { value: '2026-09-06T00:00' })
  assert.deepEqual(readSpan('6/9 0:30-4', late), skipped)
})

test('a time of day is accepted in every common form', () => {
  for (const text of ['8:30', '8.30', '08:30', '0830', '830', '8h30', '8:30 am', '8.30 Uhr', '٨:٣٠', '08:30:00'])
    assert.deepEqual(readClock(text, asked), { value: '08:30' }, text)
  for (const text of ['25:00', '8:75', '24:00', '13 pm', '8:3', '', 'noon-ish', '8:30 x', '16/11'])
    assert.deepEqual(readClock(text, asked), unreadable, text)
  assert.deepEqual(readClock('8 pm', asked), { value: '20:00' })
  assert.deepEqual(readClock('12 am', asked), { value: '00:00' })
})

test('a text that is not a date or time is rejected', () => {
  const nonsense = [
    ...['', ' ', '-', '--', 'x', 'asap', '16/13', '32/1', '31/6 8-12', '16/11 8-12-14', '16/11 8-12 x', '1e3', '99999'],
    ...[
      '16/11/20266 8-12',
      '8::30',
      '8-12-',
      '2026-02-30',
      '0000-00-00',
      'tomorrow tomorrow',
      'mo di',
      'غغغ',
      '💣',
      '8-25',
    ],
    ...['2026-11-16T99:00Z', '<b>16/11</b>', '16/11 8-12'.repeat(40)],
  ]
  for (const text of nonsense)
    for (const read of [readSpan, readInstant, readDay]) assert.deepEqual(read(text, asked), unreadable, text)
})

test('a time in a clock gap is invalid, and a time in an overlap is valid', () => {
  assert.deepEqual(readInstant('29/3/2026 2:30', asked), skipped)
  assert.deepEqual(readSpan('29/3/2026 1-2:30', asked), skipped)
  assert.deepEqual(readInstant('29/3/2026 3:00', asked), { value: '2026-03-29T03:00' })
  assert.deepEqual(readInstant('25/10/2026 2:30', asked), { value: '2026-10-25T02:30' })
  assert.deepEqual(readInstant('8/3/2026 2:30', { ...asked, zone: 'America/New_York' }), skipped)
  assert.deepEqual(readInstant('29/3/2026 2:30', { ...asked, zone: 'UTC' }), { value: '2026-03-29T02:30' })
  // Lord Howe's clocks go forward by half an hour; Samoa left out a whole day.
  assert.deepEqual(readInstant('4/10/2026 2:15', { ...asked, zone: 'Australia/Lord_Howe' }), skipped)
  assert.deepEqual(readSpan('30/12/2011', { ...asked, zone: 'Pacific/Apia' }), skipped)
})

test('parsing the text of a date field returns its value, in every language and date order', () => {
  const spans = [
    { from: '2026-11-16T08:00', to: '2026-11-16T12:00' },
    { from: '2026-11-16T22:00', to: '2026-11-17T06:30' },
    { from: '2026-03-04T00:00', to: null },
    { from: null, to: '2027-01-02T23:59' },
  ]
  for (const order of dateOrders)
    for (const language of uiLanguages) {
      const here = { ...asked, order }
      for (const one of spans) assert.deepEqual(readSpan(formatFieldSpan(one, order, language), here), { value: one })
      const wall = '2026-03-04T05:06'
      assert.deepEqual(readInstant(formatFieldInstant(wall, order, language), here), { value: wall })
      assert.deepEqual(readDay(formatFieldDay('2026-03-04', order, language), here), { value: '2026-03-04' })
    }
})
