// Improves one route alone: moves a string of up to three stops next to a neighbour, reversed or not (Or-opt), or
// reverses a part (2-opt), after random changes. Ruin and recreate is slow for one route.

import { update } from './follow.ts'
import { COST, endOf, FIGURES, LENGTH, NEXT, type Plan, PREV, ROUTE, startOf } from './layout.ts'
import type { Neighbours } from './neighbours.ts'
import { touch } from './plan.ts'
import { below, type Random } from './random.ts'
import { isPlain, type Tables } from './tables.ts'
import { priceOfNodes } from './trial.ts'

export interface Polish {
  plan: Plan
  near: Neighbours
  random: Random
  vehicle: number
  /** Nodes of the current route; a candidate is in the plan's trial. */
  nodes: Int32Array
  count: number
  /** By node: where it is in the route, or −1. */
  at: Int32Array
  /** Cost of the legs back and forth: up to each position, and of the same legs in reverse. */
  forth: Float64Array
  back: Float64Array
  price: number
  /** Whether the route is light: another order changes legs and times alone, so that only these are walked. */
  isLight: boolean
  /**
   * Ready times by position: earliest end of service, waiting until then, and how much later it may leave at the start.
   */
  ready: Float64Array
  waited: Float64Array
  slack: Float64Array
  /** Idle waiting that no later departure spares. */
  idle: number
  /** The cost of each leg for the vehicle; by vehicle, once they were asked for. */
  legs: Float64Array
  legsOf: Map<number, Float64Array>
  /** Positions from and to of the string that may be moved. */
  from: number
  to: number
  /** Queue of nodes whose surroundings have changed. */
  queue: number[]
  /**
   * Parts of the middle of the route after a move: positions from, to, from, to. `from` after `to` is reversed, −1 is
   * empty.
   */
  parts: Int32Array
}

const stringMax = 3
const neighboursTried = 8
const shaken = 10

export function createPolish(plan: Plan, near: Neighbours, random: Random): Polish {
  const { nodes } = plan.tables
  const numbers = () => new Float64Array(nodes)
  return {
    plan,
    near,
    random,
    vehicle: 0,
    nodes: new Int32Array(nodes),
    count: 0,
    at: new Int32Array(nodes),
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
    from: 0,
    to: 0,
    queue: [],
    parts: new Int32Array(4),
  }
}

/**
 * Polishes a route of the plan, then changes and polishes it again `times` times. The temperature decides whether a
 * worse route is kept.
 */
export function polish(state: Polish, r: number, times: number, temperature: number): void {
  const { plan, random } = state
  if (plan.figures[r * FIGURES + LENGTH]! < 4 || !take(state, r)) return
  const before = state.price
  for (let k = 1; k < state.count - 1; k++) state.queue.push(state.nodes[k]!)
  mend(state)
  const best = state.nodes.slice(0, state.count)
  let bestPrice = state.price
  for (let time = 0; time < times; time++) {
    const held = state.nodes.slice(0, state.count)
    const heldPrice = state.price
    if (!shake(state)) continue
    mend(state)
    if (state.price < bestPrice - 1e-6) {
      bestPrice = state.price
      best.set(state.nodes.subarray(0, state.count))
    } else if (state.price > heldPrice - temperature * Math.log(random())) put(state, held, heldPrice)
  }
  if (bestPrice < before - 1e-6) give(state, best)
}

/** Takes a route of the plan. Returns false if a job of the route is locked, or if the route breaks a rule. */
function take(state: Polish, r: number): boolean {
  const { plan, nodes } = state
  const { tables, work, size } = plan
  let count = 0
  for (let node = startOf(tables, r); ; node = work[node * size + NEXT]!) {
    if (tables.held[node]) return false
    nodes[count++] = node
    if (node === endOf(tables, r)) break
  }
  state.vehicle = r
  state.isLight = isPlain(tables, r)
  state.legs = legsFor(state.legsOf, tables, r)
  state.count = count
  state.price = plan.figures[r * FIGURES + COST]!
  state.queue.length = 0
  state.at.fill(-1)
  sum(state)
  return state.price < Infinity
}

function give({ plan, vehicle }: Polish, nodes: Int32Array): void {
  const { work, size } = plan
  touch(plan, vehicle)
  for (let k = 1; k < nodes.length; k++) {
    work[nodes[k - 1]! * size + NEXT] = nodes[k]!
    work[nodes[k]! * size + PREV] = nodes[k - 1]!
    work[nodes[k]! * size + ROUTE] = vehicle
  }
  update(plan, vehicle)
}

function put(state: Polish, nodes: Int32Array, price: number): void {
  state.nodes.set(nodes)
  state.price = price
  sum(state)
}

/** Returns the cost of every leg for the vehicle. Calculates it once per vehicle. */
export function legsFor(legsOf: Map<number, Float64Array>, tables: Tables, r: number): Float64Array {
  const known = legsOf.get(r)
  if (known) return known
  const { roads, roadsOf, perMetre, perSecond } = tables
  const { metres, seconds } = roads[roadsOf[r]!]!
  const legs = new Float64Array(metres.length)
  for (let leg = 0; leg < legs.length; leg++) legs[leg] = perMetre[r]! * metres[leg]! + perSecond[r]! * seconds[leg]!
  legsOf.set(r, legs)
  return legs
}

function sum(state: Polish): void {
  const { nodes, count, forth, back, at, plan, legs } = state
  const { place, row } = plan.tables
  at[nodes[0]!] = 0
  for (let k = 1; k < count; k++) {
    const from = place[nodes[k - 1]!]!
    const to = place[nodes[k]!]!
    forth[k] = forth[k - 1]! + legs[from * row + to]!
    back[k] = back[k - 1]! + legs[to * row + from]!
    at[nodes[k]!] = k
  }
  if (state.isLight) follow(state)
}

/** Follows the route to calculate its times. */
function follow(state: Polish): void {
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
function priceBetween(state: Polish, head: number, tail: number): number {
  const { plan, legs, forth, ready } = state
  const { tables, trial } = plan
  const { place, open, close, service, row } = tables
  const { seconds } = tables.roads[tables.roadsOf[state.vehicle]!]!
  const isTimed = tables.timed[state.vehicle] === 1
  let time = ready[head]!
  let waiting = state.waited[head]!
  let slack = state.slack[head]!
  let added = forth[head]! - forth[tail]!
  let here = place[trial.nodes[head]!]! * row
  for (let k = head + 1; k < trial.count; k++) {
    const node = trial.nodes[k]!
    const there = place[node]!
    if (k <= tail) added += legs[here + there]!
    time += seconds[here + there]!
    if (time > close[node]!) return Infinity
    if (waiting + close[node]! - time < slack) slack = waiting + close[node]! - time
    if (time < open[node]!) {
      waiting += open[node]! - time
      time = open[node]!
    }
    time += service[node]!
    // As early as it was: the rest is in time as it was.
    if (!isTimed && k >= tail && time <= ready[k]!) break
    here = there * row
  }
  if (!isTimed) return state.price + added
  const spared = Math.min(waiting, slack)
  if (time - open[trial.nodes[0]!]! - spared > tables.maxDuration[state.vehicle]!) return Infinity
  return state.price + added + tables.perSecond[state.vehicle]! * (waiting - spared - state.idle)
}

/** Rearranges the parts between head and tail, if the new order keeps the rules and costs less than `most`. */
function rearrange(state: Polish, head: number, tail: number, most: number): boolean {
  const { nodes, plan, parts, count, queue } = state
  const { trial, tables } = plan
  let at = 0
  for (; at <= head; at++) trial.nodes[at] = nodes[at]!
  for (let p = 0; p < 4; p += 2) {
    const from = parts[p]!
    const to = parts[p + 1]!
    if (from < 0) continue
    if (from <= to) for (let k = from; k <= to; k++) trial.nodes[at++] = nodes[k]!
    else for (let k = from; k >= to; k--) trial.nodes[at++] = nodes[k]!
  }
  for (; at < count; at++) trial.nodes[at] = nodes[at]!
  trial.count = count
  const price = state.isLight ? priceBetween(state, head, tail) : priceOfNodes(trial, tables, state.vehicle)
  if (!(price < most)) return false
  queue.push(nodes[head]!, nodes[tail]!)
  for (let p = 0; p < 4; p++) if (parts[p]! >= 0) queue.push(nodes[parts[p]!]!)
  put(state, trial.nodes.subarray(0, count), price)
  return true
}

/** Shakes the route: swaps two neighbouring parts. */
function shake(state: Polish): boolean {
  const { count, random, parts } = state
  const inner = count - 2
  const first = 1 + below(random, Math.min(shaken, inner - 1))
  const second = 1 + below(random, Math.min(shaken, inner - first))
  const from = 1 + below(random, inner - first - second + 1)
  const cut = from + first
  const end = cut + second
  parts[0] = cut
  parts[1] = end - 1
  parts[2] = from
  parts[3] = cut - 1
  return rearrange(state, from - 1, end, Infinity)
}

function mend(state: Polish): void {
  const { queue, at, near, plan, forth, legs } = state
  const { jobs, place, row } = plan.tables
  while (queue.length > 0) {
    const node = queue.pop()!
    if (node >= jobs) continue
    const here = at[node]!
    const longest = Math.max(forth[here]! - forth[here - 1]!, forth[here + 1]! - forth[here]!)
    const list = node * near.aroundCount
    for (let k = 0; k < neighboursTried && k < near.aroundCount; k++) {
      const other = near.around[list + k]!
      if (other < 0 || at[other]! < 0) continue
      const there = place[other]!
      // An improvement brings a node nearer to its neighbour; the following neighbours are farther away.
      if (Math.min(legs[place[node]! * row + there]!, legs[there * row + place[node]!]!) >= longest) break
      if (turn(state, here, at[other]!) || moveBeside(state, here, at[other]!)) {
        queue.push(node, other)
        break
      }
    }
  }
}

/** Turns the part between two positions, which makes them neighbours. */
function turn(state: Polish, one: number, other: number): boolean {
  const { nodes, count, forth, back, plan, price, legs, parts } = state
  const { place, row } = plan.tables
  const low = Math.min(one, other)
  const high = Math.max(one, other)
  for (let shift = 0; shift < 2; shift++) {
    const from = low + 1 - shift
    const to = high - shift
    if (from >= to || from < 1 || to > count - 2) continue
    const left = place[nodes[from - 1]!]! * row
    const right = place[nodes[to + 1]!]!
    const added = legs[left + place[nodes[to]!]!]! + legs[place[nodes[from]!]! * row + right]!
    const removed = forth[from]! - forth[from - 1]! + forth[to + 1]! - forth[to]!
    if (added - removed + back[to]! - back[from]! - forth[to]! + forth[from]! > -1e-6) continue
    parts[0] = to
    parts[1] = from
    parts[2] = -1
    parts[3] = -1
    if (rearrange(state, from - 1, to + 1, price - 1e-6)) return true
  }
  return false
}

/** Moves a string that begins or ends at one position beside the other. */
function moveBeside(state: Polish, one: number, other: number): boolean {
  const { nodes, count, forth, plan, legs } = state
  const { place, row } = plan.tables
  for (let length = 1; length <= stringMax; length++)
    for (let side = 0; side < (length > 1 ? 2 : 1); side++) {
      const from = side === 0 ? one : one - length + 1
      const to = from + length - 1
      if (from < 1 || to > count - 2 || (other >= from && other <= to)) continue
      const bridge = legs[place[nodes[from - 1]!]! * row + place[nodes[to + 1]!]!]!
      const gain = forth[from]! - forth[from - 1]! + forth[to + 1]! - forth[to]! - bridge
      if (gain <= 0) continue
      state.from = from
      state.to = to
      if (moveTo(state, gain, other - 1) || moveTo(state, gain, other)) return true
    }
  return false
}

/** Moves the string after a node, in either direction. `gain` is the saving where it is removed. */
function moveTo(state: Polish, gain: number, after: number): boolean {
  const { nodes, count, forth, back, plan, price, legs, from, to, parts } = state
  if (after < 0 || after >= count - 1 || (after >= from - 1 && after <= to)) return false
  const { place, row } = plan.tables
  const here = place[nodes[after]!]! * row
  const there = place[nodes[after + 1]!]!
  const first = place[nodes[from]!]!
  const last = place[nodes[to]!]!
  const most = gain + forth[after + 1]! - forth[after]! - 1e-6
  const turning = back[to]! - back[from]! - forth[to]! + forth[from]!
  for (let turned = 0; turned < (from < to ? 2 : 1); turned++) {
    const added =
      turned === 0
        ? legs[here + first]! + legs[last * row + there]!
        : legs[here + last]! + legs[first * row + there]! + turning
    if (added >= most) continue
    const isBefore = after < from
    const string = isBefore ? 0 : 2
    parts[string] = turned === 0 ? from : to
    parts[string + 1] = turned === 0 ? to : from
    parts[2 - string] = isBefore ? after + 1 : to + 1
    parts[3 - string] = isBefore ? from - 1 : after
    if (rearrange(state, isBefore ? after : from - 1, isBefore ? to + 1 : after + 1, price - 1e-6)) return true
  }
  return false
}
