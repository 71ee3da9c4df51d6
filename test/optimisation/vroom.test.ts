// A VROOM server that searches instead: what it is asked, what is taken of its answer, and what happens when it lies or is silent.
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { after, describe, test } from 'node:test'
import { listVehicles, updateVehicle } from '../../contract/fleet.ts'
import { findUnsupportedFeature } from '../../server/planning/optimisation/vroom.ts'
import { line } from '../solver/cases.ts'
import { aPlacedDepot, at, aVehicle, leeds, optimised, stored } from '../support/days.ts'
import { startService } from '../support/harness.ts'
import { onLoopback } from '../support/loopback.ts'

interface Asked {
  jobs: { id: number; location_index: number; delivery: number[]; skills: number[] }[]
  vehicles: { id: number; start_index: number; time_window: [number, number]; capacity: number[]; skills: number[] }[]
  matrices: Record<string, { durations: number[][]; distances: number[][] }>
}

test('problems that VROOM rejects or cannot express use the built-in search', () => {
  const beyond = (vehicle: object) => findUnsupportedFeature(line({ jobs: [{ at: 10 }], vehicles: [vehicle] }))
  assert.equal(beyond({}), undefined)
  assert.equal(beyond({ start: -1, end: -1 }), 'a vehicle without any depot')
  assert.equal(beyond({ maxDuration: 60 }), 'a longest duration of a vehicle')
  assert.equal(beyond({ reloads: 1 }), 'several trips of a vehicle')
  assert.equal(beyond({ ordered: [0] }), 'a fixed sequence')
})

describe('a VROOM server', () => {
  const cleanups: (() => unknown)[] = []
  const t = { after: (fn: () => unknown) => void cleanups.push(fn) }
  after(async () => {
    for (const cleanup of cleanups.reverse()) await cleanup()
  })
  let answer: (asked: Asked) => { status?: number; body: unknown } = () => ({ body: {} })
  const questions: Asked[] = []

  /** A service with such a server, and a day of two orders. */
  async function aDay() {
    const server = createServer(async (request, response) => {
      let text = ''
      for await (const chunk of request) text += chunk
      const asked = JSON.parse(text) as Asked
      questions.push(asked)
      const { status = 200, body } = answer(asked)
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(typeof body === 'string' ? body : JSON.stringify(body))
    })
    const service = await startService(t, { optimiserUrl: `http://127.0.0.1:${await onLoopback(t, server)}/` })
    const tenant = await service.environment()
    const depotKey = await aPlacedDepot(tenant)
    await aVehicle(tenant, depotKey)
    const ids = [
      await stored(tenant, { ...at(leeds.lat, leeds.lng + 0.1), weight: 10, depotKey }),
      await stored(tenant, { ...at(leeds.lat, leeds.lng + 0.2), weight: 20, depotKey }),
    ]
    return { tenant, ids }
  }
  const route = (...jobs: number[]) => ({
    body: { code: 0, routes: [{ vehicle: 0, steps: jobs.map((id) => ({ type: 'job', id })) }], unassigned: [] },
  })

  test('a VROOM server receives a problem in its format and returns routes; other problems use the built-in search', async () => {
    const { tenant, ids } = await aDay()
    answer = () => route(1, 0)
    const theirs = await optimised(tenant, { mode: 'day' })
    const asked = questions.at(-1)!
    assert.deepEqual(
      asked.jobs.map(({ delivery }) => delivery),
      [[10_000], [20_000]],
    )
    assert.deepEqual(asked.vehicles[0]!.time_window, [8 * 3600, 18 * 3600])
    assert.equal(asked.matrices.p0!.durations.length, 3)
    assert.equal(theirs.message, null)
    assert.deepEqual(
      theirs.loads[0]!.stops.map(({ consignmentId }) => consignmentId),
      ids.toReversed(),
    )

    const lies: [string, ReturnType<typeof answer>][] = [
      ['an error of its own', { body: { code: 2, error: 'no' } }],
      ['no JSON', { body: 'oops' }],
      ['a status', { status: 500, body: {} }],
      ['a job that is not there', route(0, 7)],
      ['a job twice', route(0, 1, 0)],
      ['a vehicle that is not there', { body: { code: 0, routes: [{ vehicle: 9, steps: [] }], unassigned: [] } }],
    ]
    for (const [what, lie] of lies) {
      answer = () => lie
      const ours = await optimised(tenant, { mode: 'day' })
      assert.match(ours.message ?? '', /Dray used its own search instead/, what)
      assert.equal(ours.loads[0]!.stops.length, 2, what)
    }
    const before = questions.length
    const { data } = await tenant.call(listVehicles)
    await tenant.call(updateVehicle, { query: { key: data[0]!.key }, body: { maxDuration: 480 } })
    const { message } = await optimised(tenant, { mode: 'day' })
    assert.equal(
      message,
      'The VROOM server does not support a longest duration of a vehicle. Dray used its own search instead.',
    )
    assert.equal(questions.length, before)
  })
})
