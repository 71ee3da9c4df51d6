// What a proposal is made from: vehicles when they are free, depots that are there, and a word about what has gone since it was asked for.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ConsignmentInput, getConsignmentById } from '../../contract/consignment.ts'
import { updateEnvironment } from '../../contract/environment.ts'
import { createDriver, updateDriver, updateVehicle } from '../../contract/fleet.ts'
import { createLoad, getLoadById, type LoadInput } from '../../contract/load.ts'
import {
  applyOptimisation,
  cancelOptimisation,
  type Optimisation,
  type OptimisationInput,
  orderPools,
} from '../../contract/optimisation.ts'
import { readMaterial } from '../../server/planning/optimisation/material.ts'
import { writeNotes } from '../../server/planning/optimisation/notes.ts'
import { sql } from '../../server/platform/database/database.ts'
import { aDay, aPlacedDepot, at, aVehicle, begun, day, ended, leeds, optimised, read, stored } from '../support/days.ts'
import { everyEngine, type Tenant } from '../support/harness.ts'
import { aKey } from '../support/orders.ts'
import { rejectsWith } from '../support/problem.ts'
import { until } from '../support/until.ts'

const apply = ({ call }: Tenant, { optimisationId }: Optimisation) =>
  call(applyOptimisation, { params: { optimisationId }, body: {} })

const nextDay = '2026-07-02'

everyEngine('the input of a proposal', (open) => {
  const order = (tenant: Tenant, depotKey: string, east: number) =>
    stored(tenant, { ...at(leeds.lat, leeds.lng + east), depotKey, requiredTo: `${day}T18:00:00Z` })
  /** A vehicle from 8 to 18 o'clock with a load of two hours or so. */
  async function onItsWay(tenant: Tenant, members: Partial<LoadInput>) {
    const depotKey = await aPlacedDepot(tenant)
    const van = await aVehicle(tenant, depotKey, { trips: 3 })
    const stops = [{ consignmentId: await order(tenant, depotKey, 0.6) }]
    const { loadId } = (
      await tenant.call(createLoad, { body: { key: aKey('LOAD'), vehicleKey: van, stops, ...members } })
    ).data
    const load = (await tenant.call(getLoadById, { params: { loadId } })).data
    return { depotKey, van, load }
  }

  test('a selected vehicle with a load gets a new load after its return or before its departure', async () => {
    const tenant = await (await open()).environment()
    for (const start of ['08:00:00', '14:00:00']) {
      const { depotKey, van, load } = await onItsWay(tenant, { plannedStart: `${day} ${start}` })
      const ids = [await order(tenant, depotKey, 0.1), await order(tenant, depotKey, 0.2)]
      const proposal = await optimised(tenant, { mode: 'day', vehicleKeys: [van], consignmentIds: ids })
      const [proposed] = proposal.loads
      assert.deepEqual(proposed!.stops.map(({ consignmentId }) => consignmentId).sort(), ids.sort())
      if (start === '08:00:00') assert.ok(proposed!.plannedStart! > load.plannedEnd!, proposed!.plannedStart!)
      else assert.ok(proposed!.plannedEnd! < load.plannedStart!, proposed!.plannedEnd!)
      await apply(tenant, proposal)
    }
  })

  test('a vehicle without remaining time gets no load, and the orders name this reason', async () => {
    const tenant = await (await open()).environment()
    const { depotKey, van } = await onItsWay(tenant, { plannedStart: `${day} 08:00:00` })
    const rest = { key: aKey('LOAD'), vehicleKey: van, plannedStart: `${day} 17:00:00` }
    await tenant.call(createLoad, { body: { ...rest, stops: [{ consignmentId: await order(tenant, depotKey, 0.7) }] } })
    const far = await order(tenant, depotKey, 4)
    const { loads, leftOut } = await optimised(tenant, { mode: 'day', vehicleKeys: [van], consignmentIds: [far] })
    assert.deepEqual(loads, [])
    assert.equal(leftOut[0]!.consignmentId, far)
    assert.match(leftOut[0]!.reasons[0]!.message, /^The loads of the day leave no vehicle enough time/)
  })

  test('a load that started late is expected to end later by the same time, until its completion', async () => {
    const service = await open()
    const tenant = await service.environment()
    const proposedFor = async (starts: string, ends: string | null) => {
      const { depotKey, van, load } = await onItsWay(tenant, { plannedStart: `${day} 08:00:00` })
      await service.database(({ write }) =>
        write((tx) =>
          tx.run(
            sql`update loads set status = 'started', actual_start = ${starts}, actual_end = ${ends} where load_id = ${load.loadId}`,
          ),
        ),
      )
      const id = await order(tenant, depotKey, 0.1)
      return (await optimised(tenant, { mode: 'day', vehicleKeys: [van], consignmentIds: [id] })).loads[0]!
    }
    const back = await proposedFor(`${day}T10:30:00Z`, `${day}T12:00:00Z`)
    assert.ok(back.plannedStart! > `${day}T12:00:00Z`, back.plannedStart!)
    const out = await proposedFor(`${day}T10:30:00Z`, null)
    assert.ok(out.plannedEnd! < `${day}T10:30:00Z`, out.plannedEnd!)
  })

  test('a vehicle that returns in the morning gets loads after its return, as many as on other days', async () => {
    const tenant = await (await open()).environment()
    const depotKey = await aPlacedDepot(tenant)
    const van = await aVehicle(tenant, depotKey, { trips: 2, weightCapacity: 10 })
    const weighed = (east: number) =>
      stored(tenant, { ...at(leeds.lat, leeds.lng + east), depotKey, weight: 10, requiredTo: `${day}T18:00:00Z` })
    const stops = [{ consignmentId: await weighed(6) }]
    const night = { key: aKey('NIGHT'), vehicleKey: van, plannedStart: '2026-06-30T23:00:00Z', stops }
    const { loadId } = (await tenant.call(createLoad, { body: night })).data
    const { plannedEnd } = (await tenant.call(getLoadById, { params: { loadId } })).data
    assert.ok(plannedEnd! > `${day}T08:30:00Z` && plannedEnd! < `${day}T14:00:00Z`, plannedEnd!)
    const ids = [await weighed(0.1), await weighed(0.1)]
    for (const vehicleKeys of [[van], null]) {
      const { loads, leftOut } = await optimised(tenant, { mode: 'day', vehicleKeys, consignmentIds: ids })
      assert.deepEqual(leftOut, [])
      assert.equal(loads.length, 2)
      assert.ok(loads[0]!.plannedStart! > plannedEnd!, loads[0]!.plannedStart!)
    }
  })

  test('a vehicle without a shift end gets a load before its load of the evening', async () => {
    const tenant = await (await open()).environment()
    const { depotKey, van } = await onItsWay(tenant, { plannedStart: `${day} 18:00:00` })
    await tenant.call(updateVehicle, { query: { key: van }, body: { shiftEnd: null } })
    const id = await order(tenant, depotKey, 0.1)
    const { loads } = await optimised(tenant, { mode: 'day', vehicleKeys: [van], consignmentIds: [id] })
    assert.ok(loads[0]!.plannedEnd! < `${day}T18:00:00Z`, loads[0]!.plannedEnd!)
  })

  test('an order whose time window falls into another load of the vehicle is left out without being late', async () => {
    const tenant = await (await open()).environment()
    const { depotKey, van } = await onItsWay(tenant, { plannedStart: `${day} 08:00:00` })
    const id = await stored(tenant, {
      ...at(leeds.lat, leeds.lng + 0.1),
      ...{ depotKey, requiredFrom: `${day}T08:30:00Z`, requiredTo: `${day}T09:00:00Z` },
    })
    const { loads, leftOut } = await optimised(tenant, { mode: 'day', vehicleKeys: [van], consignmentIds: [id] })
    assert.deepEqual([loads, leftOut.map(({ consignmentId }) => consignmentId)], [[], [id]])
  })

  test('a committed time on an earlier day is ignored if the order has a later time window', async () => {
    const tenant = await (await open()).environment()
    const depotKey = await aPlacedDepot(tenant)
    const van = await aVehicle(tenant, depotKey)
    const agreed = { ...at(leeds.lat, leeds.lng + 0.1), depotKey, committed: '2026-06-27T10:00:00Z' }
    const again = await stored(tenant, {
      ...{ ...agreed, requiredFrom: `${day}T14:00:00Z`, requiredTo: `${day}T16:00:00Z` },
    })
    const missed = await stored(tenant, { ...agreed, requiredTo: '2026-06-27T12:00:00Z' })
    const [load] = (await optimised(tenant, { mode: 'day', vehicleKeys: [van], consignmentIds: [again, missed] })).loads
    const stopOf = (id: string) => load!.stops.find(({ consignmentId }) => consignmentId === id)!
    assert.deepEqual([stopOf(again).starts, stopOf(again).lateMinutes], [`${day}T14:00:00Z`, 0])
    assert.ok(stopOf(missed).lateMinutes > 3 * 24 * 60, `${stopOf(missed).lateMinutes} min`)
  })

  test('an order without a window belongs to its committed day, else its planned day', async () => {
    const tenant = await (await open()).environment()
    const depotKey = await aPlacedDepot(tenant)
    const van = await aVehicle(tenant, depotKey)
    const dated = (members: object) => stored(tenant, { ...at(leeds.lat, leeds.lng + 0.1), depotKey, ...members })
    const [before, today, later] = ['2026-06-30', day, nextDay].map((date) => `${date}T10:00:00Z`)
    const ids = {
      overdue: [await dated({ committed: before }), await dated({ committed: before, planned: today })],
      day: [await dated({ committed: today, planned: later }), await dated({ planned: today })],
      undated: [await dated({})],
      later: [await dated({ committed: later }), await dated({ committed: later, planned: today })],
    }
    // A window counts before either.
    ids.day.push(await dated({ requiredFrom: `${day}T08:00:00Z`, requiredTo: today, committed: later }))
    for (const pool of orderPools) {
      const { loads, leftOut } = await optimised(tenant, { mode: 'day', vehicleKeys: [van], pool: [pool] })
      const found = [...loads.flatMap(({ stops }) => stops), ...leftOut].map(({ consignmentId }) => consignmentId)
      assert.deepEqual(found.sort(), ids[pool].sort(), pool)
    }
  })

  test('a vehicle with a deleted depot is left out, and the proposal can be applied', async () => {
    const tenant = await (await open()).environment()
    const [depotKey, gone] = [await aPlacedDepot(tenant), await aPlacedDepot(tenant)]
    const [van, stranded] = [await aVehicle(tenant, depotKey), await aVehicle(tenant, gone)]
    const id = await stored(tenant, { ...at(leeds.lat, leeds.lng + 0.1), requiredTo: `${day}T18:00:00Z` })
    await tenant.request('DELETE', `/v1/depot?key=${gone}`)
    const proposal = await optimised(tenant, { mode: 'day' })
    assert.equal(proposal.message, `The vehicle \`${stranded}\` is not used: there is no depot \`${gone}\`.`)
    assert.deepEqual(
      proposal.loads.map(({ vehicleKey, stops }) => [vehicleKey, stops.length]),
      [[van, 1]],
    )
    await apply(tenant, proposal)
    const alone = await optimised(tenant, { mode: 'day', vehicleKeys: [stranded] })
    assert.match(alone.message!, /is not used/)
    assert.deepEqual([alone.loads, alone.leftOut.map(({ consignmentId }) => consignmentId)], [[], []])
    assert.equal((await tenant.call(getConsignmentById, { params: { consignmentId: id } })).data.stopPosition, 1)
  })

  test('a selected record that was deleted before the search is reported in the result', async () => {
    const service = await open()
    const tenant = await service.environment()
    const { van, load, depotKey } = await onItsWay(tenant, { plannedStart: `${day} 08:00:00` })
    const id = await order(tenant, depotKey, 0.1)
    const elsewhere = await order(tenant, depotKey, 0.2)
    await tenant.call(createLoad, { body: { key: aKey('LOAD'), stops: [{ consignmentId: elsewhere }] } })
    const strange = ['00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000002']
    const notesOf = async (members: Partial<OptimisationInput>) => {
      const request = { ...members, mode: 'day' as const, day }
      const notes = await service.database(async ({ read }) =>
        writeNotes(await readMaterial((work) => read(work), tenant.environmentId, request), request),
      )
      return notes.map(({ message }) => message)
    }
    const named = { loadIds: [load.loadId], vehicleKeys: [van], consignmentIds: [id] }
    assert.deepEqual(await notesOf(named), [])
    assert.deepEqual(
      await notesOf({
        loadIds: [...named.loadIds, ...strange],
        vehicleKeys: [van, 'NO-SUCH'],
        consignmentIds: [id, strange[0]!, elsewhere],
      }),
      [
        'Of the requested loads, 2 were deleted or have started.',
        'Of the requested vehicles, 1 was deleted.',
        'Of the requested orders, 2 were deleted or are in other loads.',
      ],
    )
  })

  test('an order added to a load before the search starts is excluded, and the rest can be applied', async () => {
    const tenant = await (await open()).environment()
    const { call } = tenant
    const ids = (await aDay(tenant, 20)).slice(0, 3)
    const first = await begun(tenant, { mode: 'day', day, seconds: 300 })
    await until('the first search runs', async () => (await read(tenant, first)).state === 'running')
    const second = await begun(tenant, { mode: 'day', day, seconds: 1, consignmentIds: ids })
    const stops = [{ consignmentId: ids[0]! }]
    const { loadId } = (await call(createLoad, { body: { key: aKey('LOAD'), stops } })).data
    await call(cancelOptimisation, { params: { optimisationId: first } })
    await until('the second search is over', async () => ended.has((await read(tenant, second)).state))
    const proposal = await read(tenant, second)
    assert.equal(proposal.message, 'Of the requested orders, 1 was deleted or is in another load.')
    assert.deepEqual(proposal.values, [{ reason: 'missing_orders', count: 1 }])
    await apply(tenant, proposal)
    const homes = await Promise.all(
      ids.map(async (consignmentId) => (await call(getConsignmentById, { params: { consignmentId } })).data.loadId),
    )
    assert.deepEqual([homes[0], homes.indexOf(null)], [loadId, -1])
  })

  test('a deleted order is reported by its key, like an inactive driver', async () => {
    const tenant = await (await open()).environment()
    const depotKey = await aPlacedDepot(tenant)
    const van = await aVehicle(tenant, depotKey)
    const driverKey = aKey('DRIVER')
    await tenant.call(createDriver, { body: { key: driverKey, name: 'Driver', vehicleKey: van } })
    const consignmentId = await order(tenant, depotKey, 0.1)
    const { key } = (await tenant.call(getConsignmentById, { params: { consignmentId } })).data
    const proposal = await optimised(tenant, { mode: 'day', vehicleKeys: [van] })
    assert.equal(proposal.loads[0]!.driverKey, driverKey)
    await tenant.request('DELETE', `/v1/consignment/${consignmentId}`)
    await tenant.call(updateDriver, { query: { key: driverKey }, body: { active: false } })
    const { errors } = await rejectsWith('PLAN_OUTDATED', apply(tenant, proposal))
    assert.deepEqual(errors.map(({ message }) => message).sort(), [
      `The driver \`${driverKey}\` has changed.`,
      `The order \`${key}\` no longer exists.`,
    ])
    assert.deepEqual(errors.map(({ code, values }) => [code, values]).sort(), [
      ['changed', { kind: 'driver', key: driverKey }],
      ['gone', { kind: 'order', key }],
    ])
  })

  test('a vehicle with two usual drivers leaves the new load without one', async () => {
    const tenant = await (await open()).environment()
    const depotKey = await aPlacedDepot(tenant)
    const [shared, own] = [await aVehicle(tenant, depotKey), await aVehicle(tenant, depotKey)]
    const driverOf = async (vehicleKey: string, active = true) => {
      const key = aKey('DRIVER')
      await tenant.call(createDriver, { body: { key, name: 'Driver', vehicleKey, active } })
      return key
    }
    for (const _ of [1, 2]) await driverOf(shared)
    const only = await driverOf(own)
    await driverOf(own, false)
    for (const [van, driverKey] of [
      [shared, null],
      [own, only],
    ] as const) {
      const id = await order(tenant, depotKey, 0.1)
      const proposal = await optimised(tenant, { mode: 'day', vehicleKeys: [van], consignmentIds: [id] })
      assert.equal(proposal.loads[0]!.driverKey, driverKey)
      const { loadId } = (await apply(tenant, proposal)).data.loads[0]!
      assert.equal((await tenant.call(getLoadById, { params: { loadId } })).data.driverKey, driverKey)
    }
  })

  test('a load from a deleted depot ends at the displayed time after the proposal is applied', async () => {
    const tenant = await (await open()).environment()
    const depotKey = await aPlacedDepot(tenant)
    const stops = []
    for (const east of [0.2, 0.1]) stops.push({ consignmentId: await order(tenant, depotKey, east) })
    const places = { startDepotKey: depotKey, endDepotKey: depotKey, plannedStart: `${day} 08:00:00` }
    const { loadId } = (await tenant.call(createLoad, { body: { key: aKey('LOAD'), ...places, stops } })).data
    await tenant.request('DELETE', `/v1/depot?key=${depotKey}`)
    const proposal = await optimised(tenant, { mode: 'sequence', loadIds: [loadId] })
    assert.equal(proposal.message, null)
    await apply(tenant, proposal)
    const { distance } = (await tenant.call(getLoadById, { params: { loadId } })).data
    assert.ok(distance! > 20, `${distance} km`)
    assert.equal(proposal.loads[0]!.after.distance, distance)
  })

  test('loads without stops use no vehicle', async () => {
    const tenant = await (await open()).environment()
    const depotKey = await aPlacedDepot(tenant)
    const van = await aVehicle(tenant, depotKey, { skills: ['lift'] })
    // Only the new vehicle may take them.
    const skilled = (east: number) => stored(tenant, { ...at(leeds.lat, leeds.lng + east), skills: ['lift'], depotKey })
    const loadIds = []
    for (const east of [0.1, 0.2]) {
      const stops = [{ consignmentId: await skilled(east) }, { consignmentId: await skilled(east + 0.05) }]
      const places = { startDepotKey: depotKey, endDepotKey: depotKey, plannedStart: `${day} 08:00:00` }
      loadIds.push((await tenant.call(createLoad, { body: { key: aKey('LOAD'), ...places, stops } })).data.loadId)
    }
    const wanted = { loadIds, vehicleKeys: [van], consignmentIds: [await skilled(0.1)], objective: 'vehicles' as const }
    const { before, after, loads } = await optimised(tenant, { mode: 'day', ...wanted })
    assert.deepEqual([before!.vehicles, after!.vehicles, after!.stops], [2, 1, 5])
    assert.deepEqual(
      loads.map(({ after }) => [after.stops, after.vehicles]),
      [
        [0, 0],
        [0, 0],
        [5, 1],
      ],
    )
  })

  test('a route stays within the shifts of its vehicle and of its driver', async () => {
    const tenant = await (await open()).environment()
    const depotKey = await aPlacedDepot(tenant)
    const [van, key] = [await aVehicle(tenant, depotKey), aKey('DRIVER')]
    const shift = { shiftStart: '09:00', shiftEnd: '10:00' }
    await tenant.call(createDriver, { body: { key, name: 'Driver', vehicleKey: van, ...shift } })
    const near = await order(tenant, depotKey, 0.05)
    const far = await order(tenant, depotKey, 0.4)
    const planned = () => optimised(tenant, { mode: 'day', vehicleKeys: [van], consignmentIds: [near, far] })
    const fresh = await planned()
    assert.deepEqual(
      fresh.leftOut.map(({ consignmentId, reasons }) => [consignmentId, reasons[0]!.code]),
      [[far, 'shift']],
    )
    assert.ok(fresh.loads[0]!.plannedStart! >= `${day}T09:00:00Z`, fresh.loads[0]!.plannedStart!)
    assert.ok(fresh.loads[0]!.plannedEnd! <= `${day}T10:00:00Z`, fresh.loads[0]!.plannedEnd!)

    await tenant.call(updateDriver, { query: { key }, body: { shiftStart: '20:00', shiftEnd: '23:00' } })
    const apart = await planned()
    assert.deepEqual(apart.loads, [])
    assert.match(
      apart.leftOut[0]!.reasons[0]!.message,
      /the shift of its vehicle is over or does not overlap with the shift of its driver\.$/,
    )

    // A load starts when it says; its driver's shift still ends it.
    await tenant.call(updateDriver, { query: { key }, body: shift })
    const load = { key: aKey('LOAD'), vehicleKey: van, plannedStart: `${day} 09:30:00` }
    const { loadId } = (await tenant.call(createLoad, { body: load })).data
    const filled = await optimised(tenant, { mode: 'fill', loadIds: [loadId], consignmentIds: [near, far] })
    assert.deepEqual(
      filled.leftOut.map(({ consignmentId, reasons }) => [consignmentId, reasons[0]!.code]),
      [[far, 'shift']],
    )
  })

  test('the shift of a driver may cross midnight, like the shift of a vehicle', async () => {
    const tenant = await (await open()).environment()
    const depotKey = await aPlacedDepot(tenant)
    const van = await aVehicle(tenant, depotKey, { shiftStart: '22:00', shiftEnd: '06:00' })
    const body = { key: aKey('DRIVER'), name: 'Driver', vehicleKey: van, shiftStart: '00:30', shiftEnd: '08:00' }
    await tenant.call(createDriver, { body })
    const id = await stored(tenant, { ...at(leeds.lat, leeds.lng + 0.1), depotKey })
    const { loads } = await optimised(tenant, { mode: 'day', vehicleKeys: [van], consignmentIds: [id] })
    const [after, before] = [`${nextDay}T00:30:00Z`, `${nextDay}T06:00:00Z`]
    assert.ok(loads[0]!.plannedStart! >= after && loads[0]!.plannedEnd! <= before, loads[0]!.plannedStart!)

    // What starts after midnight is in the shift that began the evening before.
    const load = { key: aKey('LOAD'), vehicleKey: van, plannedStart: `${nextDay} 05:30:00` }
    const { loadId } = (await tenant.call(createLoad, { body: load })).data
    const late = await optimised(tenant, { mode: 'fill', day: nextDay, loadIds: [loadId], consignmentIds: [id] })
    assert.equal(late.leftOut[0]?.reasons[0]?.code, 'shift')
  })

  test('a load that starts after midnight contains the break of the night shift that began the day before', async () => {
    const tenant = await (await open()).environment()
    const depotKey = await aPlacedDepot(tenant)
    const breaks = [{ from: '02:00', to: '03:00', minutes: 30 }]
    const van = await aVehicle(tenant, depotKey, { shiftStart: '22:00', shiftEnd: '06:00', breaks })
    const stops = [{ consignmentId: await order(tenant, depotKey, 1) }]
    const body = { key: aKey('LOAD'), vehicleKey: van, plannedStart: `${day} 01:30:00`, stops }
    const { loadId } = (await tenant.call(createLoad, { body })).data
    const proposal = await optimised(tenant, { mode: 'sequence', loadIds: [loadId] })
    assert.equal(proposal.loads[0]!.breaks.length, 1)
    await apply(tenant, proposal)
    const { plannedEnd } = (await tenant.call(getLoadById, { params: { loadId } })).data
    assert.equal(proposal.loads[0]!.plannedEnd, plannedEnd)
  })

  test('a vehicle without an end of its shift returns on the planned day', async () => {
    const tenant = await (await open()).environment()
    const depotKey = await aPlacedDepot(tenant)
    const van = await aVehicle(tenant, depotKey, { shiftEnd: null })
    const at14 = { requiredFrom: `${day}T14:00:00Z`, requiredTo: `${day}T15:00:00Z` }
    const tomorrow = { requiredFrom: `${nextDay}T06:00:00Z`, requiredTo: `${nextDay}T07:00:00Z` }
    const ids: string[] = []
    for (const window of [at14, tomorrow])
      ids.push(await stored(tenant, { ...at(leeds.lat, leeds.lng + 0.1), depotKey, ...window }))
    const planned = (consignmentIds: string[]) => optimised(tenant, { mode: 'day', vehicleKeys: [van], consignmentIds })
    const { loads, leftOut } = await planned(ids)
    assert.deepEqual(
      loads.map(({ stops }) => stops.map(({ consignmentId }) => consignmentId)),
      [[ids[0]]],
    )
    assert.deepEqual(
      leftOut.map(({ consignmentId, reasons }) => [consignmentId, reasons[0]!.code]),
      [[ids[1], 'shift']],
    )
    assert.match(leftOut[0]!.reasons[0]!.message, /, and its day ends before\.$/)
    const window = `${nextDay} 06:00 – ${nextDay} 07:00`
    const { loadKey: nearestKey, values } = leftOut[0]!.reasons[0]!
    assert.deepEqual(values, { reason: 'day_ends', nearestKey, window })
    // Who begins in the evening works through the night.
    await tenant.call(updateVehicle, { query: { key: van }, body: { shiftStart: '21:00' } })
    assert.deepEqual(
      (await planned([ids[1]!])).loads.map(({ stops }) => stops.map(({ consignmentId }) => consignmentId)),
      [[ids[1]]],
    )
  })

  test('a day with a clock change has its real length, and the next one begins at local midnight', async () => {
    const tenant = await (await open()).environment()
    await tenant.call(updateEnvironment, { body: { timezone: 'Europe/Berlin' } })
    const depotKey = await aPlacedDepot(tenant)
    const planned = async (day: string, van: string, window: Pick<ConsignmentInput, 'requiredFrom' | 'requiredTo'>) => {
      const id = await stored(tenant, { ...at(leeds.lat, leeds.lng + 0.01), timeAtStop: 1, depotKey, ...window })
      return optimised(tenant, { mode: 'day', day, vehicleKeys: [van], consignmentIds: [id] })
    }
    const endless = await aVehicle(tenant, depotKey, { shiftEnd: null })
    const late = { requiredFrom: '2026-10-25T23:10:00', requiredTo: '2026-10-25T23:30:00' }
    assert.equal((await planned('2026-10-25', endless, late)).loads.length, 1)
    const nextDay = { requiredFrom: '2026-03-30T00:10:00', requiredTo: '2026-03-30T00:30:00' }
    assert.deepEqual((await planned('2026-03-29', endless, nextDay)).loads, [])

    const night = await aVehicle(tenant, depotKey, { shiftStart: '20:00', shiftEnd: '12:00' })
    const driver = { key: aKey('DRIVER'), name: 'Driver', vehicleKey: night, shiftStart: '06:00', shiftEnd: '12:00' }
    await tenant.call(createDriver, { body: driver })
    const { loads } = await planned('2026-10-24', night, { requiredTo: '2026-10-25T06:20:00' })
    assert.equal(loads[0]?.plannedStart, '2026-10-25T05:00:00Z')
  })

  test('a break on a night with a clock change can be taken', async () => {
    const tenant = await (await open()).environment()
    await tenant.call(updateEnvironment, { body: { timezone: 'Europe/Berlin' } })
    const depotKey = await aPlacedDepot(tenant)
    const breaks = [{ from: '02:30', to: '03:00', minutes: 30 }]
    const van = await aVehicle(tenant, depotKey, { shiftStart: '22:00', shiftEnd: '08:00', breaks })
    const window = { requiredFrom: '2026-03-29T05:00:00', requiredTo: '2026-03-29T06:00:00' }
    const early = { requiredFrom: '2026-03-28T23:00:00', requiredTo: '2026-03-28T23:30:00' }
    const ids: string[] = []
    for (const each of [early, window])
      ids.push(await stored(tenant, { ...at(leeds.lat, leeds.lng + 0.1), depotKey, ...each }))
    const { loads, leftOut } = await optimised(tenant, {
      ...{ mode: 'day', day: '2026-03-28', vehicleKeys: [van], consignmentIds: ids },
    })
    assert.deepEqual(leftOut, [])
    const [pause] = loads[0]!.breaks
    assert.ok(pause!.from! >= '2026-03-29T01:30:00Z' && pause!.from! <= '2026-03-29T02:00:00Z', pause!.from!)
  })
})
