// The times of changes, where clocks differ: whoever waited for a lock took the time before whoever held it, and another instance has
// another clock.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listEvents } from '../../contract/change.ts'
import { createConsignment, deleteConsignment, getConsignment, updateConsignment } from '../../contract/consignment.ts'
import { getEnvironment, updateEnvironment } from '../../contract/environment.ts'
import { createLoad, deleteLoad, getLoad, updateLoad } from '../../contract/load.ts'
import { getPod } from '../../contract/pod.ts'
import { hourMs } from '../../server/core/times.ts'
import { clockOf } from '../support/clock.ts'
import { everyEngine, type Tenant } from '../support/harness.ts'
import { anOrder } from '../support/orders.ts'
import { record } from '../support/outcomes.ts'
import { tenants } from '../support/tenants.ts'

everyEngine('the times of changes', (open) => {
  const fresh = tenants(open)

  /** When each version of each record came to be, as events tell it. */
  async function timesIn({ call }: Tenant): Promise<Map<string, string[]>> {
    const { events } = (await call(listEvents, { query: { limit: '1000' } })).data
    const of = Map.groupBy(events, ({ record }) => record.id)
    return new Map([...of].map(([id, its]) => [id, its.map(({ time }) => time)]))
  }

  test('are never earlier than those of the version before', async (t) => {
    const tenant = await fresh()
    const { call } = tenant
    const clock = clockOf(t)
    let aheadMs = 50_000
    /** Each by a clock that is five seconds behind that of the one before. */
    const earlier = <T>(act: () => Promise<T>): Promise<T> => {
      aheadMs -= 5_000
      clock.set(aheadMs)
      return act()
    }
    clock.set(aheadMs)
    const { consignmentId } = (await call(createConsignment, { body: anOrder({ key: 'C' }) })).data
    const { loadId } = (await call(createLoad, { body: { key: 'L' } })).data
    const [order, load] = [{ id: consignmentId }, { id: loadId }]
    await earlier(() => call(updateConsignment, { query: order, body: { weight: 1 } }))
    await earlier(() => call(updateLoad, { query: load, body: { stops: [{ consignmentId }] } }))
    await earlier(() => call(updateConsignment, { query: order, body: { loadId: null } }))
    const [first] = await earlier(() => record(tenant, [{ consignmentId, outcome: 'failed' }]))
    await earlier(() => record(tenant, [{ consignmentId, outcome: 'success', replaces: first! }]))
    await earlier(() => call(updateEnvironment, { body: { routeSettings: { stopDuration: 7 } } }))
    const read = [
      (await call(getConsignment, { query: order })).data,
      (await call(getLoad, { query: load })).data,
      (await call(getPod, { query: { id: first! } })).data,
      (await call(getEnvironment)).data,
    ]
    const told = await timesIn(tenant)
    const ids = [consignmentId, loadId, first!, tenant.environmentId]
    assert.deepEqual(
      ids.map((id) => told.get(id)!.at(-1)),
      read.map(({ updated }) => updated),
    )
    await earlier(() => call(deleteConsignment, { query: order }))
    await earlier(() => call(deleteLoad, { query: load }))
    for (const times of (await timesIn(tenant)).values()) assert.deepEqual(times, times.toSorted())
  })

  test('are right again at once after a clock that was far ahead', async (t) => {
    const { call } = await fresh()
    const clock = clockOf(t)
    clock.set(hourMs)
    await call(createConsignment, { body: anOrder({ key: 'C' }) })
    await call(createLoad, { body: { key: 'L' } })
    clock.set(0)
    const { loadId } = (await call(getLoad, { query: { key: 'L' } })).data
    await call(updateConsignment, { query: { key: 'C' }, body: { loadId } })
    const updated = [
      (await call(getConsignment, { query: { key: 'C' } })).data.updated,
      (await call(getLoad, { query: { key: 'L' } })).data.updated,
    ]
    for (const time of updated) assert.ok(Date.parse(time) <= Date.now(), time)
  })
})
