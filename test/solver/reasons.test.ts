// A reason is true: the rule that is named fails, and the job fits once it gives way by just as much as the reason says.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { evaluateRoute } from '../../solver/evaluate.ts'
import { type RoutingJob, type RoutingProblem, type RoutingVehicle, unreachableValue } from '../../solver/model.ts'
import { listPositions, listReasons, type UnassignedReason } from '../../solver/reasons.ts'
import { solveProblem } from '../../solver/solve.ts'
import { hour, type Line, line, richCase } from './cases.ts'

const firstReason = (given: Line) => {
  const problem = line(given)
  const answer = solveProblem(problem, { iterations: 100 })
  assert.equal(answer.unassigned.length, 1)
  return listReasons(problem, answer.routes, answer.unassigned[0]!)[0]!
}

test('the reason for a rejected job names the rule that empty vehicles violate, with the shortage', () => {
  const job = { at: 10, weight: 50, service: 600 }
  const alone = (jobs: Line['jobs'][number], vehicle: Partial<RoutingVehicle>) =>
    firstReason({ jobs: [jobs], vehicles: [vehicle] })
  const expected = (code: string, missBy: number) => ({ code, vehicle: 0, alone: true, missBy })
  assert.deepEqual(alone(job, { capacity: [30] }), { ...expected('capacity', 20), dimension: 0 })
  assert.deepEqual(alone({ ...job, close: 300 }, {}), { ...expected('window', 300), job: 0 })
  assert.deepEqual(alone(job, { to: 1500 }), expected('shift', 300))
  assert.deepEqual(alone(job, { maxDuration: 1000 }), expected('duration', 800))
  assert.deepEqual(alone(job, { maxDistance: 15_000 }), expected('distance', 5000))
  assert.deepEqual(alone(job, { maxStops: 0 }), expected('stops', 1))
  assert.deepEqual(alone({ ...job, vehicles: [] }, {}), { code: 'notAllowed', alone: true })
  const island = line({ jobs: [job], vehicles: [{}] })
  island.travel[0]!.seconds.fill(unreachableValue)
  assert.equal(listReasons(island, [], 0)[0]!.code, 'unreachable')
})

test('the reasons list the vehicle with the smallest shortage first', () => {
  const problem = line({ jobs: [{ at: 10, weight: 50 }], vehicles: [{ capacity: [10] }, { capacity: [45] }] })
  assert.deepEqual(
    listReasons(problem, [], 0).map(({ vehicle, missBy }) => [vehicle, missBy]),
    [
      [1, 5],
      [0, 40],
    ],
  )
})

test('a vehicle without a depot cannot reload, so the reason for a job is the capacity', () => {
  const jobs = [1, 2].map((at) => ({ at, weight: 10 }))
  const { code, missBy, alone } = firstReason({ jobs, vehicles: [{ capacity: [10], start: -1, end: -1, reloads: 2 }] })
  assert.deepEqual([code, missBy, alone], ['capacity', 10, false])
})

test('a job that costs more than leaving it out has this reason', () => {
  const reason = firstReason({ jobs: [{ at: 10, penalty: 5 }], vehicles: [{}] })
  assert.deepEqual(reason, { code: 'fits', vehicle: 0, alone: false, missBy: 20_000 - 5, at: 0 })
})

/** The problem with the rule loosened as the reason says. */
function relaxed(problem: RoutingProblem, { code, vehicle, missBy, dimension, job }: UnassignedReason): RoutingProblem {
  const by = missBy!
  const changed = <T>(list: readonly T[], index: number, change: (of: T) => T) =>
    list.map((entry, at) => (at === index ? change(entry) : entry))
  const truck = (change: (of: RoutingVehicle) => Partial<RoutingVehicle>): RoutingProblem => ({
    ...problem,
    vehicles: changed(problem.vehicles, vehicle!, (of) => ({ ...of, ...change(of) })),
  })
  switch (code) {
    case 'window':
      return { ...problem, jobs: changed<RoutingJob>(problem.jobs, job!, (of) => ({ ...of, close: of.close + by })) }
    case 'capacity':
      return truck(({ capacity }) => ({ capacity: changed(capacity, dimension!, (most) => most + by) }))
    case 'shift':
      return truck(({ to }) => ({ to: to + by }))
    case 'duration':
      return truck(({ maxDuration }) => ({ maxDuration: maxDuration! + by }))
    case 'distance':
      return truck(({ maxDistance }) => ({ maxDistance: maxDistance! + by }))
    case 'stops':
      return truck(({ maxStops }) => ({ maxStops: maxStops! + by }))
    case 'break':
      return truck(() => ({ breaks: [] }))
    default:
      return problem
  }
}

test('a job with one reason fits if its rule is relaxed by the stated amount', () => {
  const codes = new Map<string, number>()
  for (let seed = 1; seed <= 80; seed++) {
    const problem = richCase(seed, { jobs: 14, vehicles: 1 + (seed % 2) })
    const { routes, unassigned } = solveProblem(problem, { iterations: 60, seed })
    for (const job of unassigned)
      for (const reason of listReasons(problem, routes, job)) {
        if (reason.others || reason.code === 'unreachable' || reason.code === 'notAllowed') continue
        codes.set(reason.code, (codes.get(reason.code) ?? 0) + 1)
        const easier = relaxed(problem, reason)
        const where = reason.alone ? [] : routes
        const found = listPositions(easier, where, reason.vehicle!, job).some(({ broken }) => broken.length === 0)
        assert.ok(found, `seed ${seed}, job ${job}: ${JSON.stringify(reason)}`)
        if (reason.missBy! < 1 || reason.code === 'break') continue
        // By less it does not fit in that place.
        const almost = relaxed(problem, { ...reason, missBy: reason.missBy! - 1 })
        const route = where.find(({ vehicle }) => vehicle === reason.vehicle)?.sequence ?? []
        if (reason.code === 'fits') continue
        const { broken } = evaluateRoute(almost, reason.vehicle!, route.toSpliced(reason.at ?? 0, 0, job))
        assert.ok(broken.length > 0 || reason.at !== undefined, `seed ${seed}: ${JSON.stringify(reason)}`)
      }
  }
  for (const code of ['window', 'capacity', 'shift', 'stops']) assert.ok(codes.get(code)! > 0, code)
})

test('the reason for a delay of an hour names the stop that would wait', () => {
  const reason = firstReason({
    jobs: [
      { at: 60, open: hour, close: hour, penalty: 1e8 },
      { at: -30, open: 0, close: 1800 },
    ],
    vehicles: [{ maxStops: 5 }],
  })
  assert.deepEqual(reason, { code: 'window', vehicle: 0, alone: false, missBy: hour, job: 0, at: 0 })
})
