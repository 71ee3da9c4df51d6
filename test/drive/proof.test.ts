// Outcomes from the door: each with its ticket, kept once, and marked when something has happened meanwhile.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deleteConsignmentById, getConsignmentById } from '../../contract/consignment.ts'
import { type DriveStop, getDriveDay, putDrivePod, putDrivePodFile } from '../../contract/drive.ts'
import { getEnvironment } from '../../contract/environment.ts'
import { updateDriver } from '../../contract/fleet.ts'
import { updateLoadById } from '../../contract/load.ts'
import { getPodById } from '../../contract/pod.ts'
import { roadLimits } from '../../contract/road.ts'
import { createTicketWriter } from '../../server/delivery/driver-app/ticket.ts'
import { aDevice, aRoute, letIn, type TestDevice } from '../support/drivers.ts'
import { everyEngine, request } from '../support/harness.ts'
import { aPhoto, newUuid } from '../support/pods.ts'
import { assertProblem } from '../support/problem.ts'
import { tenants } from '../support/tenants.ts'

const failed = { outcome: 'failed' as const, failureReasonCode: 'nobody-in', time: '2026-07-01T09:00:00Z' }

everyEngine('an outcome from the driver', (open) => {
  const fresh = tenants(open)
  const scene = async ({ started = true, stops = 1 } = {}) => {
    const service = await open()
    const tenant = await fresh()
    const device = await aDevice(service, tenant)
    const orders = Array.from({ length: stops }, () => ({}))
    const route = await aRoute(tenant, device.driverKey, { orders, ...(started ? { status: 'started' } : {}) })
    const [load] = (await device.call(getDriveDay)).data.loads
    const read = async (podId: string) => (await tenant.call(getPodById, { params: { podId } })).data
    return { service, tenant, device, ...route, stops: load!.stops, read }
  }
  const now = () => new Date().toISOString()
  const tell = async (
    { call }: TestDevice,
    { ticket }: Pick<DriveStop, 'ticket'>,
    members: object = {},
    podId = newUuid(),
  ) => {
    const { status } = await call(putDrivePod, {
      params: { podId },
      body: { ...failed, time: now(), ticket, ...members },
    })
    return { podId, status }
  }

  test('an outcome from the driver app is recorded once, with its files and the order, load and driver of the ticket', async () => {
    const { tenant, device, loadId, stops, read } = await scene()
    const photo = aPhoto()
    const body = { ...failed, time: now(), photos: [photo.announced] }
    const { podId, status } = await tell(device, stops[0]!, body)
    assert.equal(status, 201)
    assert.equal((await tell(device, stops[0]!, { ...body, sent: now() }, podId)).status, 200)
    await assert.rejects(tell(device, stops[0]!, { ...body, remarks: 'Other.' }, podId), { code: 'POD_CONFLICT' })
    const params = { podId, fileId: photo.announced.fileId }
    await device.call(putDrivePodFile, { params, body: photo.body })
    const pod = await read(podId)
    assert.deepEqual(
      [pod.consignmentId, pod.loadId, pod.stopPosition, pod.driverKey, pod.actor, pod.complete, pod.conflict],
      [stops[0]!.consignmentId, loadId, 1, device.driverKey, `driver:${device.driverKey}`, true, null],
    )
    const [load] = (await device.call(getDriveDay)).data.loads
    assert.deepEqual([load!.stops[0]!.outcome, load!.stops[0]!.podId], ['failed', podId])
    const order = await tenant.call(getConsignmentById, { params: { consignmentId: pod.consignmentId } })
    assert.equal(order.data.outcome, 'failed')
  })

  test('an outcome from the driver app is rejected with an invalid, foreign, misplaced or expired ticket', async () => {
    const { service, tenant, device, loadId, stops } = await scene()
    const other = await aDevice(service, tenant)
    const elsewhere = await scene()
    const { ticket } = stops[0]!
    const [head, claims, signature] = ticket.split('.')
    const forged = (changed: object) => {
      const said = { ...JSON.parse(Buffer.from(claims!, 'base64url').toString()), ...changed }
      return `${head}.${Buffer.from(JSON.stringify(said)).toString('base64url')}.${signature}`
    }
    const bad = [
      ...['garbage', '', tenant.token, device.token, `${head}.${claims}.`, elsewhere.stops[0]!.ticket],
      ...[forged({ ord: 'other' }), forged({ drv: other.driverKey }), forged({ exp: 9e9 })],
    ]
    for (const each of bad.filter((text) => text !== ''))
      await assert.rejects(tell(device, { ticket: each }), { code: 'TICKET_REFUSED' }, each)
    await assert.rejects(tell(other, { ticket }), { code: 'TICKET_REFUSED' })
    const { environmentId } = tenant
    const { driverKey } = device
    const { consignmentId, key, position, type } = stops[0]!
    const old = await service.database(({ read }) =>
      read(async (tx) => {
        const { write } = await createTicketWriter(tx, Date.now() - 9 * 86_400_000)
        return write({ environmentId, driverKey, consignmentId, key, loadId, position, type })
      }),
    )
    const before = { time: now() }
    const { podId } = await tell(device, { ticket }, before)
    await assert.rejects(tell(device, { ticket: old }), { code: 'TICKET_REFUSED', message: /expired/ })
    // What is here already is only told again.
    assert.equal((await tell(device, { ticket: old }, before, podId)).status, 200)
    // Nor does a ticket let anybody in anywhere.
    for (const path of ['/v1/consignments', '/v1/drive/day'])
      assertProblem(
        await request(service.url, 'GET', path, { headers: { authorization: `Bearer ${ticket}` } }),
        'UNAUTHORIZED',
      )
    assert.equal((await tell(device, { ticket })).status, 201)
  })

  test('an outcome from the driver app is stored with all photos and a mark if there are more than `photosMax`', async () => {
    const { tenant, device, stops, read } = await scene({ stops: 2 })
    const { pod: settings } = (await tenant.call(getEnvironment)).data
    const photos = (count: number) => Array.from({ length: count }, () => aPhoto().announced)
    const allowed = await tell(device, stops[0]!, { photos: photos(settings.photosMax) })
    assert.equal((await read(allowed.podId)).conflict, null)
    const { podId, status } = await tell(device, stops[1]!, { photos: photos(roadLimits.photos) })
    const pod = await read(podId)
    assert.deepEqual([status, pod.photos.length, pod.conflict], [201, roadLimits.photos, 'too_many_photos'])
    await assert.rejects(tell(device, stops[1]!, { photos: photos(roadLimits.photos + 1) }), { code: 'BAD_REQUEST' })
  })

  test('an outcome is stored with a conflict if the stop moved, the order is deleted or the load is not started', async () => {
    const { service, tenant, device, loadId, stops, read } = await scene({ started: false, stops: 4 })
    const [moved, deleted, early, late] = stops as [DriveStop, DriveStop, DriveStop, DriveStop]
    await tenant.call(updateLoadById, {
      params: { loadId },
      body: { stops: [deleted, early, late].map(({ consignmentId }) => ({ consignmentId })) },
    })
    await tenant.call(deleteConsignmentById, { params: { consignmentId: deleted.consignmentId } })
    assert.equal((await read((await tell(device, moved)).podId)).conflict, 'not_in_load')
    const ofDeleted = await read((await tell(device, deleted)).podId)
    assert.deepEqual(
      [ofDeleted.conflict, ofDeleted.consignmentKey, ofDeleted.stopPosition],
      ['order_deleted', deleted.key, 2],
    )
    assert.equal((await read((await tell(device, early)).podId)).conflict, 'load_not_started')
    await tenant.call(updateLoadById, { params: { loadId }, body: { status: 'completed' } })
    assert.equal((await read((await tell(device, late)).podId)).conflict, null)
    // The driver is another one now.
    const other = await aDevice(service, tenant)
    await tenant.call(updateLoadById, { params: { loadId }, body: { driverKey: other.driverKey } })
    assert.equal((await tell(device, early)).status, 201)
  })

  test('an outcome from the driver app is accepted from a revoked device after its driver registers again', async () => {
    const { service, tenant, device, stops, read } = await scene()
    const query = { key: device.driverKey }
    await tenant.call(updateDriver, { query, body: { active: false } })
    await assert.rejects(tell(device, stops[0]!), { code: 'UNAUTHORIZED' })
    await tenant.call(updateDriver, { query, body: { active: true } })
    const again = await letIn(service, tenant, device.driverKey)
    const { podId, status } = await tell(again, stops[0]!)
    assert.deepEqual([status, (await read(podId)).conflict], [201, null])
  })

  test('the outcomes of two devices at one stop are both stored, and the later outcome takes effect', async () => {
    const { service, tenant, device, stops, read } = await scene()
    const second = await letIn(service, tenant, device.driverKey)
    const minutes = (ago: number) => new Date(Date.now() - ago * 60_000).toISOString()
    const late = await tell(device, stops[0]!, { time: minutes(5) })
    const early = await tell(second, stops[0]!, { time: minutes(20), failureReasonCode: 'refused' })
    assert.equal((await read(late.podId)).conflict, null)
    assert.equal((await read(early.podId)).conflict, 'later_outcome')
    const [load] = (await second.call(getDriveDay)).data.loads
    assert.equal(load!.stops[0]!.podId, late.podId)
  })

  test('a driver cannot upload files for a proof of another driver', async () => {
    const { service, tenant, device, stops } = await scene()
    const photo = aPhoto()
    const { podId } = await tell(device, stops[0]!, { photos: [photo.announced] })
    const other = await aDevice(service, tenant)
    const send = (token: string) =>
      request(service.url, 'PUT', `/v1/drive/pod/${podId}/file/${photo.announced.fileId}`, {
        body: photo.body,
        headers: { authorization: `Bearer ${token}` },
      })
    assertProblem(await send(other.token), 'NOT_FOUND')
    assertProblem(await send(tenant.token), 'UNAUTHORIZED')
    assert.equal((await send(device.token)).status, 200)
  })
})
