// A load on its way: started, seen, completed, and what the planner knows of it meanwhile.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { textsIn, uiLanguages } from '../../console/words/words.ts'
import { getLoadHistoryById } from '../../contract/change.ts'
import { createDepot } from '../../contract/depot.ts'
import {
  completeDriveLoad,
  getDriveDay,
  getLoadProgress,
  sendDrivePositions,
  startDriveLoad,
} from '../../contract/drive.ts'
import { updateEnvironment } from '../../contract/environment.ts'
import { getLoadById, listLoads, updateLoadById } from '../../contract/load.ts'
import { putPod } from '../../contract/pod.ts'
import { describeRefusedMove } from '../../driver/data/refusal.ts'
import { driverTexts } from '../../driver/data/words.ts'
import { estimateWindow } from '../../server/delivery/progress/progress.ts'
import { purgePositions } from '../../server/delivery/progress/steps.ts'
import { sql } from '../../server/platform/database/database.ts'
import { createBackgroundCall } from '../../server/platform/operation/operation.ts'
import { aDevice, aRoute } from '../support/drivers.ts'
import { everyEngine, writeBehind } from '../support/harness.ts'
import { aDepot, anAddress } from '../support/orders.ts'
import { aPod, newUuid } from '../support/pods.ts'
import { tenants } from '../support/tenants.ts'

const ago = (minutes: number) => `${new Date(Date.now() - minutes * 60_000).toISOString().slice(0, 19)}Z`
const isNear = (told: string | null, minutesAgo: number) =>
  assert.ok(told !== null && Math.abs(Date.parse(told) - Date.now() + minutesAgo * 60_000) < 30_000, String(told))

everyEngine('a started load', (open) => {
  const fresh = tenants(open)
  const scene = async () => {
    const service = await open()
    const tenant = await fresh()
    const device = await aDevice(service, tenant)
    const read = async (loadId: string) => (await tenant.call(getLoadById, { params: { loadId } })).data
    const progress = async (loadId: string) => (await tenant.call(getLoadProgress, { params: { loadId } })).data
    const start = (loadId: string, body: { time: string; sent?: string }) =>
      device.call(startDriveLoad, { params: { loadId }, body })
    const complete = (loadId: string, body: { time: string; sent?: string }) =>
      device.call(completeDriveLoad, { params: { loadId }, body })
    return { service, tenant, device, read, progress, start, complete }
  }

  test('a load is started and completed once by its driver, at the first reported time', async () => {
    const { tenant, device, read, start, complete } = await scene()
    const { loadId } = await aRoute(tenant, device.driverKey)
    const { version } = await read(loadId)
    await start(loadId, { time: ago(30), sent: ago(0) })
    const started = await read(loadId)
    assert.deepEqual([started.status, started.version, started.actualEnd], ['started', version + 1, null])
    isNear(started.actualStart, 30)
    await start(loadId, { time: ago(5), sent: ago(0) })
    assert.deepEqual(await read(loadId), started)
    await complete(loadId, { time: ago(10) })
    const completed = await read(loadId)
    assert.equal(completed.status, 'completed')
    isNear(completed.actualEnd, 10)
    await complete(loadId, { time: ago(1) })
    await start(loadId, { time: ago(1) })
    assert.deepEqual(await read(loadId), completed)
    const { changes } = (await tenant.call(getLoadHistoryById, { params: { loadId } })).data
    assert.deepEqual(changes[0]!.actor, { kind: 'driver', id: `driver:${device.driverKey}`, name: 'Early shift' })
    assert.deepEqual(
      changes[0]!.changes.map(({ path }) => path),
      ['/status', '/actualEnd'],
    )
  })

  test('the times of a load are correct despite a wrong clock of the device', async () => {
    const { tenant, device, read, start, complete } = await scene()
    const days = 3 * 1_440
    for (const offset of [days, -days]) {
      const { loadId } = await aRoute(tenant, device.driverKey)
      await start(loadId, { time: ago(offset + 20), sent: ago(offset) })
      isNear((await read(loadId)).actualStart, 20)
      // An end before the start is told for the start; nothing is later than now.
      await complete(loadId, { time: ago(offset + 25), sent: ago(offset) })
      const { actualStart, actualEnd } = await read(loadId)
      assert.equal(actualEnd, actualStart)
    }
    const { loadId } = await aRoute(tenant, device.driverKey)
    await start(loadId, { time: ago(-days) })
    isNear((await read(loadId)).actualStart, 0)
  })

  test('a load whose status the planner changes gets actual times', async () => {
    const { tenant, device, read } = await scene()
    const { loadId } = await aRoute(tenant, device.driverKey)
    await tenant.call(updateLoadById, { params: { loadId }, body: { status: 'started' } })
    const { stops: _, ...started } = await read(loadId)
    isNear(started.actualStart, 0)
    // Sent back as it was read, it is no change; otherwise it is refused.
    await tenant.call(updateLoadById, { params: { loadId }, body: started })
    await assert.rejects(
      tenant.call(updateLoadById, { params: { loadId }, body: { actualStart: '2026-07-01T08:00:00Z' } }),
      { code: 'BAD_REQUEST' },
    )
    await tenant.call(updateLoadById, { params: { loadId }, body: { status: 'completed' } })
    isNear((await read(loadId)).actualEnd, 0)
    const { loadId: other } = await aRoute(tenant, null)
    await tenant.call(updateLoadById, { params: { loadId: other }, body: { status: 'completed' } })
    assert.equal((await read(other)).actualStart, null)
    const ofDriver = (driverKey: string) => tenant.call(listLoads, { query: { driverKey } })
    assert.deepEqual(
      (await ofDriver(device.driverKey)).data.map((load) => load.loadId),
      [loadId],
    )
    assert.deepEqual(
      (await ofDriver('none')).data.map((load) => load.loadId),
      [other],
    )
  })

  test('a load cannot be started by another driver, or before its release', async () => {
    const { service, tenant, device, start } = await scene()
    const other = await aDevice(service, tenant)
    const { loadId } = await aRoute(tenant, other.driverKey)
    await assert.rejects(start(loadId, { time: ago(0) }), { code: 'NOT_FOUND' })
    await assert.rejects(start('nothing', { time: ago(0) }), { code: 'NOT_FOUND' })
    const { loadId: early } = await aRoute(tenant, device.driverKey, { status: 'planned' })
    await assert.rejects(start(early, { time: ago(0) }), { code: 'LOAD_STATE' })
  })

  test('a load returns the last reported position, and positions are stored for the configured time', async () => {
    const { service, tenant, device, progress, start } = await scene()
    const { loadId } = await aRoute(tenant, device.driverKey)
    const send = (loadId: string, ...positions: { time: string; lat: number; lng: number; accuracy?: number }[]) =>
      device.call(sendDrivePositions, { body: { loadId, sent: ago(0), positions } })
    await send(loadId, { time: ago(1), lat: 1, lng: 1 })
    await send('nothing', { time: ago(1), lat: 1, lng: 1 })
    assert.equal((await progress(loadId)).position, null)
    await start(loadId, { time: ago(60) })
    await send(loadId, { time: ago(2), lat: 52, lng: 13, accuracy: 12 }, { time: ago(4), lat: 51, lng: 12 })
    // Late ones and those of before the start change nothing.
    await send(loadId, { time: ago(3), lat: 50, lng: 11 }, { time: ago(90), lat: 49, lng: 10 })
    const { position } = await progress(loadId)
    assert.deepEqual({ ...position, time: '' }, { lat: 52, lng: 13, accuracy: 12, time: '' })
    isNear(position!.time, 2)
    const { environmentId } = tenant
    const kept = () =>
      service.database(({ read }) =>
        read(
          async (tx) => (await tx.all(sql`select time from positions where environment_id = ${environmentId}`)).length,
        ),
      )
    assert.equal(await kept(), 3)
    await tenant.call(updateEnvironment, { body: { positions: { keepDays: 1 } } })
    await writeBehind(service.config, async (tx) => {
      await tx.run(
        sql`update positions set time = '2026-01-01T00:00:00Z' where environment_id = ${environmentId} and lat = 50`,
      )
      await purgePositions.run(tx, environmentId, createBackgroundCall('', environmentId))
    })
    assert.equal(await kept(), 2)
    // A load of somebody else.
    const other = await aDevice(service, tenant)
    await other.call(sendDrivePositions, { body: { loadId, positions: [{ time: ago(0), lat: 7, lng: 7 }] } })
    assert.equal((await progress(loadId)).position!.lat, 52)
  })

  test('a load accepts each position once, in batches of any order within the retention time', async () => {
    const { service, tenant, device, progress, start } = await scene()
    const { loadId } = await aRoute(tenant, device.driverKey)
    await start(loadId, { time: ago(5 * 1_440), sent: ago(0) })
    const at = (minutes: number, lat: number) => ({ time: ago(minutes), lat, lng: 1 })
    const [latest, middle, first] = [at(1, 3), at(20, 2), at(40, 1)]
    const tooOld = at(3 * 1_440, 9)
    await tenant.call(updateEnvironment, { body: { positions: { keepDays: 2 } } })
    const send = (positions: (typeof first)[]) => device.call(sendDrivePositions, { body: { loadId, positions } })
    await send([latest!, first!, middle!, first!, tooOld])
    // The answer was cut: the phone sends all of it once more, with what it has noted since in between.
    await send([first!, at(30, 7), latest!])
    const stored = await service.database(({ read }) =>
      read((tx) =>
        tx.all<{ lat: number }>(
          sql`select lat from positions where environment_id = ${tenant.environmentId} and load_id = ${loadId} order by time`,
        ),
      ),
    )
    assert.deepEqual(
      stored.map(({ lat }) => lat),
      [1, 7, 2, 3],
    )
    assert.equal((await progress(loadId)).position!.lat, 3)
    const many = (count: number) => Array.from({ length: count }, (_, index) => at(100 + index, 5))
    await assert.rejects(send(many(101)), { code: 'BAD_REQUEST' })
    await assert.rejects(send([]), { code: 'BAD_REQUEST' })
    await send(many(100))
    assert.equal((await progress(loadId)).position!.lat, 3)
  })

  test('the progress of a load counts its outcomes and estimates the open stops from the latest position or outcome', async () => {
    const { service, tenant, device, progress, start, complete } = await scene()
    // A kilometre north takes a minute.
    const travel = { shortDetour: 1, longDetour: 1, shortSpeed: 60, longSpeed: 60 }
    await tenant.call(updateEnvironment, { body: { travel, routeSettings: { stopDuration: 10 } } })
    const at = (kilometres: number) => ({ lat: (kilometres / (6_371.0088 * Math.PI)) * 180, lng: 0 })
    const depot = aDepot({ address: { line1: '2 Dock Road', city: 'Exampleton', country: 'GB', geoLocation: at(0) } })
    await tenant.call(createDepot, { body: depot })
    const order = (kilometres: number) => ({ consigneeAddress: { ...anAddress, geoLocation: at(kilometres) } })
    const { loadId, consignmentIds } = await aRoute(tenant, device.driverKey, {
      orders: [order(30), order(60), { ...order(90), requiredTo: ago(-30) }],
      startDepotKey: depot.key,
      endDepotKey: depot.key,
      plannedStart: ago(-60),
    })
    const planned = await progress(loadId)
    assert.deepEqual([planned.done, planned.failed, planned.open], [0, 0, 3])
    for (const [index, minutes] of [90, 130, 170].entries()) {
      isNear(planned.stops[index]!.planned, -minutes)
      isNear(planned.stops[index]!.estimated, -minutes)
    }
    await start(loadId, { time: ago(50), sent: ago(0) })
    // Nobody has heard of it for too long.
    assert.deepEqual(
      (await progress(loadId)).stops.map(({ estimated }) => estimated),
      [null, null, null],
    )
    const [first] = consignmentIds
    await tenant.call(putPod, { params: { podId: newUuid() }, body: aPod({ consignmentId: first!, time: ago(10) }) })
    const under = await progress(loadId)
    assert.deepEqual([under.done, under.failed, under.open, under.late], [1, 1, 2, 1])
    assert.deepEqual(
      under.stops.map(({ outcome, late }) => [outcome, late]),
      [
        ['failed', false],
        [null, false],
        [null, true],
      ],
    )
    isNear(under.stops[1]!.estimated, -20)
    isNear(under.stops[2]!.estimated, -60)
    isNear(under.estimatedEnd, -160)
    await device.call(sendDrivePositions, { body: { loadId, positions: [{ time: ago(5), ...at(50) }] } })
    isNear((await progress(loadId)).stops[1]!.estimated, -5)
    const expected = await service.database(({ read }) =>
      read((tx) => estimateWindow(tx, tenant.environmentId, { loadId, consignmentId: consignmentIds[2]! }, Date.now())),
    )
    const width = Date.parse(expected!.to) - Date.parse(expected!.from)
    assert.ok(width >= 20 * 60_000 && width <= 60 * 60_000 && width % 900_000 === 0, String(width))
    const day = (await device.call(getDriveDay)).data.loads[0]!
    assert.deepEqual(
      day.stops.map(({ outcome }) => outcome),
      ['failed', null, null],
    )
    await complete(loadId, { time: ago(0) })
    const done = await progress(loadId)
    assert.deepEqual([done.status, done.open, done.late, done.estimatedEnd], ['completed', 2, 0, null])
    await assert.rejects(progress('nothing'), { code: 'NOT_FOUND' })
  })

  test('an order was late if the vehicle arrived late, not if the stop took long', async () => {
    const { tenant, progress } = await scene()
    const { loadId, consignmentIds } = await aRoute(tenant, null, {
      orders: [1, 2, 3].map(() => ({ requiredFrom: ago(120), requiredTo: ago(10) })),
      status: 'started',
    })
    for (const [index, arrived] of [ago(12), ago(8), null].entries())
      await tenant.call(putPod, {
        params: { podId: newUuid() },
        body: aPod({ consignmentId: consignmentIds[index]!, arrived, time: ago(5) }),
      })
    assert.deepEqual(
      (await progress(loadId)).stops.map(({ late }) => late),
      [false, true, true],
      'reached in time, reached late, and not known when',
    )
  })
})

test('each reason against the start or the end of a load has its own message for the driver', () => {
  const told = ([['start', startDriveLoad] as const, ['complete', completeDriveLoad] as const] as const).flatMap(
    ([kind, { problems }]) =>
      problems.map((refusedCode) =>
        uiLanguages.map((language) => describeRefusedMove({ kind, refusedCode }, textsIn(driverTexts, language))),
      ),
  )
  for (const texts of told) {
    assert.equal(new Set(texts).size, uiLanguages.length)
    for (const text of texts) assert.doesNotMatch(String(text), /undefined|_|released|status/)
  }
  assert.equal(new Set(told.slice(0, startDriveLoad.problems.length).map(String)).size, startDriveLoad.problems.length)
  // What is recorded at the door has no such words: the service takes it whatever has happened.
  assert.equal(
    describeRefusedMove({ kind: 'outcome', refusedCode: 'LOAD_STATE' }, textsIn(driverTexts, 'en')),
    undefined,
  )
})
