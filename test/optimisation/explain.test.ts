// Orders that were left out have their reasons however busy the machine is, and however early the search is stopped.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createExplainer } from '../../server/planning/optimisation/explain.ts'
import { line } from '../solver/cases.ts'

const heavy = 500
const problem = line({
  jobs: [
    ...Array.from({ length: heavy }, () => ({ at: 10, weight: 50 })),
    ...Array.from({ length: 9 }, () => ({ at: 10, weight: 5 })),
  ],
  vehicles: [{ capacity: [10] }, { capacity: [10] }],
})
const routes = [
  { vehicle: 0, sequence: [heavy, heavy + 1] },
  { vehicle: 1, sequence: [heavy + 2, heavy + 3] },
]
const besides = Array.from({ length: 5 }, (_, index) => heavy + 4 + index)

test('every job that no empty vehicle can take has a reason; a job for which vehicles are full has one if time allows', () => {
  const explain = createExplainer(problem)
  const first = explain(routes, { alone: 2 * heavy + 10, beside: 2 * 18 })
  for (let job = 0; job < heavy; job++) assert.deepEqual(first(job)[0]!.code, 'capacity')
  assert.deepEqual(
    besides.map((job) => first(job)[0]?.code),
    ['capacity', 'capacity', undefined, undefined, undefined],
  )
  const second = explain(routes, { alone: 0, beside: 5 * 18 })
  for (let job = 0; job < heavy; job++) assert.deepEqual(second(job)[0]!.alone, true)
  assert.deepEqual(
    besides.map((job) => second(job)[0]?.alone),
    [false, false, false, false, false],
  )
})
