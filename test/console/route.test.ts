// The route plan's own arithmetic: distances, arrivals, what is on board, what is wrong, and orders that change meanwhile.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { labelCountries } from '../../console/map/country-names.ts'
import {
  buildGraticule,
  calculateBounds,
  calculateGridStep,
  closePolygon,
  correctDateLine,
  createProjection,
  readPolygon,
  splitLine,
} from '../../console/map/geometry.ts'
import { buildLegs, calculateVisibleBounds, type StopLocation } from '../../console/map/route-locations.ts'
import { compareSequences, findSavedNumber, isSame, mergeSequences } from '../../console/plan/load/sequence.ts'
import { addPeakPackages } from '../../console/plan/times/overload.ts'
import { proposePlannedTimes } from '../../console/plan/times/proposed-times.ts'
import {
  calculateArrivals,
  calculateCurve,
  calculateExcess,
  calculateKilometres,
  findStopProblems,
  listRoutePositions,
  type PlanRoute,
  type PlanStop,
  parseRoads,
  planStop,
} from '../../console/plan/times/route.ts'
import { assignRouteBadges, transferRouteBadge } from '../../console/plan/times/route-badges.ts'
import { colourPalettes } from '../../console/platform/palette.ts'
import type { Consignment } from '../../contract/consignment.ts'
import { calculateDistanceKm, defaultTravel, estimateLeg } from '../../contract/travel.ts'
import { seeded } from '../support/days.ts'

const leeds = { lat: 53.787, lng: -1.515 }
const york = { lat: 53.959, lng: -1.081 }
const hull = { lat: 53.744, lng: -0.333 }
const eight = Date.UTC(2026, 6, 1, 8)
const route: PlanRoute = {
  start: leeds,
  end: leeds,
  startsAt: eight,
  weightCapacity: 100,
  volumeCapacity: null,
  packageCapacity: null,
  travel: defaultTravel,
  roads: { legs: new Map(), line: null, isUnanswered: false },
  ...{ speedFactor: 1, breaks: [], shiftEnds: null },
}
const aStop = (more: Partial<PlanStop> = {}): PlanStop => ({
  consignmentId: 'a',
  key: 'A',
  type: 'delivery',
  timeAtStop: 12,
  weight: 40,
  volume: 1,
  requiredFrom: null,
  requiredTo: null,
  planned: null,
  committed: null,
  planningInstructions: null,
  skills: null,
  name: 'Bakery',
  place: 'York YO1',
  town: 'York',
  mark: '',
  position: york,
  postcodePosition: null,
  packages: 1,
  ...more,
})

test('other loads that appear or disappear do not change the colour and letter of a load', () => {
  const loads = Array.from({ length: 8 }, (_, index) => ({ loadId: `load-${index}` }))
  const before = assignRouteBadges(loads)
  assert.equal(new Set([...before.values()].map(({ color }) => color)).size, 8, 'eight of them have eight colours')
  assert.equal(new Set([...before.values()].map(({ letter }) => letter)).size, 8)
  const other = assignRouteBadges([{ loadId: 'another' }, ...loads.slice(3).reverse()])
  for (const { loadId } of loads.slice(3)) assert.deepEqual(other.get(loadId), before.get(loadId))
})

test('a proposed route keeps its colour and letter when it becomes a load', () => {
  const proposed = assignRouteBadges(['one', 'two'].map((key) => ({ loadId: `proposed ${key}` })))
  transferRouteBadge('proposed two', 'made of two')
  assert.deepEqual(assignRouteBadges([{ loadId: 'made of two' }]).get('made of two'), proposed.get('proposed two'))
})

test('the first loads of a day are A, B, C; after Z follow two letters, after the eighth colour the first', () => {
  const marks = [
    ...assignRouteBadges(Array.from({ length: 28 }, (_, index) => ({ loadId: `mark-${100 + index}` }))).values(),
  ]
  assert.deepEqual(
    [marks[0], marks[7], marks[8]],
    [
      { letter: 'A', color: 0 },
      { letter: 'H', color: 7 },
      { letter: 'I', color: 0 },
    ],
  )
  assert.equal(marks[27]!.letter, 'AB')
})

const channels = (hex: string) =>
  [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)) as [number, number, number]
/** As the guidelines for accessibility have it: 1 to 21. */
function contrast(one: string, other: string): number {
  const [darker, brighter] = [one, other]
    .map(channels)
    .map(([red, green, blue]) => 0.2126 * red + 0.7152 * green + 0.0722 * blue)
    .sort((a, b) => a - b)
  return (brighter! + 0.05) / (darker! + 0.05)
}
/** How different they look, in Oklab: about 0.02 can just be seen. */
function difference(one: string, other: string): number {
  const lab = (hex: string) => {
    const [red, green, blue] = channels(hex)
    const long = Math.cbrt(0.4122 * red + 0.5363 * green + 0.0514 * blue)
    const middle = Math.cbrt(0.2119 * red + 0.6807 * green + 0.1074 * blue)
    const short = Math.cbrt(0.0883 * red + 0.2817 * green + 0.63 * blue)
    return [
      0.2105 * long + 0.7936 * middle - 0.0041 * short,
      1.978 * long - 2.4286 * middle + 0.4506 * short,
      0.0259 * long + 0.7828 * middle - 0.8087 * short,
    ]
  }
  const [from, to] = [lab(one), lab(other)]
  return Math.hypot(...from.map((part, index) => part - to[index]!))
}
const pairs = (colors: readonly string[]) =>
  colors.flatMap((one, index) => colors.slice(index + 1).map((other) => [one, other] as const))

for (const [scheme, palette] of Object.entries(colourPalettes))
  test(`status colours are readable and distinct in ${scheme} colours, and differ from the colour of actions`, () => {
    const { accent, surface, surfaceHover, land, water, routes, routeText, states } = palette
    assert.equal(routes.length, 8)
    for (const route of routes) {
      assert.ok(contrast(route, routeText) >= 4.5, `${routeText} on ${route}`)
      for (const ground of [land, water]) assert.ok(contrast(route, ground) >= 3, `${route} on ${ground}`)
    }
    for (const { text, surface: own } of Object.values(states))
      for (const behind of [own, surface, surfaceHover])
        assert.ok(contrast(text, behind) >= 4.5, `${text} on ${behind}`)
    // A started route has the green of a done one on a tint, with a dot.
    const { started, ...distinct } = states
    assert.equal(started.text, distinct.onTime.text)
    for (const [one, other] of [...pairs(routes), ...pairs(Object.values(distinct).map(({ text }) => text))])
      assert.ok(difference(one, other) >= 0.08, `${one} and ${other}`)
    for (const color of [...routes, ...Object.values(states).map(({ text }) => text)])
      assert.ok(difference(color, accent) >= 0.08, `${color} is that of actions`)
  })

test('the postal code of a stop distinguishes it from other stops of the same town', () => {
  const at = (postalCode: string | null) =>
    planStop({ consigneeAddress: { city: 'Leeds', postalCode }, packages: [] } as unknown as Consignment).mark
  assert.deepEqual([at('LS1 4AP'), at(null)], ['LS1 4AP', 'Leeds'])
})

test('distances are calculated along great circles', () => {
  assert.ok(Math.abs(calculateDistanceKm({ lat: 52.5, lng: 13.4 }, { lat: 48.85, lng: 2.35 }) - 878) < 3)
  assert.equal(calculateDistanceKm(leeds, leeds), 0)
})

test('an estimated road is longer than the straight line, and its speed grows with the length', () => {
  const legTo = (lat: number) => estimateLeg({ lat: 0, lng: 0 }, { lat, lng: 0 }, defaultTravel)
  const [near, far] = [legTo(0.01), legTo(2)]
  const detour = (leg: { metres: number }, lat: number) =>
    leg.metres / 1_000 / calculateDistanceKm({ lat: 0, lng: 0 }, { lat, lng: 0 })
  const speed = ({ metres, seconds }: typeof near) => (metres / seconds) * 3.6
  assert.ok(Math.abs(detour(near, 0.01) - 1.29) < 0.005)
  assert.ok(Math.abs(detour(far, 2) - 1.2) < 0.005)
  assert.ok(Math.abs(speed(near) - 41) < 0.5)
  assert.ok(Math.abs(speed(far) - 89.4) < 0.5)
  assert.deepEqual(legTo(0), { metres: 0, seconds: 0 })
})

test('the estimated arrival at a stop includes the travel time and the time at earlier stops', () => {
  const [first, second] = calculateArrivals(route, [aStop(), aStop({ consignmentId: 'b', position: leeds })])
  const { seconds } = estimateLeg(leeds, york, defaultTravel)
  assert.equal(first!.arrives! - eight, seconds * 1_000)
  assert.equal(second!.arrives! - eight, (2 * seconds + 12 * 60) * 1_000)
})

test('a vehicle that arrives before the time window waits until the window begins', () => {
  const [stop] = calculateArrivals(route, [aStop({ requiredFrom: '2026-07-01T10:00:00Z' })])
  assert.equal(stop!.leaves, Date.UTC(2026, 6, 1, 10, 12))
  assert.ok(stop!.waitsMinutes > 60)
})

test('arrivals are not estimated without a start, and a stop without a location is marked', () => {
  assert.equal(calculateArrivals({ ...route, startsAt: null }, [aStop()])[0]!.arrives, null)
  const [nowhere, next] = calculateArrivals(route, [aStop({ position: null }), aStop({ consignmentId: 'b' })])
  assert.deepEqual([nowhere!.arrives, nowhere!.kilometres], [eight, null])
  const { seconds } = estimateLeg(leeds, york, defaultTravel)
  assert.equal(next!.arrives! - eight, (seconds + 12 * 60) * 1_000)
  assert.deepEqual(findStopProblems(aStop({ position: null }), nowhere), [{ kind: 'nowhere' }])
})

test('proposed planned times do not overlap, even for stops without a location', () => {
  const random = seeded(5)
  for (let round = 0; round < 200; round++) {
    const stops = Array.from({ length: 2 + Math.floor(random() * 8) }, (_, index) =>
      aStop({
        key: String(index),
        position: random() < 0.4 ? null : [leeds, york, hull][Math.floor(random() * 3)]!,
        postcodePosition: random() < 0.5 ? york : null,
        timeAtStop: Math.floor(random() * 30),
        requiredFrom: random() < 0.3 ? new Date(eight + Math.floor(random() * 300) * 60_000).toISOString() : null,
      }),
    )
    const lunch = { from: eight + 60 * 60_000, to: eight + 180 * 60_000, minutes: 30 }
    const shape = { ...route, breaks: random() < 0.5 ? [lunch] : [], speedFactor: 0.7 + random() }
    const planned = proposePlannedTimes(stops, calculateArrivals(shape, stops)).map(({ planned }) =>
      Date.parse(planned!),
    )
    assert.equal(planned.length, stops.length, `round ${round}: each has one`)
    for (const [index, { timeAtStop }] of stops.slice(0, -1).entries())
      assert.ok(planned[index + 1]! >= planned[index]! + timeAtStop * 60_000, `round ${round}, stop ${index + 2}`)
  }
})

test('a committed time replaces the time window for lateness', () => {
  const agreed = aStop({ requiredFrom: '2026-07-01T09:00:00Z', committed: '2026-07-01T14:00:00Z', position: york })
  const [arrival] = calculateArrivals(route, [agreed])
  assert.equal(arrival!.leaves, Date.UTC(2026, 6, 1, 13, 45 + agreed.timeAtStop))
  const planned = { ...agreed, requiredTo: '2026-07-01T17:00:00Z', planned: '2026-07-01T14:30:00Z' }
  assert.deepEqual(findStopProblems(planned, undefined), [{ kind: 'late', minutes: 15 }])
})

test('a stop can be late by its estimate but not by its plan, and reversed', () => {
  const planned = aStop({ requiredTo: '2026-07-01T09:00:00Z', planned: '2026-07-01T09:45:00Z' })
  assert.deepEqual(findStopProblems(planned, undefined), [{ kind: 'late', minutes: 45 }])
  const tight = aStop({ requiredTo: '2026-07-01T08:10:00Z' })
  assert.equal(findStopProblems(tight, calculateArrivals(route, [tight])[0])[0]?.kind, 'mayBeLate')
  const roomy = aStop({ requiredTo: '2026-07-01T12:00:00Z', planned: '2026-07-01T11:00:00Z' })
  assert.deepEqual(findStopProblems(roomy, calculateArrivals(route, [roomy])[0]), [])
})

test('deliveries are on board from the start, collections from their stop', () => {
  const stops = [
    aStop({ weight: 60 }),
    aStop({ type: 'collection', weight: 70 }),
    aStop({ weight: 20 }),
    aStop({ weight: null }),
  ]
  assert.deepEqual(calculateCurve(stops, 'weight'), { onBoard: [80, 20, 90, 70, 70], peak: 90, peakAt: 2 })
  assert.deepEqual(calculateCurve([], 'volume'), { onBoard: [0], peak: 0, peakAt: 0 })
  const order = (stopPosition: number, more: object) =>
    ({ loadId: 'a', stopPosition, consigneeAddress: {}, packages: [], plannedPackages: null, ...more }) as never
  const [collects, delivers] = [{ type: 'collection' }, { type: 'delivery' }]
  const orders = [
    order(2, { ...collects, plannedPackages: 3 }),
    order(1, { ...delivers, packages: [{}, {}] }),
    order(3, { ...delivers, plannedPackages: 4, packages: [{}] }),
  ]
  const [known, empty] = addPeakPackages([{ loadId: 'a' }, { loadId: 'b', peakPackages: null }] as never[], orders)
  assert.deepEqual([known!.peakPackages, empty!.peakPackages], [7, null], 'as expected, or else as listed')
  assert.equal(calculateExcess(90, 80), 10)
  assert.equal(calculateExcess(80, 80), 0)
  assert.equal(calculateExcess(80, null), 0)
})

test('the route includes the way back to the end depot', () => {
  assert.equal(calculateKilometres(route, [aStop()]), (2 * estimateLeg(leeds, york, defaultTravel).metres) / 1_000)
  assert.equal(calculateKilometres({ ...route, start: null, end: null }, [aStop()]), null)
})

test('the local stop sequence is applied to the stops that another user saved, and the change is reported', () => {
  const moved = [{ id: 'c', from: 3, to: 1 }]
  assert.deepEqual(compareSequences(['a', 'b', 'c'], ['c', 'a', 'd']), { joined: ['d'], removed: ['b'], moved })
  assert.deepEqual(compareSequences(['a', 'b'], ['a', 'b', 'c']), { joined: ['c'], removed: [], moved: [] })
  assert.deepEqual(compareSequences(['a', 'b'], ['b']), { joined: [], removed: ['a'], moved: [] })
  assert.deepEqual(mergeSequences(['c', 'b', 'a'], ['a', 'b', 'c'], ['a', 'c', 'd']), ['c', 'a', 'd'])
  assert.deepEqual(mergeSequences(['a', 'x', 'b'], ['a', 'b'], ['b', 'x']), ['x', 'b'])
  assert.equal(findSavedNumber(['a', 'b'], 'b'), 2)
  assert.equal(findSavedNumber(['a', 'b'], 'z'), undefined)
  assert.ok(isSame(['a'], ['a']) && !isSame(['a'], ['a', 'b']))
})

test('the comparison of two sequences marks the fewest moved stops', () => {
  const movedIn = (before: string, after: string) =>
    compareSequences([...before], [...after])
      .moved.map(({ id }) => id)
      .join('')
  assert.equal(movedIn('abcdef', 'cabdef'), 'c')
  assert.equal(movedIn('abcdef', 'bcdefa'), 'a')
  assert.equal(movedIn('abcdef', 'abcdef'), '')
  assert.equal(movedIn('abcdef', 'fedcba').length, 5)
  assert.equal(movedIn('abcdef', 'aebdcf').length, 2)
})

test('the grid of the map has few lines at every zoom level', () => {
  for (const size of [180, 40, 7, 1, 0.3, 0.04]) {
    const view = [-2, 50, -2 + size, 50 + size / 3] as const
    const { step, lines } = buildGraticule(view)
    assert.equal(step, calculateGridStep(view))
    assert.ok(lines.length >= 6 && lines.length <= 34, `${lines.length} lines over ${size}°`)
  }
})

test('a polygon repeats its first point on the map, but not in the API', () => {
  const polygon = [leeds, york, { lat: 54.5, lng: -1.2 }]
  assert.deepEqual(readPolygon(closePolygon(polygon)), polygon)
})

test('a map drawing places all points inside its frame, also a single point', () => {
  for (const places of [[leeds, york], [leeds]]) {
    const project = createProjection(calculateBounds(places)!, 400, 300, 20)
    for (const { x, y } of places.map(project)) assert.ok(x >= 19 && x <= 381 && y >= 19 && y <= 281)
  }
})

test('the legs of a route connect start, stops and end, without orders that have no stop position', () => {
  const place = (id: string, number: number | null): StopLocation => ({
    ...{ id, number, name: id, place: id, position: york, type: 'delivery', fault: null, details: [] },
  })
  const depot = { key: 'L', name: 'Leeds', position: leeds }
  const given = {
    start: depot,
    end: depot,
    stops: [place('a', 1), place('b', 2), place('waits', null)],
    areas: [],
    line: null,
    others: [],
  }
  assert.deepEqual(
    buildLegs(given).map(({ to }) => to),
    ['a', 'b', null],
  )
  assert.deepEqual(buildLegs({ ...given, stops: [place('waits', null)] }), [])
  assert.deepEqual(calculateVisibleBounds(given), calculateBounds([leeds, york]))
  assert.equal(calculateVisibleBounds({ start: null, end: null, stops: [], others: [], areas: [] }), null)
})

test('a leg without a start time begins at the previous stop', () => {
  const [, second] = calculateArrivals({ ...route, startsAt: null }, [aStop(), aStop({ consignmentId: 'b' })])
  assert.equal(second!.kilometres, 0)
})

test('the times of a travel server replace the estimate completely', () => {
  const stops = [
    aStop(),
    aStop({ consignmentId: 'nowhere', position: null }),
    aStop({ consignmentId: 'b', position: hull }),
  ]
  const places = listRoutePositions(route, stops)
  assert.deepEqual(places, [leeds, york, hull, leeds])
  const told = {
    legs: [
      { distance: 40.123, duration: 35.5 },
      { distance: 61, duration: 60 },
      { distance: 99.9, duration: 70.25 },
    ],
    line: [
      [53.787, -1.515],
      [53.959, -1.081],
    ],
    source: 'osrm' as const,
    note: null,
  }
  const byRoad = { ...route, roads: parseRoads(places, told) }
  const [first, , last] = calculateArrivals(byRoad, stops)
  assert.equal(first!.arrives, eight + 35.5 * 60_000)
  assert.equal(first!.kilometres, 40.123)
  assert.equal(last!.arrives, first!.leaves! + (60 + 12) * 60_000, 'the time at the stop that is nowhere counts')
  assert.equal(calculateKilometres(byRoad, stops), 201.023)
  assert.deepEqual(byRoad.roads.line, [leeds, york])
  const silent = parseRoads(places, { ...told, source: 'estimate', line: null, note: 'It is away.' })
  assert.deepEqual(silent, { legs: new Map(), line: null, isUnanswered: true })
  assert.deepEqual(parseRoads(places, { ...told, source: 'estimate', line: null, note: null }), route.roads)
  assert.deepEqual(parseRoads(places, undefined), route.roads)
})

test('the route line is divided at each stop, but not where it passes a later stop', () => {
  const at = (lat: number, lng: number) => ({ lat, lng })
  // Past b on the way to a, and back to it.
  const [start, b, a] = [at(50, 4), at(50, 4.5), at(50, 5)]
  const line = [
    start,
    at(50.01, 4.25),
    b,
    at(50.01, 4.75),
    a,
    at(49.99, 4.75),
    at(50.001, 4.501),
    at(49.99, 4.25),
    start,
  ]
  const parts = splitLine(line, [start, a, b, start])
  assert.deepEqual(parts, [line.slice(0, 5), line.slice(4, 7), line.slice(6)])
  const back = line.toReversed()
  assert.deepEqual(splitLine(back, [start, b, a, start]), [back.slice(0, 3), back.slice(2, 5), back.slice(4)])
  assert.deepEqual(splitLine(line, [start, start]), [line])
  assert.deepEqual(splitLine([start, a], [start, a, a, a]).at(-1), [a, a])
})

test('the map shows the name of a country once, on its largest outline', () => {
  const found = [
    { numericCode: '036', name: 'Ashmore and Cartier Is.', size: 1 },
    { numericCode: '036', name: 'Australia', size: 700 },
    { numericCode: '528', name: 'Netherlands', size: 4 },
    { numericCode: '', name: 'Siachen Glacier', size: 1 },
  ]
  const once = labelCountries(found, 'de-DE').map(({ name, outline }) => [name, outline.size])
  assert.deepEqual(once, [
    ['Australien', 700],
    ['Niederlande', 4],
    ['Siachen Glacier', 1],
  ])
})

test('an outline across the date line or around a pole is drawn correctly', () => {
  const far = [
    [170, 60],
    [179, 62],
    [-178, 64],
    [-170, 66],
    [175, 70],
    [170, 60],
  ]
  assert.deepEqual(
    correctDateLine(far).map(([lng]) => lng),
    [170, 179, 182, 190, 175, 170],
  )
  const pole = [
    [-180, -90],
    [-180, -80],
    [0, -70],
    [180, -80],
    [180, -90],
    [-180, -90],
  ]
  assert.deepEqual(correctDateLine(pole), pole)
})
