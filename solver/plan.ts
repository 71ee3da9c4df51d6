// Keeps the plan true: what follows from a route's sequence, and the copies between what is worked on, what holds and the best.
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
import type { Tables } from './tables.ts'
import { createTrial, priceOfRoute } from './trial.ts'

export function createPlan(tables: Tables): Plan {
  const size = Math.ceil((LOADS + 2 * tables.dimensions) / 16) * 16
  const nodes = () => new Int32Array(tables.nodes * size)
  const figures = () => new Float64Array(tables.vehicles * FIGURES)
  const spans = () => new Int32Array(tables.hasTimed ? tables.nodes * SPAN : 0)
  const plan: Plan = {
    tables,
    size,
    work: nodes(),
    held: nodes(),
    best: nodes(),
    spans: spans(),
    spansHeld: spans(),
    figures: figures(),
    figuresHeld: figures(),
    figuresBest: figures(),
    absent: [...Array(tables.jobs).keys()],
    absentHeld: [],
    absentBest: [],
    touched: new Int32Array(tables.vehicles),
    isTouched: new Uint8Array(tables.vehicles),
    touchedCount: 0,
    used: new Int32Array(tables.vehicles),
    usedAt: new Int32Array(tables.vehicles).fill(-1),
    usedCount: 0,
    closed: new Uint8Array(tables.vehicles),
    trial: createTrial(tables),
  }
  for (let node = 0; node < tables.nodes; node++) {
    plan.work[node * size + PLACE] = tables.place[node]!
    plan.work[node * size + ROUTE] = -1
  }
  for (let r = 0; r < tables.vehicles; r++) clear(plan, r)
  // Jobs that find no route are never copied by one, and yet have a place.
  plan.held.set(plan.work)
  return plan
}

/** A reload of the vehicle that is not in its route, or −1. */
export function freeReload({ tables, work, size }: Plan, r: number): number {
  const base = tables.jobs + 2 * tables.vehicles
  for (let node = base + tables.reloadFrom[r]!; node < base + tables.reloadFrom[r + 1]!; node++)
    if (work[node * size + ROUTE]! < 0) return node
  return -1
}

export function touch(plan: Plan, r: number): void {
  if (plan.isTouched[r]) return
  plan.isTouched[r] = 1
  plan.touched[plan.touchedCount++] = r
}

export function clear(plan: Plan, r: number): void {
  const { tables, work, size } = plan
  const start = startOf(tables, r)
  const end = endOf(tables, r)
  for (let node = work[start * size + NEXT]!; node !== end && work[node * size + ROUTE] === r; ) {
    const next = work[node * size + NEXT]!
    work[node * size + ROUTE] = -1
    node = next
  }
  work[start * size + NEXT] = end
  work[end * size + PREV] = start
  work[start * size + ROUTE] = r
  work[end * size + ROUTE] = r
  update(plan, r)
}

/** Puts a node behind another; `update` is due afterwards. */
export function link({ work, size }: Plan, node: number, after: number): void {
  const next = work[after * size + NEXT]!
  work[node * size + NEXT] = next
  work[node * size + PREV] = after
  work[node * size + ROUTE] = work[after * size + ROUTE]!
  work[after * size + NEXT] = node
  work[next * size + PREV] = node
}

/** Takes a node out of its route; `update` is due afterwards. */
export function unlink({ work, size }: Plan, node: number): void {
  const next = work[node * size + NEXT]!
  const prev = work[node * size + PREV]!
  work[prev * size + NEXT] = next
  work[next * size + PREV] = prev
  work[node * size + ROUTE] = -1
}

/** Everything of a route that follows from its sequence. One that keeps its rules no longer costs Infinity. */
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

/** As `update`, where a job has just come in and nothing else has changed: from it both ways, until all is as it was. */
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
  for (let d = 0; d < tables.dimensions; d++)
    if (tables.hasCollections) walkLoads(plan, r, d)
    else work[startOf(tables, r) * size + LOADS + d]! += tables.deliver[job * tables.dimensions + d]!
  if (tables.timed[r]) {
    figures[at + SECONDS] = walkSpansTo(plan, r, work[job * size + PREV]!)
    walkSpansFrom(plan, r, work[job * size + NEXT]!)
  }
  setCost(plan, r, true)
  markUsed(plan, r)
}

/** Times behind the job, as far as they become later; the metres that are added. */
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

/** Latest times before the job, as far as they become earlier. */
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

/** Trip by trip: a reload ends one and begins the next. One trip of deliveries has one load, kept at its start alone. */
function walkLoads({ tables, work, size }: Plan, r: number, d: number): boolean {
  const { dimensions, deliver, collect, jobs, hasCollections } = tables
  const end = endOf(tables, r)
  const before = LOADS + d
  const after = LOADS + dimensions + d
  const most = tables.capacity[r * dimensions + d]!
  let inside = true
  for (let begin = startOf(tables, r); begin !== end; ) {
    let load = 0
    let node = work[begin * size + NEXT]!
    for (; node < jobs; node = work[node * size + NEXT]!) load += deliver[node * dimensions + d]!
    const next = node
    let peak = load
    work[begin * size + before] = peak
    if (tables.isOneLoad) return load <= most
    for (node = work[begin * size + NEXT]!; node !== next; node = work[node * size + NEXT]!) {
      if (hasCollections) {
        load += collect[node * dimensions + d]! - deliver[node * dimensions + d]!
        if (load > peak) peak = load
      }
      work[node * size + before] = peak
    }
    if (peak > most) inside = false
    if (hasCollections) {
      peak = load
      for (node = work[next * size + PREV]!; ; node = work[node * size + PREV]!) {
        if (load > peak) peak = load
        work[node * size + after] = peak
        if (node === begin) break
        load -= collect[node * dimensions + d]! - deliver[node * dimensions + d]!
      }
    }
    begin = next
  }
  return inside
}

/** Least duration of the route, and of its parts up to each node behind this one, with nobody late. */
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

/** The same of its parts from each node before this one. */
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

function copyRoute({ tables, size }: Plan, from: Int32Array, to: Int32Array, r: number): void {
  const end = endOf(tables, r)
  for (let node = startOf(tables, r); ; node = from[node * size + NEXT]!) {
    const base = node * size
    for (let field = 0; field < size; field++) to[base + field] = from[base + field]!
    if (node === end) return
  }
}

/** Along the routes of `held`, whichever way the copy goes. */
function copySpans({ tables, held, size }: Plan, from: Int32Array, to: Int32Array, r: number): void {
  const end = endOf(tables, r)
  for (let node = startOf(tables, r); ; node = held[node * size + NEXT]!) {
    for (let at = node * SPAN; at < node * SPAN + SPAN; at++) to[at] = from[at]!
    if (node === end) return
  }
}

function markOutside(plan: Plan, nodes: Int32Array, absent: readonly number[]): void {
  const { tables, size } = plan
  for (const job of absent) nodes[job * size + ROUTE] = -1
  if (!tables.hasReloads) return
  const first = tables.jobs + 2 * tables.vehicles
  for (let t = 0; t < plan.touchedCount; t++) {
    const r = plan.touched[t]!
    for (let at = tables.reloadFrom[r]!; at < tables.reloadFrom[r + 1]!; at++) nodes[(first + at) * size + ROUTE] = -1
  }
}

/** What is worked on holds from now on. */
export function keep(plan: Plan): void {
  const { tables, figures, figuresHeld } = plan
  markOutside(plan, plan.held, plan.absent)
  for (let t = 0; t < plan.touchedCount; t++) {
    const r = plan.touched[t]!
    plan.isTouched[r] = 0
    copyRoute(plan, plan.work, plan.held, r)
    if (tables.timed[r]) copySpans(plan, plan.spans, plan.spansHeld, r)
    for (let at = r * FIGURES; at < (r + 1) * FIGURES; at++) figuresHeld[at] = figures[at]!
  }
  plan.absentHeld = plan.absent.slice()
  plan.touchedCount = 0
}

/** Back to what holds. */
export function drop(plan: Plan): void {
  const { tables, figures, figuresHeld } = plan
  markOutside(plan, plan.work, plan.absentHeld)
  for (let t = 0; t < plan.touchedCount; t++) {
    const r = plan.touched[t]!
    plan.isTouched[r] = 0
    copyRoute(plan, plan.held, plan.work, r)
    if (tables.timed[r]) copySpans(plan, plan.spansHeld, plan.spans, r)
    for (let at = r * FIGURES; at < (r + 1) * FIGURES; at++) figures[at] = figuresHeld[at]!
    markUsed(plan, r)
  }
  plan.absent = plan.absentHeld.slice()
  plan.touchedCount = 0
}

export function saveBest(plan: Plan): void {
  plan.best.set(plan.held)
  plan.figuresBest.set(plan.figuresHeld)
  plan.absentBest = plan.absentHeld.slice()
}

export function restoreBest(plan: Plan): void {
  plan.work.set(plan.best)
  plan.held.set(plan.best)
  plan.absent = plan.absentBest.slice()
  plan.absentHeld = plan.absentBest.slice()
  plan.touchedCount = 0
  plan.isTouched.fill(0)
  for (let r = 0; r < plan.tables.vehicles; r++) update(plan, r)
  plan.held.set(plan.work)
  plan.spansHeld.set(plan.spans)
  plan.figuresHeld.set(plan.figures)
}
