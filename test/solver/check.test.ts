// The checker sees every kind of fault: each is made in a sound answer, one at a time.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkSolution, type SolutionErrorCode } from '../../solver/check.ts'
import type { RouteVisit, RoutingProblem, RoutingSolution, RoutingVehicle, VehicleRoute } from '../../solver/model.ts'
import { reloadEntry, unreachableValue } from '../../solver/model.ts'
import { solveProblem } from '../../solver/solve.ts'
import { hour, line } from './cases.ts'

const problem = line({
  jobs: [
    { at: 10, weight: 60, close: hour },
    { at: -20, weight: 60, service: 600 },
    { at: 200, weight: 10, service: 600 },
    { at: 210, weight: 10 },
  ],
  vehicles: [
    { capacity: [100], reloads: 1, reloadSeconds: 60, breaks: [{ earliest: hour, latest: 4 * hour, seconds: 900 }] },
  ],
})
const sound = solveProblem(problem, { iterations: 300 })

test('a valid solution has no violation', () => {
  assert.deepEqual(checkSolution(problem, sound), [])
  assert.equal(sound.unassigned.length, 0)
  assert.deepEqual(new Set(sound.routes[0]!.visits.map(({ kind }) => kind)), new Set(['job', 'reload', 'break']))
})

const sees = (title: SolutionErrorCode, problem: RoutingProblem, answer: RoutingSolution) =>
  assert.ok(
    checkSolution(problem, answer).some(({ code }) => code === title),
    title,
  )

test('the check of a solution names a violated rule', () => {
  const [route] = sound.routes
  const withVehicle = (change: Partial<RoutingVehicle>) => ({
    ...problem,
    vehicles: [{ ...problem.vehicles[0]!, ...change }],
  })
  const withJobs = (change: object) => ({ ...problem, jobs: problem.jobs.map((job) => ({ ...job, ...change })) })
  sees('capacity', withVehicle({ capacity: [50] }), sound)
  sees('shift', withVehicle({ to: hour }), sound)
  sees('shift', withVehicle({ from: 2 * hour }), sound)
  sees('shift', withVehicle({ from: route!.departure - 60, isPunctual: true }), sound)
  sees('duration', withVehicle({ maxDuration: 60 }), sound)
  sees('distance', withVehicle({ maxDistance: 1000 }), sound)
  sees('stops', withVehicle({ maxStops: 3 }), sound)
  sees('reloads', withVehicle({ reloads: 0 }), sound)
  sees('service', withVehicle({ reloadSeconds: 2 * hour }), sound)
  sees('break', withVehicle({ breaks: [{ earliest: 0, latest: 1, seconds: 900 }] }), sound)
  sees('cost', withVehicle({ fixed: 1e6 }), sound)
  sees('first', withVehicle({ first: [route!.sequence.findLast((job) => job !== reloadEntry)!] }), sound)
  sees('ordered', withVehicle({ ordered: route!.sequence.filter((job) => job !== reloadEntry).toReversed() }), sound)
  sees('notAllowed', withJobs({ vehicles: [3] }), sound)
  sees('window', withJobs({ open: 0, close: 1 }), sound)
  sees('service', withJobs({ service: 5 * hour }), sound)
  const slow = problem.travel.map(({ metres }) => ({ metres, seconds: metres }))
  sees('travel', { ...problem, travel: slow }, sound)
  const blocked = problem.travel.map(({ metres }) => ({ metres, seconds: metres.map(() => unreachableValue) }))
  sees('unreachable', { ...problem, travel: blocked }, sound)
})

test('the check of a solution names inconsistent figures', () => {
  const [route] = sound.routes
  const withRoute = (change: Partial<VehicleRoute>): RoutingSolution => ({
    ...sound,
    routes: [{ ...route!, ...change }],
  })
  const visits = (change: (visit: RouteVisit) => RouteVisit | undefined) =>
    withRoute({ visits: route!.visits.flatMap((visit) => change(visit) ?? []) })
  sees('figures', problem, withRoute({ metres: 1 }))
  sees('figures', problem, withRoute({ seconds: 1 }))
  sees('figures', problem, withRoute({ peak: [1] }))
  sees(
    'figures',
    problem,
    visits((visit) => (visit.kind === 'job' ? { ...visit, late: 5 } : visit)),
  )
  sees('cost', problem, withRoute({ cost: 1 }))
  sees('cost', problem, { ...sound, cost: 1 })
  sees('order', problem, withRoute({ sequence: route!.sequence.toReversed() }))
  sees('order', problem, withRoute({ end: route!.departure }))
  sees(
    'break',
    problem,
    visits((visit) => (visit.kind === 'break' ? undefined : visit)),
  )
  sees(
    'break',
    problem,
    visits((visit) => (visit.kind === 'break' ? { ...visit, departure: visit.start } : visit)),
  )
  sees('twice', problem, { ...sound, unassigned: [0] })
  sees('lost', problem, withRoute({ sequence: route!.sequence.filter((job) => job !== 2) }))
  sees('unknown', problem, { ...sound, routes: [route!, route!] })
  sees('kept', { ...problem, vehicles: [{ ...problem.vehicles[0]!, kept: [0] }] }, { ...sound, routes: [] })
})
