// Outcomes from the desk: what a planner says of a stop, and what the driver and the recipients see of it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getConsignmentById, updateConsignmentById } from '../../contract/consignment.ts'
import { listConsignments } from '../../contract/consignments.ts'
import { getDriveDay, getLoadProgress, putDrivePod, startDriveLoad } from '../../contract/drive.ts'
import { updateEnvironment } from '../../contract/environment.ts'
import { createLoad, updateLoadById } from '../../contract/load.ts'
import { listNotices } from '../../contract/notice.ts'
import { getPodById, putPod } from '../../contract/pod.ts'
import { getTracking } from '../../contract/tracking.ts'
import { aDevice, aRoute } from '../support/drivers.ts'
import { everyEngine, request } from '../support/harness.ts'
import { aKey, anAddress } from '../support/orders.ts'
import { aPhoto, newUuid } from '../support/pods.ts'
import { assertProblem, rejectsWith } from '../support/problem.ts'
import { tenants } from '../support/tenants.ts'
import { signedIn } from '../support/visitors.ts'

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
/** Each some kilometres farther from the depot. */
const places = [51.5, 51.55, 51.6].map((lat) => ({ ...anAddress, geoLocation: { lat, lng: -0.12 } }))

everyEngine('an outcome from the console', (open) => {
  const fresh = tenants(open)
  /** A driver on the way to the first of three stops, or one without a phone, and a planner. */
  const scene = async ({ isOnWay = true } = {}) => {
    const service = await open()
    const tenant = await fresh()
    const { call } = tenant
    const device = await aDevice(service, tenant)
    const orders = places.map((consigneeAddress) => ({ consigneeAddress }))
    const { loadId, consignmentIds } = await aRoute(tenant, device.driverKey, { orders })
    if (isOnWay) await device.call(startDriveLoad, { params: { loadId }, body: { time: ago(10) } })
    const planner = await signedIn(service, tenant.environmentId, 'planner')
    const say = async (consignmentId: string, members: object = {}, podId = newUuid()) => ({
      podId,
      answer: await planner.send('PUT', `/v1/pod/${podId}`, {
        body: { consignmentId, outcome: 'failed', failureReasonCode: 'cancelled', ...members },
      }),
    })
    const stopsOf = async () => (await device.call(getDriveDay)).data.loads[0]!.stops
    const seen = async (consignmentId: string) => {
      const { url } = (await call(getTracking, { params: { consignmentId } })).data
      return (await request(service.url, 'GET', new URL(url!).pathname.replace(/^\/t/, '/v1/tracking'))).json.data
    }
    const orderOf = async (consignmentId: string) =>
      (await call(getConsignmentById, { params: { consignmentId } })).data
    return { tenant, device, loadId, ids: consignmentIds as [string, string, string], say, stopsOf, seen, orderOf }
  }

  test("an outcome from the console removes the stop from the driver's open stops and a recipient's stops ahead", async () => {
    const { tenant, loadId, ids, say, stopsOf, seen, orderOf } = await scene()
    const [first, second, third] = ids
    assert.deepEqual([(await seen(first)).stopsAhead, (await seen(second)).stopsAhead], [0, 1])
    const { podId, answer } = await say(first, { remarks: 'Called at ten.' })
    assert.equal(answer.status, 201, answer.text)
    assert.equal((await say(first, { remarks: 'Called at ten.' }, podId)).answer.status, 200, 'once')
    assert.deepEqual(
      (await stopsOf()).map(({ outcome }) => outcome),
      ['failed', null, null],
    )
    const { step, stopsAhead, outcome, reason, estimateFrom } = await seen(first)
    assert.deepEqual([step, stopsAhead, outcome, reason, estimateFrom], ['done', null, 'failed', 'Cancelled', null])
    assert.equal((await seen(second)).stopsAhead, 0)
    // It may be planned again, those that are on their way may not.
    const move = (consignmentId: string) =>
      tenant.call(updateConsignmentById, { params: { consignmentId }, body: { loadId: null } })
    await rejectsWith('LOAD_STATE', move(third))
    await move(first)
    assert.equal((await orderOf(first)).loadId, null)
    assert.equal((await stopsOf()).length, 2)
    assert.equal((await tenant.call(getLoadProgress, { params: { loadId } })).data.open, 2)
  })

  test('an outcome from the console appears in the day of the driver with its reason and its author', async () => {
    const { tenant, device, ids, say, stopsOf } = await scene()
    const [first, second, third] = ids
    const outcomes = async () =>
      (await stopsOf()).map(({ outcome, outcomeReason, outcomeBy }) => [outcome, outcomeReason, outcomeBy])
    await say(first)
    const { ticket } = (await stopsOf())[1]!
    const body = { ticket, outcome: 'failed', failureReasonCode: 'nobody-in', time: ago(1) } as const
    await device.call(putDrivePod, { params: { podId: newUuid() }, body })
    const byToken = { consignmentId: third, outcome: 'failed', failureReasonCode: 'closed' } as const
    await tenant.call(putPod, { params: { podId: newUuid() }, body: byToken })
    assert.deepEqual(await outcomes(), [
      ['failed', 'cancelled', 'person'],
      ['failed', 'nobody-in', 'driver'],
      ['failed', 'closed', 'token'],
    ])
    await say(second, {
      outcome: 'success',
      failureReasonCode: null,
      contactName: 'A. One',
      replaces: (await stopsOf())[1]!.podId,
    })
    assert.deepEqual((await outcomes())[1], ['success', null, 'person'])
  })

  test('failed outcomes from the console let orders leave a vehicle that broke down before its first stop', async () => {
    const { tenant, loadId, ids, say, orderOf } = await scene()
    await tenant.call(updateLoadById, { params: { loadId }, body: { status: 'completed' } })
    for (const consignmentId of ids) {
      const leave = () => tenant.call(updateConsignmentById, { params: { consignmentId }, body: { loadId: null } })
      if (consignmentId === ids[0]) await rejectsWith('LOAD_STATE', leave())
      assert.equal((await say(consignmentId, { failureReasonCode: 'breakdown' })).answer.status, 201)
      await leave()
      assert.equal((await orderOf(consignmentId)).loadId, null)
    }
  })

  test('an outcome from the console contains no vehicle position', async () => {
    const { tenant, loadId, ids, say } = await scene()
    const expected = async () => {
      const { stops } = (await tenant.call(getLoadProgress, { params: { loadId } })).data
      return Date.parse(stops.find(({ consignmentId }) => consignmentId === ids[0])!.estimated!)
    }
    const before = await expected()
    await say(ids[2])
    assert.ok(Math.abs((await expected()) - before) < 60_000, 'nobody was at the last stop')
  })

  test("an outcome that corrects a driver's proof keeps the vehicle position of that proof", async () => {
    const { tenant, device, loadId, ids, say, stopsOf } = await scene()
    const expected = async () => {
      const { stops } = (await tenant.call(getLoadProgress, { params: { loadId } })).data
      return Date.parse(stops.find(({ consignmentId }) => consignmentId === ids[0])!.estimated!)
    }
    const atStart = await expected()
    const wrong = newUuid()
    const { ticket } = (await stopsOf())[2]!
    const time = ago(0)
    const signature = aPhoto().announced
    const body = { outcome: 'success' as const, time, signature, ticket }
    await device.call(putDrivePod, { params: { podId: wrong }, body })
    const served = await expected()
    assert.ok(Math.abs(served - atStart) > 60_000, 'it comes from the last stop')
    const right = await say(ids[2], { replaces: wrong, time })
    assert.equal(right.answer.status, 201, right.answer.text)
    assert.ok(Math.abs((await expected()) - served) < 60_000, 'it still does')
    // What the desk corrects of its own was as little at the door.
    const given = await say(ids[1])
    const before = await expected()
    await say(ids[1], { replaces: given.podId, failureReasonCode: 'breakdown' })
    assert.ok(Math.abs((await expected()) - before) < 60_000, 'nobody was at the second stop')
  })

  test('an outcome from the console is late only if a driver was at the door', async () => {
    const { tenant, device, loadId, ids, say, stopsOf } = await scene()
    const [first, second] = ids
    for (const consignmentId of ids)
      await tenant.call(updateConsignmentById, { params: { consignmentId }, body: { requiredTo: ago(60) } })
    const late = async () => {
      const { stops } = (await tenant.call(getLoadProgress, { params: { loadId } })).data
      const { consignments } = (await tenant.call(listConsignments, { query: { wasLate: 'true' } })).data
      const found = consignments.map(({ consignmentId }) => consignmentId)
      const ofLoad = stops.filter((stop) => stop.late && stop.outcome !== null).map((stop) => stop.consignmentId)
      assert.deepEqual(ofLoad.toSorted(), found.toSorted())
      return found
    }
    const given = await say(first)
    await say(first, { replaces: given.podId, failureReasonCode: 'breakdown' })
    assert.deepEqual(await late(), [])
    const wrong = newUuid()
    const { ticket } = (await stopsOf())[1]!
    const time = ago(0)
    const body = { outcome: 'success' as const, time, signature: aPhoto().announced, ticket }
    await device.call(putDrivePod, { params: { podId: wrong }, body })
    assert.deepEqual(await late(), [second])
    await say(second, { replaces: wrong, time })
    assert.deepEqual(await late(), [second])
  })

  test('an outcome from the console is replaced by a later record of the driver, for an earlier or a later time', async () => {
    const { tenant, device, ids, say, stopsOf, orderOf } = await scene()
    const [first, second, third] = ids
    const { call } = tenant
    const tickets = new Map((await stopsOf()).map(({ consignmentId, ticket }) => [consignmentId, ticket]))
    const drive = async (consignmentId: string, members: object) => {
      const podId = newUuid()
      const told = { outcome: 'success' as const, signature: aPhoto().announced, ...members }
      await device.call(putDrivePod, { params: { podId }, body: { ...told, ticket: tickets.get(consignmentId)! } })
      const { conflict, replaces } = (await call(getPodById, { params: { podId } })).data
      assert.equal(conflict, null)
      return { podId, replaces }
    }
    const pastOf = async (podId: string) => (await call(getPodById, { params: { podId } })).data.replacedBy
    const given = await say(first, { time: ago(5) })
    const there = await drive(first, { time: ago(1) })
    assert.equal(there.replaces, given.podId)
    assert.equal(await pastOf(given.podId), there.podId)
    assert.equal((await orderOf(first)).outcome, 'success')
    // It was only thought that all had gone as planned: the phone had no reception then.
    const thought = await say(second, { outcome: 'success', failureReasonCode: null, contactName: 'R.', time: ago(1) })
    const again = await say(second, { replaces: thought.podId, failureReasonCode: 'closed', time: ago(1) })
    const earlier = ago(5)
    const refusal = { outcome: 'failed', failureReasonCode: 'refused', signature: null, time: earlier }
    assert.equal((await drive(second, refusal)).replaces, again.podId)
    const { outcome, outcomeTime } = await orderOf(second)
    assert.deepEqual([outcome, outcomeTime?.slice(0, 19)], ['failed', earlier.slice(0, 19)])
    // What corrects somebody who was there is no hearsay: of two that contradict each other the later one counts.
    const wrong = await drive(third, { time: ago(5) })
    const right = await say(third, { replaces: wrong.podId, time: ago(2) })
    const told = { consignmentId: third, outcome: 'success' as const, signature: aPhoto().announced, time: ago(4) }
    const podId = newUuid()
    await call(putPod, { params: { podId }, body: told })
    assert.equal((await call(getPodById, { params: { podId } })).data.conflict, 'later_outcome')
    assert.equal(await pastOf(right.podId), null)
    assert.equal((await orderOf(third)).outcome, 'failed')
  })

  test('an outcome from the console replaces a concurrent outcome only if `replaces` names it', async () => {
    const { tenant, device, ids, say, stopsOf, orderOf } = await scene({ isOnWay: false })
    const podId = newUuid()
    const signature = aPhoto().announced
    await tenant.call(putPod, { params: { podId }, body: { consignmentId: ids[0], outcome: 'success', signature } })
    assertProblem((await say(ids[0])).answer, 'BAD_REQUEST')
    assert.equal((await orderOf(ids[0])).outcome, 'success')
    assert.equal((await say(ids[0], { replaces: podId })).answer.status, 201)
    assert.equal((await orderOf(ids[0])).outcome, 'failed')
    // Nor what was handed over by somebody else, from whose load it was taken.
    const { ticket } = (await stopsOf())[1]!
    const { loadId } = (await tenant.call(createLoad, { body: { key: aKey('OTHER') } })).data
    await tenant.call(updateConsignmentById, { params: { consignmentId: ids[1] }, body: { loadId } })
    const body = { outcome: 'success' as const, time: ago(0), signature: aPhoto().announced, ticket }
    await device.call(putDrivePod, { params: { podId: newUuid() }, body })
    assertProblem((await say(ids[1], { loadId })).answer, 'BAD_REQUEST', ['/outcome'])
    assert.equal((await orderOf(ids[1])).outcome, 'success')
  })

  test('an outcome from the console needs no images; a name replaces the signature, and a failure needs no name', async () => {
    const { tenant, ids, say } = await scene()
    const [first, second, third] = ids
    await tenant.call(updateEnvironment, { body: { pod: { photosMin: 1, signature: { failed: 'required' } } } })
    const body = { consignmentId: first, outcome: 'failed' as const, failureReasonCode: 'damaged' }
    await rejectsWith('BAD_REQUEST', tenant.call(putPod, { params: { podId: newUuid() }, body }))
    assert.equal((await say(first, { failureReasonCode: 'damaged' })).answer.status, 201)
    const handedOver = { outcome: 'success', failureReasonCode: null }
    for (const contactName of [null, ' '])
      assertProblem((await say(second, { ...handedOver, contactName })).answer, 'BAD_REQUEST', ['/contactName'])
    assert.equal((await say(second, { ...handedOver, contactName: 'R. Receiver' })).answer.status, 201)
    const inPart = { outcome: 'partial', failureReasonCode: 'damaged', contactName: 'R. Receiver' }
    assert.equal((await say(third, inPart)).answer.status, 201)
    // Programs speak for somebody who was there.
    const told = { consignmentId: third, outcome: 'success' as const, contactName: 'R. Receiver' }
    await rejectsWith('BAD_REQUEST', tenant.call(putPod, { params: { podId: newUuid() }, body: told }))
  })

  test('outcomes of a whole day on paper are accepted, with any status of the load', async () => {
    const { tenant, loadId, ids, say, seen, orderOf } = await scene({ isOnWay: false })
    const { call } = tenant
    await call(updateEnvironment, { body: { notifications: { publicTracking: true } } })
    const time = ago(60)
    const handOver = async (consignmentId: string) => {
      const { podId, answer } = await say(consignmentId, {
        ...{ outcome: 'success', failureReasonCode: null, contactName: 'R. Receiver', time },
      })
      assert.equal(answer.status, 201, answer.text)
      const { conflict, driverKey, actor } = (await call(getPodById, { params: { podId } })).data
      assert.equal(conflict, null)
      assert.notEqual(driverKey, null)
      assert.match(actor, /^person:/)
    }
    const letters = async (consignmentId: string) =>
      (await call(listNotices, { query: { consignmentId } })).data.notices.map(({ kind }) => kind)
    const [first, second, third] = ids
    for (const id of [first, second]) await handOver(id)
    const { status, done, open } = (await call(getLoadProgress, { params: { loadId } })).data
    assert.deepEqual([status, done, open], ['released', 2, 1])
    await call(updateLoadById, { params: { loadId }, body: { status: 'started' } })
    assert.deepEqual(await letters(first), [], 'nobody hears that a vehicle is on its way which has been there')
    assert.deepEqual(await letters(third), ['tracking.inTransit'])
    await handOver(third)
    await call(updateLoadById, { params: { loadId }, body: { status: 'completed' } })
    for (const id of ids) assert.deepEqual([(await orderOf(id)).outcome, (await seen(id)).step], ['success', 'done'])
  })
})
