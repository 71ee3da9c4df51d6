// Plans by a travel server: orders that no road leads to are left out, and no figure tells of ways that are not there.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLoad } from '../../contract/load.ts'
import { aPlacedDepot, at, day, leeds, optimised, stored } from '../support/days.ts'
import { everyEngine } from '../support/harness.ts'
import { aKey } from '../support/orders.ts'
import { atSea, onIsland, startRoads } from '../support/roads.ts'

everyEngine('a plan by road', (open) => {
  test('leaves out what no road leads to, and counts only what can be driven', async (t) => {
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

  test('has no figures where not even the depots have a road', async (t) => {
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
})

const east = (degrees: number) => ({ lat: leeds.lat, lng: leeds.lng + degrees })
