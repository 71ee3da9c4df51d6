// When tracking letters are sent: each trigger once for an order, however its load moves and whenever it joins.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { importConsignments } from '../../contract/bulk.ts'
import { updateConsignmentById } from '../../contract/consignment.ts'
import { updateEnvironment } from '../../contract/environment.ts'
import { createLoad, type LoadStatus, updateLoadById } from '../../contract/load.ts'
import type { TrackingTrigger } from '../../contract/road.ts'
import { getTracking } from '../../contract/tracking.ts'
import { everyEngine, type Tenant } from '../support/harness.ts'
import { aKey, anOrder } from '../support/orders.ts'
import { noticesOf, order } from '../support/outcomes.ts'
import { tenants } from '../support/tenants.ts'

const contact = { consigneeContact: { email: 'somebody@example.com' } }

everyEngine('tracking e-mails', (open) => {
  // In sandboxes: what is decided is seen there as well.
  const fresh = tenants(() => open())
  const scene = async (trackingTriggers: TrackingTrigger[], publicTracking = true) => {
    const tenant = await fresh()
    await tenant.call(updateEnvironment, { body: { notifications: { publicTracking, trackingTriggers } } })
    return tenant
  }
  const load = async ({ call }: Tenant, ids: string[], status: LoadStatus = 'planning') =>
    (await call(createLoad, { body: { key: aKey(), status, stops: ids.map((consignmentId) => ({ consignmentId })) } }))
      .data.loadId
  const move = ({ call }: Tenant, loadId: string, status: LoadStatus) =>
    call(updateLoadById, { params: { loadId }, body: { status } })
  const kinds = async (tenant: Tenant, id: string) =>
    (await noticesOf(tenant, id)).map(({ kind }) => kind.slice('tracking.'.length)).reverse()

  test('a tracking e-mail is sent once for each trigger, even if a load changes back and forth', async () => {
    const tenant = await scene(['planned', 'released', 'inTransit'])
    const id = await order(tenant, contact)
    const loadId = await load(tenant, [id])
    for (const status of ['planned', 'released', 'planned', 'released', 'started', 'completed'] as const)
      await move(tenant, loadId, status)
    assert.deepEqual(await kinds(tenant, id), ['planned', 'released', 'inTransit'])
  })

  test('one tracking e-mail is sent for a load that skips statuses, and none after the arrival', async () => {
    const tenant = await scene(['planned', 'inTransit'])
    const [jumps, arrives, stays] = [
      await order(tenant, contact),
      await order(tenant, contact),
      await order(tenant, contact),
    ]
    await load(tenant, [jumps], 'started')
    await load(tenant, [arrives], 'completed')
    await load(tenant, [stays], 'released')
    assert.deepEqual(
      [await kinds(tenant, jumps), await kinds(tenant, arrives), await kinds(tenant, stays)],
      [['inTransit'], [], ['planned']],
    )
  })

  test('orders that join a load later get a tracking e-mail, by a change of the order or of the load', async () => {
    const tenant = await scene(['released'])
    const loadId = await load(tenant, [], 'released')
    const [byOrder, byLoad] = [await order(tenant, contact), await order(tenant, contact)]
    await tenant.call(updateConsignmentById, { params: { consignmentId: byOrder }, body: { loadId } })
    const stops = [byOrder, byLoad].map((consignmentId) => ({ consignmentId }))
    await tenant.call(updateLoadById, { params: { loadId }, body: { stops } })
    const created = await order(tenant, { ...contact, loadId })
    for (const id of [byOrder, byLoad, created]) assert.deepEqual(await kinds(tenant, id), ['released'], id)
    const elsewhere = await load(tenant, [], 'planned')
    const early = await order(tenant, { ...contact, loadId: elsewhere })
    assert.deepEqual(await kinds(tenant, early), [])
  })

  test('each row of an import creates a tracking e-mail with the link of its tracking page', async () => {
    const tenant = await scene(['registered'])
    const consignments = [anOrder(contact), anOrder(contact), anOrder()]
    const { results } = (await tenant.call(importConsignments, { body: { consignments } })).data
    const ids = results.map(({ consignmentId }) => consignmentId!)
    const reasons = await Promise.all(ids.map(async (id) => (await noticesOf(tenant, id)).map(({ reason }) => reason)))
    assert.deepEqual(reasons, [['sandbox'], ['sandbox'], ['no_address']])
    const urls = await Promise.all(
      ids.map(async (consignmentId) => (await tenant.call(getTracking, { params: { consignmentId } })).data.url),
    )
    assert.equal(new Set(urls).size, 3)
  })

  test('an environment that disables tracking e-mails creates none', async () => {
    const [off, without] = [await scene(['registered', 'inTransit'], false), await scene([])]
    for (const tenant of [off, without]) {
      const id = await order(tenant, contact)
      await load(tenant, [id], 'started')
      assert.deepEqual(await noticesOf(tenant), [])
    }
  })
})
