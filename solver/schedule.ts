// Schedules one route: the earliest end, the latest departure that still reaches it, and the breaks.
import type { VehicleBreak } from './model.ts'

/**
 * Times of one route: node 0 is the start, the last node the end. The caller fills in the input, calls `scheduleRoute`,
 * and reads the result.
 */
export interface RouteTimetable {
  count: number
  /** Travel time from the node before. */
  travel: Float64Array
  open: Float64Array
  /**
   * Close of the window with allowed lateness, after which service cannot begin. `tight` is the close without lateness.
   */
  close: Float64Array
  tight: Float64Array
  service: Float64Array
  breaks: readonly VehicleBreak[]
  arrival: Float64Array
  start: Float64Array
  departure: Float64Array
  /** Break before this node, or −1 if the route needs none there. */
  breakBefore: Int32Array
  breakStart: Float64Array
  /** Overrun: sum of seconds after `close`; 0 if every window is kept. */
  overrun: number
  /** Sum of late seconds after `tight`. */
  late: number
  /** Number of missed breaks, which are needed but do not fit. */
  missed: number
  /**
   * Time labels by node and number of breaks taken: earliest end of service, overrun until then, breaks taken up to the
   * previous node.
   */
  time: Float64Array
  excess: Float64Array
  previousBreaks: Int32Array
}

export function createTimetable(nodes: number, breaks: number): RouteTimetable {
  const labels = nodes * (breaks + 1)
  const numbers = () => new Float64Array(nodes)
  return {
    count: 0,
    travel: numbers(),
    open: numbers(),
    close: numbers(),
    tight: numbers(),
    service: numbers(),
    breaks: [],
    arrival: numbers(),
    start: numbers(),
    departure: numbers(),
    breakBefore: new Int32Array(breaks),
    breakStart: new Float64Array(breaks),
    overrun: 0,
    late: 0,
    missed: 0,
    time: new Float64Array(labels),
    excess: new Float64Array(labels),
    previousBreaks: new Int32Array(labels),
  }
}

/**
 * Returns the breaks of a shift in the order of their latest start. Omits breaks that would have to start before the
 * shift.
 */
export function listBreaks(breaks: readonly VehicleBreak[] | undefined, shiftStart: number): readonly VehicleBreak[] {
  return (breaks ?? []).filter(({ latest }) => latest >= shiftStart).sort((a, b) => a.latest - b.latest)
}

export function scheduleRoute(table: RouteTimetable): void {
  reachEarliest(table)
  choosePlaces(table)
  const last = table.count - 1
  const departure = latestDeparture(table, table.departure[last]!)
  follow(table, departure)
  let late = 0
  let overrun = 0
  for (let node = 0; node <= last; node++) {
    late += Math.max(0, table.start[node]! - table.tight[node]!)
    overrun += Math.max(0, table.start[node]! - table.close[node]!)
  }
  table.late = late
  table.overrun = overrun
}

/**
 * Calculates labels: the earliest end of service at each node, by the number of breaks taken. Kept windows have
 * priority over an early end.
 */
function reachEarliest(table: RouteTimetable): void {
  const { count, breaks, time, excess } = table
  const width = breaks.length + 1
  time.fill(Infinity, 0, count * width)
  time[0] = table.open[0]!
  excess[0] = 0
  for (let node = 1; node < count; node++)
    for (let breakCount = 0; breakCount < width; breakCount++)
      if (time[(node - 1) * width + breakCount] !== Infinity) extendLabel(table, node, breakCount)
}

/**
 * Extends a label of the previous node to a node: without a break in between, and with each further break that fits.
 */
function extendLabel(table: RouteTimetable, node: number, breakCount: number): void {
  const { breaks, time, excess, previousBreaks } = table
  const width = breaks.length + 1
  const previousLabel = (node - 1) * width + breakCount
  let free = time[previousLabel]!
  let ready = free + table.travel[node]!
  for (let nextCount = breakCount; ; nextCount++) {
    const begun = ready > table.open[node]! ? ready : table.open[node]!
    const over = excess[previousLabel]! + (begun > table.close[node]! ? begun - table.close[node]! : 0)
    const end = begun + table.service[node]!
    const label = node * width + nextCount
    if (time[label] === Infinity || over < excess[label]! || (over === excess[label] && end < time[label]!)) {
      time[label] = end
      excess[label] = over
      previousBreaks[label] = breakCount
    }
    if (nextCount === breaks.length) return
    const { earliest, latest, seconds } = breaks[nextCount]!
    const begin = free > earliest ? free : earliest
    if (begin > latest) return
    ready = (ready > earliest ? ready : earliest) + seconds
    free = begin + seconds
  }
}

/** Chooses the places of the breaks: the best label at the end, followed back. */
function choosePlaces(table: RouteTimetable): void {
  const { count, breaks, time, excess, previousBreaks, breakBefore } = table
  const width = breaks.length + 1
  const last = count - 1
  let best = -1
  let bestMissed = Infinity
  for (let done = 0; done < width; done++) {
    const label = last * width + done
    if (time[label] === Infinity) continue
    let missed = 0
    for (let b = done; b < breaks.length; b++) if (breaks[b]!.latest < time[label]!) missed++
    const better =
      best < 0 ||
      missed < bestMissed ||
      (missed === bestMissed &&
        (excess[label]! < excess[best]! || (excess[label] === excess[best] && time[label]! < time[best]!)))
    if (!better) continue
    best = label
    bestMissed = missed
  }
  table.missed = bestMissed
  table.departure[last] = time[best]!
  breakBefore.fill(-1)
  for (let node = last, done = best - last * width; node > 0; node--) {
    const previousCount = previousBreaks[node * width + done]!
    for (let b = previousCount; b < done; b++) breakBefore[b] = node
    done = previousCount
  }
}

/** Returns the latest departure that keeps the end of the route and makes no stop later than necessary. */
function latestDeparture(table: RouteTimetable, end: number): number {
  const { breaks, breakBefore, open, close, tight } = table
  // The earliest departure first shows which stops are late anyway. A later departure must not make them later.
  follow(table, open[0]!)
  let latest = end
  for (let node = table.count - 1; node > 0; node--) {
    const limit = Math.max(tight[node]!, table.start[node]!)
    latest = Math.min(latest - table.service[node]!, limit) - table.travel[node]!
    let breakSeconds = 0
    let bound = Infinity
    for (let b = 0; b < breaks.length; b++)
      if (breakBefore[b] === node) {
        bound = Math.min(bound, breaks[b]!.latest - breakSeconds)
        breakSeconds += breaks[b]!.seconds
      }
    latest = Math.min(latest - breakSeconds, bound)
  }
  return Math.max(open[0]!, Math.min(close[0]!, latest))
}

/** Follows the route after this departure, with the breaks at their places, to calculate its times. */
function follow(table: RouteTimetable, departure: number): void {
  const { count, breaks, breakBefore, breakStart } = table
  table.arrival[0] = departure
  table.start[0] = departure
  table.departure[0] = departure
  for (let node = 1; node < count; node++) {
    let free = table.departure[node - 1]!
    let arrival = free + table.travel[node]!
    let ready = arrival
    let breakCount = 0
    for (let b = 0; b < breaks.length; b++) if (breakBefore[b] === node) breakCount++
    for (let b = 0; breakCount > 0 && b < breaks.length; b++) {
      if (breakBefore[b] !== node) continue
      const { earliest, latest, seconds } = breaks[b]!
      // A single break is taken at the stop if the vehicle arrives in time for it. Otherwise a break begins as early as
      // possible.
      const begin = breakCount === 1 && arrival <= latest ? Math.max(arrival, earliest) : Math.max(free, earliest)
      if (begin < arrival) arrival += seconds
      breakStart[b] = begin
      ready = Math.max(ready, earliest) + seconds
      free = begin + seconds
    }
    table.arrival[node] = arrival
    table.start[node] = Math.max(ready, table.open[node]!)
    table.departure[node] = table.start[node]! + table.service[node]!
  }
}
