// What loads have from the fleet: what they take over from a vehicle, their figures, and a day like another one.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createConsignment } from '../../contract/consignment.ts'
import { createDepot, deleteDepot } from '../../contract/depot.ts'
import type { DataOf } from '../../contract/endpoint.ts'
import { updateEnvironment } from '../../contract/environment.ts'
import { createDriver, createVehicle, deleteVehicle, updateDriver, updateVehicle } from '../../contract/fleet.ts'
import {
  type copyLoads as CopyLoads,
  checkLoad,
  copyLoads,
  createLoad,
  getLoad,
  listLoads,
  updateLoad,
} from '../../contract/load.ts'
import { defaultTravel, estimateLeg } from '../../contract/travel.ts'
import { everyEngine, type Tenant } from '../support/harness.ts'
import { aDepot, aDriver, anAddress, anOrder, aVehicle } from '../support/orders.ts'
import { assertProblem, messagesOf } from '../support/problem.ts'
import { tenants } from '../support/tenants.ts'

const home = { lat: 51.5, lng: -0.12 }
const first = { lat: 51.6, lng: -0.2 }
const second = { lat: 51.7, lng: -0.3 }
const at = (geoLocation: { lat: number; lng: number }) => ({ ...anAddress, geoLocation })

async function withFleet({ call }: Tenant) {
  await call(createDepot, { body: aDepot({ key: 'HOME', address: { ...aDepot().address, geoLocation: home } }) })
  await call(createDepot, { body: aDepot({ key: 'AWAY' }) })
  const capacities = { weightCapacity: 1000, volumeCapacity: 8, packageCapacity: 40 }
  await call(createVehicle, {
    body: aVehicle({ key: 'VAN', startDepotKey: 'HOME', endDepotKey: 'HOME', ...capacities }),
  })
  await call(createDriver, { body: aDriver({ key: 'EARLY', vehicleKey: 'VAN' }) })
  return capacities
}

everyEngine('loads and the fleet', (open) => {
  const fresh = tenants(open)

  test('a new load copies absent fields from its vehicle', async () => {
    const tenant = await fresh()
    const { call } = tenant
    const capacities = await withFleet(tenant)
    await call(createLoad, { body: { key: 'A', vehicleKey: 'VAN' } })
    const { data } = await call(getLoad, { query: { key: 'A' } })
    const { weightCapacity, volumeCapacity, packageCapacity, startDepotKey, endDepotKey, driverKey } = data
    assert.deepEqual({ weightCapacity, volumeCapacity, packageCapacity }, capacities)
    assert.deepEqual([startDepotKey, endDepotKey, driverKey], ['HOME', 'HOME', 'EARLY'])
    await call(createDriver, { body: aDriver({ key: 'OTHER' }) })
    const own = { weightCapacity: 0, endDepotKey: 'AWAY', driverKey: 'OTHER' }
    await call(createLoad, { body: { key: 'B', vehicleKey: 'VAN', ...own } })
    const other = (await call(getLoad, { query: { key: 'B' } })).data
    assert.deepEqual([other.weightCapacity, other.volumeCapacity], [0, 8])
    assert.deepEqual([other.startDepotKey, other.endDepotKey, other.driverKey], ['HOME', 'AWAY', 'OTHER'])
  })

  test('an order can join only a load whose vehicle meets the known requirements of the order', async () => {
    const tenant = await fresh()
    const { call } = tenant
    await withFleet(tenant)
    await call(createVehicle, { body: aVehicle({ key: 'COLD', skills: ['cooling', 'tail lift'] }) })
    for (const [key, vehicleKey] of [
      ['PLAIN', 'VAN'],
      ['FROZEN', 'COLD'],
      ['OPEN', null],
    ] as const)
      await call(createLoad, { body: { key, vehicleKey } })
    const { consignmentId } = (await call(createConsignment, { body: anOrder({ skills: ['cooling'] }) })).data
    const fits = (await call(listLoads, { query: { fits: consignmentId, sort: 'key' } })).data
    assert.deepEqual(
      fits.map(({ key }) => key),
      ['FROZEN', 'OPEN'],
    )
    const { data } = await call(checkLoad, { body: { loadKey: 'PLAIN', consignmentIds: [consignmentId] } })
    assert.equal(data.fits, false)
    assert.deepEqual(
      data.consignments[0]!.reasons.map(({ code }) => code),
      ['skills'],
    )
    assert.match(data.consignments[0]!.reasons[0]!.message, /needs `cooling`, which the vehicle `VAN` does not have/)
  })

  test('a load that gets another vehicle copies the fields of the vehicle again, once', async () => {
    const tenant = await fresh()
    const { call } = tenant
    await withFleet(tenant)
    const { loadId } = (await call(createLoad, { body: { key: 'A', weightCapacity: 5 } })).data
    const query = { id: loadId }
    await call(updateLoad, { query, body: { vehicleKey: 'VAN', volumeCapacity: null } })
    const taken = (await call(getLoad, { query })).data
    assert.deepEqual([taken.weightCapacity, taken.volumeCapacity, taken.packageCapacity], [1000, null, 40])
    assert.deepEqual([taken.startDepotKey, taken.driverKey], ['HOME', 'EARLY'])
    // What is changed afterwards stays, also when the read is sent back with its vehicle.
    await call(updateLoad, { query, body: { weightCapacity: 7, driverKey: null } })
    const read = (await call(getLoad, { query })).data
    const again = await call(updateLoad, { query, body: { ...read } })
    assert.equal(again.etag, `"${read.version}"`)
    await call(updateLoad, { query, body: { vehicleKey: null } })
    assert.equal((await call(getLoad, { query })).data.weightCapacity, 7)
  })

  test('a started load keeps its depots when it gets a vehicle of another depot', async () => {
    const tenant = await fresh()
    const { call } = tenant
    await withFleet(tenant)
    await call(createVehicle, { body: aVehicle({ key: 'SPARE', startDepotKey: 'AWAY', weightCapacity: 3 }) })
    await call(createLoad, { body: { key: 'A', vehicleKey: 'VAN', status: 'started' } })
    await call(updateLoad, { query: { key: 'A' }, body: { vehicleKey: 'SPARE' } })
    const { data } = await call(getLoad, { query: { key: 'A' } })
    assert.deepEqual([data.vehicleKey, data.weightCapacity, data.startDepotKey], ['SPARE', 3, 'HOME'])
  })

  test('a load gets no driver if its vehicle has two usual drivers, or if the driver is inactive', async () => {
    const tenant = await fresh()
    const { call } = tenant
    await withFleet(tenant)
    await call(createDriver, { body: aDriver({ key: 'LATE', vehicleKey: 'VAN' }) })
    await call(createLoad, { body: { key: 'A', vehicleKey: 'VAN' } })
    assert.equal((await call(getLoad, { query: { key: 'A' } })).data.driverKey, null)
    await call(updateDriver, { query: { key: 'EARLY' }, body: { active: false } })
    await call(createLoad, { body: { key: 'B', vehicleKey: 'VAN' } })
    assert.equal((await call(getLoad, { query: { key: 'B' } })).data.driverKey, 'LATE')
  })

  test('unknown vehicles and drivers of a load are rejected, and all errors are returned together', async () => {
    const tenant = await fresh()
    const { call, request } = tenant
    await withFleet(tenant)
    const wrong = { key: 'A', vehicleKey: 'VAM', driverKey: 'NOBODY' }
    const refused = await request('POST', '/v1/load', { body: wrong })
    assertProblem(refused, 'UNKNOWN_VEHICLE', ['/vehicleKey', '/driverKey'])
    assert.match(messagesOf(refused), /Nearest: `VAN`/)
    assertProblem(await request('POST', '/v1/load', { body: { ...wrong, plannedStart: 'soon' } }), 'BAD_REQUEST', [
      '/plannedStart',
      '/vehicleKey',
      '/driverKey',
    ])
    // A vehicle whose depot is gone has none to give.
    await call(deleteDepot, { query: { key: 'HOME' } })
    assertProblem(await request('POST', '/v1/load', { body: { key: 'A', vehicleKey: 'VAN' } }), 'UNKNOWN_DEPOT', [
      '/startDepotKey',
      '/endDepotKey',
    ])
    assert.deepEqual((await call(listLoads)).data, [])
    // A load keeps what it names.
    await call(createLoad, { body: { key: 'A', vehicleKey: 'VAN', startDepotKey: 'AWAY', endDepotKey: 'AWAY' } })
    await call(deleteVehicle, { query: { key: 'VAN' } })
    await call(updateLoad, { query: { key: 'A' }, body: { vehicleKey: 'VAN', weightCapacity: 1 } })
    assert.equal((await call(getLoad, { query: { key: 'A' } })).data.vehicleKey, 'VAN')
  })

  test('the figures of a route follow from its stops, its windows and its vehicle', async () => {
    const tenant = await fresh()
    const { call } = tenant
    await withFleet(tenant)
    await call(updateVehicle, {
      query: { key: 'VAN' },
      body: { speedFactor: 0.5, fixedCost: 10, costPerKm: 2, costPerHour: 30, emission: 200 },
    })
    const body = { key: 'A', vehicleKey: 'VAN', plannedStart: '2026-07-01T08:00:00Z' }
    const { loadId } = (await call(createLoad, { body })).data
    const order = (members: object) =>
      call(createConsignment, { body: anOrder({ loadId, timeAtStop: 10, ...members }) })
    await order({ consigneeAddress: at(first), plannedPackages: 3 })
    await order({
      consigneeAddress: at(second),
      type: 'collection',
      requiredFrom: '2026-07-01T12:00:00Z',
      plannedPackages: 9,
    })
    await order({ timeAtStop: 50, packages: [{ packageId: 'a' }, { packageId: 'b' }] })
    const leg = (from: typeof home, to: typeof home) => estimateLeg(from, to, defaultTravel)
    const kilometres = (leg(home, first).metres + leg(first, second).metres + leg(second, home).metres) / 1000
    // It is early at the second stop, and waits until noon; the one without a position is on the way, and takes its time.
    const back = leg(second, home).seconds * 2
    const seconds = 4 * 3600 + 600 + 3000 + back
    const { data } = await call(getLoad, { query: { id: loadId } })
    assert.deepEqual(
      {
        peakPackages: data.peakPackages,
        plannedEnd: data.plannedEnd,
        distance: data.distance,
        duration: data.duration,
        cost: data.cost,
        co2: data.co2,
      },
      {
        peakPackages: 11,
        plannedEnd: `${new Date(Date.UTC(2026, 6, 1, 8) + seconds * 1000).toISOString().slice(0, 19)}Z`,
        distance: kilometres,
        duration: Math.round(seconds / 60),
        cost: Number((10 + 2 * kilometres + (30 * seconds) / 3600).toFixed(2)),
        co2: Number((0.2 * kilometres).toFixed(3)),
      },
    )
    const { stops: _, ...summary } = data
    assert.deepEqual((await call(listLoads, { query: { figures: 'true' } })).data, [summary])
    const [listed] = (await call(listLoads)).data
    assert.deepEqual([listed!.distance, listed!.peakPackages, listed!.vehicleKey], [null, null, 'VAN'])
    const local = await call(getLoad, { query: { id: loadId, dateTimes: 'local', timezone: 'Europe/Berlin' } })
    assert.match(local.data.plannedEnd!, /\+02:00$/)
    // A break while it waits costs nothing; one on the way back makes it half an hour longer.
    const breaks = [
      { from: '09:00', to: '10:00', minutes: 30 },
      { from: '12:00', to: '12:10', minutes: 30 },
    ]
    await call(updateVehicle, { query: { key: 'VAN' }, body: { breaks } })
    const rested = (await call(getLoad, { query: { id: loadId } })).data
    assert.equal(rested.duration, Math.round((seconds + 1800) / 60))
    assert.equal(Date.parse(rested.plannedEnd!) - Date.parse(data.plannedEnd!), 1_800_000)
    // Estimates may be sent back with a change, whatever they were.
    await call(updateLoad, { query: { id: loadId }, body: { ...data, cost: 1, key: 'B' } })
  })

  test('a figure of a load without the data to calculate it is null', async () => {
    const tenant = await fresh()
    const { call } = tenant
    await call(createVehicle, { body: aVehicle({ key: 'BARE' }) })
    const { loadId } = (await call(createLoad, { body: { key: 'A', vehicleKey: 'BARE' } })).data
    const figures = async () => {
      const { plannedEnd, distance, duration, cost, co2 } = (await call(getLoad, { query: { id: loadId } })).data
      return { plannedEnd, distance, duration, cost, co2 }
    }
    const nothing = { plannedEnd: null, distance: null, duration: null, cost: null, co2: null }
    assert.deepEqual(await figures(), nothing)
    await call(createConsignment, { body: anOrder({ loadId, consigneeAddress: at(first) }) })
    assert.deepEqual(await figures(), nothing)
    await call(createConsignment, { body: anOrder({ loadId, consigneeAddress: at(second) }) })
    const some = await figures()
    assert.ok(some.distance! > 0 && some.duration! > 0)
    assert.deepEqual({ ...some, distance: null, duration: null }, nothing)
    // A stop that lasts for ever has no end that could be written.
    await call(updateLoad, { query: { id: loadId }, body: { plannedStart: '9999-12-31T08:00:00Z' } })
    const endless = anOrder({ loadId, consigneeAddress: at(first), timeAtStop: Number.MAX_SAFE_INTEGER })
    await call(createConsignment, { body: endless })
    assert.equal((await figures()).plannedEnd, null)
  })

  const keysOf = ({ created }: DataOf<typeof CopyLoads>) => created.map(({ fromKey, key }) => [fromKey, key])

  test('the loads of a day are copied to the same time on another day, only once', async () => {
    const tenant = await fresh()
    const { call } = tenant
    await call(updateEnvironment, { body: { timezone: 'Europe/Berlin' } })
    await withFleet(tenant)
    for (const key of ['IDLE', 'GONE', 'BUSY']) await call(createVehicle, { body: aVehicle({ key }) })
    const load = async (key: string, members: object) =>
      (await call(createLoad, { body: { key, plannedStart: '2026-03-23 07:30:00', ...members } })).data.loadId
    const order = (await call(createConsignment, { body: anOrder() })).data.consignmentId
    await load('Mon', { vehicleKey: 'VAN', volumeCapacity: 2, status: 'planned', stops: [{ consignmentId: order }] })
    await load('Second 2026-03-23', { vehicleKey: 'VAN', plannedStart: '2026-03-23 23:59:59' })
    await load('Bare', {})
    for (const key of ['IDLE', 'GONE', 'BUSY']) await load(`with ${key}`, { vehicleKey: key })
    await load('Tuesday', { vehicleKey: 'VAN', plannedStart: '2026-03-24 00:00:00' })
    await load('taken', { vehicleKey: 'BUSY', plannedStart: '2026-03-30 00:00:00' })
    await call(updateVehicle, { query: { key: 'IDLE' }, body: { active: false } })
    await call(deleteVehicle, { query: { key: 'GONE' } })
    const body = { fromDay: '2026-03-23', toDay: '2026-03-30' }
    const { data } = await call(copyLoads, { body })
    assert.deepEqual(keysOf(data).sort(), [
      ['Bare', 'Bare 2026-03-30'],
      ['Mon', 'Mon 2026-03-30'],
      ['Second 2026-03-23', 'Second 2026-03-30'],
    ])
    assert.deepEqual(data.skipped.map(({ key, code }) => [key, code]).sort(), [
      ['with BUSY', 'vehicle_busy'],
      ['with GONE', 'vehicle_gone'],
      ['with IDLE', 'vehicle_inactive'],
    ])
    const copy = (await call(getLoad, { query: { key: 'Mon 2026-03-30' } })).data
    // The clocks have changed in between.
    assert.equal(copy.plannedStart, '2026-03-30T05:30:00Z')
    assert.deepEqual(
      [copy.status, copy.stops, copy.vehicleKey, copy.driverKey, copy.volumeCapacity, copy.startDepotKey],
      ['planning', [], 'VAN', 'EARLY', 2, 'HOME'],
    )
    const again = (await call(copyLoads, { body })).data
    assert.deepEqual(again.created, [])
    assert.deepEqual(again.skipped.map(({ code }) => code).sort(), [
      'key_exists',
      'vehicle_busy',
      'vehicle_busy',
      'vehicle_busy',
      'vehicle_gone',
      'vehicle_inactive',
    ])
  })

  test('a copy of selected loads copies no other loads of the day', async () => {
    const tenant = await fresh()
    const { call, request } = tenant
    await withFleet(tenant)
    const load = async (key: string, plannedStart?: string) =>
      (await call(createLoad, { body: { key, ...(plannedStart ? { plannedStart } : {}) } })).data.loadId
    const one = await load('ONE', '2026-07-01T08:00:00Z')
    await load('TWO', '2026-07-01T08:00:00Z')
    const never = await load('NEVER')
    const loadIds = [one, never, 'nothing']
    const { data } = await call(copyLoads, { body: { fromDay: '2026-07-01', toDay: '2026-07-02', loadIds } })
    assert.deepEqual(keysOf(data), [['ONE', 'ONE 2026-07-02']])
    assert.deepEqual(
      data.skipped.map(({ loadId, code }) => [loadId, code]),
      [
        [never, 'other_day'],
        ['nothing', 'unknown_load'],
      ],
    )
    for (const [body, path] of [
      [{ fromDay: '2026-02-30', toDay: '2026-03-01' }, '/fromDay'],
      [{ fromDay: '2026-03-01' }, '/toDay'],
      [{ fromDay: '2026-03-01', toDay: '2026-03-01' }, '/toDay'],
      [{ fromDay: '2026-03-01', toDay: '1 March' }, '/toDay'],
    ] as const)
      assertProblem(await request('POST', '/v1/loads/copy', { body }), 'BAD_REQUEST', [path])
  })

  test('a day that begins at 01:00 because of a clock change ends at midnight', async () => {
    const { call } = await fresh()
    await call(updateEnvironment, { body: { timezone: 'America/Santiago' } })
    const load = (key: string, plannedStart: string) => call(createLoad, { body: { key, plannedStart } })
    await load('last', '2026-09-06 23:59:59')
    await load('next', '2026-09-07 00:30:00')
    const { data } = await call(copyLoads, { body: { fromDay: '2026-09-06', toDay: '2026-09-13' } })
    assert.deepEqual(keysOf(data), [['last', 'last 2026-09-13']])
  })

  test('two concurrent copies of a day create it once', async () => {
    const tenant = await fresh()
    const { call } = tenant
    await withFleet(tenant)
    await call(createLoad, { body: { key: 'A', vehicleKey: 'VAN', plannedStart: '2026-07-01T08:00:00Z' } })
    const body = { fromDay: '2026-07-01', toDay: '2026-07-08' }
    const made = await Promise.all(Array.from({ length: 6 }, () => call(copyLoads, { body })))
    assert.equal(made.flatMap(({ data }) => data.created).length, 1)
  })
})
