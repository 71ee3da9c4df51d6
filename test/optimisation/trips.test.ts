// A proposal and what becomes of it: several trips, a start that somebody has set, and times that were agreed.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ConsignmentInput } from '../../contract/consignment.ts'
import { createLoad, getLoad, getLoadById } from '../../contract/load.ts'
import { applyOptimisation, type Optimisation } from '../../contract/optimisation.ts'
import { aPlacedDepot, at, aVehicle, day, leeds, optimised, stored } from '../support/days.ts'
import { everyEngine, type Tenant } from '../support/harness.ts'
import { aKey } from '../support/orders.ts'

const apply = ({ call }: Tenant, { optimisationId }: Optimisation) =>
  call(applyOptimisation, { params: { optimisationId }, body: {} })

const time = (text: string) => `${day}T${text}:00Z`

everyEngine('a proposal and its result', (open) => {
  const order = (tenant: Tenant, east: number, members: Partial<ConsignmentInput> = {}) =>
    stored(tenant, { ...at(leeds.lat, leeds.lng + east), weight: 10, timeAtStop: 10, ...members })
  /** What the loads of a proposal say, and what they say once they are loads. */
  async function figuresOf(tenant: Tenant, proposal: Optimisation) {
    await apply(tenant, proposal)
    return Promise.all(
      proposal.loads.map(async ({ key, after, plannedEnd }) => {
        const load = (await tenant.call(getLoad, { query: { key } })).data
        const { distance, duration, cost } = after
        return [
          { end: plannedEnd, distance, duration: Math.round(duration), cost },
          { end: load.plannedEnd, distance: load.distance, duration: load.duration, cost: load.cost! },
        ] as const
      }),
    )
  }
  const assertAlike = (figures: Awaited<ReturnType<typeof figuresOf>>) => {
    for (const [{ cost, ...proposed }, { cost: told, ...applied }] of figures) {
      assert.deepEqual(applied, proposed)
      // To the cent.
      assert.ok(Math.abs(told - cost) < 0.01, `${told} and ${cost}`)
    }
  }

  test('a vehicle with several trips returns to its depot before the next trip, from any end', async () => {
    const tenant = await (await open()).environment()
    const north = await aPlacedDepot(tenant)
    const south = await aPlacedDepot(tenant, { lat: leeds.lat - 0.2, lng: leeds.lng })
    for (const endDepotKey of [south, null]) {
      const members = { endDepotKey, trips: 3, weightCapacity: 20, fixedCost: 30, costPerKm: 1, costPerHour: 20 }
      const van = await aVehicle(tenant, north, members)
      const consignmentIds: string[] = []
      for (let east = 1; east <= 6; east++) consignmentIds.push(await order(tenant, east / 20, { timeAtStop: 30 }))
      const proposal = await optimised(tenant, { mode: 'day', vehicleKeys: [van], consignmentIds })
      const { loads } = proposal
      assert.equal(loads.length, 3)
      assert.deepEqual(
        loads.map((load) => [load.startDepotKey, load.endDepotKey]),
        [
          [north, north],
          [north, north],
          [north, endDepotKey],
        ],
      )
      for (const [index, { plannedStart }] of loads.entries())
        if (index > 0) assert.ok(plannedStart! >= loads[index - 1]!.plannedEnd!, `${plannedStart}`)
      assertAlike(await figuresOf(tenant, proposal))
    }
  })

  test('a break of a vehicle with several trips is planned once, in the trip that has time for it', async () => {
    const tenant = await (await open()).environment()
    const depot = await aPlacedDepot(tenant)
    const van = await aVehicle(tenant, depot, {
      ...{ trips: 2, weightCapacity: 20, shiftEnd: '15:45' },
      breaks: [{ from: '11:00', to: '14:00', minutes: 60 }],
    })
    const windows = [
      ['08:30', '09:00', 30],
      ['12:30', '12:35', 5],
      ['13:00', '13:15', 60],
      ['14:10', '14:25', 60],
    ] as const
    const consignmentIds: string[] = []
    for (const [index, [from, to, timeAtStop]] of windows.entries())
      consignmentIds.push(
        await order(tenant, index / 500, { requiredFrom: time(from), requiredTo: time(to), timeAtStop }),
      )
    const { loads, leftOut, after } = await optimised(tenant, { mode: 'day', vehicleKeys: [van], consignmentIds })
    assert.deepEqual(leftOut, [])
    assert.equal(loads.length, 2)
    assert.equal(after!.lateStops, 0)
    assert.equal(loads.flatMap(({ breaks }) => breaks).length, 1)
    assert.ok(loads.at(-1)!.plannedEnd! <= time('15:45'), loads.at(-1)!.plannedEnd!)
  })

  test('a load leaves at its planned start after other trips, and its wait is reported', async () => {
    const tenant = await (await open()).environment()
    const depot = await aPlacedDepot(tenant)
    const van = await aVehicle(tenant, depot, { costPerHour: 20, costPerKm: 1 })
    const agreed = await order(tenant, 0.1, { committed: time('14:30') })
    const others = [await order(tenant, 0.05), await order(tenant, 0.15)]
    const stops = [agreed, ...others].map((consignmentId) => ({ consignmentId }))
    const key = aKey('LOAD')
    const body = { key, vehicleKey: van, plannedStart: time('08:00'), stops }
    const { loadId } = (await tenant.call(createLoad, { body })).data
    const proposal = await optimised(tenant, { mode: 'sequence', loadIds: [loadId] })
    const [load] = proposal.loads
    assert.equal(load!.stops.at(-1)!.consignmentId, agreed)
    assert.equal(load!.stops.at(-1)!.starts, time('14:15'))
    assert.equal(load!.plannedStart, time('08:00'))
    assert.ok(load!.after.waiting > 5 * 60, `${load!.after.waiting} min`)
    assertAlike(await figuresOf(tenant, proposal))
  })

  test('the maximum time of a vehicle counts from the fixed start', async () => {
    const tenant = await (await open()).environment()
    const depot = await aPlacedDepot(tenant)
    const van = await aVehicle(tenant, depot, { maxDuration: 120 })
    const body = { key: aKey('LOAD'), vehicleKey: van, plannedStart: time('08:00'), stops: [] }
    const { loadId } = (await tenant.call(createLoad, { body })).data
    const late = await order(tenant, 0.05, { requiredFrom: time('13:00'), requiredTo: time('14:00') })
    const { leftOut } = await optimised(tenant, { mode: 'fill', loadIds: [loadId], consignmentIds: [late] })
    assert.deepEqual(
      leftOut.map(({ consignmentId, reasons }) => [consignmentId, reasons[0]!.code]),
      [[late, 'duration']],
    )
  })

  test('a load waits for a committed time, even beyond the window', async () => {
    const tenant = await (await open()).environment()
    const depot = await aPlacedDepot(tenant)
    const wide = { requiredFrom: time('09:00'), requiredTo: time('17:00') }
    const consignmentId = await order(tenant, 0.1, { ...wide, committed: time('14:00') })
    const body = { key: aKey('LOAD'), startDepotKey: depot, plannedStart: time('08:00'), stops: [{ consignmentId }] }
    const { loadId } = (await tenant.call(createLoad, { body })).data
    const { plannedEnd } = (await tenant.call(getLoadById, { params: { loadId } })).data
    assert.equal(plannedEnd, time('13:55'))
  })
})
