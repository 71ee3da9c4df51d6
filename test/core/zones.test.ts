// Wall-clock time in every zone and around every change of offset from 2020 to 2030, against an oracle that asks only Intl.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { formatInstant, formatLocalTime, normaliseZone, parseDateTime } from '../../server/platform/value/times.ts'
import '../support/seed.ts'

const zones = Intl.supportedValuesOf('timeZone')
const [start, end] = [Date.UTC(2020, 0, 1), Date.UTC(2031, 0, 1)]
const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]

const formats = new Map<string, Intl.DateTimeFormat>()
function formatOf(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone)
  if (!format) {
    format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' })
    formats.set(zone, format)
  }
  return format
}
const iso = (epochMs: number) => new Date(epochMs).toISOString().slice(0, 19)
const wallOf = (epochMs: number, zone: string) => formatOf(zone).format(epochMs).replace(' ', 'T')
const offsetAt = (epochMs: number, zone: string) => Date.parse(`${wallOf(epochMs, zone)}Z`) - epochMs

/** The instant of a wall-clock time: the earliest that shows it; in a gap, what the offset before the gap makes of it. */
function oracle(wallMs: number, zone: string): number {
  const before = offsetAt(wallMs - day, zone)
  const candidates = [before, offsetAt(wallMs, zone), offsetAt(wallMs + day, zone)]
    .filter((offset) => offsetAt(wallMs - offset, zone) === offset)
    .map((offset) => wallMs - offset)
  return candidates.length > 0 ? Math.min(...candidates) : wallMs - before
}

function changesOf(zone: string): number[] {
  const found: number[] = []
  let offset = offsetAt(start, zone)
  for (let from = start; from < end; from += 6 * day) {
    const [before, after] = [offset, offsetAt(from + 6 * day, zone)]
    offset = after
    if (before === after) continue
    let [low, high] = [from, from + 6 * day]
    while (high - low > minute) {
      const middle = low + Math.floor((high - low) / 2 / minute) * minute
      if (offsetAt(middle, zone) === before) low = middle
      else high = middle
    }
    found.push(high)
  }
  return found
}

function check(wallMs: number, zone: string): void {
  const wall = iso(wallMs)
  const instant = formatInstant(parseDateTime(wall)!, zone)
  assert.equal(instant, `${iso(oracle(wallMs, zone))}Z`, `${wall} in ${zone}`)
  const local = formatLocalTime(instant, zone)
  assert.equal(local.slice(0, 19), wallOf(Date.parse(instant), zone), `${instant} in ${zone}`)
  assert.equal(Date.parse(local), Date.parse(instant))
}

test('the calculated wall-clock time matches Intl around every change of offset', () => {
  let changes = 0
  for (const zone of zones)
    for (const at of changesOf(zone)) {
      changes++
      const [before, after] = [at + offsetAt(at - minute, zone), at + offsetAt(at, zone)]
      for (const wallMs of [before, after, (before + after) / 2])
        for (const near of [-hour, -1_000, 0, 1_000, hour]) check(wallMs + near, zone)
    }
  assert.ok(changes > 1_000, `${changes} changes of offset`)
})

test('the calculated wall-clock time matches Intl at any moment in any zone', () => {
  fc.assert(
    fc.property(fc.constantFrom(...zones), fc.integer({ min: start / 1_000, max: end / 1_000 }), (zone, seconds) =>
      check(seconds * 1_000, zone),
    ),
    { numRuns: 3_000 },
  )
})

test('a zone is valid if Intl accepts it, in any case; an offset is invalid', () => {
  const isZone = (name: string) => {
    try {
      return Boolean(new Intl.DateTimeFormat('en', { timeZone: name })) && !/^[+-]/.test(name)
    } catch {
      return false
    }
  }
  const zone = fc.mixedCase(fc.constantFrom(...zones, 'UTC', 'Etc/GMT+5', 'US/Eastern'))
  const part = fc.stringMatching(/^[TZ0-9/+:_-]{1,6}$/)
  const names = fc.oneof(
    zone,
    part,
    fc.tuple(zone, part).map(([name, tail]) => name + tail),
  )
  fc.assert(
    fc.property(names, (name) => {
      const canonical = normaliseZone(name)
      assert.equal(canonical !== undefined, isZone(name), name)
      if (canonical !== undefined) assert.equal(canonical.toLowerCase(), name.toLowerCase())
    }),
    { numRuns: 3_000 },
  )
})
