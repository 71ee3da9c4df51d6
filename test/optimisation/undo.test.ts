// Undoing what was applied: after later steps that were undone first, and not over what somebody else has made of it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ConsignmentPatch, updateConsignmentById } from '../../contract/consignment.ts'
import { createLoad, type LoadPatch, updateLoadById } from '../../contract/load.ts'
import type { Optimisation } from '../../contract/optimisation.ts'
import { aPlacedDepot, aVehicle, optimised, ordersAround } from '../support/days.ts'
import { everyEngine } from '../support/harness.ts'
import { aKey } from '../support/orders.ts'
import { aDetour, apply, idsOf, loadOf, orderOf, planOf, undo } from '../support/plans.ts'
import { rejectsWith } from '../support/problem.ts'
import { tenants } from '../support/tenants.ts'

everyEngine('the undo of a proposal', (open) => {
  const fresh = tenants(open)

  /** A day in which one proposal has made a load, and another one has sorted a load that was there. */
  async function anAppliedDay() {
    const tenant = await fresh()
    const depotKey = await aPlacedDepot(tenant)
    await aVehicle(tenant, depotKey)
    const ids = await ordersAround(tenant, 3, { depotKey })
    const detour = await aDetour(tenant, depotKey)
    const all = [...ids, ...detour.ids]
    const before = await planOf(tenant, all)
    const made = await optimised(tenant, { mode: 'day' })
    const madeId = (await apply(tenant, made)).data.loads[0]!.loadId
    const sorted = await optimised(tenant, { mode: 'sequence', loadIds: [detour.loadId] })
    await apply(tenant, sorted)
    const applied = [
      { proposal: made, loadId: madeId },
      { proposal: sorted, loadId: detour.loadId },
    ]
    const changeLoad = (loadId: string, body: LoadPatch) => tenant.call(updateLoadById, { params: { loadId }, body })
    const changeOrder = (consignmentId: string, body: ConsignmentPatch) =>
      tenant.call(updateConsignmentById, { params: { consignmentId }, body })
    const refused = async (proposal: Optimisation) =>
      (await rejectsWith('PLAN_OUTDATED', undo(tenant, proposal))).errors.map(({ message }) => message.slice(0, 9))
    const now = () => planOf(tenant, all)
    return { tenant, applied, before, changeLoad, changeOrder, refused, now }
  }
  const stopsOf = (ids: readonly string[]) => ids.map((consignmentId) => ({ consignmentId }))

  test('the undo of a proposal works after a change that was changed back', async () => {
    const { tenant, applied, before, changeLoad, changeOrder, refused, now } = await anAppliedDay()
    for (const { proposal, loadId } of applied) {
      const load = await loadOf(tenant, loadId)
      const [plannedStart, stops] = [load.plannedStart, idsOf(load)]
      const { planned } = await orderOf(tenant, stops[0]!)
      await changeLoad(loadId, { stops: stopsOf(stops.toReversed()), plannedStart: '2026-07-02T08:00:00Z' })
      await changeOrder(stops[0]!, { planned: null })
      assert.deepEqual(await refused(proposal), ['The load ', 'The order'])
      await changeLoad(loadId, { stops: stopsOf(stops) })
      assert.deepEqual(await refused(proposal), ['The load ', 'The order'])
      await changeLoad(loadId, { plannedStart })
      assert.deepEqual(await refused(proposal), ['The order'])
      await changeOrder(stops[0]!, { planned })
    }
    for (const { proposal } of applied.toReversed()) await undo(tenant, proposal)
    assert.deepEqual(await now(), before)
  })

  test('the undo of a proposal keeps later changes of other users, and ignores unrelated changes', async () => {
    const { tenant, applied, before, changeLoad, changeOrder, refused, now } = await anAppliedDay()
    const ordersOf = async (loadId: string) => idsOf(await loadOf(tenant, loadId))
    for (const { proposal, loadId } of applied) {
      await changeLoad(loadId, { status: 'planned' })
      assert.deepEqual(await refused(proposal), ['The load '])
      await changeLoad(loadId, { status: 'planning', weightCapacity: 1 })
      assert.deepEqual(await refused(proposal), ['The load '])
      await changeLoad(loadId, { weightCapacity: 1_000 })
    }
    // One that had no limit before has one now.
    assert.deepEqual(await refused(applied[1]!.proposal), ['The load '])
    await changeLoad(applied[1]!.loadId, { weightCapacity: null })

    const [first] = await ordersOf(applied[1]!.loadId)
    const other = (await tenant.call(createLoad, { body: { key: aKey('OTHER'), stops: stopsOf([first!]) } })).data
    assert.deepEqual(await refused(applied[1]!.proposal), ['The load ', 'The order'])
    assert.deepEqual(await ordersOf(other.loadId), [first])

    const [heavy] = await ordersOf(applied[0]!.loadId)
    await changeOrder(heavy!, { weight: 7 })
    await undo(tenant, applied[0]!.proposal)
    assert.equal((await orderOf(tenant, heavy!)).weight, 7)
    const { orders } = await now()
    assert.deepEqual(orders.slice(0, 3), before.orders.slice(0, 3))
  })
})
