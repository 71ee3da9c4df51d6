// Plans keep every rule, whatever the day; the same seed gives the same plan, and stopping early still gives one.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkSolution } from '../../solver/check.ts'
import { evaluateRoute } from '../../solver/evaluate.ts'
import { updateRoute } from '../../solver/follow.ts'
import { FIGURE_COUNT, NODE_LOCATION, ROUTE_COST, ROUTE_LENGTH } from '../../solver/layout.ts'
import {
  type RoutingProblem,
  type RoutingSolution,
  type RoutingVehicle,
  reloadEntry,
  unreachableValue,
} from '../../solver/model.ts'
import { findNeighbours } from '../../solver/neighbours.ts'
import { createPlan, restoreBest, saveBest } from '../../solver/plan.ts'
import { createPolish, polishRoute } from '../../solver/polish.ts'
import { createRandom } from '../../solver/random.ts'
import { createRecreation } from '../../solver/recreate.ts'
import { beginSearch, solveProblem } from '../../solver/solve.ts'
import { buildFirstPlan } from '../../solver/start.ts'
import { buildTables } from '../../solver/tables.ts'
import { calculateNodesPrice } from '../../solver/trial.ts'
import { hour, type Line, line, plainer, richCase, withLocks } from './cases.ts'

const shape = (seed: number) => ({ jobs: 6 + (seed % 14), vehicles: 2 + (seed % 3) })
const answers: { seed: number; problem: RoutingProblem; answer: RoutingSolution }[] = []
for (let seed = 1; seed <= 60; seed++) {
  const rich = richCase(seed, shape(seed))
  const problem = seed % 3 === 1 ? plainer(rich) : rich
  answers.push({ seed, problem, answer: solveProblem(problem, { iterations: 150, seed }) })
}

test('plans of sixty generated days break no rule, and the days use every kind of rule', () => {
  for (const { seed, problem, answer } of answers) assert.deepEqual(checkSolution(problem, answer), [], `seed ${seed}`)
  const routes = answers.flatMap(({ answer }) => answer.routes)
  const visits = routes.flatMap((route) => route.visits)
  for (const kind of ['job', 'break', 'reload'] as const) assert.ok(visits.some((visit) => visit.kind === kind))
  assert.ok(routes.some(({ late }) => late > 0))
  assert.ok(answers.some(({ problem, answer }) => answer.routes.some((r) => problem.vehicles[r.vehicle]!.end < 0)))
})

test('locked stops keep their sequence and their vehicle', () => {
  let locked = 0
  for (const { seed, problem, answer } of answers) {
    const again = withLocks(problem, answer.routes, seed)
    for (const { first, ordered, kept } of again.vehicles) locked += [first, ordered, kept].flat().length
    assert.deepEqual(
      checkSolution(again, solveProblem(again, { iterations: 100, seed: 7, warm: true })),
      [],
      `seed ${seed}`,
    )
  }
  assert.ok(locked > 100)
})

test('the same seed and iterations give the same plan, in slices of any length', () => {
  const problem = richCase(5, { jobs: 25, vehicles: 3 })
  const once = solveProblem(problem, { iterations: 300, seed: 9 })
  assert.deepEqual(solveProblem(problem, { iterations: 300, seed: 9 }), once)
  const sliced = beginSearch(problem, { iterations: 300, seed: 9 })
  while (sliced.run(1));
  assert.deepEqual(sliced.best(), once)
})

test('a search has a complete best plan at any moment, and its cost never rises', () => {
  const problem = richCase(8, { jobs: 30, vehicles: 4 })
  const search = beginSearch(problem, { iterations: 400, seed: 3 })
  let cost = Infinity
  do {
    const answer = search.best()
    assert.deepEqual(checkSolution(problem, answer), [])
    assert.ok(answer.cost <= cost + 1e-6)
    cost = answer.cost
  } while (search.run(5))
  const stopped = beginSearch(problem, { iterations: 1e9 })
  stopped.run(20)
  assert.equal(stopped.best().routes.length > 0, true)
})

test('a search whose time is over at its start makes some iterations', () => {
  const problem = richCase(8, { jobs: 12, vehicles: 2 })
  let now = 0
  const answer = solveProblem(problem, { seconds: 1, seed: 3, clock: () => (now += 1e9) })
  assert.deepEqual(checkSolution(problem, answer), [])
  assert.ok(answer.cost < solveProblem(problem, { iterations: 1, seed: 3 }).cost)
})

test('a search that is stopped ends soon with a valid plan', () => {
  const problem = richCase(8, { jobs: 30, vehicles: 4 })
  let now = 0
  // A clock that counts how often it is asked.
  const search = beginSearch(problem, { seconds: 1e9, clock: () => now++ })
  search.run(10)
  const before = search.best().cost
  search.coolWithin(50)
  let slices = 0
  while (search.run(10)) slices++
  assert.ok(slices < 20)
  assert.deepEqual(checkSolution(problem, search.best()), [])
  assert.ok(search.best().cost <= before + 1e-6)
})

test('a search starts from its initial route, and returns this route if it has no time', () => {
  const { problem, answer } = answers.find(({ answer }) => answer.routes.length > 1 && answer.unassigned.length === 0)!
  const routes = new Map(answer.routes.map(({ vehicle, sequence }) => [vehicle, sequence]))
  const vehicles = problem.vehicles.map((vehicle, v) => ({ ...vehicle, route: routes.get(v) ?? [] }))
  const again = solveProblem({ ...problem, vehicles }, { iterations: 0 })
  assert.deepEqual(
    again.routes.map(({ vehicle, sequence }) => [vehicle, sequence]),
    answer.routes.map(({ vehicle, sequence }) => [vehicle, sequence]),
  )
})

const planned = (given: Line, iterations = 200) => {
  const problem = line(given)
  return { problem, answer: solveProblem(problem, { iterations }) }
}

test('locked stops that are late or overweight are not removed, and other routes break no rule', () => {
  const { problem, answer } = planned({
    jobs: [
      { at: 30, close: 60, weight: 80 },
      { at: 10, weight: 80 },
      { at: 20, weight: 5 },
    ],
    vehicles: [{ capacity: [100], first: [0, 1] }, { capacity: [100] }],
  })
  assert.deepEqual(answer.routes.find(({ vehicle }) => vehicle === 0)?.sequence.slice(0, 2), [0, 1])
  assert.deepEqual(answer.unassigned, [])
  const codes = new Set(checkSolution(problem, answer).map(({ code }) => code))
  assert.deepEqual(codes, new Set(['window', 'capacity']))
})

test('a late stop on a route beyond its shift is served in time, even if the route ends later', () => {
  // Each stop there and back: the last one is due first, and to serve it first is a detour.
  const jobs = [{ at: 10 }, { at: 12 }, { at: 14 }, { at: -20, close: 1_500 }]
  const kept = [0, 1, 2, 3]
  const day = (to: number) => line({ jobs, vehicles: [{ from: 0, to, end: -1, kept, route: kept }], latePerSecond: 30 })
  const problem = day(600)
  const before = evaluateRoute(problem, 0, kept)
  const [route] = solveProblem(problem, { iterations: 200 }).routes
  assert.ok(before.late > 0 && before.end > 600)
  assert.deepEqual([route!.late, route!.end > before.end], [0, true])
  // Where it would be late all the same, the shift does not become longer to save kilometres.
  const hopeless = line({
    jobs: [{ at: 10, close: 60 }, { at: 6 }, { at: 26, open: 3_000 }, { at: -30 }],
    vehicles: [{ to: 600, isPunctual: true, kept: [0, 3, 1, 2], route: [0, 3, 1, 2], perMetre: 0.05 }],
    latePerSecond: 3,
  })
  assert.ok(solveProblem(hopeless, { iterations: 300 }).routes[0]!.end <= evaluateRoute(hopeless, 0, [0, 3, 1, 2]).end)
  // Within its shift there is no such room.
  const [punctual] = solveProblem(day(before.end), { iterations: 200 }).routes
  assert.ok(punctual!.end <= before.end)
})

test('a vehicle returns and reloads to serve every job', () => {
  const jobs = [
    { at: 10, weight: 60 },
    { at: -10, weight: 60 },
    { at: 12, weight: 40 },
  ]
  const without = planned({ jobs, vehicles: [{ capacity: [100] }] })
  assert.equal(without.answer.unassigned.length, 1)
  const { problem, answer } = planned({ jobs, vehicles: [{ capacity: [100], reloads: 1, reloadSeconds: 300 }] })
  assert.deepEqual(answer.unassigned, [])
  assert.equal(answer.routes[0]!.trips, 2)
  assert.deepEqual(checkSolution(problem, answer), [])
})

test('a break is planned outside service and inside its window, unless it is not needed', () => {
  const pause = { earliest: 2 * hour, latest: 3 * hour, seconds: 1800 }
  const far = planned({ jobs: [{ at: 100, service: hour }, { at: 110 }], vehicles: [{ breaks: [pause] }] })
  assert.ok(far.answer.routes[0]!.visits.some(({ kind }) => kind === 'break'))
  assert.deepEqual(checkSolution(far.problem, far.answer), [])
  const near = planned({ jobs: [{ at: 10 }], vehicles: [{ breaks: [pause] }] })
  assert.ok(near.answer.routes[0]!.visits.every(({ kind }) => kind === 'job'))
  const long = { at: 60, open: 2 * hour - 60, close: 2 * hour - 60, service: 2 * hour }
  const without = { ...pause, latest: 2 * hour + 60 }
  const never = planned({ jobs: [long], vehicles: [{ breaks: [{ ...without, earliest: 2 * hour }] }] })
  assert.deepEqual(never.answer.unassigned, [0])
})

test('a vehicle with a fixed start serves others before it, and its wait counts', () => {
  const day = (vehicle: Partial<RoutingVehicle>) =>
    line({
      jobs: [{ at: 10, open: 6 * hour }, { at: -10 }],
      vehicles: [{ from: hour, perMetre: 0, perSecond: 1, ...vehicle }],
    })
  const whenever = solveProblem(day({}), { iterations: 200 }).routes[0]!
  assert.equal(whenever.waiting, 0)
  const punctual = day({ isPunctual: true })
  const [route] = solveProblem(punctual, { iterations: 200 }).routes
  assert.deepEqual([route!.departure, route!.sequence], [hour, [1, 0]])
  assert.equal(route!.end - route!.departure, route!.seconds)
  assert.equal(route!.waiting, 5 * hour - 30 * 60)
  // There is no time for it then.
  const short = { isPunctual: true, maxDuration: 2 * hour }
  assert.deepEqual(solveProblem(day(short), { iterations: 200 }).unassigned, [0])
})

test('permitted lateness is used only if it saves more than its price', () => {
  const jobs = [
    { at: 20, close: 1200, maxLate: 3600 },
    { at: -10, close: 1200 },
  ]
  const cheap = planned({ jobs, vehicles: [{ fixed: 1e6 }, { fixed: 1e6 }], latePerSecond: 1 })
  assert.equal(cheap.answer.routes.length, 1)
  assert.ok(cheap.answer.routes[0]!.late > 0)
  const dear = planned({ jobs, vehicles: [{ fixed: 1e6 }, { fixed: 1e6 }], latePerSecond: 1e6 })
  assert.equal(dear.answer.routes.length, 2)
})

test("the limits of an empty vehicle apply to the route's duration, not to the time of day", () => {
  const jobs = [{ at: 10, open: 5 * hour, close: 6 * hour }]
  const limited = planned({ jobs, vehicles: [{ maxDuration: hour }] })
  assert.deepEqual(limited.answer.unassigned, [])
  const paid = planned({ jobs: [{ ...jobs[0]!, penalty: 25_000 }], vehicles: [{ perSecond: 1 }] })
  assert.equal(paid.answer.cost, 20_000 + 20 * 60)
})

test('the goal of fewest vehicles has priority over a shorter distance', () => {
  const jobs = [10, 12, 14, -10, -12, -14].map((at) => ({ at, weight: 10 }))
  const vehicles = [{ capacity: [60] }, { capacity: [60] }, { capacity: [60] }]
  const { answer } = planned({ jobs, vehicles, fewestVehicles: true }, 400)
  assert.equal(answer.routes.length, 1)
})

test('a problem without jobs, vehicles or locations is solved with an empty plan', () => {
  assert.deepEqual(planned({ jobs: [], vehicles: [{}] }).answer.routes, [])
  assert.deepEqual(planned({ jobs: [{ at: 1 }], vehicles: [] }).answer.unassigned, [0])
  assert.deepEqual(planned({ jobs: [], vehicles: [] }).answer.unassigned, [])
  const problem = line({ jobs: [{ at: 10 }, { at: 20 }], vehicles: [{}] })
  problem.travel[0]!.seconds.fill(unreachableValue)
  assert.deepEqual(solveProblem(problem, { iterations: 50 }).unassigned, [0, 1])
  problem.travel[0]!.seconds.fill(Number.NaN)
  assert.deepEqual(solveProblem(problem, { iterations: 50 }).routes.length <= 1, true)
  const closed = planned({ jobs: [{ at: 10, open: 500, close: 400 }, { at: 5 }], vehicles: [{ capacity: [0] }, {}] })
  assert.deepEqual(closed.answer.unassigned, [0])
})

test('an evaluation returns the times, the load and the violations of a route', () => {
  const problem = line({
    jobs: [
      { at: 10, open: 2 * hour, close: 3 * hour, weight: 70, service: 600 },
      { at: 20, close: 60, weight: 50 },
    ],
    vehicles: [{ capacity: [100], perSecond: 1 }],
  })
  const { departure, waiting, peak, metres, seconds, broken } = evaluateRoute(problem, 0, [0, 1])
  // It leaves as late as it can and waits for nobody.
  assert.deepEqual(
    { departure, waiting, peak, metres },
    { departure: 2 * hour - 600, waiting: 0, peak: [120], metres: 40_000 },
  )
  assert.equal(seconds, 40 * 60 + 600)
  assert.deepEqual(
    broken.map(({ rule, by }) => [rule, by]),
    [
      ['window', 2 * hour + 600 + 600 - 60],
      ['capacity', 20],
    ],
  )
  assert.equal(
    evaluateRoute(problem, 0, [0, reloadEntry, 1]).broken.some(({ rule }) => rule === 'reloads'),
    true,
  )
})

test('a polished route has its reported cost, and obeys its rules', () => {
  let better = 0
  for (let seed = 1; seed <= 40; seed++) {
    const problem = plainer(richCase(seed, { jobs: 25, vehicles: 2 }))
    const day = { ...problem, jobs: problem.jobs.map((job) => ({ ...job, deliver: [1], collect: [] })) }
    const plan = createPlan(buildTables(day))
    const near = findNeighbours(plan.tables)
    buildFirstPlan(createRecreation(plan, near, createRandom(seed)))
    const state = createPolish(plan, near, createRandom(seed))
    for (let r = 0; r < plan.tables.vehicles; r++) {
      const before = plan.figures[r * FIGURE_COUNT + ROUTE_COST]!
      // So hot that every change is kept: the price is that of the last one.
      polishRoute(state, r, 20, 1e9)
      const after = plan.figures[r * FIGURE_COUNT + ROUTE_COST]!
      assert.ok(after <= before, `seed ${seed}: ${before} → ${after}`)
      if (after < before) better++
      if (plan.figures[r * FIGURE_COUNT + ROUTE_LENGTH]! < 4) continue
      plan.trial.nodes.set(state.nodes.subarray(0, state.count))
      plan.trial.count = state.count
      const price = calculateNodesPrice(plan.trial, plan.tables, r)
      assert.ok(Math.abs(price - state.price) < 0.01, `seed ${seed}: ${state.price} is ${price}`)
    }
  }
  assert.ok(better > 10, `${better}`)
})

test('the figures of a route are the same for jobs added one by one or together', () => {
  for (let seed = 1; seed <= 60; seed++) {
    const plan = createPlan(buildTables(plainer(richCase(seed, shape(seed)))))
    buildFirstPlan(createRecreation(plan, findNeighbours(plan.tables), createRandom(seed)))
    saveBest(plan)
    restoreBest(plan)
    for (let node = 0; node < plan.tables.nodes; node++)
      assert.equal(plan.work[node * plan.size + NODE_LOCATION], plan.tables.place[node], `seed ${seed}`)
    const before = { work: plan.work.slice(), figures: plan.figures.slice(), spans: plan.spans.slice() }
    for (let r = 0; r < plan.tables.vehicles; r++) updateRoute(plan, r)
    const { work, figures, spans } = plan
    assert.deepEqual({ work, figures, spans }, before, `seed ${seed}`)
  }
})
