// Orders without a position: where they are as far as times go, and that a plan is told alike before and after it is applied.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import {
  addPostcodePositions,
  calculateJourney,
  calculateKilometres,
  estimatedRoads,
  type PlanRoute,
  planStop,
} from '../../console/plan/times/route.ts'
import { updateConsignmentById } from '../../contract/consignment.ts'
import { listDepots } from '../../contract/depot.ts'
import { getLoadProgress } from '../../contract/drive.ts'
import { getEnvironment } from '../../contract/environment.ts'
import { listVehicles } from '../../contract/fleet.ts'
import { createLoad, type Load, updateLoadById } from '../../contract/load.ts'
import type { ProposedLoad } from '../../contract/optimisation.ts'
import { shiftFrom } from '../../contract/shift.ts'
import { createTimeOfDayFormatter } from '../../server/platform/value/times.ts'
import { aPlacedDepot, at, aVehicle, day, leeds, optimised, seeded, stored } from '../support/days.ts'
import { everyEngine, type Tenant } from '../support/harness.ts'
import { aKey, anAddress } from '../support/orders.ts'
import { apply, idsOf, loadOf, orderOf } from '../support/plans.ts'
import { tenants } from '../support/tenants.ts'
import { until } from '../support/until.ts'

const nowhere = (postalCode: string | null, country = 'GB') => ({
  consigneeAddress: { ...anAddress, postalCode: postalCode ?? 'ZZ9 9ZZ', country, geoLocation: null },
})

/** A day whose orders share some postal codes, and of which a third have no position. */
async function aDay(tenant: Tenant, seed: number) {
  const depotKey = await aPlacedDepot(tenant)
  const breaks = [{ from: '10:00', to: '13:00', minutes: 30 }]
  const van = await aVehicle(tenant, depotKey, { breaks, speedFactor: 0.83, costPerHour: 30, costPerKm: 0.5 })
  const random = seeded(seed)
  const ids: string[] = []
  for (let index = 0; index < 12; index++) {
    const postalCode = `LS${index % 5} ${seed}AA`
    const place = at(leeds.lat + (random() - 0.5) * 0.2, leeds.lng + (random() - 0.5) * 0.3, postalCode)
    const window = random() < 0.3 ? { requiredFrom: `${day}T10:00:00Z` } : {}
    const times = { timeAtStop: 5 + Math.floor(random() * 10), requiredTo: `${day}T18:00:00Z`, ...window }
    ids.push(
      await stored(tenant, { ...(index > 4 && random() < 0.5 ? nowhere(postalCode) : place), ...times, depotKey }),
    )
  }
  return { depotKey, van, ids }
}

/** As the console has it. */
async function routeOf(
  { call }: Tenant,
  { startDepotKey, endDepotKey, vehicleKey, plannedStart }: Load,
): Promise<PlanRoute> {
  const { travel, timezone } = (await call(getEnvironment)).data
  const depots = (await call(listDepots)).data
  const vehicle = (await call(listVehicles)).data.find(({ key }) => key === vehicleKey)
  const placeOf = (depotKey: string | null) => depots.find(({ key }) => key === depotKey)?.address.geoLocation ?? null
  const startsAt = Date.parse(plannedStart!)
  return {
    ...{ start: placeOf(startDepotKey), end: placeOf(endDepotKey), startsAt, travel, roads: estimatedRoads },
    ...{ weightCapacity: null, volumeCapacity: null, packageCapacity: null, shiftEnds: null },
    speedFactor: vehicle?.speedFactor ?? 1,
    breaks: vehicle ? shiftFrom(vehicle, startsAt, createTimeOfDayFormatter(timezone)).breaks : [],
  }
}

/** As it was shown, as the load has it, and as the console reckons it. */
async function expectAlike(tenant: Tenant, shown: ProposedLoad, load: Load) {
  const { plannedStart, plannedEnd, after } = shown
  assert.deepEqual(idsOf(load), idsOf(shown))
  assert.deepEqual(
    { plannedStart: load.plannedStart, plannedEnd: load.plannedEnd, distance: load.distance, duration: load.duration },
    { plannedStart, plannedEnd, distance: after.distance, duration: Math.round(after.duration) },
  )
  const orders = await Promise.all(idsOf(load).map((id) => orderOf(tenant, id)))
  const route = await routeOf(tenant, load)
  const stops = addPostcodePositions(load, orders.map(planStop))
  assert.equal(calculateJourney(route, stops).ends, Date.parse(load.plannedEnd!))
  assert.equal(calculateKilometres(route, stops), load.distance)
  return orders
}

everyEngine('orders without a location', (open) => {
  const fresh = tenants(open)

  for (const seed of [1, 2, 3])
    test(`plan ${seed} is applied with the displayed times, route and minutes`, async () => {
      const tenant = await fresh()
      const { ids } = await aDay(tenant, seed)
      const proposal = await optimised(tenant, { mode: 'day' })
      assert.deepEqual(proposal.leftOut, [])
      const stops = proposal.loads.flatMap((load) => load.stops)
      assert.ok(stops.some(({ placedByPostcode }) => placedByPostcode))
      const { loads } = (await apply(tenant, proposal)).data
      assert.equal(loads.length, proposal.loads.length)
      for (const [index, { loadId }] of loads.entries()) {
        const orders = await expectAlike(tenant, proposal.loads[index]!, await loadOf(tenant, loadId))
        for (const [at, { planned, timeAtStop }] of orders.slice(0, -1).entries())
          assert.ok(
            Date.parse(orders[at + 1]!.planned!) >= Date.parse(planned!) + timeAtStop * 60_000,
            `stop ${at + 2}`,
          )
      }
      const placed = new Set(stops.flatMap((stop) => (stop.placedByPostcode ? [stop.consignmentId] : [])))
      for (const id of ids) {
        const { consigneeAddress } = await orderOf(tenant, id)
        assert.equal(consigneeAddress.geoLocation === null, placed.has(id), 'nothing is written of it')
      }
    })

  test('the work of an order without any known place is planned at the end of its load', async () => {
    const tenant = await fresh()
    const depotKey = await aPlacedDepot(tenant)
    const unknown = await stored(tenant, { ...nowhere(null), timeAtStop: 25, requiredFrom: `${day}T11:00:00Z` })
    const known = [0.2, 0.1].map((east) => stored(tenant, { ...at(leeds.lat, leeds.lng + east), timeAtStop: 5 }))
    const stops = [unknown, ...(await Promise.all(known))].map((consignmentId) => ({ consignmentId }))
    const places = { startDepotKey: depotKey, endDepotKey: depotKey, plannedStart: `${day} 08:00:00` }
    const { loadId } = (await tenant.call(createLoad, { body: { key: aKey('LOAD'), ...places, stops } })).data
    const proposal = await optimised(tenant, { mode: 'sequence', loadIds: [loadId] })
    const [shown] = proposal.loads
    assert.equal(idsOf(shown!).at(-1), unknown)
    assert.ok(shown!.plannedEnd! > `${day}T11:25:00Z`, shown!.plannedEnd!)
    await apply(tenant, proposal)
    await expectAlike(tenant, shown!, await loadOf(tenant, loadId))
  })

  test('an order without a location gets the location of the newest order of its postal code, to about 100 metres', async () => {
    const tenant = await fresh()
    const place = async (members: object) => {
      const consignmentId = await stored(tenant, members)
      const body = { key: aKey('LOAD'), stops: [{ consignmentId }] }
      const { loadId } = (await tenant.call(createLoad, { body })).data
      return async () => (await loadOf(tenant, loadId)).stops[0]!.postcodePosition
    }
    const [here, abroad] = [await place(nowhere('AB1 2CD')), await place(nowhere('ab12 cd', 'IE'))]
    assert.deepEqual([await here(), await abroad()], [null, null])
    const own = await place(at(53.1, -1.1, 'AB1 2CD'))
    assert.equal(await own(), null)
    const isAt = async (lat: number, lng: number) => isDeepStrictEqual(await here(), { lat, lng })
    await until('it is where the other is', () => isAt(53.1, -1.1))
    assert.equal(await abroad(), null)
    const newest = await stored(tenant, at(53.12345678, -1.98765432, ' ab1 2cd'))
    await until('it is where the newest is', () => isAt(53.123, -1.988))
    const body = { consigneeAddress: { geoLocation: null } }
    await tenant.call(updateConsignmentById, { params: { consignmentId: newest }, body })
    await until('it is where the other is again', () => isAt(53.1, -1.1))
  })

  test('a load accepts its own unchanged stops', async () => {
    const tenant = await fresh()
    await stored(tenant, at(53.1, -1.1, 'AB1 2CD'))
    const consignmentId = await stored(tenant, nowhere('AB1 2CD'))
    const { loadId } = (await tenant.call(createLoad, { body: { key: aKey('LOAD'), stops: [{ consignmentId }] } })).data
    const { stops, version } = await loadOf(tenant, loadId)
    assert.ok(stops[0]!.postcodePosition)
    await tenant.call(updateLoadById, { params: { loadId }, body: { stops } })
    assert.equal((await loadOf(tenant, loadId)).version, version)
  })

  test('an order is reached by road if its postal code has other orders, as planned', async () => {
    const tenant = await fresh()
    const depotKey = await aPlacedDepot(tenant)
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
    const breaks = [{ from: '08:30', to: '08:45', minutes: 30 }]
    const van = await aVehicle(tenant, depotKey, { breaks })
    const members = [at(leeds.lat, leeds.lng + 0.2, 'AB1 2CD'), nowhere('AB1 2CD'), at(leeds.lat, leeds.lng + 0.4)]
    const ids = await Promise.all(members.map((each) => stored(tenant, { ...each, timeAtStop: 15 })))
    const stops = ids.map((consignmentId) => ({ consignmentId }))
    const body = { key: aKey('LOAD'), vehicleKey: van, plannedStart: `${tomorrow} 08:00:00`, stops }
    const { loadId } = (await tenant.call(createLoad, { body })).data
    const load = await loadOf(tenant, loadId)
    const progress = (await tenant.call(getLoadProgress, { params: { loadId } })).data
    // Before it has started, the estimate is the plan, with the break that is to come.
    assert.equal(progress.estimatedEnd, load.plannedEnd)
    for (const { planned, estimated } of progress.stops) assert.equal(estimated, planned)
    assert.ok(progress.stops.every(({ estimated }) => estimated !== null))
  })
})
