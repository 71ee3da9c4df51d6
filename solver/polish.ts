// One route by itself, shaken and mended again and again: a string of up to three moved beside a neighbour, as it is or
// turned round (Or-opt), and a part of the route turned round (2-opt). Ruin and recreate is slow where there is one route.
import { COST, endOf, FIGURES, LENGTH, NEXT, type Plan, PREV, ROUTE, startOf } from './layout.ts'
import type { Neighbours } from './neighbours.ts'
import { touch, update } from './plan.ts'
import { below, type Random } from './random.ts'
import { priceOfNodes } from './trial.ts'

export interface Polish {
  plan: Plan
  near: Neighbours
  random: Random
  vehicle: number
  /** The route as it is; a candidate lies in the plan's trial. */
  nodes: Int32Array
  count: number
  /** By node: where it is in the route, or −1. */
  at: Int32Array
  /** Cost of the legs up to each position, and of the same legs the other way round. */
  forth: Float64Array
  back: Float64Array
  price: number
  /** The cost of each leg for the vehicle; by vehicle, once they were asked for. */
  legs: Float64Array
  legsOf: Map<number, Float64Array>
  /** The string that may be moved. */
  from: number
  to: number
  /** Nodes whose surroundings have changed. */
  queue: number[]
}

const stringMax = 3
const neighboursTried = 8
const shaken = 10

export function createPolish(plan: Plan, near: Neighbours, random: Random): Polish {
  const { nodes } = plan.tables
  return {
    plan,
    near,
    random,
    vehicle: 0,
    nodes: new Int32Array(nodes),
    count: 0,
    at: new Int32Array(nodes),
    forth: new Float64Array(nodes),
    back: new Float64Array(nodes),
    price: 0,
    legs: new Float64Array(0),
    legsOf: new Map(),
    from: 0,
    to: 0,
    queue: [],
  }
}

/** Mends the route of the plan, then shakes and mends it so many times; worse ones are kept at times, by the temperature. */
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

/** Routes with an order to keep are left alone. */
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
  state.legs = legsFor(state, r)
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

function legsFor({ legsOf, plan }: Polish, r: number): Float64Array {
  const known = legsOf.get(r)
  if (known) return known
  const { roads, roadsOf, perMetre, perSecond } = plan.tables
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
}

/** Parts of the route in a new order: from, to, from, to, …; a part with `from` after `to` is turned round. */
function lay({ nodes, plan }: Polish, parts: readonly number[]): void {
  const { trial } = plan
  let count = 0
  for (let p = 0; p < parts.length; p += 2) {
    const from = parts[p]!
    const to = parts[p + 1]!
    if (from <= to) for (let k = from; k <= to; k++) trial.nodes[count++] = nodes[k]!
    else for (let k = from; k >= to; k--) trial.nodes[count++] = nodes[k]!
  }
  trial.count = count
}

/** Takes what lies in the trial if it keeps the rules and is cheaper than that. */
function accept(state: Polish, most: number): boolean {
  const { trial, tables } = state.plan
  const price = priceOfNodes(trial, tables, state.vehicle)
  if (!(price < most)) return false
  put(state, trial.nodes.subarray(0, trial.count), price)
  return true
}

/** Two neighbouring parts change places. */
function shake(state: Polish): boolean {
  const { nodes, count, random, queue } = state
  const inner = count - 2
  const first = 1 + below(random, Math.min(shaken, inner - 1))
  const second = 1 + below(random, Math.min(shaken, inner - first))
  const from = 1 + below(random, inner - first - second + 1)
  const cut = from + first
  const end = cut + second
  const touched = [from - 1, from, cut - 1, cut, end - 1, end].map((k) => nodes[k]!)
  lay(state, [0, from - 1, cut, end - 1, from, cut - 1, end, count - 1])
  if (!accept(state, Infinity)) return false
  queue.push(...touched)
  return true
}

function mend(state: Polish): void {
  const { queue, at, near, plan } = state
  const { jobs } = plan.tables
  while (queue.length > 0) {
    const node = queue.pop()!
    if (node >= jobs) continue
    const list = node * near.aroundCount
    for (let k = 0; k < neighboursTried && k < near.aroundCount; k++) {
      const other = near.around[list + k]!
      if (other < 0 || at[other]! < 0) continue
      if (turn(state, at[node]!, at[other]!) || moveBeside(state, at[node]!, at[other]!)) {
        queue.push(node, other)
        break
      }
    }
  }
}

/** Two positions become neighbours by turning round what lies between them. */
function turn(state: Polish, one: number, other: number): boolean {
  const { nodes, count, forth, back, plan, price, queue, legs } = state
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
    const ends = [nodes[from - 1]!, nodes[from]!, nodes[to]!, nodes[to + 1]!]
    lay(state, [0, from - 1, to, from, to + 1, count - 1])
    if (!accept(state, price - 1e-6)) continue
    queue.push(...ends)
    return true
  }
  return false
}

/** A string that begins or ends at one position comes before or after the other. */
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
      for (let after = other - 1; after <= other; after++)
        if (after >= 0 && after < count - 1 && (after < from - 1 || after > to) && moveTo(state, gain, after))
          return true
    }
  return false
}

/** What is gained where the string is taken out, and the node it would come after. */
function moveTo(state: Polish, gain: number, after: number): boolean {
  const { nodes, count, forth, back, plan, price, queue, legs, from, to } = state
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
    const ends = [from - 1, from, to, to + 1, after, after + 1].map((k) => nodes[k]!)
    const string = turned === 0 ? [from, to] : [to, from]
    if (after < from) lay(state, [0, after, ...string, after + 1, from - 1, to + 1, count - 1])
    else lay(state, [0, from - 1, to + 1, after, ...string, after + 1, count - 1])
    if (!accept(state, price - 1e-6)) continue
    queue.push(...ends)
    return true
  }
  return false
}
