// Estimates against a table reckoned by hand: roads are straight, and a kilometre takes a minute.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { estimateLeg } from '../../contract/travel.ts'
import {
  calculateWindow,
  estimateOf,
  findLatestAnchor,
  findOpenBreaks,
  planOf,
  type TravelModel,
} from '../../server/delivery/progress/estimate.ts'

/** So many kilometres north of the depot. */
const at = (kilometres: number) => ({ lat: (kilometres / (6_371.0088 * Math.PI)) * 180, lng: 0 })
const straight = { shortDetour: 1, longDetour: 1, shortSpeed: 60, longSpeed: 60 }
const going: TravelModel = {
  legOf: (from, to) => estimateLeg(from, to, straight),
  speedFactor: 1,
  end: at(0),
  breaks: [],
}
const clock = (time: string) => Date.parse(`2026-07-01T${time}:00Z`)
const shown = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString().slice(11, 16))
/** Ten minutes each. */
const stop = (kilometres: number | null, opens: string | null = null) => ({
  position: kilometres === null ? null : at(kilometres),
  opensAt: opens === null ? null : clock(opens),
  timeAtStop: 10,
})
/** Half an hour of it. */
const lunch = (from: string, to: string) => ({ from: clock(from), to: clock(to), minutes: 30 })
const anchor = (time: string, kilometres: number | null) => ({
  at: clock(time),
  place: kilometres === null ? null : at(kilometres),
})

test('the estimates of open stops match the table', () => {
  const two = [stop(30), stop(60)]
  const table: [what: string, Parameters<typeof estimateOf>, reached: (string | null)[], ends: string | null][] = [
    ['from the start', [anchor('08:05', 0), two, going, clock('08:10')], ['08:35', '09:15'], '10:25'],
    ['from a start that is to come', [anchor('08:00', 0), two, going, clock('06:00')], ['08:30', '09:10'], '10:20'],
    ['from a position', [anchor('08:20', 20), two, going, clock('08:25')], ['08:30', '09:10'], '10:20'],
    ['from an outcome', [anchor('08:50', 30), [stop(60)], going, clock('08:55')], ['09:20'], '10:30'],
    ['never before now', [anchor('08:20', 20), two, going, clock('08:45')], ['08:45', '09:25'], '10:35'],
    ['from 45 minutes ago', [anchor('08:20', 20), two, going, clock('09:05')], ['09:05', '09:45'], '10:55'],
    ['from 46 minutes ago', [anchor('08:20', 20), two, going, clock('09:06')], [null, null], null],
    ['from nowhere', [undefined, two, going, clock('09:06')], [null, null], null],
    [
      'with a window that opens later',
      [anchor('08:00', 0), [stop(30), stop(60, '10:00'), stop(90)], going, clock('08:00')],
      ['08:30', '10:00', '10:40'],
      '12:20',
    ],
    [
      'with a window that opens while it stands there',
      [anchor('08:20', 20), [stop(30, '09:00')], going, clock('08:45')],
      ['09:00'],
      '09:40',
    ],
    [
      'past a stop without a position, which takes its time',
      [anchor('08:00', 0), [stop(null), stop(30)], going, clock('08:00')],
      [null, '08:40'],
      '09:20',
    ],
    [
      'with a break that is to come',
      [anchor('08:00', 0), two, { ...going, breaks: [lunch('08:45', '09:15')] }, clock('08:00')],
      ['08:30', '09:40'],
      '10:50',
    ],
    [
      'with a break on the way home',
      [anchor('08:00', 0), two, { ...going, breaks: [lunch('09:45', '10:00')] }, clock('08:00')],
      ['08:30', '09:10'],
      '10:50',
    ],
    [
      'with a break whose time is over',
      [anchor('08:20', 20), two, { ...going, breaks: [lunch('07:00', '08:00')] }, clock('08:25')],
      ['08:30', '09:10'],
      '10:20',
    ],
    [
      'with a vehicle that is half as fast',
      [anchor('08:00', 0), two, { ...going, speedFactor: 0.5 }, clock('08:00')],
      ['09:00', '10:10'],
      '12:20',
    ],
    [
      'without a depot at the end',
      [anchor('08:00', 0), two, { ...going, end: null }, clock('08:00')],
      ['08:30', '09:10'],
      '09:20',
    ],
    ['with nothing left to do', [anchor('09:30', 60), [], going, clock('09:40')], [], '10:30'],
    ['with nothing left and back by now', [anchor('09:30', 5), [], going, clock('09:40')], [], '09:40'],
  ]
  for (const [what, given, reached, ends] of table) {
    const estimate = estimateOf(...given)
    assert.deepEqual([estimate.reached.map(shown), shown(estimate.ends)], [reached, ends], what)
  }
  const plan = (start: Parameters<typeof planOf>[0], ...stops: Parameters<typeof planOf>[1][number][]) =>
    planOf(start, stops, going).map(({ begins }) => shown(begins))
  assert.deepEqual(plan(anchor('08:00', 0), stop(30, '09:00'), stop(60)), ['09:00', '09:40'])
  assert.deepEqual(plan(undefined, ...two), [null, null])
})

test('a break stays open until a stop after it is done', () => {
  const breaks = [lunch('08:45', '09:15'), lunch('09:45', '10:00')]
  const plan = planOf(anchor('08:00', 0), [stop(30), stop(60)], { ...going, breaks })
  // The first at the second stop, the other on the way home.
  const left = (...done: boolean[]) =>
    findOpenBreaks(breaks, plan, (index) => done[index]!).map(({ from }) => shown(from))
  assert.deepEqual(left(false, false), ['08:45', '09:45'])
  assert.deepEqual(left(true, false), ['08:45', '09:45'])
  assert.deepEqual(left(true, true), ['09:45'])
  // Who has done the last before the first is behind it as well.
  assert.deepEqual(left(false, true), ['09:45'])
})

test('estimates start from the latest position or outcome of the vehicle', () => {
  const [early, late] = [anchor('08:00', 0), anchor('08:30', 20)]
  assert.equal(findLatestAnchor([late, early, undefined]), late)
  assert.equal(findLatestAnchor([early, undefined, late]), late)
  assert.equal(findLatestAnchor([undefined]), undefined)
})

test('no recipient receives a time before the start of the window', () => {
  const told = (estimated: string, opens: string) => {
    const { from, to } = calculateWindow(clock(estimated), clock('08:30'), clock(opens))
    return [shown(from), shown(to)]
  }
  assert.deepEqual(told('09:00', '09:00'), ['09:00', '09:15'])
  assert.deepEqual(told('09:05', '09:05'), ['09:05', '09:15'])
  assert.deepEqual(told('09:20', '09:00'), ['09:00', '09:30'])
  assert.deepEqual(told('09:40', '09:00'), ['09:15', '10:00'])
})

test('a recipient receives a time range that is as wide as the uncertainty', () => {
  const table: [estimated: string, from: string, to: string][] = [
    // Ten minutes before and after, outwards to quarters of an hour.
    ['08:30', '08:15', '08:45'],
    ['08:40', '08:30', '09:00'],
    ['08:10', '08:00', '08:30'],
    // What is past cannot be when it comes.
    ['08:05', '08:00', '08:15'],
    ['08:00', '08:00', '08:15'],
    // 15 % of 100 minutes are 15, of 150 they are 22.5, of 5 hours 45.
    ['09:40', '09:15', '10:00'],
    ['10:30', '10:00', '11:00'],
    ['13:00', '12:15', '13:45'],
  ]
  for (const [estimated, from, to] of table) {
    const window = calculateWindow(clock(estimated), clock('08:00'), null)
    assert.deepEqual([shown(window.from), shown(window.to)], [from, to], estimated)
  }
})
