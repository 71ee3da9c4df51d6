// Which proof counts for an order: one rule decides, and the order, its tracking page, its load and its driver tell the same.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getConsignmentById, updateConsignmentById } from '../../contract/consignment.ts'
import { listConsignments } from '../../contract/consignments.ts'
import { getDriveDay, getLoadProgress } from '../../contract/drive.ts'
import { createDriver, deleteDriver } from '../../contract/fleet.ts'
import { deleteLoadById, updateLoadById } from '../../contract/load.ts'
import { getPodById, listPods, putPod } from '../../contract/pod.ts'
import { getTracking, readTracking } from '../../contract/tracking.ts'
import { formatIso } from '../../server/platform/value/times.ts'
import { aDevice, aRoute } from '../support/drivers.ts'
import { everyEngine, type Tenant } from '../support/harness.ts'
import { aDriver } from '../support/orders.ts'
import { makeOld, order, record } from '../support/outcomes.ts'
import { aPod, newUuid } from '../support/pods.ts'
import { assertProblem } from '../support/problem.ts'
import { tenants } from '../support/tenants.ts'

const minute = 60_000
const ago = (minutes: number) => Date.now() - minutes * minute

everyEngine('the proof in effect', (open) => {
  let shared: ReturnType<typeof open> | undefined
  // Tests come faster than people do.
  const service = () => (shared ??= open({ rateLimit: '0' }))
  const fresh = tenants(service)
  const orderOf = async ({ call }: Tenant, consignmentId: string) =>
    (await call(getConsignmentById, { params: { consignmentId } })).data
  const pageOf = async ({ call }: Tenant, consignmentId: string) => {
    const { url } = (await call(getTracking, { params: { consignmentId } })).data
    return (await call(readTracking, { params: { token: url!.split('/t/')[1]! } })).data
  }
  const progressOf = async ({ call }: Tenant, loadId: string) =>
    (await call(getLoadProgress, { params: { loadId } })).data
  const move = ({ call }: Tenant, consignmentId: string, loadId: string | null) =>
    call(updateConsignmentById, { params: { consignmentId }, body: { loadId } })
  const become = ({ call }: Tenant, loadId: string, status: 'released' | 'started' | 'completed') =>
    call(updateLoadById, { params: { loadId }, body: { status } })

  test('a proof can be corrected after its driver is deleted', async () => {
    const tenant = await fresh()
    const { call } = tenant
    const driver = aDriver()
    const { key: driverKey } = driver
    await call(createDriver, { body: driver })
    const { consignmentIds, loadId } = await aRoute(tenant, driverKey, { orders: [{}] })
    const [consignmentId] = consignmentIds as [string]
    await become(tenant, loadId, 'started')
    const [wrong] = await record(tenant, [{ consignmentId, outcome: 'failed' }])
    await call(deleteDriver, { query: { key: driverKey } })
    const about = { consignmentId, loadId, driverKey, failureReasonCode: 'refused' }
    const podId = newUuid()
    const correct = (members: object) => call(putPod, { params: { podId }, body: aPod({ ...about, ...members }) })
    await assert.rejects(correct({}), { code: 'UNKNOWN_DRIVER' })
    await assert.rejects(correct({ replaces: wrong, driverKey: 'nobody' }), { code: 'UNKNOWN_DRIVER' })
    await correct({ replaces: wrong })
    const { pods } = (await call(listPods, { query: { consignmentId } })).data
    const told = pods.find((pod) => pod.podId === podId)!
    assert.deepEqual([told.driverKey, told.replaces], [driverKey, wrong])
  })

  test('a proof can be corrected after its load is deleted', async () => {
    const tenant = await fresh()
    const { call } = tenant
    const { consignmentIds, loadId } = await aRoute(tenant, null, { orders: [{}] })
    const [consignmentId] = consignmentIds as [string]
    const [wrong] = await record(tenant, [{ consignmentId, outcome: 'failed' }])
    await call(updateLoadById, { params: { loadId }, body: { status: 'planned' } })
    await call(deleteLoadById, { params: { loadId } })
    const podId = newUuid()
    const correct = (members: object) =>
      call(putPod, { params: { podId }, body: aPod({ consignmentId, loadId, ...members }) })
    await assert.rejects(correct({}), { code: 'UNKNOWN_LOAD' })
    await assert.rejects(correct({ replaces: wrong, loadId: 'nowhere' }), { code: 'UNKNOWN_LOAD' })
    await correct({ replaces: wrong })
    const { pods } = (await call(listPods, { query: { consignmentId } })).data
    const told = pods.find((pod) => pod.podId === podId)!
    assert.deepEqual([told.loadId, told.replaces], [loadId, wrong])
  })

  test('a proof of any age can be corrected', async () => {
    const tenant = await fresh()
    const { call } = tenant
    const consignmentId = await order(tenant)
    const [wrong] = await record(tenant, [{ consignmentId, outcome: 'failed' }])
    const day = 24 * 60
    const [time, arrived] = [formatIso(ago(42 * day)), formatIso(ago(42 * day + 10))]
    await makeOld(await service(), wrong!, { time })
    const about = aPod({ consignmentId, time, replaces: wrong! })
    const correct = async (members: object) => {
      const podId = newUuid()
      await call(putPod, { params: { podId }, body: { ...about, ...members } })
      return (await call(getPodById, { params: { podId } })).data
    }
    const refused = async (members: object, ...paths: string[]) =>
      assertProblem(
        await tenant.request('PUT', `/v1/pod/${newUuid()}`, { body: { ...about, ...members } }),
        'BAD_REQUEST',
        paths,
      )
    await refused({ replaces: null }, '/time')
    await refused({ time: formatIso(ago(42 * day - 1)) }, '/time')
    await refused({ arrived: formatIso(ago(74 * day)) }, '/arrived')
    await refused({ arrived: formatIso(ago(1)) }, '/arrived', '/arrived')
    // By a clock that is wrong, it is another time.
    await refused({ sent: formatIso(ago(60)) }, '/time')
    // The same instant, as others write it.
    const right = await correct({ time: time.replace('Z', '.000+00:00'), arrived, failureReasonCode: 'refused' })
    assert.deepEqual([right.conflict, right.time, right.arrived], [null, time, arrived])
    const last = await correct({ replaces: right.podId, outcome: 'success', failureReasonCode: null })
    assert.deepEqual([last.conflict, last.time], [null, time])
    const { outcome, outcomeTime } = await orderOf(tenant, consignmentId)
    assert.deepEqual([outcome, outcomeTime], ['success', time])
  })

  test('the deciding proof never belongs to a load that the order has left', async () => {
    const tenant = await fresh()
    const former = await aRoute(tenant, null)
    const [id] = former.consignmentIds as [string]
    const { loadId } = await aRoute(tenant, null, { orders: [] })
    await move(tenant, id, loadId)
    await become(tenant, loadId, 'started')
    await record(tenant, [
      { consignmentId: id, outcome: 'success', at: ago(10) },
      { consignmentId: id, outcome: 'failed', at: ago(1), loadId: former.loadId },
    ])
    assert.equal((await orderOf(tenant, id)).outcome, 'success')
    const { step, outcome, reason, final } = await pageOf(tenant, id)
    assert.deepEqual({ step, outcome, reason, final }, { step: 'done', outcome: 'success', reason: null, final: true })
  })

  test('the deciding proof may belong to another load on which the order was delivered, which ends the stop', async () => {
    const tenant = await fresh()
    const former = await aRoute(tenant, null)
    const [id] = former.consignmentIds as [string]
    const device = await aDevice(await service(), tenant)
    const { loadId, consignmentIds } = await aRoute(tenant, device.driverKey, { orders: [] })
    assert.deepEqual(consignmentIds, [])
    await move(tenant, id, loadId)
    const behind = (await aRoute(tenant, null)).consignmentIds[0]!
    await move(tenant, behind, loadId)
    const [podId] = await record(tenant, [{ consignmentId: id, outcome: 'success', at: ago(1), loadId: former.loadId }])
    for (const status of ['released', 'started'] as const) {
      if (status === 'started') await become(tenant, loadId, status)
      const { step, outcome } = await pageOf(tenant, id)
      assert.deepEqual([step, outcome], ['done', 'success'], status)
      const [stop, next] = (await device.call(getDriveDay)).data.loads[0]!.stops
      assert.deepEqual([stop!.outcome, stop!.elsewhere, stop!.podId], ['success', true, null], status)
      assert.deepEqual([next!.outcome, next!.elsewhere], [null, undefined])
      const { done, open: left, stops } = await progressOf(tenant, loadId)
      assert.deepEqual(
        [done, left, stops[0]!.outcome, stops[0]!.elsewhere, stops[0]!.podId],
        [...[1, 1, 'success', true, podId]],
      )
    }
    assert.equal((await pageOf(tenant, behind)).stopsAhead, 0, 'nobody goes to the one before it')
  })

  test('of two proofs with the same second, the proof received last is the deciding proof', async () => {
    const tenant = await fresh()
    const device = await aDevice(await service(), tenant)
    const { loadId, consignmentIds } = await aRoute(tenant, device.driverKey, { status: 'started' })
    const [consignmentId] = consignmentIds as [string]
    await record(tenant, [])
    const time = new Date(ago(1)).toISOString()
    const put = async (first: string, members: object) => {
      const podId = first.repeat(8) + newUuid().slice(8)
      await tenant.call(putPod, { params: { podId }, body: aPod({ consignmentId, time, ...members }) })
      return podId
    }
    await put('f', { failureReasonCode: 'refused' })
    const counting = await put('0', { outcome: 'success', failureReasonCode: null })
    const { outcome, reason } = await pageOf(tenant, consignmentId)
    assert.deepEqual([outcome, reason], ['success', null])
    const [stop] = (await progressOf(tenant, loadId)).stops
    assert.deepEqual([stop!.outcome, stop!.podId, stop!.elsewhere], ['success', counting, undefined])
    const [driven] = (await device.call(getDriveDay)).data.loads[0]!.stops
    assert.deepEqual([driven!.outcome, driven!.podId], ['success', counting])
  })

  test('the deciding proof changes when the order joins and leaves loads', async () => {
    const tenant = await fresh()
    const { loadId, consignmentIds } = await aRoute(tenant, null, { orders: [{}, {}, {}], status: 'started' })
    const [failed, partial, never] = consignmentIds as [string, string, string]
    const outcomes = async () =>
      Promise.all([failed, partial, never].map(async (id) => (await orderOf(tenant, id)).outcome))
    const listed = async (outcome: string) =>
      (await tenant.call(listConsignments, { query: { outcome, view: 'compact' } })).data.consignments.map(
        ({ consignmentId }) => consignmentId,
      )
    await record(tenant, [
      { consignmentId: failed, outcome: 'failed', at: ago(2) },
      { consignmentId: partial, outcome: 'partial', at: ago(2) },
    ])
    await become(tenant, loadId, 'completed')
    const before = (await orderOf(tenant, failed)).outcomeTime
    const next = await aRoute(tenant, null, { orders: [], status: 'planning' })
    const has = (...ids: string[]) =>
      tenant.call(updateLoadById, {
        params: { loadId: next.loadId },
        body: { stops: ids.map((consignmentId) => ({ consignmentId })) },
      })
    await has(failed, partial, never)
    assert.deepEqual(await outcomes(), [null, null, null], 'in the next load nothing has become of them yet')
    assert.deepEqual(await listed('failed'), [])
    await has(partial)
    assert.deepEqual(await outcomes(), ['failed', null, null], 'what was planned again in vain has failed as before')
    assert.equal((await orderOf(tenant, failed)).outcomeTime, before)
    assert.deepEqual(await listed('failed'), [failed])
    const { step, reason } = await pageOf(tenant, failed)
    assert.deepEqual([step, reason], ['done', 'Nobody in'])
    await tenant.call(deleteLoadById, { params: { loadId: next.loadId } })
    assert.deepEqual(await outcomes(), ['failed', 'partial', null])
  })

  test('the deciding proof of a delivery does not change when the order joins another load', async () => {
    const tenant = await fresh()
    const { loadId, consignmentIds } = await aRoute(tenant, null)
    const [id] = consignmentIds as [string]
    await record(tenant, [{ consignmentId: id, outcome: 'success', at: ago(1) }])
    const other = await aRoute(tenant, null, { orders: [] })
    for (const next of [other.loadId, null, loadId]) {
      await move(tenant, id, next)
      assert.equal((await orderOf(tenant, id)).outcome, 'success', `in ${next}`)
    }
    const [stop] = (await progressOf(tenant, loadId)).stops
    assert.deepEqual([stop!.outcome, stop!.elsewhere], ['success', undefined])
  })
})
