// Positions for addresses through the API: by the operator's geocoder, kept for a while, and by what own orders know.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createConsignment, getConsignment, updateConsignment } from '../../contract/consignment.ts'
import { eraseConsignees } from '../../contract/erasure.ts'
import { geocode } from '../../contract/geocode.ts'
import { checkInstallation } from '../../server/admin/doctor.ts'
import { purgeGeocodes } from '../../server/orders/geocoder/steps.ts'
import { sql } from '../../server/platform/database/database.ts'
import { createBackgroundCall } from '../../server/platform/operation/operation.ts'
import { createInProcessExecutor } from '../../server/runtime/executor.ts'
import { house, startGeocoder } from '../support/geocoder-server.ts'
import { everyEngine, request, type Service, type Tenant } from '../support/harness.ts'
import { assertProblem } from '../support/problem.ts'
import { tenants } from '../support/tenants.ts'

const address = { line1: '7 Mill Lane', city: 'Leeds', postalCode: 'LS2 2AA', country: 'GB' }
const find = async ({ call }: Tenant, ...addresses: (typeof address)[]) =>
  (await call(geocode, { body: { addresses } })).data.results

let orders = 0
const order = async ({ call }: Tenant, at: Partial<typeof address> & object) =>
  (
    await call(createConsignment, {
      body: { key: `G-${++orders}`, type: 'delivery', consigneeAddress: { ...address, ...at } },
    })
  ).data.consignmentId

const rowsOf = ({ database }: Service, environmentId: string) =>
  database(async ({ read }) =>
    read((tx) => tx.all<{ answer: string }>(sql`select answer from geocodes where environment_id = ${environmentId}`)),
  )

everyEngine('locations for addresses', (open) => {
  const tenant = tenants(open)

  test('without a geocoder, a proposed location is the centre of other orders with the postal code or town', async () => {
    const here = await tenant()
    assert.deepEqual(await find(here, address), [{ proposals: [], lookup: 'off' }])
    const at = (lat: number, lng: number) => ({ geoLocation: { lat, lng } })
    await order(here, { postalCode: 'LS1 4AP', ...at(53.7, -1.5) })
    await order(here, { postalCode: 'ls1-4ap', ...at(53.9, -1.7) })
    // Far off by mistake: it does not move the centre far.
    await order(here, { postalCode: 'LS1 4AP', ...at(0, 0) })
    await order(here, { postalCode: 'LS1 4AP' })
    await order(here, { postalCode: 'LS1 4AP', country: 'IE', ...at(10, 10) })
    await order(here, { city: 'Leeds Bradford', postalCode: 'X1', ...at(20, 20) })
    const [code, town, nowhere, abroad] = await find(
      here,
      { ...address, postalCode: 'LS14AP' },
      { ...address, postalCode: 'LS9 9ZZ', city: 'leeds' },
      { ...address, postalCode: 'LS9 9ZZ', city: 'York' },
      { ...address, postalCode: 'LS1 4AP', country: 'FR' },
    )
    const centre = { geoLocation: { lat: 53.7, lng: -1.5 }, geoLocationAccuracy: 3, placeId: null, orders: 3 }
    assert.deepEqual(code, {
      lookup: 'off',
      proposals: [{ ...centre, geoLocationSource: 'postalCode', label: code!.proposals[0]!.label }],
    })
    assert.deepEqual(town!.proposals[0], { ...centre, geoLocationSource: 'city', label: 'Leeds' })
    assert.deepEqual([nowhere!.proposals, abroad!.proposals], [[], []])
    const elsewhere = await tenant()
    assert.deepEqual((await find(elsewhere, { ...address, postalCode: 'LS1 4AP' }))[0]!.proposals, [])
  })

  test('proposed locations are not calculated from locations that are themselves centres', async () => {
    const here = await tenant()
    await order(here, { ...({ geoLocation: house, geoLocationAccuracy: 3, geoLocationSource: 'city' } as object) })
    assert.deepEqual((await find(here, address))[0]!.proposals, [])
  })

  test('a request for locations needs usable addresses, at most fifty', async () => {
    const { request: send } = await tenant()
    const post = (addresses: unknown) => send('POST', '/v1/geocode', { body: { addresses } })
    for (const wrong of [
      [],
      [{ country: 'GB' }],
      [{ country: 'GB', city: ' ' }],
      [{ city: 'Leeds' }],
      Array(51).fill(address),
    ])
      assertProblem(await post(wrong), 'BAD_REQUEST')
    assert.equal((await post(Array(50).fill(address))).status, 200)
  })

  test('a location is stored with its source, and both are deleted together', async () => {
    const { call } = await tenant()
    const query = { key: 'SOURCE' }
    const consigneeAddress = {
      ...address,
      geoLocation: house,
      geoLocationAccuracy: 1,
      geoLocationSource: 'photon',
    } as const
    await call(createConsignment, { body: { key: 'SOURCE', type: 'delivery', consigneeAddress } })
    const read = async () => (await call(getConsignment, { query })).data.consigneeAddress
    assert.equal((await read()).geoLocationSource, 'photon')
    await call(updateConsignment, { query, body: { consigneeAddress: { line2: 'Rear' } } })
    assert.equal((await read()).geoLocationSource, 'photon')
    await call(updateConsignment, { query, body: { consigneeAddress: { geoLocation: { lat: 1, lng: 2 } } } })
    assert.ok(!('geoLocationSource' in (await read())))
    const pin = { geoLocation: { lat: 3, lng: 2 }, geoLocationSource: 'pin' } as const
    await call(updateConsignment, { query, body: { consigneeAddress: pin } })
    assert.equal((await read()).geoLocationSource, 'pin')
    await call(updateConsignment, { query, body: { consigneeAddress: { geoLocation: null } } })
    assert.ok(!('geoLocationSource' in (await read())))
  })

  test('the geocoder is asked once per address and environment, until an erasure', async (t) => {
    const server = await startGeocoder(t, 'nominatim')
    const service = await open({ geocoderUrl: `${server.url}/?key=canary-key`, geocoderPerSecond: '1000' })
    const [here, elsewhere] = (await service.environments(2)) as [Tenant, Tenant]
    const consignmentId = await order(here, { geoLocation: { lat: 53.8, lng: -1.55 } } as object)
    const first = await find(here, address)
    assert.deepEqual(
      first[0]!.proposals.map(({ geoLocationSource, geoLocationAccuracy }) => [geoLocationSource, geoLocationAccuracy]),
      [
        ['nominatim', 1],
        ['nominatim', 2],
        ['nominatim', 3],
        ['postalCode', 3],
      ],
    )
    assert.deepEqual(await find(here, { ...address, line1: ' 7  mill LANE ' }, address), [first[0], first[0]])
    assert.equal(server.asked.length, 1)
    await find(elsewhere, address)
    assert.equal(server.asked.length, 2)
    const [row] = await rowsOf(service, here.environmentId)
    assert.deepEqual(JSON.parse(row!.answer), first[0]!.proposals.slice(0, 3))

    await here.call(eraseConsignees, { body: { ids: [consignmentId] } })
    await find(here, address)
    assert.equal(server.asked.length, 3)
    const purge = ({ environmentId }: Tenant) =>
      service.database(async (database) =>
        createInProcessExecutor(database).run(purgeGeocodes, createBackgroundCall('', { environmentId, tooOld: 0 })),
      )
    await purge(here)
    await purge(elsewhere)
    assert.equal((await rowsOf(service, here.environmentId)).length, 0)
    assert.equal((await rowsOf(service, elsewhere.environmentId)).length, 1)

    const metrics = (await request(service.url, 'GET', '/metrics')).text
    assert.match(metrics, /dray_geocoder_requests_total\{result="answered"\} 3/)
    const said = (await checkInstallation(service.config)).find(({ subject }) => subject === 'positions')!
    assert.equal(said.level, 'ok')
    assert.ok(!said.finding.includes('canary-key'))
  })

  test('if the geocoder has no result, the proposal uses other orders and is not stored', async (t) => {
    const server = await startGeocoder(t, 'photon')
    const flags = { geocoderUrl: server.url, geocoderKind: 'photon', geocoderPerSecond: '1000' }
    const service = await open(flags)
    const here = await service.environment()
    await order(here, { geoLocation: { lat: 53.8, lng: -1.55 } } as object)
    server.instead((response) => response.writeHead(429, { 'retry-after': '300' }).end())
    const [result] = await find(here, address)
    assert.equal(result!.lookup, 'limited')
    assert.deepEqual(
      result!.proposals.map(({ geoLocationSource }) => geoLocationSource),
      ['postalCode'],
    )
    assert.equal((await rowsOf(service, here.environmentId)).length, 0)
    assert.equal(
      (await checkInstallation(service.config)).find(({ subject }) => subject === 'positions')!.level,
      'warn',
    )
  })
})
