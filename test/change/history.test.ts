// The history of a record: who changed what and when, back to its first version, also after it is gone.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  getConsignmentHistory,
  getConsignmentHistoryById,
  getDepotHistory,
  getEnvironmentHistory,
  getLoadHistory,
  getLoadHistoryById,
} from '../../contract/change.ts'
import {
  type Consignment,
  type ConsignmentInput,
  type ConsignmentPatch,
  createConsignment,
  deleteConsignment,
  getConsignment,
  updateConsignment,
} from '../../contract/consignment.ts'
import { createDepot, deleteDepot, getDepot, updateDepot } from '../../contract/depot.ts'
import { getEnvironment, updateEnvironment } from '../../contract/environment.ts'
import { createDriver, createVehicle } from '../../contract/fleet.ts'
import { createLoad, deleteLoad, getLoad, updateLoad } from '../../contract/load.ts'
import { order } from '../support/arbitraries.ts'
import { everyEngine, type Tenant } from '../support/harness.ts'
import { aDepot, aDriver, aFullOrder, aKey, anOrder, aVehicle } from '../support/orders.ts'
import { assertProblem } from '../support/problem.ts'
import { undo } from '../support/replay.ts'
import '../support/seed.ts'
import { tenants } from '../support/tenants.ts'

everyEngine('history', (open) => {
  const fresh = tenants(open)

  /** What the steps of a history lead from: a read without what follows from elsewhere. */
  const stateOf = ({ depot, ...consignment }: Consignment) => {
    const { consignmentId, environmentId, version, created, updated, stopPosition, timeAtStop, ...own } = consignment
    return { ...own, depotKey: depot?.key ?? null }
  }

  test("undoing an order's history step by step restores every earlier state", async () => {
    const { call } = await fresh()
    const depotKeys = [aDepot().key, aDepot().key]
    for (const key of depotKeys) await call(createDepot, { body: aDepot({ key }) })
    await fc.assert(
      fc.asyncProperty(order, fc.array(order, { minLength: 1, maxLength: 6 }), async (first, others) => {
        const body = { ...(first.sent as ConsignmentInput), key: aKey() }
        const { consignmentId: id } = (await call(createConsignment, { body })).data
        const read = async () => (await call(getConsignment, { query: { id } })).data
        const states = [stateOf(await read())]
        for (const [index, { sent }] of others.entries()) {
          const patch = sent as ConsignmentPatch
          const depotKey = [null, ...depotKeys][index % 3]!
          const loadId = index % 2 ? null : aKey('L')
          await call(updateConsignment, { query: { id }, body: { ...patch, depotKey, loadId } })
          const now = await read()
          if (now.version > states.length) states.push(stateOf(now))
        }
        const { changes, next } = (await call(getConsignmentHistory, { query: { id } })).data
        assert.equal(next, null)
        assert.deepEqual(
          changes.map(({ version }) => version),
          states.map((_, index) => states.length - index),
        )
        for (const { version, changes: steps } of changes) {
          const own = steps.filter(({ path }) => path !== '/timeAtStop')
          if (version > 1) assert.deepEqual(undo(states[version - 1], own), states[version - 2])
          else assert.deepEqual(steps, [])
        }
      }),
      { numRuns: 15, endOnFailure: true },
    )
  })

  test('undoing the history of loads, depots and settings restores their earlier states', async () => {
    const { call } = await fresh()
    const { loadId } = (await call(createLoad, { body: { key: aKey() } })).data
    const ids: string[] = []
    for (let n = 0; n < 6; n++) ids.push((await call(createConsignment, { body: anOrder() })).data.consignmentId)
    await call(createVehicle, { body: aVehicle({ key: 'VAN', weightCapacity: 9 }) })
    await call(createDriver, { body: aDriver({ vehicleKey: 'VAN' }) })
    const loadNow = async () => {
      const { data } = await call(getLoad, { query: { id: loadId } })
      const { key, status, startDepotKey, endDepotKey, plannedStart, weightCapacity, volumeCapacity, stops } = data
      const { vehicleKey, driverKey, packageCapacity } = data
      const own = { key, status, startDepotKey, endDepotKey, plannedStart, weightCapacity, volumeCapacity }
      const order = stops.map(({ consignmentId }) => consignmentId)
      return { ...own, vehicleKey, driverKey, packageCapacity, stops: order }
    }
    const stops = (...indexes: number[]) => indexes.map((index) => ({ consignmentId: ids[index]! }))
    const loadSteps: (() => Promise<unknown>)[] = [
      () => call(updateLoad, { query: { id: loadId }, body: { stops: stops(0, 1, 2, 3), key: aKey() } }),
      () => call(updateLoad, { query: { id: loadId }, body: { stops: stops(3, 1, 4, 0) } }),
      () => call(updateConsignment, { query: { id: ids[5]! }, body: { loadId } }),
      () => call(updateConsignment, { query: { id: ids[1]! }, body: { loadId: null } }),
      () => call(deleteConsignment, { query: { id: ids[3]! } }),
      () =>
        call(updateLoad, { query: { id: loadId }, body: { plannedStart: '2026-07-01T08:00:00Z', status: 'planned' } }),
      () => call(updateLoad, { query: { id: loadId }, body: { vehicleKey: 'VAN', packageCapacity: 3 } }),
      () => call(updateLoad, { query: { id: loadId }, body: { vehicleKey: null, driverKey: null } }),
    ]
    await expectUndone(loadNow, loadSteps, async () => (await call(getLoadHistoryById, { params: { loadId } })).data)

    const { key } = aDepot()
    await call(createDepot, { body: aDepot({ key }) })
    const depotNow = async () => (await call(getDepot, { query: { key } })).data
    const depotSteps = [{ contact: { email: 'a@example.com' } }, { name: 'Other', contact: null }].map(
      (body) => () => call(updateDepot, { query: { key }, body }),
    )
    await expectUndone(depotNow, depotSteps, async () => (await call(getDepotHistory, { query: { key } })).data)

    const settingsNow = async () => {
      const { environmentId, name, version, created, updated, ...settings } = (await call(getEnvironment)).data
      return settings
    }
    const polygon = [
      { lat: 1, lng: 1 },
      { lat: 2, lng: 2 },
      { lat: 3, lng: 1 },
    ]
    const settingsSteps = [
      { areas: [{ key: 'A', name: 'A' }] },
      { areas: [{ key: 'A', name: 'A', polygon }], timezone: 'Europe/London' },
      { areas: [{ key: 'B', name: 'B' }], timezone: null },
    ].map((body) => () => call(updateEnvironment, { body }))
    await expectUndone(settingsNow, settingsSteps, async () => (await call(getEnvironmentHistory)).data, 2)
  })

  /** Takes the steps, each of which is one version, and undoes them by the history. */
  async function expectUndone(
    now: () => Promise<unknown>,
    steps: (() => Promise<unknown>)[],
    history: () => Promise<{ changes: { version: number; changes: Parameters<typeof undo>[1] }[] }>,
    firstChange = 2,
  ) {
    const states = [await now()]
    for (const step of steps) {
      await step()
      states.push(await now())
    }
    const { changes } = await history()
    const updates = changes.filter(({ version }) => version >= firstChange)
    assert.equal(updates.length, steps.length)
    for (const [index, { changes: steps }] of updates.entries())
      assert.deepEqual(undo(states.at(-1 - index), steps), states.at(-2 - index))
  }

  test('a history returns pages, newest first', async () => {
    const { call } = await fresh()
    const { consignmentId: id } = (await call(createConsignment, { body: anOrder() })).data
    for (let weight = 1; weight <= 9; weight++) await call(updateConsignment, { query: { id }, body: { weight } })
    const seen: number[] = []
    let cursor: string | undefined
    do {
      const query = { limit: '4', ...(cursor === undefined ? {} : { cursor }) }
      const { data } = await call(getConsignmentHistoryById, { params: { consignmentId: id }, query })
      seen.push(...data.changes.map(({ version }) => version))
      cursor = data.next ?? undefined
    } while (cursor !== undefined)
    assert.deepEqual(seen, [10, 9, 8, 7, 6, 5, 4, 3, 2, 1])
    const tenant = await fresh()
    for (const [query, place] of [
      ['limit=101', '?limit'],
      ['cursor=x', '?cursor'],
    ])
      assertProblem(await tenant.request('GET', `/v1/environment/history?${query}`), 'BAD_REQUEST', [place!])
  })

  test('a deleted record returns 404, and its history names the actor and the time of the deletion', async () => {
    const tenant = await fresh()
    const { call } = tenant
    const body = aFullOrder()
    const { consignmentId: id } = (await call(createConsignment, { body })).data
    await call(deleteConsignment, { query: { id }, headers: { 'x-request-id': 'the-end' } })
    assertProblem(await tenant.request('GET', `/v1/consignment/${id}`), 'NOT_FOUND')
    for (const query of [{ id }, { key: body.key }, { id, key: body.key }]) {
      const { changes } = (await call(getConsignmentHistory, { query })).data
      assert.deepEqual(
        changes.map(({ type, version }) => [type, version]),
        [
          ['consignment.deleted', 2],
          ['consignment.created', 1],
        ],
      )
      assert.equal(changes[0]!.requestId, 'the-end')
      assert.equal(changes[0]!.actor.kind, 'token')
    }
    // The key goes to whoever has it now.
    const { consignmentId: later } = (await call(createConsignment, { body })).data
    const { changes } = (await call(getConsignmentHistory, { query: { key: body.key } })).data
    assert.equal(changes[0]!.record.id, later)
    assertProblem(await tenant.request('GET', `/v1/consignment/history?id=${id}&key=${body.key}`), 'BAD_REQUEST', [
      '?key',
    ])

    const { loadId } = (await call(createLoad, { body: { key: aKey() } })).data
    await call(deleteLoad, { query: { id: loadId } })
    assert.equal((await call(getLoadHistory, { query: { id: loadId } })).data.changes[0]!.type, 'load.deleted')
    const depot = aDepot()
    await call(createDepot, { body: depot })
    await call(deleteDepot, { query: { key: depot.key } })
    assert.equal((await call(getDepotHistory, { query: { key: depot.key } })).data.changes[0]!.type, 'depot.deleted')
  })

  test('a history is not visible to other environments', async () => {
    const [mine, theirs] = [await fresh(), await fresh()]
    const world = await made(theirs)
    const asked = ({ consignmentId, key, loadId, loadKey, depotKey }: typeof world) => [
      `/v1/consignment/${consignmentId}/history`,
      `/v1/consignment/history?key=${key}`,
      `/v1/load/${loadId}/history`,
      `/v1/load/history?key=${loadKey}`,
      `/v1/depot/history?key=${depotKey}`,
    ]
    const nobody = { consignmentId: 'nobody', key: 'nobody', loadId: 'nobody', loadKey: 'nobody', depotKey: 'nobody' }
    for (const [index, path] of asked(world).entries()) {
      const [foreign, absent] = [await mine.request('GET', path), await mine.request('GET', asked(nobody)[index]!)]
      assertProblem(foreign, 'NOT_FOUND')
      assert.equal(foreign.json.data.message, absent.json.data.message)
      assert.equal((await theirs.request('GET', path)).status, 200)
    }
  })

  async function made({ call }: Tenant) {
    const order = anOrder()
    const { consignmentId } = (await call(createConsignment, { body: order })).data
    const loadKey = aKey()
    const { loadId } = (await call(createLoad, { body: { key: loadKey } })).data
    const depot = aDepot()
    await call(createDepot, { body: depot })
    return { consignmentId, key: order.key, loadId, loadKey, depotKey: depot.key }
  }
})
