// Which orders wait for a load: the list with `unplanned=true` and an optimisation of the day agree on them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { updateConsignmentById } from '../../contract/consignment.ts'
import { type ConsignmentSummary, listConsignments } from '../../contract/consignments.ts'
import { aDay, day, optimised, stored } from '../support/days.ts'
import { aRoute } from '../support/drivers.ts'
import { everyEngine, type Tenant } from '../support/harness.ts'
import { type Outcome, record } from '../support/outcomes.ts'
import { tenants } from '../support/tenants.ts'

everyEngine('unplanned orders', (open) => {
  const fresh = tenants(open)

  const keysOf = async ({ call }: Tenant, unplanned: 'true' | 'false') =>
    (
      (await call(listConsignments, { query: { unplanned, view: 'compact', sort: 'key' } })).data
        .consignments as ConsignmentSummary[]
    ).map(({ key }) => key)

  test('an order delivered or cancelled outside a load is not planned', async () => {
    const tenant = await fresh()
    await aDay(tenant, 0)
    const outcomes: Record<string, Omit<Outcome, 'consignmentId'> | null> = {
      ABSENT: { outcome: 'failed', reason: 'nobody-in' },
      CANCELLED: { outcome: 'failed', reason: 'cancelled' },
      DELIVERED: { outcome: 'success' },
      NEW: null,
      PARTIAL: { outcome: 'partial', reason: 'cancelled' },
    }
    const ids = new Map<string, string>()
    for (const [key, outcome] of Object.entries(outcomes)) {
      const consignmentId = await stored(tenant, { key, requiredTo: `${day}T18:00:00Z` })
      ids.set(key, consignmentId)
      if (outcome) await record(tenant, [{ consignmentId, ...outcome }])
    }
    const waiting = ['ABSENT', 'NEW', 'PARTIAL']
    assert.deepEqual(await keysOf(tenant, 'true'), waiting)
    assert.deepEqual(await keysOf(tenant, 'false'), ['CANCELLED', 'DELIVERED'])
    const { before } = await optimised(tenant, { mode: 'day' })
    assert.equal(before!.unplanned, waiting.length)
  })

  test('an order is unplanned again after a corrected cancellation, or after it leaves that load', async () => {
    const tenant = await fresh()
    const { consignmentIds, loadId } = await aRoute(tenant, null, { orders: [{ key: 'LEAVES' }, { key: 'STAYS' }] })
    const corrected = await stored(tenant, { key: 'WRONG' })
    const cancelled = { outcome: 'failed', reason: 'cancelled' } as const
    for (const consignmentId of consignmentIds) await record(tenant, [{ consignmentId, loadId, ...cancelled }])
    const [podId] = await record(tenant, [{ consignmentId: corrected, ...cancelled }])
    assert.deepEqual(await keysOf(tenant, 'true'), [])
    await record(tenant, [{ consignmentId: corrected, outcome: 'failed', replaces: podId! }])
    await tenant.call(updateConsignmentById, { params: { consignmentId: consignmentIds[0]! }, body: { loadId: null } })
    assert.deepEqual(await keysOf(tenant, 'true'), ['LEAVES', 'WRONG'])
    assert.deepEqual(await keysOf(tenant, 'false'), ['STAYS'])
  })
})
