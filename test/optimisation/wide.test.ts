// Days of many orders: searched through in parts, within the rules, with the ways of one part at a time.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { MaterialOrder, MaterialRoute, SearchMaterial } from '../../server/planning/optimisation/material.ts'
import type { TranslatedProblem } from '../../server/planning/optimisation/problem.ts'
import type { SearchResult } from '../../server/planning/optimisation/proposal.ts'
import { searchWide } from '../../server/planning/optimisation/wide.ts'
import { checkSolution } from '../../solver/check.ts'
import { evaluateRoute } from '../../solver/evaluate.ts'
import type { RoutingProblem } from '../../solver/model.ts'
import { richCase } from '../solver/cases.ts'

const rich = richCase(4, { jobs: 60, vehicles: 8 })
const heavy = 7
const had = 3
const problem: RoutingProblem = {
  ...rich,
  travel: [rich.travel[0]!],
  // One that nobody can carry, and a vehicle that has a load already.
  jobs: rich.jobs.map((job, index) =>
    index === heavy ? { ...job, deliver: rich.vehicles[0]!.capacity.map(() => 1_000_000), collect: [] } : job,
  ),
  vehicles: rich.vehicles.map((vehicle) => ({ ...vehicle, profile: 0 })),
}
const before = [problem.jobs.findIndex(({ vehicles }) => !vehicles || vehicles.includes(had))]
const translated: TranslatedProblem = {
  jobs: problem.jobs,
  vehicles: problem.vehicles.with(had, { ...problem.vehicles[had]!, route: before }),
  objective: problem.objective,
  factors: [1],
  orders: problem.jobs.map((_, job) => ({ consignmentId: String(job) }) as MaterialOrder),
  routes: problem.vehicles.map(
    (_, vehicle) => ({ stops: vehicle === had ? before.map(String) : [] }) as MaterialRoute & { stops: string[] },
  ),
  ...{
    nowhere: [],
    dimensions: [],
    promised: [],
    settings: {} as SearchMaterial['settings'],
    day: '2026-07-01',
    dayStart: 0,
  },
}

test('the parts of a large day are searched one by one, and the combined plan breaks no rule', async () => {
  const told: { found: SearchResult & { cost: number }; fraction: number }[] = []
  let most = 0
  await searchWide({
    translated,
    places: {
      list: Array.from({ length: problem.places }, (_, place) => ({ lat: place, lng: 0 })),
      depots: new Map(),
      orders: new Map(),
    },
    limit: { iterations: 800, seed: 1 },
    jobsMax: 15,
    async waysBetween(places) {
      most = Math.max(most, places.length)
      const pick = (of: ArrayLike<number>) =>
        Int32Array.from(places.flatMap((from) => places.map((to) => of[from.lat * problem.places + to.lat]!)))
      const [{ seconds, metres }] = problem.travel as [RoutingProblem['travel'][number]]
      return { source: 'estimate', note: null, seconds: pick(seconds), metres: pick(metres) }
    },
    tell: (found, fraction) => told.push({ found, fraction }),
    goesOn: () => undefined,
  })
  assert.ok(most < 30, `the ways between ${most} of ${problem.places} places at a time`)
  const fractions = told.map(({ fraction }) => fraction)
  assert.deepEqual(
    fractions,
    fractions.toSorted((a, b) => a - b),
  )
  assert.equal(fractions.filter((fraction) => fraction === 1).length, 1)
  assert.ok(told.length > 5)
  const { found } = told.at(-1)!
  assert.deepEqual(checkSolution(problem, { ...found, iterations: 0 }), [])
  for (const { vehicle, sequence, cost, visits } of found.routes) {
    const evaluation = found.evaluate(vehicle, sequence)
    assert.ok(Math.abs(evaluation.cost - cost) < 1e-6)
    assert.deepEqual([evaluation.vehicle, evaluation.visits], [vehicle, visits])
  }
  assert.deepEqual(found.evaluate(had, before).visits, evaluateRoute(problem, had, before).visits)
  assert.ok(found.unassigned.includes(heavy))
  const [reason] = found.reasonsOf(heavy)
  assert.equal(reason!.code, 'capacity')
  assert.ok(problem.vehicles[reason!.vehicle!]!.capacity[reason!.dimension!]! < 1_000_000)
})
