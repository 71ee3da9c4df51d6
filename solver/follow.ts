// Updates the times, loads, durations and costs of a route after a change of its sequence.
import {
  COST,
  endOf,
  FIGURES,
  LATE,
  LATEST,
  LEG,
  LENGTH,
  LOADS,
  METRES,
  NEXT,
  NEXT_PLACE,
  PLACE,
  type Plan,
  PREV,
  READY,
  ROUTE,
  SECONDS,
  SPAN,
  STOPS,
  startOf,
  TIGHT,
} from './layout.ts'
import { priceOfRoute } from './trial.ts'

/** Updates all figures of a route from its sequence. A route that breaks a rule costs Infinity. */
export function update(plan: Plan, r: number): void {
  const { tables, figures } = plan
  const at = r * FIGURES
  let inOrder = walkForward(plan, r)
  walkBackward(plan, r)
  for (let d = 0; d < tables.dimensions; d++) if (!walkLoads(plan, r, d)) inOrder = false
  figures[at + SECONDS] = 0
  if (tables.timed[r]) {
    // An empty route too: its first job is judged by them.
    const duration = walkSpansTo(plan, r, startOf(tables, r))
    walkSpansFrom(plan, r, endOf(tables, r))
    if (figures[at + STOPS]! > 0) figures[at + SECONDS] = duration
  }
  setCost(plan, r, inOrder)
  markUsed(plan, r)
}

function setCost(plan: Plan, r: number, inOrder: boolean): void {
  const { tables, figures } = plan
  const at = r * FIGURES
  if (figures[at + STOPS] === 0) figures[at + COST] = 0
  else if (tables.breaks[r]!.length > 0 || figures[at + LATE]! > 0) figures[at + COST] = priceOfRoute(plan, r)
  else if (
    !inOrder ||
    figures[at + SECONDS]! > tables.maxDuration[r]! ||
    figures[at + METRES]! > tables.maxDistance[r]!
  )
    figures[at + COST] = Infinity
  else
    figures[at + COST] =
      tables.fixed[r]! +
      tables.perMetre[r]! * figures[at + METRES]! +
      tables.perSecond[r]! * figures[at + SECONDS]! +
      (tables.hasMoves ? moves(plan, r) : 0)
}

/** Updates a route around one inserted job, in both directions from it until nothing changes. Cheaper than `update`. */
export function updateAround(plan: Plan, job: number): void {
  const { tables, figures, work, size } = plan
  const r = work[job * size + ROUTE]!
  const at = r * FIGURES
  if (tables.hasLateness || tables.hasReloads || figures[at + COST] === Infinity) {
    update(plan, r)
    return
  }
  figures[at + METRES]! += delay(plan, job)
  figures[at + STOPS]!++
  figures[at + LENGTH]!++
  hasten(plan, job)
  for (let d = 0; d < tables.dimensions; d++) {
    work[startOf(tables, r) * size + LOADS + d]! += tables.deliver[job * tables.dimensions + d]!
    if (tables.hasCollections) carry(plan, r, d)
  }
  if (tables.timed[r]) {
    figures[at + SECONDS] = walkSpansTo(plan, r, work[job * size + PREV]!)
    walkSpansFrom(plan, r, work[job * size + NEXT]!)
  }
  setCost(plan, r, true)
  markUsed(plan, r)
}

/** Delays the times after the job until they no longer change. Returns the additional metres. */
function delay({ tables, work, size }: Plan, job: number): number {
  const { place, open, service, row } = tables
  const { seconds, metres } = tables.roads[tables.roadsOf[work[job * size + ROUTE]!]!]!
  const before = work[job * size + PREV]! * size
  const after = work[job * size + NEXT]!
  const here = place[job]!
  const there = place[after]!
  const to = work[before + PLACE]! * row + here
  const added = metres[to]! + metres[here * row + there]! - work[before + LEG]!
  work[before + LEG] = metres[to]!
  work[before + NEXT_PLACE] = here
  work[job * size + LEG] = metres[here * row + there]!
  work[job * size + NEXT_PLACE] = there
  let time = Math.max(work[before + READY]! + seconds[to]!, open[job]!) + service[job]!
  work[job * size + READY] = time
  for (let base = job * size; ; ) {
    const next = work[base + NEXT]!
    time += seconds[work[base + PLACE]! * row + work[base + NEXT_PLACE]!]!
    if (time < open[next]!) time = open[next]!
    time += service[next]!
    base = next * size
    if (work[base + READY] === time) return added
    work[base + READY] = time
    if (next >= tables.jobs) return added
  }
}

/** Lowers the latest times before the job until they no longer change. */
function hasten({ tables, work, size }: Plan, job: number): void {
  const { place, close, service, row } = tables
  const { seconds } = tables.roads[tables.roadsOf[work[job * size + ROUTE]!]!]!
  const latestAfter = work[work[job * size + PREV]! * size + LATEST]!
  work[job * size + LATEST] = latestAfter
  work[job * size + TIGHT] = latestAfter
  let latest = latestAfter
  for (let node = job; node < tables.jobs; ) {
    const base = node * size
    latest -= seconds[place[node]! * row + work[base + NEXT_PLACE]!]! + service[node]!
    if (latest > close[node]!) latest = close[node]!
    node = work[base + PREV]!
    // Just before the job it is the time of another stop than it was.
    if (work[node * size + LATEST] === latest && base !== job * size) return
    work[node * size + LATEST] = latest
    work[node * size + TIGHT] = latest
  }
}

function moves({ tables, work, size }: Plan, r: number): number {
  const end = endOf(tables, r)
  let sum = 0
  for (let node = work[startOf(tables, r) * size + NEXT]!; node !== end; node = work[node * size + NEXT]!)
    if (node < tables.jobs && tables.had[node] !== r) sum += tables.moved[node]!
  return sum
}

function walkForward({ tables, work, size, figures }: Plan, r: number): boolean {
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
  work[node * size + READY] = time
  while (node !== end) {
    const base = node * size
    const next = work[base + NEXT]!
    const there = place[next]!
    const leg = place[node]! * row + there
    work[base + LEG] = metres[leg]!
    work[base + NEXT_PLACE] = there
    metresSum += metres[leg]!
    time += seconds[leg]!
    if (time < open[next]!) time = open[next]!
    if (time > tight[next]!) {
      late += time - tight[next]!
      if (time > close[next]!) inTime = false
    }
    time += service[next]!
    work[next * size + READY] = time
    node = next
    length++
    if (node < jobs) stops++
  }
  const at = r * FIGURES
  figures[at + STOPS] = stops
  figures[at + LENGTH] = length - 1
  figures[at + METRES] = metresSum
  figures[at + LATE] = late
  return inTime
}

function walkBackward({ tables, work, size }: Plan, r: number): void {
  const { place, close, tight, service, row } = tables
  const { seconds } = tables.roads[tables.roadsOf[r]!]!
  const start = startOf(tables, r)
  let node = endOf(tables, r)
  let latest = close[node]!
  let punctual = latest
  while (node !== start) {
    const prev = work[node * size + PREV]!
    work[prev * size + LATEST] = latest
    work[prev * size + TIGHT] = punctual
    const step = seconds[place[prev]! * row + place[node]!]! + service[prev]!
    latest -= step
    punctual -= step
    if (latest > close[prev]!) latest = close[prev]!
    if (punctual > tight[prev]!) punctual = tight[prev]!
    node = prev
  }
}

/**
 * Calculates the load of a route trip by trip, because a reload ends a trip. A trip of deliveries only has one load,
 * stored at its start. Returns false if a load exceeds the capacity.
 */
function walkLoads(plan: Plan, r: number, d: number): boolean {
  const { tables, work, size } = plan
  const { dimensions, deliver, jobs } = tables
  const end = endOf(tables, r)
  const before = LOADS + d
  const most = tables.capacity[r * dimensions + d]!
  let inside = true
  for (let begin = startOf(tables, r); begin !== end; ) {
    let load = 0
    let node = work[begin * size + NEXT]!
    for (; node < jobs; node = work[node * size + NEXT]!) load += deliver[node * dimensions + d]!
    work[begin * size + before] = load
    if (tables.isOneLoad) return load <= most
    if (walkTrip(plan, d, begin, load) > most) inside = false
    begin = node
  }
  return inside
}

/** Calculates the loads before and after each node of a trip from the load at its start. Returns the peak load. */
function walkTrip({ tables, work, size }: Plan, d: number, begin: number, atStart: number): number {
  const { dimensions, deliver, collect, jobs, hasCollections } = tables
  const before = LOADS + d
  const after = LOADS + dimensions + d
  let load = atStart
  let peak = load
  let node = work[begin * size + NEXT]!
  for (; node < jobs; node = work[node * size + NEXT]!) {
    if (hasCollections) {
      load += collect[node * dimensions + d]! - deliver[node * dimensions + d]!
      if (load > peak) peak = load
    }
    work[node * size + before] = peak
  }
  if (!hasCollections) return peak
  let peakAfter = load
  for (node = work[node * size + PREV]!; ; node = work[node * size + PREV]!) {
    if (load > peakAfter) peakAfter = load
    work[node * size + after] = peakAfter
    if (node === begin) return peak
    load -= collect[node * dimensions + d]! - deliver[node * dimensions + d]!
  }
}

/** Calculates the loads of a single trip from the load at its start. */
function carry({ tables, work, size }: Plan, r: number, d: number): void {
  const { dimensions, change } = tables
  const start = startOf(tables, r)
  const end = endOf(tables, r)
  const before = LOADS + d
  const after = LOADS + dimensions + d
  let load = work[start * size + before]!
  let peak = load
  for (let node = work[start * size + NEXT]!; node !== end; node = work[node * size + NEXT]!) {
    load += change[node * dimensions + d]!
    if (load > peak) peak = load
    work[node * size + before] = peak
  }
  peak = load
  for (let node = work[end * size + PREV]!; ; node = work[node * size + PREV]!) {
    if (load > peak) peak = load
    work[node * size + after] = peak
    if (node === start) return
    load -= change[node * dimensions + d]!
  }
}

/**
 * Walks the spans from the start: the least duration, without lateness, of each first part of the route. Returns the
 * least duration of the whole route.
 */
function walkSpansTo({ tables, work, size, spans }: Plan, r: number, from: number): number {
  const { place, open, tight, service, row } = tables
  const { seconds } = tables.roads[tables.roadsOf[r]!]!
  const end = endOf(tables, r)
  let at = from * SPAN
  if (from >= tables.jobs) {
    spans[at] = 0
    spans[at + 1] = open[from]!
    spans[at + 2] = tight[from]!
  }
  let least = spans[at]!
  let a = spans[at + 1]!
  let b = spans[at + 2]!
  for (let node = from; node !== end; ) {
    const next = work[node * size + NEXT]!
    const step = least + seconds[place[node]! * row + place[next]!]!
    const wait = Math.max(open[next]! - step - b, 0)
    a = Math.max(open[next]! - step, a) - wait
    b = Math.min(tight[next]! - step, b)
    least = step + service[next]! + wait
    at = next * SPAN
    spans[at] = least
    spans[at + 1] = a
    spans[at + 2] = b
    node = next
  }
  return least
}

/** Walks the spans to the end: the least duration, without lateness, of each last part of the route. */
function walkSpansFrom({ tables, work, size, spans }: Plan, r: number, to: number): void {
  const { place, open, tight, service, row } = tables
  const { seconds } = tables.roads[tables.roadsOf[r]!]!
  const start = startOf(tables, r)
  let at = to * SPAN + 3
  if (to >= tables.jobs) {
    spans[at] = 0
    spans[at + 1] = open[to]!
    spans[at + 2] = tight[to]!
  }
  let least = spans[at]!
  let a = spans[at + 1]!
  let b = spans[at + 2]!
  for (let node = to; node !== start; ) {
    const prev = work[node * size + PREV]!
    const step = service[prev]! + seconds[place[prev]! * row + place[node]!]!
    const wait = Math.max(a - step - tight[prev]!, 0)
    a = Math.max(a - step, open[prev]!) - wait
    b = Math.min(b - step, tight[prev]!)
    least += step + wait
    at = prev * SPAN + 3
    spans[at] = least
    spans[at + 1] = a
    spans[at + 2] = b
    node = prev
  }
}

export function markUsed(plan: Plan, r: number): void {
  const { used, usedAt } = plan
  const has = plan.figures[r * FIGURES + STOPS]! > 0
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
