// Anneals the order of one route by small moves, thousands per millisecond. A move may break time windows at a price
// that rises while they are broken: the way between two valid orders often has no valid order.

import { update } from './follow.ts'
import { COST, endOf, FIGURES, NEXT, type Plan, PREV, ROUTE, STOPS, startOf } from './layout.ts'
import type { Neighbours } from './neighbours.ts'
import { touch } from './plan.ts'
import { legsFor } from './polish.ts'
import { below, type Random } from './random.ts'
import { isPlain } from './tables.ts'

export interface Sequence {
  plan: Plan
  near: Neighbours
  random: Random
  vehicle: number
  nodes: Int32Array
  count: number
  /** By node: its position, or −1. */
  at: Int32Array
  legs: Float64Array
  seconds: Int32Array
  legsOf: Map<number, Float64Array>
  /** Back and forth by position: cost of the legs up to it, and of the same legs in reverse. */
  forth: Float64Array
  back: Float64Array
  /**
   * Ready times by position: end of service, waiting and lateness until then, and how much later the route may begin.
   */
  ready: Float64Array
  waited: Float64Array
  late: Float64Array
  slack: Float64Array
  /** Base price of the route without its legs and its `timePrice`: the same in any order. */
  base: number
  /** What time costs as the route is: waiting that no later start spares, and lateness. */
  timePrice: number
  isLate: boolean
  /** Strictness: price of a second of lateness. */
  strictness: number
  best: Int32Array
  bestPrice: number
  /**
   * Parts of the middle of the route after a move: positions from, to, from, to. `from` after `to` is reversed, −1 is
   * empty.
   */
  parts: Int32Array
  head: number
  tail: number
  /** Of the route, and of the move that was last looked at: end, waiting, slack, lateness. */
  sums: Float64Array
  moveSums: Float64Array
  moveTime: number
  moveLate: boolean
  scratch: Int32Array
}

const neighboursTried = 10
const adjusted = 256

export function createSequence(plan: Plan, near: Neighbours, random: Random): Sequence {
  const { nodes } = plan.tables
  const numbers = () => new Float64Array(nodes)
  return {
    plan,
    near,
    random,
    vehicle: -1,
    nodes: new Int32Array(nodes),
    count: 0,
    at: new Int32Array(nodes),
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
    parts: new Int32Array(4),
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
export function isFreeOrder({ tables, work, size }: Plan, r: number): boolean {
  if (!isPlain(tables, r)) return false
  for (let node = startOf(tables, r); node !== endOf(tables, r); node = work[node * size + NEXT]!)
    if (tables.held[node]) return false
  return true
}

/** Runs a number of moves from the last order. Stores the best order in the plan if it is cheaper. */
export function annealOrder(state: Sequence, r: number, moves: number, temperature: number): void {
  const { plan } = state
  const before = plan.figures[r * FIGURES + COST]!
  if (before === Infinity || plan.figures[r * FIGURES + STOPS]! < 3) return
  if (!isAsLeft(state, r) || before < state.bestPrice - 1e-6) take(state, r)
  let lateMoves = 0
  for (let move = 1; move <= moves; move++) {
    if (choose(state)) tryMove(state, temperature)
    if (state.isLate) lateMoves++
    if (move % adjusted === 0) {
      adjust(state, lateMoves)
      lateMoves = 0
    }
  }
  if (state.bestPrice < before - 1e-6) give(state)
}

/** Accepts the chosen move if it costs less than the temperature allows this time. */
function tryMove(state: Sequence, temperature: number): void {
  const most = -temperature * Math.log(state.random())
  const legs = legsAdded(state)
  // Time may cost less than now, but no less than nothing.
  if (legs - state.timePrice < most) {
    walk(state)
    if (legs + state.moveTime - state.timePrice < most) accept(state)
  }
}

/** Adjusts the price of lateness so that about a third of the orders are late, which gives the best results. */
function adjust(state: Sequence, lateMoves: number): void {
  const { secondPrice } = state.near
  const factor = lateMoves > adjusted / 3 ? 1.2 : 1 / 1.2
  state.strictness = Math.min(1e4 * secondPrice, Math.max(0.02 * secondPrice, state.strictness * factor))
  settle(state, state.sums)
  state.timePrice = state.moveTime
}

/** Returns whether the route of the plan is as left: with the stops of the last order. */
function isAsLeft({ plan, vehicle, at, count }: Sequence, r: number): boolean {
  const { tables, work, size } = plan
  if (vehicle !== r) return false
  let stops = 0
  for (
    let node = work[startOf(tables, r) * size + NEXT]!;
    node !== endOf(tables, r);
    node = work[node * size + NEXT]!
  ) {
    if (at[node]! < 0) return false
    stops++
  }
  return stops === count - 2
}

function take(state: Sequence, r: number): void {
  const { plan, nodes } = state
  const { tables, work, size } = plan
  let count = 0
  for (let node = startOf(tables, r); ; node = work[node * size + NEXT]!) {
    nodes[count++] = node
    if (node === endOf(tables, r)) break
  }
  state.vehicle = r
  state.count = count
  state.legs = legsFor(state.legsOf, tables, r)
  state.seconds = tables.roads[tables.roadsOf[r]!]!.seconds
  state.at.fill(-1)
  state.bestPrice = plan.figures[r * FIGURES + COST]!
  state.best.set(nodes.subarray(0, count))
  follow(state, 0)
  state.base = state.bestPrice - state.forth[count - 1]! - state.timePrice
}

function give({ plan, vehicle, best, count }: Sequence): void {
  const { work, size } = plan
  touch(plan, vehicle)
  for (let k = 1; k < count; k++) {
    work[best[k - 1]! * size + NEXT] = best[k]!
    work[best[k]! * size + PREV] = best[k - 1]!
    work[best[k]! * size + ROUTE] = vehicle
  }
  update(plan, vehicle)
}

/** Follows the route from a position on, to calculate sums and times. */
function follow(state: Sequence, head: number): void {
  const { nodes, count, plan, legs, seconds, forth, back, at, ready, waited, late, slack, sums } = state
  const { place, open, close, service, row } = plan.tables
  if (head === 0) {
    at[nodes[0]!] = 0
    ready[0] = open[nodes[0]!]!
    slack[0] = close[nodes[0]!]! - ready[0]
  }
  for (let k = head + 1; k < count; k++) {
    const node = nodes[k]!
    const from = place[nodes[k - 1]!]!
    const to = place[node]!
    forth[k] = forth[k - 1]! + legs[from * row + to]!
    back[k] = back[k - 1]! + legs[to * row + from]!
    at[node] = k
    let time = ready[k - 1]! + seconds[from * row + to]!
    const over = time > close[node]! ? time - close[node]! : 0
    // A late stop does not delay the next times: its lateness is not charged to all later stops.
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

/** Settles the price of time from the sums. */
function settle(state: Sequence, sums: Float64Array): void {
  const { plan, vehicle, nodes, strictness } = state
  const { tables } = plan
  const spared = Math.min(sums[1]!, sums[2]!)
  const duration = sums[0]! - tables.open[nodes[0]!]! - spared
  const over = sums[3]! + Math.max(0, duration - tables.maxDuration[vehicle]!)
  state.moveLate = over > 0
  state.moveTime = tables.perSecond[vehicle]! * (sums[1]! - spared) + strictness * over
}

/** Walks the route with the move, from its head until the times no longer change. */
function walk(state: Sequence): void {
  const { plan, nodes, count, parts, head, tail, seconds, ready, moveSums } = state
  const { place, open, close, service, row, timed } = plan.tables
  const isTimed = timed[state.vehicle] === 1
  let time = ready[head]!
  let waited = state.waited[head]!
  let late = state.late[head]!
  let slack = state.slack[head]!
  let here = place[nodes[head]!]! * row
  for (let p = 0; p < 6; p += 2) {
    const from = p < 4 ? parts[p]! : tail
    const to = p < 4 ? parts[p + 1]! : count - 1
    if (from < 0) continue
    const step = from <= to ? 1 : -1
    for (let k = from; ; k += step) {
      const node = nodes[k]!
      const there = place[node]!
      time += seconds[here + there]!
      here = there * row
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
        // As it was from here on; waiting and slack are asked of timed routes alone.
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

/** Returns how much more the legs of the move cost than those they replace. */
function legsAdded({ plan, nodes, parts, head, tail, legs, forth, back }: Sequence): number {
  const { place, row } = plan.tables
  let sum = forth[head]! - forth[tail]!
  let here = place[nodes[head]!]! * row
  for (let p = 0; p < 4; p += 2) {
    const from = parts[p]!
    const to = parts[p + 1]!
    if (from < 0) continue
    sum += legs[here + place[nodes[from]!]!]!
    sum += from <= to ? forth[to]! - forth[from]! : back[from]! - back[to]!
    here = place[nodes[to]!]! * row
  }
  return sum + legs[here + place[nodes[tail]!]!]!
}

function accept(state: Sequence): void {
  const { nodes, parts, head, scratch, count } = state
  let length = 0
  for (let p = 0; p < 4; p += 2) {
    const from = parts[p]!
    const to = parts[p + 1]!
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

/** Chooses a move of a stop and a near one: reverses the part between them, or moves a string next to the other. */
function choose(state: Sequence): boolean {
  const { random, nodes, count, at, near } = state
  const stops = count - 2
  const one = 1 + below(random, stops)
  const tried = Math.min(neighboursTried, near.aroundCount)
  const beside = near.around[nodes[one]! * near.aroundCount + below(random, tried)]!
  const isNear = tried > 0 && beside >= 0 && at[beside]! > 0 && random() < 0.9
  const other = isNear ? at[beside]! : 1 + below(random, stops)
  if (one === other) return false
  return random() < 0.3 ? chooseTurn(state, one, other) : chooseString(state, one, other)
}

function chooseTurn(state: Sequence, one: number, other: number): boolean {
  const { parts, random } = state
  const shift = below(random, 2)
  const from = Math.min(one, other) + 1 - shift
  const to = Math.max(one, other) - shift
  if (from >= to) return false
  parts[0] = to
  parts[1] = from
  parts[2] = -1
  state.head = from - 1
  state.tail = to + 1
  return true
}

function chooseString(state: Sequence, one: number, other: number): boolean {
  const { parts, random, count } = state
  const stops = count - 2
  const length = random() < 0.7 ? 1 + below(random, 3) : 1 + below(random, Math.min(15, stops >> 1))
  const from = random() < 0.5 ? one : one - length + 1
  const to = from + length - 1
  const after = other - below(random, 2)
  if (from < 1 || to > stops || (after >= from - 1 && after <= to)) return false
  const isTurned = length > 1 && random() < 0.3
  const isBefore = after < from
  const string = isBefore ? 0 : 2
  parts[string] = isTurned ? to : from
  parts[string + 1] = isTurned ? from : to
  parts[2 - string] = isBefore ? after + 1 : to + 1
  parts[3 - string] = isBefore ? from - 1 : after
  state.head = isBefore ? after : from - 1
  state.tail = isBefore ? to + 1 : after + 1
  return true
}
