// Updates the times, loads, durations and costs of a route after a change of its sequence.
import {
  endOf,
  FIGURE_COUNT,
  LATEST_START,
  LEG_METRES,
  LOAD_FIELDS,
  NEXT_LOCATION,
  NEXT_NODE,
  NODE_LOCATION,
  NODE_ROUTE,
  PREV_NODE,
  READY_TIME,
  ROUTE_COST,
  ROUTE_LATENESS,
  ROUTE_LENGTH,
  ROUTE_METRES,
  ROUTE_SECONDS,
  type RoutePlan,
  SPAN_SIZE,
  STOP_COUNT,
  startOf,
  TIGHT_START,
} from './layout.ts'
import { calculateRoutePrice } from './trial.ts'

/** Updates all figures of a route from its sequence. A route that breaks a rule costs Infinity. */
export function updateRoute(plan: RoutePlan, r: number): void {
  const { tables, figures } = plan
  const offset = r * FIGURE_COUNT
  let inOrder = walkForward(plan, r)
  walkBackward(plan, r)
  for (let d = 0; d < tables.dimensions; d++) if (!walkLoads(plan, r, d)) inOrder = false
  figures[offset + ROUTE_SECONDS] = 0
  if (tables.timed[r]) {
    // Empty routes need spans too, to evaluate their first job.
    const duration = walkSpansTo(plan, r, startOf(tables, r))
    walkSpansFrom(plan, r, endOf(tables, r))
    if (figures[offset + STOP_COUNT]! > 0) figures[offset + ROUTE_SECONDS] = duration
  }
  setCost(plan, r, inOrder)
  updateUsedRoutes(plan, r)
}

function setCost(plan: RoutePlan, r: number, inOrder: boolean): void {
  const { tables, figures } = plan
  const offset = r * FIGURE_COUNT
  if (figures[offset + STOP_COUNT] === 0) figures[offset + ROUTE_COST] = 0
  else if (tables.breaks[r]!.length > 0 || figures[offset + ROUTE_LATENESS]! > 0)
    figures[offset + ROUTE_COST] = calculateRoutePrice(plan, r)
  else if (
    !inOrder ||
    figures[offset + ROUTE_SECONDS]! > tables.maxDuration[r]! ||
    figures[offset + ROUTE_METRES]! > tables.maxDistance[r]!
  )
    figures[offset + ROUTE_COST] = Infinity
  else
    figures[offset + ROUTE_COST] =
      tables.fixed[r]! +
      tables.perMetre[r]! * figures[offset + ROUTE_METRES]! +
      tables.perSecond[r]! * figures[offset + ROUTE_SECONDS]! +
      (tables.hasMoves ? moves(plan, r) : 0)
}

/**
 * Updates a route around one inserted job, in both directions from it until nothing changes. Cheaper than
 * `updateRoute`.
 */
export function updateAround(plan: RoutePlan, job: number): void {
  const { tables, figures, work, size } = plan
  const r = work[job * size + NODE_ROUTE]!
  const offset = r * FIGURE_COUNT
  if (tables.hasLateness || tables.hasReloads || figures[offset + ROUTE_COST] === Infinity) {
    updateRoute(plan, r)
    return
  }
  figures[offset + ROUTE_METRES]! += delay(plan, job)
  figures[offset + STOP_COUNT]!++
  figures[offset + ROUTE_LENGTH]!++
  hasten(plan, job)
  for (let d = 0; d < tables.dimensions; d++) {
    work[startOf(tables, r) * size + LOAD_FIELDS + d]! += tables.deliver[job * tables.dimensions + d]!
    if (tables.hasCollections) carry(plan, r, d)
  }
  if (tables.timed[r]) {
    figures[offset + ROUTE_SECONDS] = walkSpansTo(plan, r, work[job * size + PREV_NODE]!)
    walkSpansFrom(plan, r, work[job * size + NEXT_NODE]!)
  }
  setCost(plan, r, true)
  updateUsedRoutes(plan, r)
}

/** Delays the times after the job until they no longer change. Returns the additional metres. */
function delay({ tables, work, size }: RoutePlan, job: number): number {
  const { place, open, service, row } = tables
  const { seconds, metres } = tables.roads[tables.roadsOf[work[job * size + NODE_ROUTE]!]!]!
  const previousBase = work[job * size + PREV_NODE]! * size
  const following = work[job * size + NEXT_NODE]!
  const jobLocation = place[job]!
  const nextLocation = place[following]!
  const leg = work[previousBase + NODE_LOCATION]! * row + jobLocation
  const added = metres[leg]! + metres[jobLocation * row + nextLocation]! - work[previousBase + LEG_METRES]!
  work[previousBase + LEG_METRES] = metres[leg]!
  work[previousBase + NEXT_LOCATION] = jobLocation
  work[job * size + LEG_METRES] = metres[jobLocation * row + nextLocation]!
  work[job * size + NEXT_LOCATION] = nextLocation
  let time = Math.max(work[previousBase + READY_TIME]! + seconds[leg]!, open[job]!) + service[job]!
  work[job * size + READY_TIME] = time
  for (let base = job * size; ; ) {
    const next = work[base + NEXT_NODE]!
    time += seconds[work[base + NODE_LOCATION]! * row + work[base + NEXT_LOCATION]!]!
    if (time < open[next]!) time = open[next]!
    time += service[next]!
    base = next * size
    if (work[base + READY_TIME] === time) return added
    work[base + READY_TIME] = time
    if (next >= tables.jobs) return added
  }
}

/** Lowers the latest times before the job until they no longer change. */
function hasten({ tables, work, size }: RoutePlan, job: number): void {
  const { place, close, service, row } = tables
  const { seconds } = tables.roads[tables.roadsOf[work[job * size + NODE_ROUTE]!]!]!
  const latestAfter = work[work[job * size + PREV_NODE]! * size + LATEST_START]!
  work[job * size + LATEST_START] = latestAfter
  work[job * size + TIGHT_START] = latestAfter
  let latest = latestAfter
  for (let node = job; node < tables.jobs; ) {
    const base = node * size
    latest -= seconds[place[node]! * row + work[base + NEXT_LOCATION]!]! + service[node]!
    if (latest > close[node]!) latest = close[node]!
    node = work[base + PREV_NODE]!
    // The node before the job has a new next stop, so the loop does not end there, even if the value is equal.
    if (work[node * size + LATEST_START] === latest && base !== job * size) return
    work[node * size + LATEST_START] = latest
    work[node * size + TIGHT_START] = latest
  }
}

function moves({ tables, work, size }: RoutePlan, r: number): number {
  const end = endOf(tables, r)
  let sum = 0
  for (let node = work[startOf(tables, r) * size + NEXT_NODE]!; node !== end; node = work[node * size + NEXT_NODE]!)
    if (node < tables.jobs && tables.had[node] !== r) sum += tables.moved[node]!
  return sum
}

function walkForward({ tables, work, size, figures }: RoutePlan, r: number): boolean {
  const { place, open, close, tight, service, row, jobs } = tables
  const { seconds, metres } = tables.roads[tables.roadsOf[r]!]!
  const end = endOf(tables, r)
  let node = startOf(tables, r)
  let time = open[node]!
  let length = 0
  let metresSum = 0
  let stops = 0
  let late = 0
  let inTime = true
  work[node * size + READY_TIME] = time
  while (node !== end) {
    const base = node * size
    const next = work[base + NEXT_NODE]!
    const nextLocation = place[next]!
    const leg = place[node]! * row + nextLocation
    work[base + LEG_METRES] = metres[leg]!
    work[base + NEXT_LOCATION] = nextLocation
    metresSum += metres[leg]!
    time += seconds[leg]!
    if (time < open[next]!) time = open[next]!
    if (time > tight[next]!) {
      late += time - tight[next]!
      if (time > close[next]!) inTime = false
    }
    time += service[next]!
    work[next * size + READY_TIME] = time
    node = next
    length++
    if (node < jobs) stops++
  }
  const offset = r * FIGURE_COUNT
  figures[offset + STOP_COUNT] = stops
  figures[offset + ROUTE_LENGTH] = length - 1
  figures[offset + ROUTE_METRES] = metresSum
  figures[offset + ROUTE_LATENESS] = late
  return inTime
}

function walkBackward({ tables, work, size }: RoutePlan, r: number): void {
  const { place, close, tight, service, row } = tables
  const { seconds } = tables.roads[tables.roadsOf[r]!]!
  const start = startOf(tables, r)
  let node = endOf(tables, r)
  let latest = close[node]!
  let punctual = latest
  while (node !== start) {
    const prev = work[node * size + PREV_NODE]!
    work[prev * size + LATEST_START] = latest
    work[prev * size + TIGHT_START] = punctual
    const step = seconds[place[prev]! * row + place[node]!]! + service[prev]!
    latest -= step
    punctual -= step
    if (latest > close[prev]!) latest = close[prev]!
    if (punctual > tight[prev]!) punctual = tight[prev]!
    node = prev
  }
}

/**
 * Calculates the load of a route trip by trip, because a reload ends a trip. If no route has collections or reloads,
 * only the load at the start is stored. Returns false if a load exceeds the capacity.
 */
function walkLoads(plan: RoutePlan, r: number, d: number): boolean {
  const { tables, work, size } = plan
  const { dimensions, deliver, jobs } = tables
  const end = endOf(tables, r)
  const beforeField = LOAD_FIELDS + d
  const most = tables.capacity[r * dimensions + d]!
  let inside = true
  for (let begin = startOf(tables, r); begin !== end; ) {
    let load = 0
    let node = work[begin * size + NEXT_NODE]!
    for (; node < jobs; node = work[node * size + NEXT_NODE]!) load += deliver[node * dimensions + d]!
    work[begin * size + beforeField] = load
    if (tables.isOneLoad) return load <= most
    if (walkTrip(plan, d, begin, load) > most) inside = false
    begin = node
  }
  return inside
}

/** Calculates the loads before and after each node of a trip from the load at its start. Returns the peak load. */
function walkTrip({ tables, work, size }: RoutePlan, d: number, begin: number, atStart: number): number {
  const { dimensions, deliver, collect, jobs, hasCollections } = tables
  const beforeField = LOAD_FIELDS + d
  const afterField = LOAD_FIELDS + dimensions + d
  let load = atStart
  let peak = load
  let node = work[begin * size + NEXT_NODE]!
  for (; node < jobs; node = work[node * size + NEXT_NODE]!) {
    if (hasCollections) {
      load += collect[node * dimensions + d]! - deliver[node * dimensions + d]!
      if (load > peak) peak = load
    }
    work[node * size + beforeField] = peak
  }
  if (!hasCollections) return peak
  let peakAfter = load
  for (node = work[node * size + PREV_NODE]!; ; node = work[node * size + PREV_NODE]!) {
    if (load > peakAfter) peakAfter = load
    work[node * size + afterField] = peakAfter
    if (node === begin) return peak
    load -= collect[node * dimensions + d]! - deliver[node * dimensions + d]!
  }
}

/** Calculates the loads of a single trip from the load at its start. */
function carry({ tables, work, size }: RoutePlan, r: number, d: number): void {
  const { dimensions, change } = tables
  const start = startOf(tables, r)
  const end = endOf(tables, r)
  const beforeField = LOAD_FIELDS + d
  const afterField = LOAD_FIELDS + dimensions + d
  let load = work[start * size + beforeField]!
  let peak = load
  for (let node = work[start * size + NEXT_NODE]!; node !== end; node = work[node * size + NEXT_NODE]!) {
    load += change[node * dimensions + d]!
    if (load > peak) peak = load
    work[node * size + beforeField] = peak
  }
  peak = load
  for (let node = work[end * size + PREV_NODE]!; ; node = work[node * size + PREV_NODE]!) {
    if (load > peak) peak = load
    work[node * size + afterField] = peak
    if (node === start) return
    load -= change[node * dimensions + d]!
  }
}

/**
 * Walks the spans from the start: the least duration, without lateness, of each first part of the route. Returns the
 * least duration of the whole route.
 */
function walkSpansTo({ tables, work, size, spans }: RoutePlan, r: number, startNode: number): number {
  const { place, open, tight, service, row } = tables
  const { seconds } = tables.roads[tables.roadsOf[r]!]!
  const end = endOf(tables, r)
  let offset = startNode * SPAN_SIZE
  if (startNode >= tables.jobs) {
    spans[offset] = 0
    spans[offset + 1] = open[startNode]!
    spans[offset + 2] = tight[startNode]!
  }
  let least = spans[offset]!
  let a = spans[offset + 1]!
  let b = spans[offset + 2]!
  for (let node = startNode; node !== end; ) {
    const next = work[node * size + NEXT_NODE]!
    const step = least + seconds[place[node]! * row + place[next]!]!
    const wait = Math.max(open[next]! - step - b, 0)
    a = Math.max(open[next]! - step, a) - wait
    b = Math.min(tight[next]! - step, b)
    least = step + service[next]! + wait
    offset = next * SPAN_SIZE
    spans[offset] = least
    spans[offset + 1] = a
    spans[offset + 2] = b
    node = next
  }
  return least
}

/** Walks the spans to the end: the least duration, without lateness, of each last part of the route. */
function walkSpansFrom({ tables, work, size, spans }: RoutePlan, r: number, endNode: number): void {
  const { place, open, tight, service, row } = tables
  const { seconds } = tables.roads[tables.roadsOf[r]!]!
  const start = startOf(tables, r)
  let offset = endNode * SPAN_SIZE + 3
  if (endNode >= tables.jobs) {
    spans[offset] = 0
    spans[offset + 1] = open[endNode]!
    spans[offset + 2] = tight[endNode]!
  }
  let least = spans[offset]!
  let a = spans[offset + 1]!
  let b = spans[offset + 2]!
  for (let node = endNode; node !== start; ) {
    const prev = work[node * size + PREV_NODE]!
    const step = service[prev]! + seconds[place[prev]! * row + place[node]!]!
    const wait = Math.max(a - step - tight[prev]!, 0)
    a = Math.max(a - step, open[prev]!) - wait
    b = Math.min(b - step, tight[prev]!)
    least += step + wait
    offset = prev * SPAN_SIZE + 3
    spans[offset] = least
    spans[offset + 1] = a
    spans[offset + 2] = b
    node = prev
  }
}

export function updateUsedRoutes(plan: RoutePlan, r: number): void {
  const { used, usedAt } = plan
  const has = plan.figures[r * FIGURE_COUNT + STOP_COUNT]! > 0
  if (has && usedAt[r]! < 0) {
    usedAt[r] = plan.usedCount
    used[plan.usedCount++] = r
  } else if (!has && usedAt[r]! >= 0) {
    const last = used[--plan.usedCount]!
    used[usedAt[r]!] = last
    usedAt[last] = usedAt[r]!
    usedAt[r] = -1
  }
}
