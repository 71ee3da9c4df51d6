// Plans by a travel server: orders that no road leads to are left out, and no figure tells of ways that are not there.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getLoadProgress } from '../../contract/drive.ts'
import { createLoad, getLoad, type Load, updateLoad } from '../../contract/load.ts'
import { applyOptimisation } from '../../contract/optimisation.ts'
import type { GeoPosition } from '../../contract/travel.ts'
import { travelRoute } from '../../contract/travel-route.ts'
import { aPlacedDepot, at, aVehicle, day, leeds, optimised, stored } from '../support/days.ts'
import { everyEngine } from '../support/harness.ts'
import { aKey } from '../support/orders.ts'
import { atSea, onIsland, startRoads, truth } from '../support/roads.ts'
import { until } from '../support/until.ts'

everyEngine('a plan by road', (open) => {
  test('a plan by road excludes orders without a road, and counts only drivable routes', async (t) => {
    const roads = await startRoads(t)
    const tenant = await (await open({ travelUrl: roads.url })).environment()
    const depotKey = await aPlacedDepot(tenant)
    const ids = []
    for (const { lat, lng } of [east(0.1), onIsland, east(0.2), atSea]) ids.push(await stored(tenant, at(lat, lng)))
    const stops = ids.map((consignmentId) => ({ consignmentId }))
    const body = { key: aKey('LOAD'), startDepotKey: depotKey, endDepotKey: depotKey, plannedStart: `${day} 08:00:00` }
    const { loadId } = (await tenant.call(createLoad, { body: { ...body, stops } })).data
    const { travel, before, after, loads, leftOut } = await optimised(tenant, { mode: 'sequence', loadIds: [loadId] })
    assert.deepEqual(travel, { source: 'osrm', note: null })
    assert.deepEqual(
      leftOut.map(({ consignmentId, reasons }) => [consignmentId, ...reasons.map(({ code }) => code)]),
      [
        [ids[1], 'unreachable'],
        [ids[3], 'unreachable'],
      ],
    )
    assert.deepEqual([before!.stops, after!.stops], [4, 2])
    assert.deepEqual(loads[0]!.before, { ...before!, unplanned: 0 })
    for (const { distance, duration, lateStops } of [before!, after!]) {
      assert.ok(distance > 20 && distance < 60, `${distance} km`)
      assert.ok(duration > 20 && duration < 120, `${duration} min`)
      assert.equal(lateStops, 0)
    }
  })

  test('a plan by road has no figures if not even the depots have a road', async (t) => {
    const roads = await startRoads(t)
    const tenant = await (await open({ travelUrl: roads.url })).environment()
    const startDepotKey = await aPlacedDepot(tenant, atSea)
    const endDepotKey = await aPlacedDepot(tenant)
    const ids = []
    for (const degrees of [0.1, 0.2, 0.3]) ids.push(await stored(tenant, at(leeds.lat, leeds.lng + degrees)))
    const stops = ids.map((consignmentId) => ({ consignmentId }))
    const body = { key: aKey('LOAD'), startDepotKey, endDepotKey, plannedStart: `${day} 08:00:00` }
    const { loadId } = (await tenant.call(createLoad, { body: { ...body, stops } })).data
    const { travel, before, after, leftOut } = await optimised(tenant, { mode: 'sequence', loadIds: [loadId] })
    assert.equal(travel!.source, 'osrm')
    assert.equal(leftOut.length, 3)
    for (const { distance, duration, cost, lateMinutes } of [before!, after!])
      assert.deepEqual([distance, duration, cost, lateMinutes], [0, 0, 0, 0])
  })

  test('a plan by road has the same times as its loads and as loads changed by hand', async (t) => {
    const roads = await startRoads(t)
    const tenant = await (await open({ travelUrl: roads.url })).environment()
    const depotKey = await aPlacedDepot(tenant)
    await aVehicle(tenant, depotKey, { speedFactor: 0.8, breaks: [{ from: '08:10', to: '09:00', minutes: 15 }] })
    const positions = new Map<string, GeoPosition>()
    const order = async (lat: number, lng: number, members = {}) =>
      positions.set(await stored(tenant, { ...at(lat, lng), depotKey, ...members }), { lat, lng })
    for (const step of [1, 2, 3, 4, 5, 6])
      await order(leeds.lat + 0.02 * step, leeds.lng + 0.04 * step, { requiredTo: `${day}T17:00:00Z` })
    const { optimisationId, travel, loads } = await optimised(tenant, { mode: 'day' })
    assert.deepEqual([travel!.source, loads.length], ['osrm', 1])
    await tenant.call(applyOptimisation, { params: { optimisationId }, body: {} })
    const { key, after, plannedEnd } = loads[0]!
    const read = async () => (await tenant.call(getLoad, { query: { key } })).data
    const along = ({ stops }: Load) => [
      leeds,
      ...stops.map(({ consignmentId }) => positions.get(consignmentId)!),
      leeds,
    ]
    const kilometresOf = (places: GeoPosition[]) =>
      places.slice(1).reduce((sum, to, index) => sum + truth(places[index]!, to)!.metres, 0) / 1_000

    // Times are kept in the background.
    const load = await until('its ways are known', async () => {
      const now = await read()
      return now.distance === after.distance && now
    })
    assert.equal(load.distance, kilometresOf(along(load)))
    assert.deepEqual([load.plannedEnd, load.duration], [plannedEnd, Math.round(after.duration)])

    const reversed = load.stops.toReversed().map(({ consignmentId }) => ({ consignmentId }))
    await tenant.call(updateLoad, { query: { key }, body: { stops: reversed } })
    const byHand = await read()
    assert.equal(byHand.distance, kilometresOf(along(byHand)))

    // A place that nobody has asked for is estimated, until somebody looks at the way.
    await order(leeds.lat - 0.2, leeds.lng - 0.3, { loadId: load.loadId })
    const places = along(await read())
    assert.notEqual((await read()).distance, kilometresOf(places))
    await tenant.call(travelRoute, { body: { places } })
    await until('the new way is known', async () => (await read()).distance === kilometresOf(places))
  })

  test('drivers and recipients see the times of a plan by road', async (t) => {
    const roads = await startRoads(t)
    const tenant = await (await open({ travelUrl: roads.url })).environment()
    const depotKey = await aPlacedDepot(tenant)
    const places = [leeds, east(0.1), east(0.3), leeds]
    const ids = []
    for (const { lat, lng } of places.slice(1, 3)) ids.push(await stored(tenant, { ...at(lat, lng), timeAtStop: 0 }))
    const starts = Math.ceil(Date.now() / 1_000) * 1_000 + 3_600_000
    const plannedStart = new Date(starts).toISOString()
    const ends = { startDepotKey: depotKey, endDepotKey: depotKey }
    const body = { key: aKey('LOAD'), ...ends, plannedStart, stops: ids.map((consignmentId) => ({ consignmentId })) }
    const { loadId } = (await tenant.call(createLoad, { body })).data
    await tenant.call(travelRoute, { body: { places } })
    const seconds = places.slice(1).map((to, index) => truth(places[index]!, to)!.seconds)
    const after = (count: number) => {
      const driven = seconds.slice(0, count).reduce((sum, each) => sum + each, 0)
      return new Date(starts + driven * 1_000).toISOString().replace('.000', '')
    }
    const expected = [after(1), after(2), after(3)]
    await until('it is told', async () => {
      const { stops, estimatedEnd } = (await tenant.call(getLoadProgress, { params: { loadId } })).data
      return [...stops.map(({ estimated }) => estimated), estimatedEnd].join() === expected.join()
    })
  })
})

const east = (degrees: number) => ({ lat: leeds.lat, lng: leeds.lng + degrees })
