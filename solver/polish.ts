// Improves one route alone, after random changes. It moves a string of up to three stops next to a neighbour, reversed
// or not (Or-opt), or reverses a part (2-opt). Ruin and recreate is slow for one route.

import { updateRoute } from './follow.ts'
import {
  endOf,
  FIGURE_COUNT,
  NEXT_NODE,
  NODE_ROUTE,
  PREV_NODE,
  ROUTE_COST,
  ROUTE_LENGTH,
  type RoutePlan,
  startOf,
} from './layout.ts'
import type { JobNeighbours } from './neighbours.ts'
import { touchRoute } from './plan.ts'
import { drawBelow, type RandomSource } from './random.ts'
import { isPlain, type SolverTables } from './tables.ts'
import { calculateNodesPrice } from './trial.ts'

export interface PolishState {
  plan: RoutePlan
  near: JobNeighbours
  random: RandomSource
  vehicle: number
  /** Nodes of the current route; a candidate is in the plan's trial. */
  nodes: Int32Array
  count: number
  /** Position of each node in the route, or −1. */
  positions: Int32Array
  /** Sums of leg costs up to each position: forwards (`forth`), and with each leg reversed (`back`). */
  forth: Float64Array
  back: Float64Array
  price: number
  /** Whether another order changes only legs and times, so that the loads need no new calculation. */
  isLight: boolean
  /**
   * Ready time (earliest end of service) at each position, waiting until then, and how much later the route may start.
   */
  ready: Float64Array
  waited: Float64Array
  slack: Float64Array
  /** Idle waiting that a later departure cannot avoid, in seconds. */
  idle: number
  /** Cost of each leg for the current vehicle (`legs`), and for each vehicle that was requested before (`legsOf`). */
  legs: Float64Array
  legsOf: Map<number, Float64Array>
  /** Positions from and to of the string that may be moved. */
  stringFrom: number
  stringTo: number
  /** Queue of nodes whose surroundings have changed. */
  queue: number[]
  /**
   * Segments between head and tail after a move: positions from, to, from, to. A segment with `from` after `to` is
   * reversed; −1 means no segment.
   */
  segments: Int32Array
}

const stringMax = 3
const neighboursTried = 8
const shaken = 10

export function createPolish(plan: RoutePlan, near: JobNeighbours, random: RandomSource): PolishState {
  const { nodes } = plan.tables
  const numbers = () => new Float64Array(nodes)
  return {
    plan,
    near,
    random,
    vehicle: 0,
    nodes: new Int32Array(nodes),
    count: 0,
    positions: new Int32Array(nodes),
    forth: numbers(),
    back: numbers(),
    price: 0,
    isLight: false,
    ready: numbers(),
    waited: numbers(),
    slack: numbers(),
    idle: 0,
    legs: new Float64Array(0),
    legsOf: new Map(),
    stringFrom: 0,
    stringTo: 0,
    queue: [],
    segments: new Int32Array(4),
  }
}

/**
 * Polishes a route of the plan, then changes and polishes it again `times` times. The temperature decides whether a
 * worse route is kept.
 */
export function polishRoute(state: PolishState, r: number, times: number, temperature: number): void {
  const { plan, random } = state
  if (plan.figures[r * FIGURE_COUNT + ROUTE_LENGTH]! < 4 || !take(state, r)) return
  const initialPrice = state.price
  for (let k = 1; k < state.count - 1; k++) state.queue.push(state.nodes[k]!)
  mend(state)
  const best = state.nodes.slice(0, state.count)
  let bestPrice = state.price
  for (let time = 0; time < times; time++) {
    const previousNodes = state.nodes.slice(0, state.count)
    const previousPrice = state.price
    if (!shake(state)) continue
    mend(state)
    if (state.price < bestPrice - 1e-6) {
      bestPrice = state.price
      best.set(state.nodes.subarray(0, state.count))
    } else if (state.price > previousPrice - temperature * Math.log(random())) put(state, previousNodes, previousPrice)
  }
  if (bestPrice < initialPrice - 1e-6) give(state, best)
}

/** Loads a route of the plan. Returns false if a job of the route is locked, or if the route breaks a rule. */
function take(state: PolishState, r: number): boolean {
  const { plan, nodes } = state
  const { tables, work, size } = plan
  let count = 0
  for (let node = startOf(tables, r); ; node = work[node * size + NEXT_NODE]!) {
    if (tables.held[node]) return false
    nodes[count++] = node
    if (node === endOf(tables, r)) break
  }
  state.vehicle = r
  state.isLight = isPlain(tables, r)
  state.legs = getLegCosts(state.legsOf, tables, r)
  state.count = count
  state.price = plan.figures[r * FIGURE_COUNT + ROUTE_COST]!
  state.queue.length = 0
  state.positions.fill(-1)
  sum(state)
  return state.price < Infinity
}

function give({ plan, vehicle }: PolishState, nodes: Int32Array): void {
  const { work, size } = plan
  touchRoute(plan, vehicle)
  for (let k = 1; k < nodes.length; k++) {
    work[nodes[k - 1]! * size + NEXT_NODE] = nodes[k]!
    work[nodes[k]! * size + PREV_NODE] = nodes[k - 1]!
    work[nodes[k]! * size + NODE_ROUTE] = vehicle
  }
  updateRoute(plan, vehicle)
}

function put(state: PolishState, nodes: Int32Array, price: number): void {
  state.nodes.set(nodes)
  state.price = price
  sum(state)
}

/** Returns the cost of every leg for the vehicle. Calculates it once per vehicle. */
export function getLegCosts(legsOf: Map<number, Float64Array>, tables: SolverTables, r: number): Float64Array {
  const cached = legsOf.get(r)
  if (cached) return cached
  const { roads, roadsOf, perMetre, perSecond } = tables
  const { metres, seconds } = roads[roadsOf[r]!]!
  const legs = new Float64Array(metres.length)
  for (let leg = 0; leg < legs.length; leg++) legs[leg] = perMetre[r]! * metres[leg]! + perSecond[r]! * seconds[leg]!
  legsOf.set(r, legs)
  return legs
}

function sum(state: PolishState): void {
  const { nodes, count, forth, back, positions, plan, legs } = state
  const { place, row } = plan.tables
  positions[nodes[0]!] = 0
  for (let k = 1; k < count; k++) {
    const origin = place[nodes[k - 1]!]!
    const destination = place[nodes[k]!]!
    forth[k] = forth[k - 1]! + legs[origin * row + destination]!
    back[k] = back[k - 1]! + legs[destination * row + origin]!
    positions[nodes[k]!] = k
  }
  if (state.isLight) follow(state)
}

/** Follows the route and calculates its times. */
function follow(state: PolishState): void {
  const { nodes, count, plan, ready, waited, slack } = state
  const { place, open, close, service, row, roads, roadsOf } = plan.tables
  const { seconds } = roads[roadsOf[state.vehicle]!]!
  const start = nodes[0]!
  ready[0] = open[start]!
  waited[0] = 0
  slack[0] = close[start]! - open[start]!
  for (let k = 1; k < count; k++) {
    const node = nodes[k]!
    const arrival = ready[k - 1]! + seconds[place[nodes[k - 1]!]! * row + place[node]!]!
    const wait = Math.max(0, open[node]! - arrival)
    slack[k] = Math.min(slack[k - 1]!, waited[k - 1]! + close[node]! - arrival)
    waited[k] = waited[k - 1]! + wait
    ready[k] = arrival + wait + service[node]!
  }
  state.idle = waited[count - 1]! - Math.min(waited[count - 1]!, slack[count - 1]!)
}

/** Returns the price of the trial, which differs between head and tail only. Infinity if it breaks a rule. */
function priceBetween(state: PolishState, head: number, tail: number): number {
  const { plan, legs, forth, ready } = state
  const { tables, trial } = plan
  const { place, open, close, service, row } = tables
  const { seconds } = tables.roads[tables.roadsOf[state.vehicle]!]!
  const isTimed = tables.timed[state.vehicle] === 1
  let time = ready[head]!
  let waiting = state.waited[head]!
  let slack = state.slack[head]!
  let added = forth[head]! - forth[tail]!
  let rowOffset = place[trial.nodes[head]!]! * row
  for (let k = head + 1; k < trial.count; k++) {
    const node = trial.nodes[k]!
    const location = place[node]!
    if (k <= tail) added += legs[rowOffset + location]!
    time += seconds[rowOffset + location]!
    if (time > close[node]!) return Infinity
    if (waiting + close[node]! - time < slack) slack = waiting + close[node]! - time
    if (time < open[node]!) {
      waiting += open[node]! - time
      time = open[node]!
    }
    time += service[node]!
    // Service ends no later than before, so the rest of the route stays in time.
    if (!isTimed && k >= tail && time <= ready[k]!) break
    rowOffset = location * row
  }
  if (!isTimed) return state.price + added
  const spared = Math.min(waiting, slack)
  if (time - open[trial.nodes[0]!]! - spared > tables.maxDuration[state.vehicle]!) return Infinity
  return state.price + added + tables.perSecond[state.vehicle]! * (waiting - spared - state.idle)
}

/** Rearranges the parts between head and tail, if the new order keeps the rules and costs less than `most`. */
function rearrange(state: PolishState, head: number, tail: number, most: number): boolean {
  const { nodes, plan, segments, count, queue } = state
  const { trial, tables } = plan
  let index = 0
  for (; index <= head; index++) trial.nodes[index] = nodes[index]!
  for (let p = 0; p < 4; p += 2) {
    const from = segments[p]!
    const to = segments[p + 1]!
    if (from < 0) continue
    if (from <= to) for (let k = from; k <= to; k++) trial.nodes[index++] = nodes[k]!
    else for (let k = from; k >= to; k--) trial.nodes[index++] = nodes[k]!
  }
  for (; index < count; index++) trial.nodes[index] = nodes[index]!
  trial.count = count
  const price = state.isLight ? priceBetween(state, head, tail) : calculateNodesPrice(trial, tables, state.vehicle)
  if (!(price < most)) return false
  queue.push(nodes[head]!, nodes[tail]!)
  for (let p = 0; p < 4; p++) if (segments[p]! >= 0) queue.push(nodes[segments[p]!]!)
  put(state, trial.nodes.subarray(0, count), price)
  return true
}

/** Shakes the route: swaps two neighbouring parts. */
function shake(state: PolishState): boolean {
  const { count, random, segments } = state
  const inner = count - 2
  const first = 1 + drawBelow(random, Math.min(shaken, inner - 1))
  const second = 1 + drawBelow(random, Math.min(shaken, inner - first))
  const from = 1 + drawBelow(random, inner - first - second + 1)
  const cut = from + first
  const end = cut + second
  segments[0] = cut
  segments[1] = end - 1
  segments[2] = from
  segments[3] = cut - 1
  return rearrange(state, from - 1, end, Infinity)
}

function mend(state: PolishState): void {
  const { queue, positions, near, plan, forth, legs } = state
  const { jobs, place, row } = plan.tables
  while (queue.length > 0) {
    const node = queue.pop()!
    if (node >= jobs) continue
    const index = positions[node]!
    const longest = Math.max(forth[index]! - forth[index - 1]!, forth[index + 1]! - forth[index]!)
    const list = node * near.nearbyCount
    for (let k = 0; k < neighboursTried && k < near.nearbyCount; k++) {
      const neighbour = near.nearby[list + k]!
      if (neighbour < 0 || positions[neighbour]! < 0) continue
      const location = place[neighbour]!
      // An improvement brings a node nearer to its neighbour; the following neighbours are farther away.
      if (Math.min(legs[place[node]! * row + location]!, legs[location * row + place[node]!]!) >= longest) break
      if (reverseSegment(state, index, positions[neighbour]!) || moveString(state, index, positions[neighbour]!)) {
        queue.push(node, neighbour)
        break
      }
    }
  }
}

/** Turns the part between two positions, which makes them neighbours. */
function reverseSegment(state: PolishState, first: number, second: number): boolean {
  const { nodes, count, forth, back, plan, price, legs, segments } = state
  const { place, row } = plan.tables
  const low = Math.min(first, second)
  const high = Math.max(first, second)
  for (let shift = 0; shift < 2; shift++) {
    const from = low + 1 - shift
    const to = high - shift
    if (from >= to || from < 1 || to > count - 2) continue
    const leftRow = place[nodes[from - 1]!]! * row
    const right = place[nodes[to + 1]!]!
    const added = legs[leftRow + place[nodes[to]!]!]! + legs[place[nodes[from]!]! * row + right]!
    const removed = forth[from]! - forth[from - 1]! + forth[to + 1]! - forth[to]!
    if (added - removed + back[to]! - back[from]! - forth[to]! + forth[from]! > -1e-6) continue
    segments[0] = to
    segments[1] = from
    segments[2] = -1
    segments[3] = -1
    if (rearrange(state, from - 1, to + 1, price - 1e-6)) return true
  }
  return false
}

/** Moves a string that begins or ends at one position next to the other. */
function moveString(state: PolishState, position: number, target: number): boolean {
  const { nodes, count, forth, plan, legs } = state
  const { place, row } = plan.tables
  for (let length = 1; length <= stringMax; length++)
    for (let side = 0; side < (length > 1 ? 2 : 1); side++) {
      const from = side === 0 ? position : position - length + 1
      const to = from + length - 1
      if (from < 1 || to > count - 2 || (target >= from && target <= to)) continue
      const bridge = legs[place[nodes[from - 1]!]! * row + place[nodes[to + 1]!]!]!
      const gain = forth[from]! - forth[from - 1]! + forth[to + 1]! - forth[to]! - bridge
      if (gain <= 0) continue
      state.stringFrom = from
      state.stringTo = to
      if (moveTo(state, gain, target - 1) || moveTo(state, gain, target)) return true
    }
  return false
}

/** Moves the string after a node, in either direction. `gain` is the saving where it is removed. */
function moveTo(state: PolishState, gain: number, previous: number): boolean {
  const { nodes, count, forth, back, plan, price, legs, stringFrom, stringTo, segments } = state
  if (previous < 0 || previous >= count - 1 || (previous >= stringFrom - 1 && previous <= stringTo)) return false
  const { place, row } = plan.tables
  const rowOffset = place[nodes[previous]!]! * row
  const nextLocation = place[nodes[previous + 1]!]!
  const first = place[nodes[stringFrom]!]!
  const last = place[nodes[stringTo]!]!
  const most = gain + forth[previous + 1]! - forth[previous]! - 1e-6
  const turning = back[stringTo]! - back[stringFrom]! - forth[stringTo]! + forth[stringFrom]!
  for (let turned = 0; turned < (stringFrom < stringTo ? 2 : 1); turned++) {
    const added =
      turned === 0
        ? legs[rowOffset + first]! + legs[last * row + nextLocation]!
        : legs[rowOffset + last]! + legs[first * row + nextLocation]! + turning
    if (added >= most) continue
    const isBefore = previous < stringFrom
    const string = isBefore ? 0 : 2
    segments[string] = turned === 0 ? stringFrom : stringTo
    segments[string + 1] = turned === 0 ? stringTo : stringFrom
    segments[2 - string] = isBefore ? previous + 1 : stringTo + 1
    segments[3 - string] = isBefore ? stringFrom - 1 : previous
    if (rearrange(state, isBefore ? previous : stringFrom - 1, isBefore ? stringTo + 1 : previous + 1, price - 1e-6))
      return true
  }
  return false
}
