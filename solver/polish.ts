// Classical moves within one route: a string of up to three moved elsewhere, as it is or turned round (Or-opt), and a part
// of the route turned round (2-opt). What ruin and recreate finds slowly where there is but one route to work on.
import { COST, endOf, FIGURES, LENGTH, NEXT, type Plan, PREV, ROUTE, startOf } from './layout.ts'
import { update } from './plan.ts'
import type { Tables } from './tables.ts'
import { priceOfNodes } from './trial.ts'

export interface Polish {
  /** The route as it is; the candidate lies in the plan's trial. */
  nodes: Int32Array
  count: number
  /** Cost of the legs up to each node, and of the same legs the other way round. */
  forth: Float64Array
  back: Float64Array
  price: number
  /** By vehicle, once it was asked for: the cost of each leg. */
  legs: Map<number, Float64Array>
}

const stringMax = 3

export function createPolish({ nodes }: Tables): Polish {
  return {
    nodes: new Int32Array(nodes),
    count: 0,
    forth: new Float64Array(nodes),
    back: new Float64Array(nodes),
    price: 0,
    legs: new Map(),
  }
}

/** Until no move makes the route cheaper. Routes with an order to keep are left alone. */
export function polish(state: Polish, plan: Plan, r: number): void {
  const { figures } = plan
  if (figures[r * FIGURES + LENGTH]! < 3 || figures[r * FIGURES + COST] === Infinity || !take(state, plan, r)) return
  const before = state.price
  let price = Infinity
  while (state.price < price) {
    price = state.price
    moveStrings(state, plan, r)
    turnParts(state, plan, r)
  }
  if (state.price < before) give(state, plan, r)
}

function legsOf(state: Polish, { row, roads, roadsOf, perMetre, perSecond }: Tables, r: number): Float64Array {
  const known = state.legs.get(r)
  if (known) return known
  const { metres, seconds } = roads[roadsOf[r]!]!
  const legs = new Float64Array(row * row)
  for (let leg = 0; leg < legs.length; leg++) legs[leg] = perMetre[r]! * metres[leg]! + perSecond[r]! * seconds[leg]!
  state.legs.set(r, legs)
  return legs
}

function take(state: Polish, { tables, work, size, figures }: Plan, r: number): boolean {
  state.count = 0
  state.price = figures[r * FIGURES + COST]!
  for (let node = startOf(tables, r); ; node = work[node * size + NEXT]!) {
    if (node < tables.jobs && tables.held[node]) return false
    state.nodes[state.count++] = node
    if (node === endOf(tables, r)) break
  }
  sum(state, tables, r)
  return true
}

function give({ nodes, count }: Polish, plan: Plan, r: number): void {
  const { work, size } = plan
  for (let k = 1; k < count; k++) {
    work[nodes[k - 1]! * size + NEXT] = nodes[k]!
    work[nodes[k]! * size + PREV] = nodes[k - 1]!
    work[nodes[k]! * size + ROUTE] = r
  }
  update(plan, r)
}

function sum(state: Polish, tables: Tables, r: number): void {
  const { nodes, count, forth, back } = state
  const { place, row } = tables
  const legs = legsOf(state, tables, r)
  for (let k = 1; k < count; k++) {
    const from = place[nodes[k - 1]!]!
    const to = place[nodes[k]!]!
    forth[k] = forth[k - 1]! + legs[from * row + to]!
    back[k] = back[k - 1]! + legs[to * row + from]!
  }
}

/** Takes what lies in the trial if it keeps the rules and is cheaper. */
function accept(state: Polish, plan: Plan, r: number): boolean {
  plan.trial.count = state.count
  const price = priceOfNodes(plan.trial, plan.tables, r)
  if (!(price < state.price - 1e-6)) return false
  state.price = price
  state.nodes.set(plan.trial.nodes.subarray(0, state.count))
  sum(state, plan.tables, r)
  return true
}

/** Nodes `from` to `to` turned round. */
function turnParts(state: Polish, plan: Plan, r: number): void {
  const { nodes, count, forth, back } = state
  const { place, row } = plan.tables
  const legs = legsOf(state, plan.tables, r)
  for (let from = 1; from < count - 2; from++)
    for (let to = from + 1; to < count - 1; to++) {
      const before = place[nodes[from - 1]!]! * row
      const left = legs[before + place[nodes[to]!]!]! - legs[before + place[nodes[from]!]!]!
      const after = place[nodes[to + 1]!]!
      const right = legs[place[nodes[from]!]! * row + after]! - legs[place[nodes[to]!]! * row + after]!
      const inside = back[to]! - back[from]! - forth[to]! + forth[from]!
      if (inside + left + right > -1e-6) continue
      const candidate = plan.trial.nodes
      for (let k = 0; k < count; k++) candidate[k] = k >= from && k <= to ? nodes[from + to - k]! : nodes[k]!
      accept(state, plan, r)
    }
}

function moveStrings(state: Polish, plan: Plan, r: number): void {
  const { nodes, count, forth, back } = state
  const { place, row } = plan.tables
  const legs = legsOf(state, plan.tables, r)
  for (let length = 1; length <= stringMax; length++)
    for (let from = 1; from + length < count; from++) {
      const to = from + length - 1
      const first = place[nodes[from]!]!
      const last = place[nodes[to]!]!
      const inside = forth[to]! - forth[from]!
      const closed = legs[place[nodes[from - 1]!]! * row + place[nodes[to + 1]!]!]!
      const gain = forth[to + 1]! - forth[from - 1]! - inside - closed - 1e-6
      if (gain <= 0) continue
      const turned = back[to]! - back[from]! - inside
      for (let after = 0; after < count - 1; after++) {
        if (after >= from - 1 && after <= to) continue
        const here = place[nodes[after]!]! * row
        const there = place[nodes[after + 1]!]!
        const most = gain + forth[after + 1]! - forth[after]!
        const asIs = legs[here + first]! + legs[last * row + there]! < most
        if (asIs) lay(state, plan, { from, to, after, isTurned: false })
        if (asIs && accept(state, plan, r)) break
        const isTurned = length > 1 && legs[here + last]! + legs[first * row + there]! + turned < most
        if (isTurned) lay(state, plan, { from, to, after, isTurned })
        if (isTurned && accept(state, plan, r)) break
      }
    }
}

/** The route with the string behind another node, into the trial. */
function lay(
  { nodes, count }: Polish,
  { trial }: Plan,
  { from, to, after, isTurned }: { from: number; to: number; after: number; isTurned: boolean },
): void {
  let at = 0
  for (let k = 0; k < count; k++) {
    if (k < from || k > to) trial.nodes[at++] = nodes[k]!
    if (k !== after) continue
    for (let s = from; s <= to; s++) trial.nodes[at++] = nodes[isTurned ? from + to - s : s]!
  }
}
