// A day in parts is a day: every job is in one part, no route breaks a rule, and the seams make the plan no worse.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkSolution } from '../../solver/check.ts'
import type { RoutingProblem } from '../../solver/model.ts'
import {
  buildPartProblem,
  createBorderParts,
  type ProblemPart,
  solveWideProblem,
  splitProblem,
  type WideProblem,
} from '../../solver/partition.ts'
import { solveProblem } from '../../solver/solve.ts'
import { chanceOf, type Line, line, richCase, withLocks } from './cases.ts'

/** The same problem, asked for part by part; the first profile's metres serve as places in the plane. */
function wide(problem: RoutingProblem, seed: number): WideProblem {
  const { next } = chanceOf(seed)
  return {
    points: Array.from({ length: problem.places }, () => ({ x: next(), y: next() })),
    travelBetween: (places) =>
      problem.travel.map(({ seconds, metres }) => {
        const pick = (of: ArrayLike<number>) =>
          Int32Array.from(places.flatMap((from) => places.map((to) => of[from * problem.places + to]!)))
        return { seconds: pick(seconds), metres: pick(metres) }
      }),
    jobs: problem.jobs,
    vehicles: problem.vehicles,
    objective: problem.objective,
  }
}

const whole = richCase(4, { jobs: 60, vehicles: 8 })
const begun = solveProblem(whole, { iterations: 100 })
const problem = withLocks(whole, begun.routes, 4)
const large = wide(problem, 4)

const once = (parts: readonly ProblemPart[], of = problem) => {
  const jobs = parts.flatMap((part) => part.jobs).sort((a, b) => a - b)
  const vehicles = parts.flatMap((part) => part.vehicles)
  assert.deepEqual(jobs, [...of.jobs.keys()])
  assert.equal(new Set(vehicles).size, vehicles.length)
}

test('every job is in one part of a divided day, and every vehicle in at most one part', () => {
  const parts = splitProblem(large, 15)
  assert.ok(parts.length >= 3)
  once(parts)
  once(createBorderParts(large, begun, 15))
})

test('the matrix of a part contains only the locations of this part', () => {
  for (const part of splitProblem(large, 15)) {
    const own = buildPartProblem(large, part, new Map())
    assert.ok(own.places <= part.jobs.length + 2)
    assert.equal(own.travel[0]!.seconds.length, own.places ** 2)
  }
})

test('the plan of a day in parts breaks no rule and no lock', () => {
  const answer = solveWideProblem(large, { iterations: 1200, seed: 1, jobsMax: 15 })
  assert.deepEqual(checkSolution(problem, answer), [])
  assert.ok(answer.routes.length > 2)
})

test('improving the borders between parts loses no order, serves none twice and breaks no rule', () => {
  for (let seed = 1; seed <= 6; seed++) {
    const rich = richCase(seed, { jobs: 30, vehicles: 6 })
    const locked = withLocks(rich, solveProblem(rich, { iterations: 50, seed }).routes, seed)
    for (const day of [rich, locked]) {
      const answer = solveWideProblem(wide(day, seed), { iterations: 150, seed, jobsMax: 5 + seed })
      assert.deepEqual(checkSolution(day, answer), [], `seed ${seed}`)
    }
  }
})

/** Two towns with a depot between them; every part is one town. */
function twoTowns(jobs: Line['jobs'], vehicles: Line['vehicles']) {
  const whole = line({ jobs, vehicles })
  const points = [0, ...jobs.map(({ at }) => at)].map((x) => ({ x, y: 0 }))
  return { whole, day: { ...wide(whole, 1), points } }
}
const towns = [-31, -30, -29, -28, 28, 29, 30, 31]

test('an order that only a vehicle of another part may serve is served by this vehicle', () => {
  for (const vehicle of [0, 1]) {
    const jobs = towns.map((at) => ({ at, ...(at === 30 || at === -30 ? { vehicles: [vehicle] } : {}) }))
    const { whole, day } = twoTowns(jobs, [{}, { perMetre: 2 }])
    const answer = solveWideProblem(day, { iterations: 400, seed: 1, jobsMax: 4 })
    assert.deepEqual(checkSolution(whole, answer), [])
    assert.deepEqual(answer.unassigned, [], `vehicle ${vehicle}`)
  }
})

test('an order in the routes of two vehicles is planned once, and keeps its lock', () => {
  const both = [4, 5]
  const { whole, day } = twoTowns(
    towns.map((at) => ({ at })),
    [{ route: [0, 1, ...both] }, { route: [...both, 6, 7], kept: both }],
  )
  once(splitProblem(day, 4), whole)
  const answer = solveWideProblem(day, { iterations: 400, seed: 1, jobsMax: 4 })
  assert.deepEqual(checkSolution(whole, answer), [])
})

test('orders on a border join the passing route of any part', () => {
  const { whole, day } = twoTowns(
    [...towns, -1, 1].map((at) => ({ at, weight: 10 })),
    [{ capacity: [60] }, { capacity: [60] }],
  )
  const answer = solveWideProblem(day, { iterations: 600, seed: 1, jobsMax: 5 })
  assert.deepEqual(checkSolution(whole, answer), [])
  assert.equal(answer.cost, solveProblem(whole, { iterations: 600, seed: 1 }).cost)
})
