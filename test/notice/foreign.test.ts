// E-mails to addresses that a driver's device gives: few are sent without a planner, and no proof is lost.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getDriveDay, putDrivePod } from '../../contract/drive.ts'
import { updateEnvironment } from '../../contract/environment.ts'
import { discardNotice, foreignAddressLimits, listNotices, resendNotice } from '../../contract/notice.ts'
import { getPodById } from '../../contract/pod.ts'
import { sql } from '../../server/platform/database/database.ts'
import { formatIso } from '../../server/platform/value/times.ts'
import { aDevice, aRoute, letIn, type TestDevice } from '../support/drivers.ts'
import {
  callerAs,
  everyEngine,
  type Service,
  startService,
  type Tenant,
  temporaryFolder,
  writeBehind,
} from '../support/harness.ts'
import { openMailbox } from '../support/mailbox.ts'
import { aKey } from '../support/orders.ts'
import { inEarnest, noticesOf, record, settled } from '../support/outcomes.ts'
import { newUuid } from '../support/pods.ts'
import { tenants } from '../support/tenants.ts'
import { until } from '../support/until.ts'

const { perOrder, perDeviceAndDay } = foreignAddressLimits
const box = openMailbox()
const anAddress = () => `${aKey('to').toLowerCase()}@example.com`

async function openScene(service: Service, tenant: Tenant, stops: number) {
  await inEarnest(service, tenant)
  const notifications = { proofOfDelivery: true, publicTracking: false, attachPdf: false }
  await tenant.call(updateEnvironment, { body: { notifications } })
  const device = await aDevice(service, tenant)
  const orders = Array.from({ length: stops }, () => ({ consigneeContact: { email: anAddress() } }))
  await aRoute(tenant, device.driverKey, { orders, status: 'started' })
  const [load] = (await device.call(getDriveDay)).data.loads
  return { tenant, device, orders, stops: load!.stops }
}

async function sendProof({ call }: TestDevice, { ticket }: { ticket: string }, email: string | null) {
  const podId = newUuid()
  const body = {
    outcome: 'failed' as const,
    failureReasonCode: 'nobody-in',
    time: formatIso(Date.now()),
    ticket,
    email,
  }
  const { status } = await call(putDrivePod, { params: { podId }, body })
  assert.equal(status, 201)
  return podId
}

const countHeld = async (tenant: Tenant, consignmentId?: string) =>
  (await noticesOf(tenant, consignmentId)).filter(({ state }) => state === 'held').length

everyEngine('e-mails to addresses from a device', (open) => {
  let shared: ReturnType<typeof open> | undefined
  const service = () => (shared ??= open(box.flags()))
  const fresh = tenants(service)
  const scene = async (stops: number) => openScene(await service(), await fresh(), stops)

  test('e-mails to other addresses are held after the limit of an order, and the proofs are recorded', async () => {
    const { tenant, device, stops } = await scene(2)
    const sent = await Promise.all(Array.from({ length: 10 }, () => sendProof(device, stops[0]!, anAddress())))
    for (const podId of sent) assert.equal((await tenant.call(getPodById, { params: { podId } })).data.podId, podId)
    assert.equal((await noticesOf(tenant, stops[0]!.consignmentId)).length, 10)
    assert.equal(await countHeld(tenant, stops[0]!.consignmentId), 10 - perOrder)
    await sendProof(device, stops[1]!, anAddress())
    assert.equal(await countHeld(tenant, stops[1]!.consignmentId), 0, 'another order has a limit of its own')
    const { notices } = (await tenant.call(listNotices, { query: { state: 'held' } })).data
    assert.equal(notices.length, 10 - perOrder)
    assert.ok(notices.every(({ reason, due, attempts }) => reason === null && due === null && attempts.length === 0))
  })

  test('e-mails do not count if the order has the same address, or if an API client sent the proof', async () => {
    const { tenant, device, orders, stops } = await scene(1)
    const own = orders[0]!.consigneeContact.email
    for (const email of [null, own, own.toUpperCase(), own, null]) await sendProof(device, stops[0]!, email)
    const { consignmentId } = stops[0]!
    for (let n = 0; n < 3; n++) await record(tenant, [{ consignmentId, outcome: 'failed', email: anAddress() }])
    for (let n = 0; n < perOrder; n++) await sendProof(device, stops[0]!, anAddress())
    assert.equal(await countHeld(tenant), 0)
    await sendProof(device, stops[0]!, anAddress())
    assert.equal(await countHeld(tenant), 1)
  })

  test('e-mails to other addresses are held after the limit of a device in 24 hours', async () => {
    const { tenant, device, stops } = await scene(perDeviceAndDay / perOrder + 2)
    const last = stops.at(-1)!
    const all = stops.slice(0, -1).flatMap((stop) => Array.from({ length: perOrder }, () => stop))
    await Promise.all(all.map((stop) => sendProof(device, stop, anAddress())))
    assert.equal((await noticesOf(tenant)).length - (await countHeld(tenant)), perDeviceAndDay)
    await sendProof(device, last, anAddress())
    assert.equal(await countHeld(tenant, last.consignmentId), 1)
    const second = await letIn(await service(), tenant, device.driverKey)
    await sendProof(second, last, anAddress())
    assert.equal(await countHeld(tenant, last.consignmentId), 1, 'another device has a limit of its own')
    const { environmentId } = tenant
    const yesterday = formatIso(Date.now() - 24 * 3_600_000 - 1_000)
    await writeBehind((await service()).config, async (tx) => {
      await tx.run(sql`update notices set created = ${yesterday} where environment_id = ${environmentId}`)
    })
    await sendProof(device, last, anAddress())
    assert.equal(await countHeld(tenant, last.consignmentId), 1, 'a day later the device may send again')
  })

  test('a planner sends or discards held e-mails', async () => {
    const { tenant, device, stops } = await scene(1)
    for (let n = 0; n < perOrder; n++) await sendProof(device, stops[0]!, anAddress())
    const [approved, discarded] = [anAddress(), anAddress()]
    for (const email of [approved, discarded]) await sendProof(device, stops[0]!, email)
    const find = async (address: string) =>
      (await noticesOf(tenant))
        .filter((notice) => notice.address === address)
        .map(({ state, reason }) => [state, reason])
    const idOf = async (address: string) =>
      (await noticesOf(tenant)).find((notice) => notice.address === address)!.noticeId
    const params = { noticeId: await idOf(approved) }
    await tenant.call(resendNotice, { params, body: {} })
    await until('the approved e-mail arrived', () => box.letters.some(({ to }) => to === approved))
    const ignored = (await tenant.call(discardNotice, { params })).data
    assert.deepEqual(ignored, { noticeId: params.noticeId, state: 'suppressed' })
    await tenant.call(discardNotice, { params: { noticeId: await idOf(discarded) } })
    await until('the approved e-mail is recorded', async () => (await find(approved))[0]![0] === 'sent')
    assert.deepEqual(await find(approved), [
      ['sent', null],
      ['suppressed', 'approved'],
    ])
    assert.deepEqual(await find(discarded), [['suppressed', 'discarded']])
    assert.ok(!box.letters.some(({ to }) => to === discarded))
    await assert.rejects(tenant.call(discardNotice, { params: { noticeId: 'none' } }), { code: 'NOT_FOUND' })
  })
})

test('two instances count the e-mails of a device together', async (t) => {
  const flags = { ...box.flags(), data: temporaryFolder(t) }
  const [one, other] = [await startService(t, flags, 'postgres'), await startService(t, flags, 'postgres')]
  const { tenant, device, stops } = await openScene(one, await one.environment(), perDeviceAndDay)
  const elsewhere = { ...device, call: callerAs(other.url, device.token) }
  await Promise.all(stops.flatMap((stop) => [device, elsewhere].map((each) => sendProof(each, stop, anAddress()))))
  const notices = await settled(tenant)
  assert.equal(notices.length, 2 * perDeviceAndDay)
  assert.equal(notices.filter(({ state }) => state !== 'held').length, perDeviceAndDay)
})
