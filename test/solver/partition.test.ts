// A day in parts is a day: every job is in one part, no route breaks a rule, and the seams make the plan no worse.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { check } from '../../solver/check.ts'
import type { Problem } from '../../solver/model.ts'
import { problemOf, seams, solveWide, split, type WideProblem } from '../../solver/partition.ts'
import { solve } from '../../solver/solve.ts'
import { chanceOf, richCase, withLocks } from './cases.ts'

/** The same problem, asked for part by part; the first profile's metres serve as places in the plane. */
function wide(problem: Problem, seed: number): WideProblem {
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
const begun = solve(whole, { iterations: 100 })
const problem = withLocks(whole, begun.routes, 4)
const large = wide(problem, 4)

const once = (parts: readonly { jobs: readonly number[]; vehicles: readonly number[] }[]) => {
  const jobs = parts.flatMap((part) => part.jobs).sort((a, b) => a - b)
  const vehicles = parts.flatMap((part) => part.vehicles)
  assert.deepEqual(jobs, [...problem.jobs.keys()])
  assert.equal(new Set(vehicles).size, vehicles.length)
}

test('every job is in one part, every vehicle in one at most', () => {
  const parts = split(large, 15)
  assert.ok(parts.length >= 3)
  once(parts)
  once(seams(large, begun, 15))
})

test('a part has a matrix of its own places only', () => {
  for (const part of split(large, 15)) {
    const own = problemOf(large, part, new Map())
    assert.ok(own.places <= part.jobs.length + 2)
    assert.equal(own.travel[0]!.seconds.length, own.places ** 2)
  }
})

test('a day in parts keeps every rule and every lock', () => {
  const answer = solveWide(large, { iterations: 1200, seed: 1, jobsMax: 15 })
  assert.deepEqual(check(problem, answer), [])
  assert.ok(answer.routes.length > 2)
})
