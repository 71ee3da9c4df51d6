// The order of one route, and jobs that take the place of others: each move does what it says, and nothing else.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkSolution } from '../../solver/check.ts'
import { canEject, createEjection, ejectJobs } from '../../solver/eject.ts'
import { evaluateRoute } from '../../solver/evaluate.ts'
import { exchangeEnds } from '../../solver/exchange.ts'
import { endOf, FIGURE_COUNT, NEXT_NODE, NODE_ROUTE, ROUTE_COST, type RoutePlan, startOf } from '../../solver/layout.ts'
import type { RoutingProblem } from '../../solver/model.ts'
import { findNeighbours } from '../../solver/neighbours.ts'
import { createPlan, dropPlan, keepPlan } from '../../solver/plan.ts'
import { createRandom } from '../../solver/random.ts'
import { createRecreation } from '../../solver/recreate.ts'
import { annealOrder, createSequence } from '../../solver/sequence.ts'
import { solveProblem } from '../../solver/solve.ts'
import { buildFirstPlan } from '../../solver/start.ts'
import { buildTables } from '../../solver/tables.ts'
import { calculateNodesPrice } from '../../solver/trial.ts'
import { chanceOf, hour, plainer, plainest, richCase, roads } from './cases.ts'

/** One vehicle, narrow windows, time that costs something in every second case. */
function oneRoute(seed: number, stops: number): RoutingProblem {
  const { next, whole, one } = chanceOf(seed)
  const points = Array.from({ length: stops + 1 }, () => [next() * 40, next() * 40] as const)
  const jobs = Array.from({ length: stops }, (_, index) => {
    const open = whole(7, 11) * hour
    const window = one(0.5) ? { open, close: open + 2 * hour } : { open: 0, close: 24 * hour }
    return { place: index + 1, ...window, service: 300, deliver: [1], collect: [], penalty: 1e7 }
  })
  const vehicle = { start: 0, end: 0, from: 6 * hour, to: 18 * hour, capacity: [100], fixed: 100, profile: 0 }
  return {
    places: stops + 1,
    travel: [roads(points, 1)],
    jobs,
    vehicles: [{ ...vehicle, perMetre: 0.05, perSecond: seed % 2 }],
    objective: {},
  }
}

function cheapestOrder(problem: RoutingProblem, done: readonly number[] = []): number {
  if (done.length === problem.jobs.length) {
    const { cost, broken } = evaluateRoute(problem, 0, done)
    return broken.length === 0 ? cost : Infinity
  }
  const rest = [...problem.jobs.keys()].filter((job) => !done.includes(job))
  return Math.min(...rest.map((job) => cheapestOrder(problem, [...done, job])))
}

test('a route of six stops has the cheapest of all sequences', () => {
  let compared = 0
  for (let seed = 1; seed <= 24; seed++) {
    const problem = oneRoute(seed, 6)
    const cheapest = cheapestOrder(problem)
    if (cheapest === Infinity) continue
    const { cost } = solveProblem(problem, { iterations: 600, seed })
    assert.ok(Math.abs(cost - cheapest) < 0.01, `seed ${seed}: ${cost} instead of ${cheapest}`)
    compared++
  }
  assert.ok(compared > 12, `${compared}`)
})

test('an annealed sequence has its reported cost, and the plan is the best valid one', () => {
  let better = 0
  for (let seed = 1; seed <= 40; seed++) {
    const plan = createPlan(buildTables(oneRoute(seed, 20)))
    const near = findNeighbours(plan.tables)
    buildFirstPlan(createRecreation(plan, near, createRandom(seed)))
    const state = createSequence(plan, near, createRandom(seed))
    const before = plan.figures[ROUTE_COST]!
    annealOrder(state, 0, 3_000, 100)
    const after = plan.figures[ROUTE_COST]!
    assert.ok(after <= before && Math.abs(after - state.bestPrice) < 0.01, `seed ${seed}: ${before} → ${after}`)
    if (after < before) better++
    plan.trial.nodes.set(state.nodes.subarray(0, state.count))
    plan.trial.count = state.count
    const price = calculateNodesPrice(plan.trial, plan.tables, 0)
    assert.equal(price === Infinity, state.isLate, `seed ${seed}`)
    const said = state.base + state.forth[state.count - 1]! + state.timePrice
    if (!state.isLate) assert.ok(Math.abs(price - said) < 0.01, `seed ${seed}: ${said} is ${price}`)
  }
  assert.ok(better > 20, `${better}`)
})

test('ejection inserts a job by removing up to three others, and breaks no rule', () => {
  let ejected = 0
  for (let seed = 1; seed <= 80; seed++) {
    const { vehicles, ...rest } = plainest(richCase(seed, { jobs: 24, vehicles: 2 }))
    const plan = createPlan(
      buildTables({ ...rest, vehicles: vehicles.map(({ maxDuration: _maxDuration, ...vehicle }) => vehicle) }),
    )
    const { tables, work, size } = plan
    assert.ok(canEject(tables))
    buildFirstPlan(createRecreation(plan, findNeighbours(tables), createRandom(seed)))
    const absence = new Float64Array(tables.jobs).fill(1)
    const state = createEjection(plan, createRandom(seed), absence)
    for (const job of [...plan.absent]) {
      if (work[job * size + NODE_ROUTE]! >= 0) continue
      absence[job]! += 3
      const before = new Set(plan.absent)
      if (!ejectJobs(state, job)) continue
      ejected++
      assert.ok(work[job * size + NODE_ROUTE]! >= 0 && !plan.absent.includes(job), `seed ${seed}`)
      const out = plan.absent.filter((other) => !before.has(other))
      assert.ok(out.length > 0 && out.length <= 3, `seed ${seed}`)
      assert.equal(plan.absent.length, before.size - 1 + out.length)
      for (const other of out) assert.equal(work[other * size + NODE_ROUTE], -1, `seed ${seed}`)
      for (let r = 0; r < tables.vehicles; r++)
        assert.ok(plan.figures[r * FIGURE_COUNT + ROUTE_COST]! < Infinity, `seed ${seed}`)
    }
  }
  assert.ok(ejected > 20, `${ejected}`)
})

/** The jobs of a route, as the problem numbers them. */
function sequenceOf({ tables, work, size }: RoutePlan, r: number): number[] {
  const sequence: number[] = []
  const end = endOf(tables, r)
  for (let node = work[startOf(tables, r) * size + NEXT_NODE]!; node !== end; node = work[node * size + NEXT_NODE]!)
    sequence.push(tables.original[node]!)
  return sequence
}

test('exchanging the ends of routes loses no job, and each route has its figures or is dropped', () => {
  let kept = 0
  let dropped = 0
  for (let seed = 1; seed <= 60; seed++) {
    const { vehicles, ...day } = plainer(richCase(seed, { jobs: 24, vehicles: 3 }))
    // Alike, or they would exchange nothing; in every second case with few stops.
    const vehicle = { ...vehicles[0]!, ...(seed % 2 === 0 ? { maxStops: 10 } : {}) }
    const problem: RoutingProblem = {
      ...day,
      jobs: day.jobs.map(({ vehicles: _, ...job }) => job),
      vehicles: [1, 2, 3].map(() => vehicle),
    }
    const plan = createPlan(buildTables(problem))
    const random = createRandom(seed)
    const near = findNeighbours(plan.tables)
    buildFirstPlan(createRecreation(plan, near, random))
    const planned = () => [0, 1, 2].flatMap((r) => sequenceOf(plan, r)).sort((a, b) => a - b)
    const jobs = planned()
    for (let time = 0; time < 100; time++) {
      const before = [0, 1, 2].map((r) => sequenceOf(plan, r))
      if (!exchangeEnds(plan, near, random, Infinity)) continue
      const isInOrder = [0, 1, 2].every((r) => plan.figures[r * FIGURE_COUNT + ROUTE_COST]! < Infinity)
      if (isInOrder) keepPlan(plan)
      else dropPlan(plan)
      isInOrder ? kept++ : dropped++
      const after = [0, 1, 2].map((r) => sequenceOf(plan, r))
      if (!isInOrder) assert.deepEqual(after, before, `seed ${seed}`)
      assert.deepEqual(planned(), jobs, `seed ${seed}`)
      for (const [r, sequence] of after.entries()) {
        if (sequence.length === 0) continue
        const { cost, broken } = evaluateRoute(problem, r, sequence)
        assert.deepEqual(broken, [], `seed ${seed}`)
        assert.ok(Math.abs(cost - plan.figures[r * FIGURE_COUNT + ROUTE_COST]!) < 0.01, `seed ${seed}: ${cost}`)
      }
    }
  }
  assert.ok(kept > 200 && dropped > 0, `${kept} kept, ${dropped} dropped`)
})

test('plans of more than 500 jobs break no rule', () => {
  const { vehicles, ...day } = plainer(richCase(1, { jobs: 520, vehicles: 8 }))
  const problem = { ...day, vehicles: [...vehicles, ...vehicles, ...vehicles], objective: {} }
  assert.deepEqual(checkSolution(problem, solveProblem(problem, { iterations: 2_000, seed: 1 })), [])
})

test('plans of simple days break no rule, with one vehicle or several, and with fewest vehicles first', () => {
  for (let seed = 1; seed <= 40; seed++) {
    const day = plainest(richCase(seed, { jobs: 6 + (seed % 20), vehicles: 1 + (seed % 4) }))
    const problem = { ...day, objective: { ...day.objective, fewestVehicles: seed % 2 === 0 } }
    assert.deepEqual(checkSolution(problem, solveProblem(problem, { iterations: 400, seed })), [], `seed ${seed}`)
  }
})
