// The times of changes, where clocks differ: whoever waited for a lock took the time before whoever held it, and another instance has
// another clock.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ChangeEvent, listEvents } from '../../contract/change.ts'
import { createConsignment, deleteConsignment, getConsignment, updateConsignment } from '../../contract/consignment.ts'
import { createDepot, deleteDepot, updateDepot } from '../../contract/depot.ts'
import { getEnvironment, resetEnvironment, updateEnvironment } from '../../contract/environment.ts'
import { eraseConsignees } from '../../contract/erasure.ts'
import {
  createDriver,
  createVehicle,
  deleteDriver,
  deleteVehicle,
  updateDriver,
  updateVehicle,
} from '../../contract/fleet.ts'
import { createLoad, deleteLoad, getLoad, updateLoad } from '../../contract/load.ts'
import { getPod } from '../../contract/pod.ts'
import { createWebhook, deleteWebhook, getWebhook, rotateWebhookSecret, updateWebhook } from '../../contract/webhook.ts'
import { hourMs } from '../../server/platform/value/times.ts'
import { clockOf } from '../support/clock.ts'
import { everyEngine, type Tenant } from '../support/harness.ts'
import { aDepot, aDriver, anOrder, aVehicle } from '../support/orders.ts'
import { record } from '../support/outcomes.ts'
import { behaviours, startReceiver } from '../support/receiver.ts'
import { tenants } from '../support/tenants.ts'
import { until } from '../support/until.ts'

everyEngine('the times of changes', (open) => {
  let shared: ReturnType<typeof open> | undefined
  const service = () => (shared ??= open({ webhookAllowHttp: true, webhookAllowNets: '127.0.0.0/8' }))
  const fresh = tenants(service)

  /** When each version of each record came to be, as events tell it. */
  async function timesIn({ call }: Tenant): Promise<Map<string, string[]>> {
    const events: ChangeEvent[] = []
    for (let after: string | undefined; ; ) {
      const page = (await call(listEvents, { query: { limit: '1000', ...(after ? { after } : {}) } })).data
      if (page.events.length === 0) break
      events.push(...page.events)
      after = page.next
    }
    const of = Map.groupBy(events, ({ record }) => `${record.type} ${record.id}`)
    return new Map([...of].map(([id, its]) => [id, its.map(({ time }) => time)]))
  }

  /** Lets each act go by a clock that is five seconds behind that of the one before. */
  function backwards(t: Parameters<typeof clockOf>[0]): <T>(act: () => Promise<T>) => Promise<T> {
    const clock = clockOf(t)
    let aheadMs = 55_000
    return (act) => {
      aheadMs -= 5_000
      clock.set(aheadMs)
      return act()
    }
  }

  test('the times of changes are never earlier than the times of the previous version', async (t) => {
    const tenant = await fresh()
    const { call } = tenant
    const earlier = backwards(t)
    const { consignmentId, loadId } = await earlier(async () => ({
      ...(await call(createConsignment, { body: anOrder({ key: 'C' }) })).data,
      ...(await call(createLoad, { body: { key: 'L' } })).data,
    }))
    const [order, load] = [{ id: consignmentId }, { id: loadId }]
    await earlier(() => call(updateConsignment, { query: order, body: { consigneeCode: 'C-1' } }))
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
    const ids = [
      `consignment ${consignmentId}`,
      `load ${loadId}`,
      `pod ${first}`,
      `environment ${tenant.environmentId}`,
    ]
    assert.deepEqual(
      ids.map((id) => told.get(id)!.at(-1)),
      read.map(({ updated }) => updated),
    )
    await earlier(() => call(deleteConsignment, { query: order }))
    await earlier(() => call(eraseConsignees, { body: { ids: [consignmentId] } }))
    await earlier(() => call(deleteLoad, { query: load }))
    for (const [id, times] of await timesIn(tenant)) assert.deepEqual(times, times.toSorted(), id)
  })

  test('the times of changes stay in order if a depot, vehicle or driver is deleted and created again', async (t) => {
    const tenant = await fresh()
    const { call } = tenant
    const earlier = backwards(t)
    const [query, body] = [{ key: 'K' }, { key: 'K', name: 'First' }]
    const create = async () => {
      await call(createDepot, { body: aDepot(body) })
      await call(createVehicle, { body: aVehicle(body) })
      await call(createDriver, { body: aDriver(body) })
    }
    const rename = async (name: string) => {
      await call(updateDepot, { query, body: { name } })
      await call(updateVehicle, { query, body: { name } })
      await call(updateDriver, { query, body: { name } })
    }
    await earlier(create)
    await earlier(() => rename('Second'))
    await earlier(() => rename('Third'))
    await earlier(async () => {
      await call(deleteDriver, { query })
      await call(deleteVehicle, { query })
      await call(deleteDepot, { query })
    })
    await earlier(create)
    await earlier(() => rename('Second'))
    const times = await timesIn(tenant)
    for (const kind of ['depot', 'vehicle', 'driver']) {
      const its = times.get(`${kind} K`)!
      assert.equal(its.length, 6)
      assert.deepEqual(its, its.toSorted(), kind)
    }
  })

  test('the times of changes stay in order after a sandbox is reset', async (t) => {
    const tenant = await fresh()
    const { call } = tenant
    const earlier = backwards(t)
    await earlier(() => call(resetEnvironment))
    await earlier(() => call(resetEnvironment))
    for (const [id, times] of await timesIn(tenant)) assert.deepEqual(times, times.toSorted(), id)
  })

  test('the times of changes of a webhook are never earlier than before, even if the service pauses the webhook', async (t) => {
    const tenant = await fresh()
    const { call } = tenant
    const earlier = backwards(t)
    const receiver = await startReceiver(t, behaviours.gone)
    const body = { url: receiver.url, events: ['depot.created' as const] }
    const { webhookId } = await earlier(async () => (await call(createWebhook, { body })).data)
    const params = { webhookId }
    const seen: string[] = []
    const read = async () => {
      const { state, updated } = (await call(getWebhook, { params })).data
      seen.push(updated)
      return state
    }
    await read()
    await earlier(() => call(updateWebhook, { params, body: { description: 'Shop' } }))
    await read()
    await earlier(() => call(rotateWebhookSecret, { params, body: {} }))
    await read()
    await earlier(() => call(createDepot, { body: aDepot() }))
    await until('the service has paused it', async () => (await read()) === 'paused')
    const told = (await timesIn(tenant)).get(`webhook ${webhookId}`)!
    assert.deepEqual([told.length, told.at(-1)], [4, seen.at(-1)])
    await earlier(() => call(deleteWebhook, { params }))
    const times = (await timesIn(tenant)).get(`webhook ${webhookId}`)!
    for (const each of [seen, times]) assert.deepEqual(each, each.toSorted())
  })

  test('the times of changes are correct immediately after the clock returns from the future', async (t) => {
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
