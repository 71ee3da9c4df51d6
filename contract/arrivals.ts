// Calculates when a vehicle reaches the stops of a route. The server, the console and other clients use the same
// calculation.
import type { GeoPosition, TravelLeg } from './travel.ts'

/** Fields of a visit that decide its times. */
export interface StopVisit {
  position: GeoPosition | null
  /** Start of the service window, in milliseconds since 1970; null without a window. */
  opensAt: number | null
  /** Minutes. */
  timeAtStop: number
}

export interface PromisedTimes {
  committed?: string | null | undefined
  requiredFrom?: string | null | undefined
  requiredTo?: string | null | undefined
}

const minute = 60_000
/** Half length of the window around a committed time, in milliseconds. */
const agreedMs = 15 * minute

/** Milliseconds by which a committed time precedes the required window if it was promised for an earlier window. */
const formerMs = 12 * 60 * minute

const millisecondsOf = (text: string | null | undefined): number | null => (text ? new Date(text).getTime() : null)

/** Returns the committed time. Returns null if the order has none, or if its window starts at least 12 hours later. */
export function getCommittedTime({ committed, requiredFrom }: PromisedTimes): string | null {
  const [agreed, opensAt] = [millisecondsOf(committed), millisecondsOf(requiredFrom)]
  return agreed === null || (opensAt !== null && opensAt - agreed >= formerMs) ? null : committed!
}

/** Returns the service window of a stop, in milliseconds since 1970. A committed time replaces the required window. */
export function calculateServiceWindow(order: PromisedTimes): { opensAt: number | null; closesAt: number | null } {
  const agreed = millisecondsOf(getCommittedTime(order))
  return agreed === null
    ? { opensAt: millisecondsOf(order.requiredFrom), closesAt: millisecondsOf(order.requiredTo) }
    : { opensAt: agreed - agreedMs, closesAt: agreed + agreedMs }
}

/** A break that begins between `from` and `to`, at a stop or on the way. Both are milliseconds since 1970. */
export interface RouteBreak {
  from: number
  to: number
  minutes: number
}

export interface RouteDeparture {
  start: GeoPosition | null
  /** Start in milliseconds since 1970; null if unknown. */
  startsAt: number | null
  legOf(from: GeoPosition, to: GeoPosition): TravelLeg
  /** End of the route after the last stop; none by default. */
  end?: GeoPosition | null
  /** Breaks of the driver. A break that may only begin after the end of the route is not taken. */
  breaks?: readonly RouteBreak[]
}

export interface StopArrival {
  /** Arrival in milliseconds since 1970; null without a start. */
  arrives: number | null
  /** Time at which the work begins: the window is open, and a break at the stop is over. */
  begins: number | null
  leaves: number | null
  /** Kilometres by road from the previous location; null if one of the two locations is unknown. */
  kilometres: number | null
  /** Minutes of waiting for the window, without breaks. */
  waitsMinutes: number
  /** Breaks on the way to the stop, or at the stop before the work. */
  breaks: readonly RouteBreak[]
}

export interface RouteTimes {
  arrivals: StopArrival[]
  /** End of the route; null without a start. */
  ends: number | null
}

/** A stop or the end of the route, with times in milliseconds. */
interface Node {
  travel: number
  opensAt: number
  service: number
}

/**
 * Returns the arrival at each stop and the end of the route. A vehicle that is early waits for the time window. A
 * stop without a location adds its time at the stop, but no travel time.
 */
export function calculateRouteTimes(departure: RouteDeparture, stops: readonly StopVisit[]): RouteTimes {
  const { start, startsAt, legOf, end = null } = departure
  let current = start
  const legs = stops.map(({ position }) => {
    const leg = current && position ? legOf(current, position) : null
    current = position ?? current
    return leg
  })
  const nodes = stops.map(
    ({ opensAt, timeAtStop }, index): Node => ({
      travel: (legs[index]?.seconds ?? 0) * 1_000,
      opensAt: opensAt ?? -Infinity,
      service: timeAtStop * minute,
    }),
  )
  nodes.push({ travel: current && end ? legOf(current, end).seconds * 1_000 : 0, opensAt: -Infinity, service: 0 })
  const times = startsAt === null ? undefined : along(nodes, startsAt, sortBreaks(departure.breaks ?? [], startsAt))
  const arrivals = legs.map((leg, index): StopArrival => {
    const kilometres = leg ? leg.metres / 1_000 : null
    const time = times?.[index]
    if (!time) return { arrives: null, begins: null, leaves: null, kilometres, waitsMinutes: 0, breaks: [] }
    const { arrives, begins, leaves, breaks, waits } = time
    return { arrives, begins, leaves, kilometres, waitsMinutes: Math.round(waits / minute), breaks }
  })
  return { arrivals, ends: times?.at(-1)?.leaves ?? null }
}

export const calculateArrivals = (departure: RouteDeparture, stops: readonly StopVisit[]): StopArrival[] =>
  calculateRouteTimes(departure, stops).arrivals

/** Sorts breaks by the latest time at which they may begin. Omits breaks whose latest time is before the start. */
const sortBreaks = (breaks: readonly RouteBreak[], startsAt: number): RouteBreak[] =>
  breaks.filter(({ to }) => to >= startsAt).sort((first, second) => first.to - second.to)

interface Label {
  leaves: number
  /** Number of breaks taken before the way to this stop. */
  breaksBefore: number
}

type Labels = (Label | undefined)[]

/** Returns the earliest departures from the start and from each stop, by the number of breaks taken so far. */
function labelsOf(nodes: readonly Node[], startsAt: number, breaks: readonly RouteBreak[]): Labels[] {
  const labels: Labels[] = [[{ leaves: startsAt, breaksBefore: 0 }]]
  for (const node of nodes) labels.push(labelsAfter(labels.at(-1)!, node, breaks))
  return labels
}

/** Returns the labels of a stop from the labels of the stop before it. */
function labelsAfter(labels: Labels, { travel, opensAt, service }: Node, breaks: readonly RouteBreak[]): Labels {
  const nextLabels: Labels = []
  for (const [breaksBefore, label] of labels.entries()) {
    if (!label) continue
    let free = label.leaves
    let ready = free + travel
    for (let takenCount = breaksBefore; ; takenCount++) {
      const leaves = Math.max(ready, opensAt) + service
      if (leaves < (nextLabels[takenCount]?.leaves ?? Infinity)) nextLabels[takenCount] = { leaves, breaksBefore }
      const pause = breaks[takenCount]
      const begins = pause && Math.max(free, pause.from)
      if (!pause || begins! > pause.to) break
      ready = Math.max(ready, pause.from) + pause.minutes * minute
      free = begins! + pause.minutes * minute
    }
  }
  return nextLabels
}

/**
 * Returns the number of breaks that are taken if the route misses as few breaks as possible and then ends as early as
 * possible.
 */
function bestOf(last: Labels, breaks: readonly RouteBreak[]): number {
  let best = { taken: 0, missed: Infinity, leaves: Infinity }
  for (const [taken, label] of last.entries()) {
    if (!label) continue
    const { leaves } = label
    const missed = breaks.filter(({ to }, index) => index >= taken && to < leaves).length
    if (missed < best.missed || (missed === best.missed && leaves < best.leaves)) best = { taken, missed, leaves }
  }
  return best.taken
}

/** Calculates the times of all stops. Places each break where it delays the route least. */
function along(nodes: readonly Node[], startsAt: number, breaks: readonly RouteBreak[]) {
  const labels = labelsOf(nodes, startsAt, breaks)
  const breaksByNode: RouteBreak[][] = nodes.map(() => [])
  let takenCount = bestOf(labels.at(-1)!, breaks)
  for (let node = nodes.length - 1; node >= 0; node--) {
    const { breaksBefore: fewer } = labels[node + 1]![takenCount]!
    breaksByNode[node] = breaks.slice(fewer, takenCount)
    takenCount = fewer
  }
  let leavesMs = startsAt
  return nodes.map(({ travel, opensAt, service }, node) => {
    const nodeBreaks = breaksByNode[node]!
    let arrives = leavesMs + travel
    let ready = arrives
    let free = leavesMs
    let rested = 0
    for (const { from, to, minutes } of nodeBreaks) {
      const ms = minutes * minute
      // A single break begins at the stop if the vehicle arrives in time. Several breaks begin as early as they may.
      const begins = nodeBreaks.length === 1 && arrives <= to ? Math.max(arrives, from) : Math.max(free, from)
      if (begins < arrives) arrives += ms
      else rested += ms
      ready = Math.max(ready, from) + ms
      free = begins + ms
    }
    const begins = Math.max(ready, opensAt)
    leavesMs = begins + service
    return { arrives, begins, leaves: leavesMs, breaks: nodeBreaks, waits: Math.max(0, begins - arrives - rested) }
  })
}
