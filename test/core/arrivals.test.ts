// Times along a route, with its breaks, are those that the optimiser reckons with; shifts are where the clock says.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { calculateRouteTimes, calculateServiceWindow, getCommittedTime } from '../../contract/arrivals.ts'
import { type ShiftTimes, shiftFrom } from '../../contract/shift.ts'
import { createTimeOfDayFormatter, formatIso } from '../../server/platform/value/times.ts'
import { evaluateRoute } from '../../solver/evaluate.ts'
import { seeded } from '../support/days.ts'
import '../support/seed.ts'

const hour = 3_600
const day = Date.UTC(2026, 6, 1)

test('calculated breaks cause the least delay, as in the plans of the optimiser', () => {
  const random = seeded(11)
  const whole = (most: number) => Math.floor(random() * (most + 1))
  let withBreaks = 0
  for (let round = 0; round < 300; round++) {
    const count = 1 + whole(6)
    const places = count + 1
    const seconds = Int32Array.from({ length: places ** 2 }, () => 60 * (1 + whole(50)))
    const jobs = Array.from({ length: count }, (_, index) => ({
      place: index + 1,
      open: random() < 0.4 ? whole(16) * hour : 0,
      close: 100 * hour,
      service: 60 * whole(40),
      deliver: [],
      collect: [],
      penalty: 1,
    }))
    const breaks = Array.from({ length: whole(3) }, () => {
      const earliest = (6 + whole(9)) * hour
      return { earliest, latest: earliest + whole(3) * hour, seconds: 60 * (10 + whole(40)) }
    })
    const from = 6 * hour
    const vehicle = { start: 0, end: 0, from, to: 100 * hour, capacity: [], fixed: 0, perMetre: 0, perSecond: 0 }
    const problem = {
      places,
      travel: [{ seconds, metres: seconds }],
      jobs,
      vehicles: [{ ...vehicle, profile: 0, breaks }],
      objective: {},
    }
    const { end, visits, broken } = evaluateRoute(problem, 0, [...jobs.keys()])
    if (visits.some(({ kind }) => kind === 'break')) withBreaks++
    const at = (value: number) => ({ lat: value, lng: 0 })
    const { ends } = calculateRouteTimes(
      {
        start: at(0),
        end: at(0),
        startsAt: day + from * 1_000,
        legOf: (a, b) => ({ seconds: seconds[a.lat * places + b.lat]!, metres: 0 }),
        breaks: breaks.map(({ earliest, latest, seconds }) => ({
          ...{ from: day + earliest * 1_000, to: day + latest * 1_000, minutes: seconds / 60 },
        })),
      },
      jobs.map(({ place, open, service }) => ({
        ...{ position: at(place), opensAt: open === 0 ? null : day + open * 1_000, timeAtStop: service / 60 },
      })),
    )
    assert.equal((ends! - day) / 1_000, end, `round ${round}, ${JSON.stringify(broken)}`)
  }
  assert.ok(withBreaks > 100, `${withBreaks} of them have breaks`)
})

test('a break during a wait causes no delay and does not count as waiting', () => {
  const nine = day + 9 * hour * 1_000
  const stop = { position: { lat: 1, lng: 1 }, opensAt: nine + 3_600_000, timeAtStop: 10 }
  const legOf = () => ({ seconds: 600, metres: 1_000 })
  const breaks = [{ from: nine, to: nine + 3_600_000, minutes: 30 }]
  const told = calculateRouteTimes({ start: { lat: 0, lng: 0 }, startsAt: nine, legOf, breaks }, [stop, stop])
  assert.deepEqual(
    told.arrivals.map(({ arrives, leaves, waitsMinutes }) => [
      (arrives! - nine) / 60_000,
      (leaves! - nine) / 60_000,
      waitsMinutes,
    ]),
    [
      [10, 70, 20],
      [80, 90, 0],
    ],
  )
})

test('a stop without a location has no travel time, and its work begins in the time window', () => {
  const nine = day + 9 * hour * 1_000
  const minutes = (time: number | null) => (time! - nine) / 60_000
  const at = (kilometres: number) => ({ position: { lat: kilometres, lng: 0 }, opensAt: null, timeAtStop: 10 })
  const nowhere = { ...at(0), position: null }
  const told = (opensAt: number | null) => {
    const { arrivals, ends } = calculateRouteTimes(
      {
        ...{ start: { lat: 0, lng: 0 }, end: { lat: 0, lng: 0 }, startsAt: nine },
        legOf: (a, b) => ({ seconds: 60 * Math.abs(a.lat - b.lat), metres: 1_000 * Math.abs(a.lat - b.lat) }),
      },
      [at(30), { ...nowhere, opensAt }, at(40), nowhere],
    )
    return {
      times: arrivals.map(({ arrives, begins, leaves }) => [arrives, begins, leaves].map(minutes)),
      kilometres: arrivals.map(({ kilometres }) => kilometres),
      ends: minutes(ends),
    }
  }
  const early = told(null)
  assert.deepEqual(early.times, [
    [30, 30, 40],
    [40, 40, 50],
    [60, 60, 70],
    [70, 70, 80],
  ])
  assert.deepEqual(early.kilometres, [30, null, 10, null])
  assert.equal(early.ends, 120)
  const late = told(nine + 55 * 60_000)
  assert.deepEqual([late.times[1], late.times[2], late.ends], [[40, 55, 65], [75, 75, 85], 135])
})

test('a shift ends after its start, also across midnight, and contains its breaks', () => {
  const at = (local: string, shift: Parameters<typeof shiftFrom>[0]) => {
    const startsAt = day + (Number(local.slice(0, 2)) * 60 + Number(local.slice(3))) * 60_000
    const { ends, breaks } = shiftFrom(shift, startsAt, createTimeOfDayFormatter('UTC'))
    return [ends, ...breaks.flatMap(({ from, to }) => [from, to])].map((time) => (time! - day) / 3_600_000)
  }
  const lunch = [{ from: '11:00', to: '13:00', minutes: 30 }]
  assert.deepEqual(at('08:00', { shiftStart: '07:00', shiftEnd: '16:00', breaks: lunch }), [16, 11, 13])
  const night = { shiftStart: '22:00', shiftEnd: '06:00', breaks: [{ from: '23:30', to: '01:00', minutes: 30 }] }
  assert.deepEqual(at('22:30', night), [30, 23.5, 25])
  assert.deepEqual(at('02:00', night), [6, -0.5, 1])
  assert.equal(shiftFrom({ shiftStart: '07:00', shiftEnd: null }, day, createTimeOfDayFormatter('UTC')).ends, null)
})

test('shifts and breaks follow the local clock on a day with a time change', () => {
  const at = (start: string, breaks: NonNullable<ShiftTimes['breaks']>) => {
    const shift = { shiftStart: '01:00', shiftEnd: '14:00', breaks }
    const {
      starts,
      ends,
      breaks: found,
    } = shiftFrom(shift, Date.parse(start), createTimeOfDayFormatter('Europe/Berlin'))
    return [starts!, ...found.flatMap(({ from, to }) => [from, to]), ends!].map((time) => formatIso(time).slice(5, 16))
  }
  const noon = [{ from: '12:00', to: '12:30', minutes: 30 }]
  assert.deepEqual(at('2026-03-29T00:00:00Z', noon), ['03-29T00:00', '03-29T10:00', '03-29T10:30', '03-29T12:00'])
  assert.deepEqual(at('2026-03-29T08:00:00Z', noon), ['03-29T00:00', '03-29T10:00', '03-29T10:30', '03-29T12:00'])
  assert.deepEqual(at('2026-10-24T23:00:00Z', noon), ['10-24T23:00', '10-25T11:00', '10-25T11:30', '10-25T13:00'])
  // What the clocks leave out is as much later, what they show twice is the first of it.
  const early = { shiftStart: '02:30', shiftEnd: '12:00' }
  for (const start of ['2026-03-29T00:30:00Z', '2026-03-29T02:00:00Z'])
    assert.equal(
      formatIso(shiftFrom(early, Date.parse(start), createTimeOfDayFormatter('Europe/Berlin')).starts!),
      '2026-03-29T01:30:00Z',
    )
  // A break that is over before it begins by the clocks is later as a whole.
  const short = [{ from: '02:30', to: '03:00', minutes: 30 }]
  assert.deepEqual(at('2026-03-29T00:00:00Z', short).slice(1, 3), ['03-29T01:30', '03-29T02:00'])
  const night = [{ from: '02:30', to: '03:30', minutes: 30 }]
  assert.deepEqual(at('2026-03-29T00:00:00Z', night).slice(1, 3), ['03-29T01:30', '03-29T01:30'])
  assert.deepEqual(at('2026-10-24T23:00:00Z', night).slice(1, 3), ['10-25T00:30', '10-25T02:30'])
})

test('a shift follows the local clock in every zone on every day', () => {
  const zones = Intl.supportedValuesOf('timeZone')
  // After the last whole day that a zone has left out.
  const changes = (zone: string) => {
    const found: number[] = []
    let at = Temporal.Instant.from('2012-01-01T00:00:00Z').toZonedDateTimeISO(zone)
    for (;;) {
      const next = at.getTimeZoneTransition('next')
      if (!next || next.year > 2030) return found
      found.push(next.epochMilliseconds)
      at = next
    }
  }
  const changesIn = new Map<string, number[]>()
  const time = fc.integer({ min: 0, max: 287 }).map((fives) => fives * 5)
  const written = (minutes: number) => Temporal.PlainTime.from('00:00').add({ minutes }).toString().slice(0, 5)
  const around = fc.tuple(fc.constantFrom(...zones), fc.nat(), fc.integer({ min: -30 * 60, max: 30 * 60 }))
  const times = fc.tuple(time, time, time, time)
  fc.assert(
    fc.property(around, times, ([zone, nth, apart], [shiftStart, shiftEnd, from, to]) => {
      const known = changesIn.get(zone) ?? changes(zone)
      changesIn.set(zone, known)
      const startsAt = (known[nth % Math.max(1, known.length)] ?? day) + apart * 60_000
      const local = Temporal.Instant.fromEpochMilliseconds(startsAt).toZonedDateTimeISO(zone)
      const breaks = [{ from: written(from), to: written(to), minutes: 30 }]
      const shift = { shiftStart: written(shiftStart), shiftEnd: written(shiftEnd), breaks }
      const found = shiftFrom(shift, startsAt, createTimeOfDayFormatter(zone))
      const isSecondDay = shiftEnd <= shiftStart && local.hour * 60 + local.minute < shiftEnd
      const first = local.toPlainDate().subtract({ days: isSecondDay ? 1 : 0 })
      const check = (instant: number, minutes: number, days: number) => {
        const wall = first.add({ days }).toPlainDateTime(Temporal.PlainTime.from(written(minutes)))
        // A time that clocks show twice is the one or the other.
        const meant = (['compatible', 'later'] as const).map(
          (disambiguation) => wall.toZonedDateTime(zone, { disambiguation }).epochMilliseconds,
        )
        assert.ok(meant.includes(instant), `${wall} in ${zone}: ${formatIso(instant)}`)
      }
      check(found.starts!, shiftStart, 0)
      check(found.ends!, shiftEnd, shiftEnd <= shiftStart ? 1 : 0)
      const [begins, ends] = [from < shiftStart ? 1 : 0, to < shiftStart ? 1 : 0]
      const [pause] = found.breaks
      check(pause!.from, from, begins)
      assert.ok(pause!.from <= pause!.to)
      const isMoved = pause!.to === pause!.from + ((to - from + 1_440) % 1_440) * 60_000
      if (!isMoved) check(pause!.to, to, to + ends * 1_440 < from + begins * 1_440 ? ends + 1 : ends)
    }),
    { numRuns: 2_000 },
  )
})

test('a committed time replaces the time window, unless the window moved to a later day', () => {
  const committed = '2026-07-01T10:00:00Z'
  const agreed = { opensAt: Date.UTC(2026, 6, 1, 9, 45), closesAt: Date.UTC(2026, 6, 1, 10, 15) }
  const cases = [
    [{ committed }, agreed],
    [{ committed, requiredTo: '2026-07-02T16:00:00Z' }, agreed],
    // Agreed for earlier or later than was asked for, as people do.
    [{ committed, requiredFrom: '2026-07-01T12:00:00Z', requiredTo: '2026-07-01T16:00:00Z' }, agreed],
    [{ committed, requiredFrom: '2026-06-28T08:00:00Z', requiredTo: '2026-06-28T16:00:00Z' }, agreed],
    [
      { committed, requiredFrom: '2026-07-02T08:00:00Z', requiredTo: '2026-07-02T16:00:00Z' },
      { opensAt: Date.UTC(2026, 6, 2, 8), closesAt: Date.UTC(2026, 6, 2, 16) },
    ],
    [
      { committed: null, requiredFrom: committed },
      { opensAt: Date.UTC(2026, 6, 1, 10), closesAt: null },
    ],
    [{}, { opensAt: null, closesAt: null }],
  ] as const
  for (const [order, expected] of cases) {
    assert.deepEqual(calculateServiceWindow(order), expected, JSON.stringify(order))
    assert.equal(getCommittedTime(order), expected === agreed ? committed : null)
  }
})
