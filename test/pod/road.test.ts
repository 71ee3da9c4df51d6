// What happens on the road: proofs with a ticket are never refused for what has happened since, and what failed is planned again.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createConsignment, deleteConsignment, getConsignment, updateConsignment } from '../../contract/consignment.ts'
import { listConsignments } from '../../contract/consignments.ts'
import { updateEnvironment } from '../../contract/environment.ts'
import type { LoadStatus } from '../../contract/load.ts'
import { createLoad, getLoad, updateLoad } from '../../contract/load.ts'
import { getPodById, listPods, type Pod, type PodInput, putPod } from '../../contract/pod.ts'
import { normaliseContent } from '../../server/delivery/proof/content.ts'
import { type RecordedProof, recordProof } from '../../server/delivery/proof/rules.ts'
import { everyEngine, type Service, type Tenant } from '../support/harness.ts'
import { aKey, anOrder } from '../support/orders.ts'
import { aPhoto, aPod, newUuid } from '../support/pods.ts'
import { assertProblem, rejectsWith } from '../support/problem.ts'
import { tenants } from '../support/tenants.ts'

const ago = (seconds: number) => `${new Date(Date.now() - seconds * 1_000).toISOString().slice(0, 19)}Z`
const success = { outcome: 'success', failureReasonCode: null } as const
const signed = () => ({ signature: aPhoto().announced })

function steps(tenant: Tenant) {
  const { call } = tenant
  return {
    order: async () => (await call(createConsignment, { body: anOrder() })).data.consignmentId,
    load: async (status: LoadStatus, ...ids: string[]) => {
      const stops = ids.map((consignmentId) => ({ consignmentId }))
      return (await call(createLoad, { body: { key: aKey('LOAD'), stops, status } })).data.loadId
    },
    put: async (members: Partial<PodInput>) => {
      const podId = newUuid()
      await call(putPod, { params: { podId }, body: aPod(members) })
      return podId
    },
    pod: async (podId: string) => (await call(getPodById, { params: { podId } })).data,
    orderOf: async (id: string) => (await call(getConsignment, { query: { id } })).data,
    move: (id: string, loadId: string | null) => call(updateConsignment, { query: { id }, body: { loadId } }),
    stopsOf: async (id: string) =>
      (await call(getLoad, { query: { id } })).data.stops.map(({ consignmentId }) => consignmentId),
  }
}

/** Records as a driver's device does, with what its ticket says. */
async function driven(
  { database }: Service,
  { environmentId }: Tenant,
  stop: { consignmentId: string; loadId: string; podId?: string; key?: string },
  members: Partial<PodInput> = {},
): Promise<RecordedProof & { podId: string }> {
  const { consignmentId, loadId, podId = newUuid(), key = 'K' } = stop
  const content = normaliseContent(aPod(members), 'UTC')
  const ticket = { key, type: 'delivery' as const, stopPosition: 3 }
  const author = { environmentId, actor: 'driver:D-1', requestId: 'test', now: Date.now() }
  const recorded = await database(({ write }) =>
    write((tx) => recordProof(tx, author, { podId, content, consignmentId, loadId, driverKey: 'D-1', ticket })),
  )
  return { ...recorded, podId }
}

everyEngine('a proof from the road', (open) => {
  const fresh = tenants(open)

  test('a proof that was signed at the door is stored after any later change, with its conflict', async () => {
    const tenant = await fresh()
    const service = await open()
    const { order, load, pod, orderOf, move } = steps(tenant)
    const conflictsOf = async (consignmentId: string, loadId: string, members?: Partial<PodInput>) => {
      const { podId } = await driven(service, tenant, { consignmentId, loadId, key: 'TICKET' }, members)
      const { conflict, stopPosition, driverKey, actor } = await pod(podId)
      assert.deepEqual({ stopPosition, driverKey, actor }, { stopPosition: 3, driverKey: 'D-1', actor: 'driver:D-1' })
      return conflict
    }
    const driving = await order()
    const started = await load('started', driving)
    assert.equal(await conflictsOf(driving, started), null)
    assert.equal(await conflictsOf(driving, started, { time: ago(3_600) }), 'later_outcome')
    assert.equal(await conflictsOf(driving, 'gone'), 'not_in_load')

    const early = await order()
    assert.equal(await conflictsOf(early, await load('released', early)), 'load_not_started')

    const moved = await order()
    const released = await load('released', moved)
    await move(moved, await load('planned'))
    assert.equal(await conflictsOf(moved, released), 'not_in_load')
    assert.equal((await orderOf(moved)).outcome, null, 'what failed elsewhere has been planned again')
    assert.equal(await conflictsOf(moved, released, { ...success, ...signed() }), 'not_in_load')
    assert.equal((await orderOf(moved)).outcome, 'success', 'what was handed over is handed over')

    const gone = await order()
    await tenant.call(deleteConsignment, { query: { id: gone } })
    assert.equal(await conflictsOf(gone, started), 'order_deleted')
    const [proof] = (await tenant.call(listPods, { query: { consignmentId: gone } })).data.pods
    assert.deepEqual([proof!.consignmentKey, proof!.type, proof!.loadId], ['TICKET', 'delivery', started])

    assert.equal(await conflictsOf(await order(), started, { time: '2001-01-01T00:00:00Z' }), 'not_in_load')
  })

  test("a proof with a ticket is accepted against today's settings, and its time is moved into range", async () => {
    const tenant = await fresh()
    const service = await open()
    const { order, load, pod } = steps(tenant)
    await tenant.call(updateEnvironment, {
      body: { pod: { reasons: [], photosMin: 2, signature: { failed: 'required', success: 'required' } } },
    })
    const consignmentId = await order()
    const loadId = await load('started', consignmentId)
    const packages = [{ packageId: 'gone', outcome: 'success' as const }]
    const { podId } = await driven(service, tenant, { consignmentId, loadId }, { packages, time: ago(60 * 86_400) })
    const stored: Pod = await pod(podId)
    assert.equal(stored.conflict, 'time_out_of_range')
    assert.equal(Date.parse(stored.received) - Date.parse(stored.time), 31 * 86_400_000)
    assert.equal(stored.failureReasonCode, 'nobody-in')
    assert.deepEqual(stored.packages, [
      { packageId: 'gone', barcode: null, outcome: 'success', failureReasonCode: null, scanned: false },
    ])
    const ahead = await driven(service, tenant, { consignmentId, loadId }, { time: ago(-86_400) })
    const { received, time } = await pod(ahead.podId)
    assert.equal(time, received)
  })

  test('a proof with a ticket is stored once, and concurrent corrections are accepted', async () => {
    const tenant = await fresh()
    const service = await open()
    const { order, load, pod, orderOf } = steps(tenant)
    const consignmentId = await order()
    const loadId = await load('started', consignmentId)
    const stop = { consignmentId, loadId, podId: newUuid() }
    const time = ago(120)
    // The correction of one that has not come yet.
    const right = await driven(
      service,
      tenant,
      { consignmentId, loadId },
      { ...success, ...signed(), replaces: stop.podId, time: ago(60) },
    )
    assert.equal((await driven(service, tenant, stop, { time })).created, true)
    assert.equal((await driven(service, tenant, stop, { time, sent: ago(0) })).created, false)
    await assert.rejects(driven(service, tenant, stop, { time, remarks: 'x' }), { code: 'POD_CONFLICT' })
    const late = await pod(stop.podId)
    assert.deepEqual([late.replacedBy, late.conflict], [right.podId, 'later_outcome'])
    assert.equal((await orderOf(consignmentId)).outcome, 'success')
    // Two devices correct the same one.
    const also = await driven(service, tenant, { consignmentId, loadId }, { replaces: stop.podId, time: ago(30) })
    assert.equal((await pod(also.podId)).conflict, null)
    assert.equal((await orderOf(consignmentId)).outcome, 'failed')
    const foreign = await driven(service, tenant, { consignmentId: await order(), loadId })
    await assert.rejects(driven(service, tenant, { consignmentId, loadId }, { replaces: foreign.podId }), {
      code: 'UNKNOWN_POD',
    })
  })

  test('the time of a proof is corrected by the time of sending if the clock of the device is wrong', async () => {
    const tenant = await fresh()
    const { order, put, pod } = steps(tenant)
    const consignmentId = await order()
    const day = 86_400
    const behind = await pod(
      await put({ consignmentId, time: ago(3 * day + 60), arrived: ago(3 * day + 90), sent: ago(3 * day) }),
    )
    const off = (text: string | null, expected: string) =>
      assert.ok(Math.abs(Date.parse(text!) - Date.parse(expected)) <= 30_000, `${text} is near ${expected}`)
    off(behind.time, ago(60))
    off(behind.arrived, ago(90))
    assert.ok(Math.abs(behind.clockOffsetSeconds! - 3 * day) <= 30)
    const ahead = await pod(await put({ consignmentId, time: ago(-2 * day), sent: ago(-2 * day) }))
    off(ahead.time, ago(0))
    assert.ok(Math.abs(ahead.clockOffsetSeconds! + 2 * day) <= 30)
    const time = ago(100)
    const nearly = await pod(await put({ consignmentId, time, sent: ago(60) }))
    assert.equal(nearly.time, time, 'within two minutes it is believed')
    assertProblem(
      await tenant.request('PUT', `/v1/pod/${newUuid()}`, {
        body: { ...aPod(), consignmentId, time: ago(40 * day), sent: ago(day) },
      }),
      'BAD_REQUEST',
      ['/time'],
    )
  })

  test('a failed order may leave a started load, and its next load begins without an outcome', async () => {
    const tenant = await fresh()
    const { call, request } = tenant
    const { order, load, put, pod, orderOf, move, stopsOf } = steps(tenant)
    const [failed, partial, done, open] = [await order(), await order(), await order(), await order()]
    const under = await load('started', failed, partial, done, open)
    const next = await load('planning')
    const proof = await put({ consignmentId: failed, time: ago(60) })
    await put({ consignmentId: partial, outcome: 'partial', ...signed() })
    await put({ consignmentId: done, ...success, ...signed() })
    for (const id of [done, open]) for (const loadId of [next, null]) await rejectsWith('LOAD_STATE', move(id, loadId))
    for (const id of [failed, partial, done, open])
      assertProblem(await request('DELETE', `/v1/consignment?id=${id}`), 'LOAD_STATE')
    await move(failed, next)
    assert.deepEqual(await stopsOf(under), [partial, done, open])
    assert.deepEqual(await stopsOf(next), [failed])
    const again = await orderOf(failed)
    assert.deepEqual([again.loadId, again.outcome, again.outcomeTime], [next, null, null])
    const { loadId, stopPosition } = await pod(proof)
    assert.deepEqual({ loadId, stopPosition }, { loadId: under, stopPosition: 1 }, 'the proof stays where it was')
    const none = (await call(listConsignments, { query: { outcome: 'none', view: 'compact' } })).data.consignments
    assert.deepEqual(none.map(({ consignmentId }) => consignmentId).sort(), [failed, open].sort())
    await move(partial, null)
    assert.equal((await orderOf(partial)).outcome, 'partial', 'outside a load it still says what became of it')
    await call(updateLoad, { query: { id: next }, body: { status: 'started' } })
    const second = await put({ consignmentId: failed, ...success, ...signed(), time: ago(30) })
    assert.equal((await orderOf(failed)).outcome, 'success')
    const { pods } = (await call(listPods, { query: { consignmentId: failed } })).data
    assert.deepEqual(pods.map(({ podId }) => podId).sort(), [proof, second].sort())
    assert.deepEqual(new Set(pods.map((each) => each.loadId)), new Set([under, next]))
  })

  test('an order may leave a completed load only if it was not delivered', async () => {
    const tenant = await fresh()
    const { call } = tenant
    const { order, load, put, stopsOf, orderOf } = steps(tenant)
    const [failed, done, open, last] = [await order(), await order(), await order(), await order()]
    const over = await load('started', failed, done, open, last)
    await put({ consignmentId: failed })
    await put({ consignmentId: done, ...success, ...signed() })
    await call(updateLoad, { query: { id: over }, body: { status: 'completed' } })
    const stops = (...ids: string[]) => ({
      query: { id: over },
      body: { stops: ids.map((consignmentId) => ({ consignmentId })) },
    })
    await rejectsWith('LOAD_STATE', call(updateLoad, stops(failed, open, last)))
    await rejectsWith('LOAD_STATE', call(updateLoad, stops(done, failed, open, last)))
    await rejectsWith('LOAD_STATE', call(updateLoad, stops(failed, done, open, last, await order())))
    await call(updateLoad, stops(failed, done, last))
    assert.deepEqual(await stopsOf(over), [failed, done, last])
    // Another load takes them.
    const next = await load('planning', failed, last)
    assert.deepEqual(await stopsOf(over), [done])
    assert.deepEqual(await stopsOf(next), [failed, last])
    assert.equal((await orderOf(failed)).outcome, null)
    await rejectsWith(
      'LOAD_STATE',
      call(updateLoad, { query: { id: next }, body: { stops: [{ consignmentId: done }] } }),
    )
  })
})
