// Changing an order: the merge rules, reads that are sent back, and what counts as no change.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createConsignment, getConsignment, updateConsignment } from '../../contract/consignment.ts'
import { createDepot, deleteDepot, updateDepot } from '../../contract/depot.ts'
import { updateEnvironment } from '../../contract/environment.ts'
import { clearExport, listExport } from '../../contract/export.ts'
import { createLoad } from '../../contract/load.ts'
import { everyEngine } from '../support/harness.ts'
import { faultsOf, type Loose } from '../support/input.ts'
import { aDepot, anAddress, anOrder } from '../support/orders.ts'
import { ordersOf, patch, patched, query, read, refused, unchanged } from '../support/patching.ts'
import { assertProblem } from '../support/problem.ts'

everyEngine('patch', (open) => {
  const { withOrder, withFullOrder } = ordersOf(open)

  test('a patch keeps every absent field', async () => {
    const t = await withFullOrder()
    await t.call(updateEnvironment, {
      body: {
        channels: [
          { key: 'express', name: 'Express' },
          { key: 'slow', name: 'Slow' },
        ],
        areas: [
          { key: 'west', name: 'West' },
          { key: 'east', name: 'East' },
        ],
      },
    })
    const values = {
      type: 'collection',
      channelKey: 'slow',
      areaKey: 'east',
      planned: '2026-07-02T00:00:00Z',
      committed: '2026-07-03T00:00:00Z',
      requiredFrom: '2026-07-01T00:00:00Z',
      requiredTo: '2026-07-04T00:00:00Z',
      timeAtStop: 99,
      weight: 1.5,
      volume: 2.5,
      plannedPackages: 7,
      consigneeCode: 'new',
      consignmentInstructions: 'new',
      planningInstructions: 'new',
      consignmentNotificationsEnabled: false,
      publicTrackingEnabled: true,
    } as const
    for (const [name, value] of Object.entries(values)) await patched(t, { [name]: value }, { [name]: value })
    await patched(t, { loadId: 'M' }, { loadId: 'M', stopPosition: 1 })
    await t.call(createDepot, { body: aDepot({ key: 'SOUTH', name: 'South depot' }) })
    const { depot } = await read(t)
    const south = { ...depot!, key: 'SOUTH', name: 'South depot' }
    await patched(t, { depotKey: 'SOUTH' }, { depot: south })
  })

  test('a patch changes the key', async () => {
    const t = await withOrder()
    await t.call(updateConsignment, { query, body: { key: 'NEW' } })
    assert.equal((await t.call(getConsignment, { query: { key: 'NEW' } })).data.version, 2)
    await assert.rejects(read(t), { code: 'NOT_FOUND' })
    await t.call(createConsignment, { body: anOrder({ key: 'K' }) })
  })

  test('null in a patch clears every optional field', async () => {
    const t = await withFullOrder({ packageProducts: [] })
    const cleared = {
      channelKey: null,
      areaKey: null,
      requiredFrom: null,
      requiredTo: null,
      planned: null,
      committed: null,
      weight: null,
      volume: null,
      plannedPackages: null,
      consigneeCode: null,
      consignmentInstructions: null,
      planningInstructions: null,
      consignmentNotificationsEnabled: null,
      publicTrackingEnabled: null,
      consigneeContact: null,
      consignorContact: null,
      consignorAddress: null,
    }
    for (const name of Object.keys(cleared)) await patched(t, { [name]: null }, { [name]: null })
    await patched(t, { packages: null }, { packages: [] })
    await patched(t, { productLines: null }, { productLines: [] })
    await patched(t, { loadId: null }, { loadId: null, stopPosition: 0 })
    await patched(t, { depotKey: null }, { depot: null })
    // It joined its load with twelve minutes, and they stay fixed.
    await patched(t, { timeAtStop: null }, { timeAtStop: 12 })
    await unchanged(t, {
      ...cleared,
      packages: null,
      productLines: null,
      loadId: null,
      depotKey: null,
      timeAtStop: null,
    })
  })

  test('a patch merges objects field by field', async () => {
    const t = await withFullOrder()
    const { consigneeAddress, consigneeContact, consignorContact } = await read(t)
    const address = { ...consigneeAddress, line2: 'Floor 2', line3: null, country: 'FR' }
    await patched(
      t,
      { consigneeAddress: { line2: 'Floor 2', line3: null, country: 'fr' } },
      { consigneeAddress: address },
    )
    const contact = { ...consigneeContact!, email: null, phone: { ...consigneeContact!.phone!, localNumber: '123' } }
    await patched(t, { consigneeContact: { email: null, phone: { localNumber: 123 } } }, { consigneeContact: contact })
    await patched(t, { consigneeContact: { mobile: null } }, { consigneeContact: { ...contact, mobile: null } })
    const phone = { code: null, countryCode: '49', localNumber: null }
    await patched(
      t,
      { consignorContact: { mobile: { countryCode: '+49' } } },
      { consignorContact: { ...consignorContact!, mobile: phone } },
    )
    await unchanged(t, { consigneeContact: {}, consigneeAddress: {}, consignorContact: { mobile: {} } })
  })

  test('a patch that adds an incomplete object is rejected', async () => {
    const t = await withOrder()
    await refused(
      t,
      { consignorAddress: { line1: 'x' } },
      '/consignorAddress/country required',
      '/consignorAddress/postalCode required',
    )
    const whole = { line1: 'x', postalCode: 'y', country: 'DE' }
    await t.call(updateConsignment, { query, body: { consignorAddress: whole, consigneeContact: {} } })
    const after = await read(t)
    assert.equal(after.consignorAddress?.postalCode, 'y')
    assert.deepEqual(after.consigneeContact, { personName: null, email: null, phone: null, mobile: null })
  })

  test('a patch merges a location in every spelling', async () => {
    const t = await withOrder({ consigneeAddress: { ...anAddress, geoLocation: { lat: 1, lng: 2 } } })
    const at = async (geoLocation: unknown) => {
      await t.call(updateConsignment, { query, body: { consigneeAddress: { geoLocation } } as Loose })
      return (await read(t)).consigneeAddress.geoLocation
    }
    assert.deepEqual(await at({ lat: 3 }), { lat: 3, lng: 2 })
    assert.deepEqual(await at({ longtitude: 4 }), { lat: 3, lng: 4 })
    assert.deepEqual(await at({ latitude: 5, longitude: 6 }), { lat: 5, lng: 6 })
    assert.deepEqual(await at({ lat: null, latitude: 7 }), { lat: 7, lng: 6 })
    assert.deepEqual(await at({}), { lat: 7, lng: 6 })
    await refused(t, { consigneeAddress: { geoLocation: { lat: null } } }, '/consigneeAddress/geoLocation/lat required')
    await refused(
      t,
      { consigneeAddress: { geoLocation: { lat: 1, latitude: 2 } } },
      '/consigneeAddress/geoLocation ambiguous',
    )
    await refused(
      t,
      { consigneeAddress: { geoLocation: { latitude: 91 } } },
      '/consigneeAddress/geoLocation/latitude out_of_range',
    )
    assert.equal(await at(null), null)
    await refused(t, { consigneeAddress: { geoLocation: { lat: 1 } } }, '/consigneeAddress/geoLocation/lng required')
  })

  test('a patch replaces an entire array', async () => {
    const t = await withFullOrder({ packageProducts: [] })
    const { packages } = await read(t)
    const first = { ...packages[0]!, barcode: null, height: null, depth: null, width: null, volume: null, weight: 6 }
    await patched(t, { packages: [{ packageId: packages[0]!.packageId, weight: 6 }] }, { packages: [first] })
    await patched(t, { packages: [] }, { packages: [] })
  })

  test('a patch that clears a required field is rejected', async () => {
    const t = await withFullOrder()
    for (const path of ['key', 'type', 'consigneeAddress']) await refused(t, { [path]: null }, `/${path} required`)
    for (const name of ['line1', 'city', 'postalCode', 'country'])
      await refused(t, { consigneeAddress: { [name]: null } }, `/consigneeAddress/${name} required`)
    for (const name of ['line1', 'postalCode', 'country'])
      await refused(t, { consignorAddress: { [name]: null } }, `/consignorAddress/${name} required`)
    await refused(t, { key: '' }, '/key too_short')
    await refused(t, { packages: [{}], packageProducts: [] }, '/packages/0/packageId required')
  })

  test('a patch requires no field', async () => {
    const t = await withFullOrder()
    await unchanged(t, {})
  })

  test('a patch accepts the media types of JSON and of merge patches', async () => {
    const t = await withOrder()
    for (const type of [
      'application/json',
      'application/merge-patch+json',
      'application/merge-patch+json; charset=utf-8',
    ]) {
      const answer = await t.request('PATCH', '/v1/consignment?key=K', {
        body: { weight: 1 },
        headers: { 'content-type': type },
      })
      assert.equal(answer.status, 200, type)
    }
  })

  test('a body other than an object is rejected', async () => {
    const t = await withOrder()
    for (const body of ['[]', '"x"', '1', 'null', 'true']) {
      const answer = await patch(t, body)
      assertProblem(answer, 'BAD_REQUEST', [''])
    }
  })

  test('a patch with the unchanged response of a read changes nothing, for every form of the read', async () => {
    const forms = [
      '',
      '&dateTimes=utc',
      '&dateTimes=local',
      '&timezone=Asia/Tokyo',
      '&timezone=America/New_York&dateTimes=local',
    ]
    for (const order of [await withOrder(), await withFullOrder(), await withFullOrder({ timeAtStop: null })]) {
      await order.call(updateEnvironment, { body: { timezone: 'Europe/London' } })
      for (const form of forms) {
        const { json } = await order.request('GET', `/v1/consignment?key=K${form}`)
        await unchanged(order, json.data)
        await unchanged(order, json.data, '&timezone=Australia/Sydney')
      }
    }
  })

  test('a patch with the edited response of a read changes only the edited fields', async () => {
    const t = await withFullOrder()
    const { json } = await t.request('GET', '/v1/consignment?key=K&timezone=Europe/Berlin&dateTimes=local')
    const edited = { ...json.data, weight: 7, requiredTo: '2026-07-01T20:00:00+02:00' }
    const after = await patched(t, edited, { weight: 7, requiredTo: '2026-07-01T18:00:00Z' })
    await assert.rejects(t.call(updateConsignment, { query, body: { ...edited, weight: 8 } }), {
      code: 'VERSION_MISMATCH',
    })
    assert.equal(after.version, 2)
  })

  test('a patch with another spelling of the same value changes nothing', async () => {
    const t = await withFullOrder()
    await unchanged(t, {
      requiredFrom: '2026-07-01T10:00:00+01:00',
      requiredTo: '2026-07-01 12:00:00.999',
      planned: '2026-07-01 10:30:00Z',
      weight: 125.5,
      consigneeAddress: { country: 'gB', geoLocation: { latitude: 51.5, longtitude: -0.12 } },
      consigneeContact: { phone: { code: 'gb', countryCode: 44, localNumber: 2079460000 } },
      packages: [
        { packageId: 'p1', barcode: '001', height: 10, depth: 20, width: 30, volume: 0.006, weight: 5 },
        { packageId: 'p2', barcode: null },
      ],
      packageProducts: [
        { packageId: 'p1', productLineId: 'l1', quantity: 2 },
        { packageId: 'p2', productLineId: 'l1', quantity: 1 },
        { packageId: 'p2', productLineId: 'l2' },
      ],
    })
    await unchanged(t, { requiredFrom: '2026-07-01 11:00:00' }, '&timezone=Europe/Berlin')
    await unchanged(t, { consigneeContact: { email: 'goods-in@example.com' }, consignorContact: { email: '' } })
  })

  test('several changes add the order to the export list once', async () => {
    const t = await withOrder()
    await t.call(clearExport)
    const { consignmentId } = await patched(t, { weight: 1 }, { weight: 1 })
    await patched(t, { weight: 2 }, { weight: 2 })
    assert.deepEqual((await t.call(listExport)).data, [consignmentId])
  })

  test('a patch accepts read-only fields only with their current values', async () => {
    const t = await withFullOrder()
    const data = await read(t)
    const { consignmentId, environmentId, created, updated, stopPosition, depot } = data
    const same = { consignmentId, environmentId, created, updated, stopPosition, depot }
    await unchanged(t, same)
    await unchanged(t, { created: created.replace('Z', '.000Z'), updated: updated.replace('Z', '+00:00') })
    const other = {
      consignmentId: environmentId,
      environmentId: consignmentId,
      created: '2020-01-01T00:00:00Z',
      updated: null,
      stopPosition: 2,
      depot: { ...depot, name: 'x' },
    }
    for (const [name, value] of Object.entries(other)) {
      const answer = await refused(t, { weight: 1, [name]: value }, `/${name} read_only`)
      assert.equal(answer.status, 400)
      assert.match(answer.json.data.message, /send it back unchanged/)
    }
    for (const depot of [null, 'NORTH', {}, { ...data.depot, extra: 1 }])
      await refused(t, { depot }, '/depot read_only')
    await refused(t, other, ...Object.keys(other).map((name) => `/${name} read_only`))
    await patched(t, { ...same, weight: 2 }, { weight: 2 })
  })

  test('a version in a body that is not a positive integer is rejected', async () => {
    const t = await withOrder()
    for (const [version, code] of [
      ['1', 'type'],
      [1.5, 'type'],
      [0, 'out_of_range'],
      [-1, 'out_of_range'],
    ])
      await refused(t, { version }, `/version ${code}`)
  })

  test('a patch with the response of a read does not set an unset timeAtStop', async () => {
    const t = await withOrder()
    await unchanged(t, { timeAtStop: 10 })
    await t.call(updateEnvironment, { body: { routeSettings: { stopDuration: 25 } } })
    assert.equal((await read(t)).timeAtStop, 25)
    await patched(t, { timeAtStop: 10 }, { timeAtStop: 10 })
    await unchanged(t, { timeAtStop: 10 })
    await patched(t, { timeAtStop: 25 }, { timeAtStop: 25 })
    await t.call(updateEnvironment, { body: { routeSettings: { stopDuration: 30 } } })
    assert.equal((await read(t)).timeAtStop, 25, 'its own by now')
  })

  test('orders keep the key of a deleted depot', async () => {
    const t = await withFullOrder()
    const { depot } = await read(t)
    await t.call(deleteDepot, { query: { key: 'NORTH' } })
    assert.deepEqual((await read(t)).depot, depot)
    await unchanged(t, { depotKey: 'NORTH', depot })
    await patched(t, { depotKey: 'NORTH', weight: 1 }, { weight: 1 })
    await patched(t, { depotKey: null }, { depot: null })
    assertProblem(await patch(t, { depotKey: 'NORTH' }), 'UNKNOWN_DEPOT', ['/depotKey'])
    await assert.rejects(t.call(createConsignment, { body: anOrder({ depotKey: 'NORTH' }) }), { code: 'UNKNOWN_DEPOT' })
    await t.call(createDepot, { body: aDepot({ key: 'NORTH', name: 'Back again' }) })
    const after = await read(t)
    await patched(t, { depotKey: 'NORTH' }, { depot: { ...depot!, name: 'Back again' } })
    assert.equal(after.depot, null)
  })

  test('orders return the changed depot, and their version does not change', async () => {
    const t = await withFullOrder()
    const before = await read(t)
    await t.call(updateDepot, { query: { key: 'NORTH' }, body: { name: 'Renamed' } })
    assert.deepEqual(await read(t), { ...before, depot: { ...before.depot!, name: 'Renamed' } })
  })

  test('orders keep a channel or area that the environment removes', async () => {
    const t = await withFullOrder()
    await t.call(updateEnvironment, { body: { channels: [], areas: [] } })
    await unchanged(t, { channelKey: 'express', areaKey: 'west' })
    await patched(t, { channelKey: null }, { channelKey: null })
    assertProblem(await patch(t, { channelKey: 'express' }), 'UNKNOWN_CHANNEL', ['/channelKey'])
  })

  test('a patch checks the time window that results from it', async () => {
    const t = await withOrder({ requiredFrom: '2026-07-01 09:00:00', requiredTo: '2026-07-01 12:00:00' })
    await refused(t, { requiredFrom: '2026-07-01 12:00:01' }, '/requiredFrom order')
    await refused(t, { requiredTo: '2026-07-01T08:59:59Z' }, '/requiredFrom order')
    await patched(t, { requiredFrom: '2026-07-01 12:00:00' }, { requiredFrom: '2026-07-01T12:00:00Z' })
    const later = { requiredFrom: '2026-08-01T00:00:00Z', requiredTo: '2026-08-02T00:00:00Z' }
    await patched(t, later, later)
    await patched(t, { planned: '2027-01-01T00:00:00Z' }, { planned: '2027-01-01T00:00:00Z' })
  })

  test('a patch returns its own errors together with the errors of the resulting order', async () => {
    const t = await withFullOrder()
    const answer = await patch(
      t,
      {
        version: 'x',
        wieght: 1,
        volume: -1,
        key: null,
        consignmentId: 'other',
        depotKey: 'NONE',
        requiredTo: '2026-06-01 00:00:00',
        planned: 'soon',
        consigneeAddress: { line1: null, country: 'UK', geoLocation: { latitude: 91 } },
        consignorAddress: { postalCode: '' },
        packages: [{ packageId: 'p1' }, { packageId: 'p1', weight: -1 }],
      },
      '&timezone=Nowhere',
    )
    assertProblem(answer, 'BAD_REQUEST')
    assert.deepEqual(
      faultsOf(answer),
      [
        '?timezone format',
        '/version type',
        '/wieght unknown',
        '/volume out_of_range',
        '/key required',
        '/consignmentId read_only',
        '/depotKey unknown_depot',
        '/requiredFrom order',
        '/planned format',
        '/consigneeAddress/line1 required',
        '/consigneeAddress/country format',
        '/consigneeAddress/geoLocation/latitude out_of_range',
        '/consignorAddress/postalCode too_short',
        '/packages/1/packageId duplicate',
        '/packages/1/weight out_of_range',
        '/packageProducts/1/packageId unknown_package',
        '/packageProducts/2/packageId unknown_package',
      ].sort(),
    )
  })

  test('a patch with an invalid selector returns the errors of its body too', async () => {
    const t = await withOrder()
    const other = (await t.call(createConsignment, { body: anOrder() })).data.consignmentId
    const send = (target: string, body: Loose) => t.request('PATCH', `/v1/consignment${target}`, { body })
    assertProblem(await send('', { weight: -1 }), 'BAD_REQUEST', ['?id', '/weight'])
    assertProblem(await send(`?key=K&id=${other}`, { weight: -1 }), 'BAD_REQUEST', ['?key', '/weight'])
    assertProblem(await send('?key=NONE', { weight: -1 }), 'BAD_REQUEST', ['/weight'])
    assertProblem(await send('?key=NONE', { weight: 1, key: null }), 'NOT_FOUND')
  })

  test('a change of an order that violates the depot rule of its load is rejected', async () => {
    const t = await withFullOrder({ loadId: null })
    await t.call(createDepot, { body: aDepot({ key: 'SOUTH' }) })
    const { data } = await t.call(createLoad, { body: { key: 'ROUTE', startDepotKey: 'NORTH' } })
    await t.call(updateConsignment, { query, body: { loadId: data.loadId } })
    for (const body of [{ depotKey: 'SOUTH' }, { type: 'collection' }]) {
      assertProblem(await patch(t, body), 'DEPOT_RULE', ['/depotKey'])
      assertProblem(await patch(t, { ...body, weight: -1 }), 'BAD_REQUEST', ['/depotKey', '/weight'])
    }
    await patched(t, { depotKey: null, type: 'collection' }, { depot: null, type: 'collection' })
  })
})
