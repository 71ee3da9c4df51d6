// Spans of time as consignees read them, around a change of clocks.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatTimeRange, type TimeFormatOptions } from '../../server/platform/value/span.ts'

const reading: TimeFormatOptions = { language: 'en', timeZone: 'Europe/London', style: 'clock' }
const span = (from: string, to: string) => formatTimeRange(reading, { from, to }).replace(/\s+/g, ' ')

test('a time span across a clock change shows the zones of both ends; other spans show none', () => {
  assert.equal(span('2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z'), '01:30 BST – 01:30 GMT', 'the same hour twice')
  assert.equal(span('2026-10-25T00:30:00Z', '2026-10-25T01:45:00Z'), '01:30 BST – 01:45 GMT', '75 minutes')
  assert.equal(span('2026-03-29T00:30:00Z', '2026-03-29T01:30:00Z'), '00:30 GMT – 02:30 BST', 'clocks put forward')
  for (const day of ['2026-10-24', '2026-10-26'])
    assert.match(span(`${day}T12:00:00Z`, `${day}T13:00:00Z`), /^1[23]:00\s*–\s*1[34]:00$/, day)
})
