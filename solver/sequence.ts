// Anneals the order of one route by small moves, thousands per millisecond. A move may break time windows, at a price
// that rises while windows are broken. Otherwise, the search could often not get from one valid order to another.

import { updateRoute } from './follow.ts'
import {
  endOf,
  FIGURE_COUNT,
  NEXT_NODE,
  NODE_ROUTE,
  PREV_NODE,
  ROUTE_COST,
  type RoutePlan,
  STOP_COUNT,
  startOf,
} from './layout.ts'
import type { JobNeighbours } from './neighbours.ts'
import { touchRoute } from './plan.ts'
import { getLegCosts } from './polish.ts'
import { drawBelow, type RandomSource } from './random.ts'
import { isPlain } from './tables.ts'

export interface SequenceState {
  plan: RoutePlan
  near: JobNeighbours
  random: RandomSource
  vehicle: number
  nodes: Int32Array
  count: number
  /** Position of each node, or −1. */
  positions: Int32Array
  legs: Float64Array
  seconds: Int32Array
  legsOf: Map<number, Float64Array>
  /** Sums of leg costs up to each position: forwards (`forth`), and with each leg reversed (`back`). */
  forth: Float64Array
  back: Float64Array
  /**
   * Ready time (end of service) at each position, waiting and lateness until then, and how much later the route may
   * start.
   */
  ready: Float64Array
  waited: Float64Array
  late: Float64Array
  slack: Float64Array
  /** Price of the route without its legs and its `timePrice`: the same in any order. */
  base: number
  /** Price of the times of the current order: waiting that a later start cannot avoid, and lateness. */
  timePrice: number
  isLate: boolean
  /** Strictness: price of a second of lateness, which rises while windows are broken. */
  strictness: number
  best: Int32Array
  bestPrice: number
  /**
   * Segments between head and tail after a move: positions from, to, from, to. A segment with `from` after `to` is
   * reversed; −1 means no segment.
   */
  segments: Int32Array
  head: number
  tail: number
  /** End, waiting, slack and lateness of the route (`sums`), and of the last examined move (`moveSums`). */
  sums: Float64Array
  moveSums: Float64Array
  moveTime: number
  moveLate: boolean
  scratch: Int32Array
}

const neighboursTried = 10
const adjusted = 256

export function createSequence(plan: RoutePlan, near: JobNeighbours, random: RandomSource): SequenceState {
  const { nodes } = plan.tables
  const numbers = () => new Float64Array(nodes)
  return {
    plan,
    near,
    random,
    vehicle: -1,
    nodes: new Int32Array(nodes),
    count: 0,
    positions: new Int32Array(nodes),
    legs: new Float64Array(0),
    seconds: new Int32Array(0),
    legsOf: new Map(),
    forth: numbers(),
    back: numbers(),
    ready: numbers(),
    waited: numbers(),
    late: numbers(),
    slack: numbers(),
    base: 0,
    timePrice: 0,
    isLate: false,
    strictness: near.secondPrice,
    best: new Int32Array(nodes),
    bestPrice: Infinity,
    segments: new Int32Array(4),
    head: 0,
    tail: 0,
    sums: new Float64Array(4),
    moveSums: new Float64Array(4),
    moveTime: 0,
    moveLate: false,
    scratch: new Int32Array(nodes),
  }
}

/** Returns whether another order changes only legs and times, and no job of the route is locked. */
export function isFreeOrder({ tables, work, size }: RoutePlan, r: number): boolean {
  if (!isPlain(tables, r)) return false
  for (let node = startOf(tables, r); node !== endOf(tables, r); node = work[node * size + NEXT_NODE]!)
    if (tables.held[node]) return false
  return true
}

/** Runs a number of moves from the last order. Stores the best order in the plan if it is cheaper. */
export function annealOrder(state: SequenceState, r: number, moves: number, temperature: number): void {
  const { plan } = state
  const initialCost = plan.figures[r * FIGURE_COUNT + ROUTE_COST]!
  if (initialCost === Infinity || plan.figures[r * FIGURE_COUNT + STOP_COUNT]! < 3) return
  if (!isAsLeft(state, r) || initialCost < state.bestPrice - 1e-6) take(state, r)
  let lateMoves = 0
  for (let move = 1; move <= moves; move++) {
    if (choose(state)) tryMove(state, temperature)
    if (state.isLate) lateMoves++
    if (move % adjusted === 0) {
      adjust(state, lateMoves)
      lateMoves = 0
    }
  }
  if (state.bestPrice < initialCost - 1e-6) give(state)
}

/** Accepts the chosen move if it costs less than the temperature allows this time. */
function tryMove(state: SequenceState, temperature: number): void {
  const most = -temperature * Math.log(state.random())
  const legs = legsAdded(state)
  // The best possible move saves the whole price of the times.
  if (legs - state.timePrice < most) {
    walk(state)
    if (legs + state.moveTime - state.timePrice < most) accept(state)
  }
}

/** Adjusts the price of lateness so that about a third of the orders are late, which gives the best results. */
function adjust(state: SequenceState, lateMoves: number): void {
  const { secondPrice } = state.near
  const factor = lateMoves > adjusted / 3 ? 1.2 : 1 / 1.2
  state.strictness = Math.min(1e4 * secondPrice, Math.max(0.02 * secondPrice, state.strictness * factor))
  settle(state, state.sums)
  state.timePrice = state.moveTime
}

/** Returns whether the route is as the last call left it: with the same stops. */
function isAsLeft({ plan, vehicle, positions, count }: SequenceState, r: number): boolean {
  const { tables, work, size } = plan
  if (vehicle !== r) return false
  let stops = 0
  for (
    let node = work[startOf(tables, r) * size + NEXT_NODE]!;
    node !== endOf(tables, r);
    node = work[node * size + NEXT_NODE]!
  ) {
    if (positions[node]! < 0) return false
    stops++
  }
  return stops === count - 2
}

function take(state: SequenceState, r: number): void {
  const { plan, nodes } = state
  const { tables, work, size } = plan
  let count = 0
  for (let node = startOf(tables, r); ; node = work[node * size + NEXT_NODE]!) {
    nodes[count++] = node
    if (node === endOf(tables, r)) break
  }
  state.vehicle = r
  state.count = count
  state.legs = getLegCosts(state.legsOf, tables, r)
  state.seconds = tables.roads[tables.roadsOf[r]!]!.seconds
  state.positions.fill(-1)
  state.bestPrice = plan.figures[r * FIGURE_COUNT + ROUTE_COST]!
  state.best.set(nodes.subarray(0, count))
  follow(state, 0)
  state.base = state.bestPrice - state.forth[count - 1]! - state.timePrice
}

function give({ plan, vehicle, best, count }: SequenceState): void {
  const { work, size } = plan
  touchRoute(plan, vehicle)
  for (let k = 1; k < count; k++) {
    work[best[k - 1]! * size + NEXT_NODE] = best[k]!
    work[best[k]! * size + PREV_NODE] = best[k - 1]!
    work[best[k]! * size + NODE_ROUTE] = vehicle
  }
  updateRoute(plan, vehicle)
}

/** Follows the route from a position on, to calculate sums and times. */
function follow(state: SequenceState, head: number): void {
  const { nodes, count, plan, legs, seconds, forth, back, positions, ready, waited, late, slack, sums } = state
  const { place, open, close, service, row } = plan.tables
  if (head === 0) {
    positions[nodes[0]!] = 0
    ready[0] = open[nodes[0]!]!
    slack[0] = close[nodes[0]!]! - ready[0]
  }
  for (let k = head + 1; k < count; k++) {
    const node = nodes[k]!
    const origin = place[nodes[k - 1]!]!
    const destination = place[node]!
    forth[k] = forth[k - 1]! + legs[origin * row + destination]!
    back[k] = back[k - 1]! + legs[destination * row + origin]!
    positions[node] = k
    let time = ready[k - 1]! + seconds[origin * row + destination]!
    const over = time > close[node]! ? time - close[node]! : 0
    // The next times are calculated as if the stop were punctual, so that its lateness is not charged to all later
    // stops.
    time -= over
    const wait = time < open[node]! ? open[node]! - time : 0
    late[k] = late[k - 1]! + over
    slack[k] = Math.min(slack[k - 1]!, waited[k - 1]! + close[node]! - time)
    waited[k] = waited[k - 1]! + wait
    ready[k] = time + wait + service[node]!
  }
  const last = count - 1
  sums[0] = ready[last]!
  sums[1] = waited[last]!
  sums[2] = slack[last]!
  sums[3] = late[last]!
  settle(state, sums)
  state.timePrice = state.moveTime
  state.isLate = state.moveLate
}

/** Calculates the price of the times from the sums. */
function settle(state: SequenceState, sums: Float64Array): void {
  const { plan, vehicle, nodes, strictness } = state
  const { tables } = plan
  const spared = Math.min(sums[1]!, sums[2]!)
  const duration = sums[0]! - tables.open[nodes[0]!]! - spared
  const over = sums[3]! + Math.max(0, duration - tables.maxDuration[vehicle]!)
  state.moveLate = over > 0
  state.moveTime = tables.perSecond[vehicle]! * (sums[1]! - spared) + strictness * over
}

/**
 * Calculates the times of the route with the move: from the last stop before the change until the times are as before.
 */
function walk(state: SequenceState): void {
  const { plan, nodes, count, segments, head, tail, seconds, ready, moveSums } = state
  const { place, open, close, service, row, timed } = plan.tables
  const isTimed = timed[state.vehicle] === 1
  let time = ready[head]!
  let waited = state.waited[head]!
  let late = state.late[head]!
  let slack = state.slack[head]!
  let rowOffset = place[nodes[head]!]! * row
  for (let p = 0; p < 6; p += 2) {
    const from = p < 4 ? segments[p]! : tail
    const to = p < 4 ? segments[p + 1]! : count - 1
    if (from < 0) continue
    const step = from <= to ? 1 : -1
    for (let k = from; ; k += step) {
      const node = nodes[k]!
      const location = place[node]!
      time += seconds[rowOffset + location]!
      rowOffset = location * row
      if (time > close[node]!) {
        late += time - close[node]!
        time = close[node]!
      }
      if (waited + close[node]! - time < slack) slack = waited + close[node]! - time
      if (time < open[node]!) {
        waited += open[node]! - time
        time = open[node]!
      }
      time += service[node]!
      if (p === 4 && !isTimed && time === ready[k]!) {
        // From here on, the times are as before. Waiting and slack matter only for timed routes.
        late += state.late[count - 1]! - state.late[k]!
        time = ready[count - 1]!
        break
      }
      if (k === to) break
    }
  }
  moveSums[0] = time
  moveSums[1] = waited
  moveSums[2] = slack
  moveSums[3] = late
  settle(state, moveSums)
}

/** Returns the cost of the new legs of the move, minus the cost of the legs that they replace. */
function legsAdded({ plan, nodes, segments, head, tail, legs, forth, back }: SequenceState): number {
  const { place, row } = plan.tables
  let sum = forth[head]! - forth[tail]!
  let rowOffset = place[nodes[head]!]! * row
  for (let p = 0; p < 4; p += 2) {
    const from = segments[p]!
    const to = segments[p + 1]!
    if (from < 0) continue
    sum += legs[rowOffset + place[nodes[from]!]!]!
    sum += from <= to ? forth[to]! - forth[from]! : back[from]! - back[to]!
    rowOffset = place[nodes[to]!]! * row
  }
  return sum + legs[rowOffset + place[nodes[tail]!]!]!
}

function accept(state: SequenceState): void {
  const { nodes, segments, head, scratch, count } = state
  let length = 0
  for (let p = 0; p < 4; p += 2) {
    const from = segments[p]!
    const to = segments[p + 1]!
    if (from < 0) continue
    if (from <= to) for (let k = from; k <= to; k++) scratch[length++] = nodes[k]!
    else for (let k = from; k >= to; k--) scratch[length++] = nodes[k]!
  }
  for (let k = 0; k < length; k++) nodes[head + 1 + k] = scratch[k]!
  follow(state, head)
  const price = state.base + state.forth[count - 1]! + state.timePrice
  if (state.isLate || price >= state.bestPrice - 1e-6) return
  state.bestPrice = price
  for (let k = 0; k < count; k++) state.best[k] = nodes[k]!
}

/**
 * Chooses a move of a stop and a nearby stop: reverses the segment between them, or moves a string next to the other
 * stop.
 */
function choose(state: SequenceState): boolean {
  const { random, nodes, count, positions, near } = state
  const stops = count - 2
  const position = 1 + drawBelow(random, stops)
  const tried = Math.min(neighboursTried, near.nearbyCount)
  const neighbour = near.nearby[nodes[position]! * near.nearbyCount + drawBelow(random, tried)]!
  const isNear = tried > 0 && neighbour >= 0 && positions[neighbour]! > 0 && random() < 0.9
  const target = isNear ? positions[neighbour]! : 1 + drawBelow(random, stops)
  if (position === target) return false
  return random() < 0.3 ? chooseReversal(state, position, target) : chooseString(state, position, target)
}

function chooseReversal(state: SequenceState, first: number, second: number): boolean {
  const { segments, random } = state
  const shift = drawBelow(random, 2)
  const from = Math.min(first, second) + 1 - shift
  const to = Math.max(first, second) - shift
  if (from >= to) return false
  segments[0] = to
  segments[1] = from
  segments[2] = -1
  state.head = from - 1
  state.tail = to + 1
  return true
}

function chooseString(state: SequenceState, position: number, target: number): boolean {
  const { segments, random, count } = state
  const stops = count - 2
  const length = random() < 0.7 ? 1 + drawBelow(random, 3) : 1 + drawBelow(random, Math.min(15, stops >> 1))
  const from = random() < 0.5 ? position : position - length + 1
  const to = from + length - 1
  const previous = target - drawBelow(random, 2)
  if (from < 1 || to > stops || (previous >= from - 1 && previous <= to)) return false
  const isTurned = length > 1 && random() < 0.3
  const isBefore = previous < from
  const string = isBefore ? 0 : 2
  segments[string] = isTurned ? to : from
  segments[string + 1] = isTurned ? from : to
  segments[2 - string] = isBefore ? previous + 1 : to + 1
  segments[3 - string] = isBefore ? from - 1 : previous
  state.head = isBefore ? previous : from - 1
  state.tail = isBefore ? to + 1 : previous + 1
  return true
}
