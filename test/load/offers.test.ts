// Offers of loads for orders: the cheapest position in each route, what it adds, and why an order does not fit.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createConsignment } from '../../contract/consignment.ts'
import { createLoad, listLoads, updateLoadById } from '../../contract/load.ts'
import { offerLoads } from '../../contract/offer.ts'
import { createRandom } from '../../solver/random.ts'
import { aPlacedDepot, leeds } from '../support/days.ts'
import { everyEngine, type Tenant } from '../support/harness.ts'
import { aKey, anAddress, anOrder } from '../support/orders.ts'
import { assertProblem } from '../support/problem.ts'
import { tenants } from '../support/tenants.ts'

const start = '2026-07-01T08:00:00Z'
/** Costs of a load whose vehicle has none. */
const [costPerKm, costPerHour] = [0.5, 25]
const place = (east: number, north = 0) => ({ lat: leeds.lat + north, lng: leeds.lng + east })
type OrderMembers = Parameters<typeof anOrder>[0]

everyEngine('offers', (open) => {
  const fresh = tenants(open)

  const order = async (
    { call }: Tenant,
    geoLocation: { lat: number; lng: number } | null,
    members: OrderMembers = {},
  ) =>
    (
      await call(createConsignment, {
        body: anOrder({ timeAtStop: 5, consigneeAddress: { ...anAddress, geoLocation }, ...members }),
      })
    ).data.consignmentId

  async function load({ call }: Tenant, ids: readonly string[], members: object = {}): Promise<string> {
    const stops = ids.map((consignmentId) => ({ consignmentId }))
    return (await call(createLoad, { body: { key: aKey('LOAD'), plannedStart: start, stops, ...members } })).data.loadId
  }

  const offersFor = async ({ call }: Tenant, consignmentIds: string[], loadIds?: string[]) =>
    (await call(offerLoads, { body: { consignmentIds, ...(loadIds ? { loadIds } : { day: '2026-07-01' }) } })).data
      .offers

  const figuresOf = async ({ call }: Tenant, loadId: string) =>
    (await call(listLoads, { query: { figures: 'true' } })).data.find((found) => found.loadId === loadId)!

  test('an offer has the cheapest position, and the figures of the load rise by the same amounts', async () => {
    const tenant = await fresh()
    const random = createRandom(7)
    const depotKey = await aPlacedDepot(tenant)
    const ids: string[] = []
    for (let stop = 1; stop <= 6; stop++) ids.push(await order(tenant, place(stop * 0.05, random() * 0.05)))
    const loadId = await load(tenant, ids, { startDepotKey: depotKey, endDepotKey: depotKey })
    const added = await order(tenant, place(0.17, 0.02))
    const [offer] = await offersFor(tenant, [added], [loadId])
    const before = await figuresOf(tenant, loadId)
    const costs: number[] = []
    for (let position = 0; position <= ids.length; position++) {
      const stops = ids.toSpliced(position, 0, added).map((consignmentId) => ({ consignmentId }))
      await tenant.call(updateLoadById, { params: { loadId }, body: { stops } })
      const { distance, duration } = await figuresOf(tenant, loadId)
      costs.push(distance! * costPerKm + (duration! / 60) * costPerHour)
      if (offer!.consignmentIds.indexOf(added) !== position) continue
      assert.ok(Math.abs(distance! - before.distance! - offer!.addedDistance!) < 0.1)
      assert.ok(Math.abs(duration! - before.duration! - offer!.addedMinutes!) < 1.1)
    }
    assert.equal(offer!.consignmentIds.indexOf(added), costs.indexOf(Math.min(...costs)))
    assert.deepEqual(
      offer!.consignmentIds.filter((id) => id !== added),
      ids,
      'the stops of the load keep their sequence',
    )
  })

  test('several orders get their cheapest positions together, even if they are on another load', async () => {
    const tenant = await fresh()
    const depotKey = await aPlacedDepot(tenant)
    const [near, far] = [await order(tenant, place(0.1)), await order(tenant, place(0.3))]
    const loadId = await load(tenant, [near!, far!], { startDepotKey: depotKey })
    const [between, behind] = [await order(tenant, place(0.2)), await order(tenant, place(0.4))]
    const secondId = await load(tenant, [behind!], { startDepotKey: depotKey })
    const offers = await offersFor(tenant, [behind!, between!])
    assert.deepEqual(offers.map((offer) => offer.loadId).sort(), [loadId, secondId].sort())
    const offer = offers.find((candidate) => candidate.loadId === loadId)!
    assert.deepEqual(offer.consignmentIds, [near, between, far, behind])
    const onlyBehind = await offersFor(tenant, [behind!])
    assert.deepEqual(
      onlyBehind.map((candidate) => candidate.loadId),
      [loadId],
      'the load of the order is omitted',
    )
  })

  test('an offer avoids late stops, and offers are sorted by fit, late stops and cost', async () => {
    const tenant = await fresh()
    const depotKey = await aPlacedDepot(tenant)
    const depots = { startDepotKey: depotKey, endDepotKey: depotKey }
    const soon = { requiredTo: '2026-07-01T08:30:00Z' }
    const early = await load(tenant, [await order(tenant, place(0.02), soon), await order(tenant, place(0.3))], depots)
    const away = await load(tenant, [await order(tenant, place(-0.3))], depots)
    const small = await load(tenant, [await order(tenant, place(0.06))], { ...depots, weightCapacity: 10 })
    const added = await order(tenant, place(0.05), { weight: 20, requiredTo: '2026-07-01T08:45:00Z' })
    const offers = await offersFor(tenant, [added])
    assert.deepEqual(
      offers.map(({ loadId, fits, lateStops }) => [loadId, fits, lateStops]),
      [
        [early, true, 0],
        [away, true, 0],
        [small, false, 0],
      ],
    )
    assert.equal(offers[0]!.consignmentIds[1], added)
    assert.deepEqual(
      offers[2]!.reasons.map(({ code, values }) => [code, values]),
      [['weight', { peak: 20, capacity: 10 }]],
    )
    const late = await order(tenant, place(0.9), { requiredTo: '2026-07-01T08:10:00Z' })
    const [offer] = await offersFor(tenant, [late], [early])
    assert.deepEqual([offer!.lateStops, offer!.addedLateStops], [1, 1])
  })

  test('offers describe orders without a location, started loads and unknown orders', async () => {
    const tenant = await fresh()
    const depotKey = await aPlacedDepot(tenant)
    const first = await order(tenant, place(0.1))
    const loadId = await load(tenant, [first], { startDepotKey: depotKey })
    const startedId = await load(tenant, [await order(tenant, place(0.2))], { status: 'started' })
    const nowhere = await order(tenant, null, { consigneeAddress: { ...anAddress, postalCode: 'ZZ9 9ZZ' } })
    const [offer, started] = await offersFor(tenant, [nowhere], [loadId, startedId])
    assert.deepEqual([offer!.consignmentIds, offer!.addedMinutes, offer!.fits], [[first, nowhere], null, true])
    assert.deepEqual([started!.fits, started!.reasons[0]!.code, started!.consignmentIds], [false, 'load_state', []])
    const [unknown] = await offersFor(tenant, ['0198c2b4-7f3a-7c21-9d55-3f0a6b1c2d3e'], [loadId])
    assert.deepEqual([unknown!.fits, unknown!.reasons[0]!.code], [false, 'unknown_consignment'])
    const body = { consignmentIds: [first], loadIds: ['0198c2b4-7f3a-7c21-9d55-3f0a6b1c2d3e'] }
    assertProblem(await tenant.request('POST', '/v1/loads/offers', { body }), 'NOT_FOUND')
  })
})
