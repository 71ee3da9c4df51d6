// The life of an order: created, read, selected, changed under a version, deleted.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  createConsignment,
  deleteConsignment,
  deleteConsignmentById,
  getConsignment,
  getConsignmentById,
  updateConsignment,
  updateConsignmentById,
} from '../../contract/consignment.ts'
import { createDepot } from '../../contract/depot.ts'
import { updateEnvironment } from '../../contract/environment.ts'
import { everyEngine } from '../support/harness.ts'
import { aDepot, aFullOrder, aKey, anAddress, anOrder } from '../support/orders.ts'
import { assertProblem } from '../support/problem.ts'
import { tenants } from '../support/tenants.ts'

const someId = '01890000-0000-7000-8000-000000000000'
const timestamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/

everyEngine('consignment', (open) => {
  const tenant = tenants(open)

  test('an order can be created, read, changed and deleted', async () => {
    const { call } = await tenant()
    const created = await call(createConsignment, { body: anOrder({ key: 'ORDER-1' }) })
    assert.deepEqual(Object.keys(created.data), ['consignmentId', 'packageIds', 'productLineIds'])
    assert.deepEqual([created.data.packageIds, created.data.productLineIds], [[], []])
    const query = { id: created.data.consignmentId }
    assert.equal((await call(getConsignment, { query })).data.key, 'ORDER-1')
    await call(updateConsignment, { query, body: { weight: 3 } })
    assert.equal((await call(getConsignment, { query })).data.weight, 3)
    await call(deleteConsignment, { query })
    for (const attempt of [
      () => call(getConsignment, { query }),
      () => call(updateConsignment, { query, body: {} }),
      () => call(deleteConsignment, { query }),
    ])
      await assert.rejects(attempt, { status: 404, code: 'NOT_FOUND' })
  })

  test('responses have the envelope of the API', async () => {
    const { request } = await tenant()
    const created = await request('POST', '/v1/consignment', { body: anOrder() })
    assert.equal(created.status, 201)
    assert.match(created.headers.get('content-type')!, /^application\/json/)
    assert.deepEqual(Object.keys(created.json).sort(), ['data', 'status'])
    assert.equal(created.json.status, 'OK')
    const path = `/v1/consignment?id=${created.json.data.consignmentId}`
    const read = await request('GET', path)
    assert.deepEqual([read.status, read.json.status], [200, 'OK'])
    for (const [method, body] of [
      ['PATCH', { weight: 1 }],
      ['DELETE', undefined],
    ] as const) {
      const done = await request(method, path, body ? { body } : {})
      assert.deepEqual([done.status, done.json], [200, { status: 'OK' }])
    }
  })

  test('a key is unique', async () => {
    const { call } = await tenant()
    const first = await call(createConsignment, { body: anOrder({ key: 'A1' }) })
    await assert.rejects(call(createConsignment, { body: anOrder({ key: 'A1' }) }), {
      status: 409,
      code: 'KEY_EXISTS',
      consignmentId: first.data.consignmentId,
    })
    const other = await call(createConsignment, { body: anOrder({ key: 'A2' }) })
    await assert.rejects(call(updateConsignment, { query: { id: other.data.consignmentId }, body: { key: 'A1' } }), {
      status: 409,
      code: 'KEY_EXISTS',
      consignmentId: first.data.consignmentId,
    })
    await call(deleteConsignment, { query: { key: 'A1' } })
    const again = await call(createConsignment, { body: anOrder({ key: 'A1' }) })
    assert.notEqual(again.data.consignmentId, first.data.consignmentId)
  })

  test('one of several concurrent creates with the same key succeeds', async () => {
    const { call } = await tenant()
    const attempts = await Promise.allSettled(
      Array.from({ length: 16 }, () => call(createConsignment, { body: anOrder({ key: 'RACE' }) })),
    )
    const won = attempts.flatMap((attempt) => (attempt.status === 'fulfilled' ? [attempt.value.data] : []))
    assert.equal(won.length, 1)
    for (const attempt of attempts)
      if (attempt.status === 'rejected')
        assert.deepEqual([attempt.reason.code, attempt.reason.consignmentId], ['KEY_EXISTS', won[0]!.consignmentId])
  })

  test('two environments use the same key independently', async () => {
    const [ours, theirs] = [await tenant(), await tenant()]
    const key = aKey()
    const { data } = await theirs.call(createConsignment, { body: anOrder({ key }) })
    await assert.rejects(ours.call(getConsignment, { query: { key } }), { code: 'NOT_FOUND' })
    const foreign = await ours.request('GET', `/v1/consignment?id=${data.consignmentId}`)
    const absent = await ours.request('GET', `/v1/consignment?id=${someId}`)
    const plain = (text: string) => text.replace(/"requestId":"[^"]*"/, '')
    assert.deepEqual([foreign.status, plain(foreign.text)], [absent.status, plain(absent.text)])
    await ours.call(createConsignment, { body: anOrder({ key }) })
    await ours.call(deleteConsignment, { query: { key } })
    assert.equal((await theirs.call(getConsignment, { query: { key } })).data.consignmentId, data.consignmentId)
  })

  test('a read of a minimal order returns every field, null or empty if unset', async () => {
    const { call, environmentId } = await tenant()
    const beyond = { priority: null, skills: null, maxLateMinutes: null, outcome: null, outcomeTime: null }
    const body = { key: 'LEAST', type: 'collection' as const, consigneeAddress: anAddress }
    const { data: created } = await call(createConsignment, { body })
    const { data } = await call(getConsignment, { query: { key: 'LEAST' } })
    assert.match(data.created, timestamp)
    assert.deepEqual(data, {
      key: 'LEAST',
      type: 'collection',
      consignmentId: created.consignmentId,
      environmentId,
      version: 1,
      created: data.created,
      updated: data.created,
      stopPosition: 0,
      loadId: null,
      depot: null,
      timeAtStop: 10,
      weight: null,
      volume: null,
      channelKey: null,
      areaKey: null,
      requiredFrom: null,
      requiredTo: null,
      planned: null,
      committed: null,
      plannedPackages: null,
      ...beyond,
      consigneeCode: null,
      consignmentInstructions: null,
      planningInstructions: null,
      consignmentNotificationsEnabled: null,
      publicTrackingEnabled: null,
      consigneeContact: null,
      consigneeAddress: {
        name: null,
        company: null,
        ...anAddress,
        line2: null,
        line3: null,
        region: null,
        state: null,
        geoLocation: null,
        geoLocationAccuracy: null,
        placeId: null,
      },
      consignorContact: null,
      consignorAddress: null,
      packages: [],
      productLines: [],
      packageProducts: [],
    })
  })

  test('a read of a full order returns every field in the form of the API', async () => {
    const { call, environmentId } = await tenant()
    await call(updateEnvironment, {
      body: { channels: [{ key: 'express', name: 'Express' }], areas: [{ key: 'west', name: 'West' }] },
    })
    const depot = aDepot({ key: 'NORTH', contact: { personName: 'Gate' } })
    await call(createDepot, { body: depot })
    const { data: created } = await call(createConsignment, {
      query: { timezone: 'Europe/London' },
      body: aFullOrder({ key: 'FULL', channelKey: 'express', areaKey: 'west', depotKey: 'NORTH', loadId: 'L1' }),
    })
    const [p1, p2] = created.packageIds
    const [l1, l2] = created.productLineIds
    const { data } = await call(getConsignment, { query: { id: created.consignmentId } })
    const unset = { name: null, company: null, line2: null, line3: null, region: null, state: null, placeId: null }
    assert.deepEqual(data, {
      key: 'FULL',
      type: 'delivery',
      consignmentId: created.consignmentId,
      environmentId,
      version: 1,
      created: data.created,
      updated: data.created,
      stopPosition: 1,
      loadId: 'L1',
      depot: {
        address: {
          ...unset,
          ...depot.address,
          postalCode: null,
          geoLocation: null,
          geoLocationAccuracy: null,
        },
        contact: { personName: 'Gate', email: null, phone: null, mobile: null },
        name: 'North depot',
        key: 'NORTH',
      },
      timeAtStop: 12,
      weight: 125.5,
      volume: 1.25,
      channelKey: 'express',
      areaKey: 'west',
      requiredFrom: '2026-07-01T08:00:00Z',
      requiredTo: '2026-07-01T11:00:00Z',
      planned: '2026-07-01T10:30:00Z',
      committed: '2026-07-01T09:00:00Z',
      plannedPackages: 2,
      ...{ priority: 10, skills: ['cooling', 'tail lift'], maxLateMinutes: 30, outcome: null, outcomeTime: null },
      consigneeCode: 'C-100',
      consignmentInstructions: 'Ring twice.',
      planningInstructions: 'Not before nine.',
      consignmentNotificationsEnabled: true,
      publicTrackingEnabled: false,
      consigneeContact: {
        personName: 'Goods-in',
        email: 'goods-in@example.com',
        phone: { code: 'GB', countryCode: '44', localNumber: '2079460000' },
        mobile: { code: 'GB', countryCode: '44', localNumber: '7700900000' },
      },
      consigneeAddress: {
        name: 'Main site',
        company: 'Example Ltd',
        line1: '1 High Street',
        line2: 'Unit 4',
        line3: 'Rear',
        city: 'Exampleton',
        region: 'West',
        postalCode: 'EX1 1AA',
        state: 'Exampleshire',
        country: 'GB',
        geoLocation: { lat: 51.5, lng: -0.12 },
        geoLocationAccuracy: 1,
        placeId: 'place-1',
      },
      consignorContact: { personName: 'Dispatch', email: null, phone: null, mobile: null },
      consignorAddress: {
        ...unset,
        line1: '3 Mill Lane',
        city: null,
        postalCode: '10115',
        country: 'DE',
        geoLocation: null,
        geoLocationAccuracy: null,
      },
      packages: [
        { packageId: p1, barcode: '001', height: 10, depth: 20, width: 30, volume: 0.006, weight: 5 },
        { packageId: p2, barcode: null, height: null, depth: null, width: null, volume: null, weight: null },
      ],
      productLines: [
        {
          productLineId: l1,
          productCode: 'SKU-1',
          commodityCode: '0901',
          barcode: '002',
          description: 'Coffee',
          quantity: 3,
          currency: 'GBP',
          unitPrice: 4.5,
          unitTax: 0.9,
          taxRate: 20,
          countryOfOrigin: 'BR',
          unitWeight: 1,
          height: 4,
        },
        {
          productLineId: l2,
          productCode: 'SKU-2',
          commodityCode: null,
          barcode: null,
          description: null,
          quantity: null,
          currency: 'EUR',
          unitPrice: null,
          unitTax: null,
          taxRate: null,
          countryOfOrigin: null,
          unitWeight: null,
          height: null,
        },
      ],
      packageProducts: [
        { packageId: p1, productLineId: l1, quantity: 2 },
        { packageId: p2, productLineId: l1, quantity: 1 },
        { packageId: p2, productLineId: l2, quantity: null },
      ],
    })
  })

  test('issued ids need no escaping in a URL, differ from sent ids, and sort by creation', async () => {
    const { call } = await tenant()
    const issued: string[] = []
    const parts: string[] = []
    for (let n = 0; n < 5; n++) {
      const { data } = await call(createConsignment, { body: aFullOrder() })
      issued.push(data.consignmentId)
      parts.push(...data.packageIds, ...data.productLineIds)
      assert.deepEqual([data.packageIds.length, data.productLineIds.length], [2, 2])
    }
    for (const id of [...issued, ...parts]) assert.match(id, /^[A-Za-z0-9_-]{8,128}$/)
    assert.deepEqual(issued.toSorted(), issued)
    assert.equal(new Set([...issued, ...parts, 'p1', 'p2', 'l1', 'l2']).size, 29)
  })

  test('the issued ids of packages and lines are returned in the sequence of the request', async () => {
    const { call } = await tenant()
    const names = Array.from({ length: 40 }, (_, n) => `box ${40 - n}`)
    const { data } = await call(createConsignment, {
      body: anOrder({
        key: 'MANY',
        packages: names.map((packageId) => ({ packageId, barcode: packageId })),
        productLines: names.map((productLineId) => ({ productLineId, productCode: productLineId, currency: 'EUR' })),
      }),
    })
    const read = (await call(getConsignment, { query: { key: 'MANY' } })).data
    assert.deepEqual(
      read.packages.map(({ packageId, barcode }) => [packageId, barcode]),
      data.packageIds.map((id, n) => [id, names[n]]),
    )
    assert.deepEqual(
      read.productLines.map(({ productLineId, productCode }) => [productLineId, productCode]),
      data.productLineIds.map((id, n) => [id, names[n]]),
    )
  })

  test('a package and a product line may have the same reference', async () => {
    const { call } = await tenant()
    const { data } = await call(createConsignment, {
      body: anOrder({
        key: 'SAME',
        packages: [{ packageId: '1' }],
        productLines: [{ productLineId: '1', productCode: 'A', currency: 'EUR' }],
        packageProducts: [{ packageId: '1', productLineId: '1' }],
      }),
    })
    assert.deepEqual((await call(getConsignment, { query: { key: 'SAME' } })).data.packageProducts, [
      { packageId: data.packageIds[0], productLineId: data.productLineIds[0], quantity: null },
    ])
  })

  test('id, key and path select the same order for every method', async () => {
    const { call } = await tenant()
    const key = 'the key/with ?&=+%#~"\\ and é 😀'
    const body = { weight: 1 }
    for (const remove of ['id', 'key', 'path', 'both']) {
      const { data } = await call(createConsignment, { body: anOrder({ key }) })
      const id = data.consignmentId
      const params = { consignmentId: id }
      const reads = [
        await call(getConsignment, { query: { id } }),
        await call(getConsignment, { query: { key } }),
        await call(getConsignment, { query: { id, key } }),
        await call(getConsignmentById, { params }),
      ]
      for (const read of reads) assert.deepEqual(read.data, reads[0]!.data)
      await call(updateConsignment, { query: { id }, body: { weight: 1 } })
      await call(updateConsignment, { query: { key }, body: { weight: 2 } })
      await call(updateConsignment, { query: { id, key }, body: { weight: 3 } })
      const last = await call(updateConsignmentById, { params, body })
      assert.equal(last.etag, '"5"')
      if (remove === 'id') await call(deleteConsignment, { query: { id } })
      if (remove === 'key') await call(deleteConsignment, { query: { key } })
      if (remove === 'both') await call(deleteConsignment, { query: { id, key } })
      if (remove === 'path') await call(deleteConsignmentById, { params })
      await assert.rejects(call(getConsignment, { query: { key } }), { code: 'NOT_FOUND' })
    }
  })

  test('a selector without an order or with two orders changes nothing', async () => {
    const { call, request } = await tenant()
    const a = (await call(createConsignment, { body: anOrder({ key: 'A' }) })).data.consignmentId
    await call(createConsignment, { body: anOrder({ key: 'B' }) })
    for (const method of ['GET', 'PATCH', 'DELETE']) {
      const ask = (query: string) =>
        request(method, `/v1/consignment${query}`, method === 'PATCH' ? { body: { weight: 9 } } : {})
      assertProblem(await ask(''), 'BAD_REQUEST', ['?id'])
      assertProblem(await ask('?timezone=Europe/London'), 'BAD_REQUEST', ['?id'])
      assertProblem(await ask('?timezone=Nowhere'), 'BAD_REQUEST', ['?id', '?timezone'])
      assertProblem(await ask('?id='), 'BAD_REQUEST', ['?id'])
      assertProblem(await ask('?key='), 'BAD_REQUEST', ['?key'])
      assertProblem(await ask(`?id=${a}&id=${a}`), 'BAD_REQUEST', ['?id'])
      assertProblem(await ask(`?id=${a}&key=B`), 'BAD_REQUEST', ['?key'])
      assertProblem(await ask(`?id=${a}&key=NONE`), 'BAD_REQUEST', ['?key'])
      assertProblem(await ask(`?id=${someId}&key=A`), 'BAD_REQUEST', ['?key'])
      assertProblem(await ask(`?id=${a}&ID=${a}`), 'BAD_REQUEST', ['?ID'])
      assertProblem(await ask(`?id=${a}&limit=1`), 'BAD_REQUEST', ['?limit'])
      assertProblem(await ask(`?key=${'K'.repeat(129)}`), 'BAD_REQUEST', ['?key'])
      assertProblem(await ask('?key=%20A'), 'BAD_REQUEST', ['?key'])
      assertProblem(await ask(`?id=${someId}`), 'NOT_FOUND')
      assertProblem(await ask('?key=NONE'), 'NOT_FOUND')
      assertProblem(await ask(`?id=${someId}&key=NONE`), 'NOT_FOUND')
      assertProblem(await ask('?id=A'), 'NOT_FOUND')
      assertProblem(await ask(`?key=${a}`), 'NOT_FOUND')
      assertProblem(await ask('?key=a'), 'NOT_FOUND')
      assertProblem(await ask('?key=A%00'), 'NOT_FOUND')
      assertProblem(await ask('/A'), 'NOT_FOUND')
      assertProblem(await ask("/'%20or%20'1'='1"), 'NOT_FOUND')
    }
    for (const key of ['A', 'B']) assert.equal((await call(getConsignment, { query: { key } })).data.version, 1)
  })

  test('keys that differ by case, accent or composition are different keys', async () => {
    const { call } = await tenant()
    const keys = [
      'café',
      'cafe\u0301',
      'CAFÉ',
      'a b',
      'a  b',
      'a\u00a0b',
      '0',
      '00',
      '\u{1f600}',
      'null',
      "x' or '1'='1",
    ]
    for (const key of keys) await call(createConsignment, { body: anOrder({ key, consigneeCode: `code ${key}` }) })
    for (const key of keys) {
      const { data } = await call(getConsignment, { query: { key } })
      assert.deepEqual([data.key, data.consigneeCode], [key, `code ${key}`])
    }
  })

  test('timeAtStop returns the minutes in effect: those of the order, or else of the environment', async () => {
    const { call } = await tenant()
    const query = { key: 'T' }
    const minutes = async () => (await call(getConsignment, { query })).data.timeAtStop
    await call(createConsignment, { body: anOrder({ key: 'T' }) })
    await call(updateEnvironment, { body: { routeSettings: { stopDuration: 15 } } })
    assert.equal(await minutes(), 15, 'the stop duration of the environment')
    await call(updateConsignment, { query, body: { timeAtStop: 0 } })
    assert.equal(await minutes(), 0, 'its own, also when it is zero')
    await call(updateConsignment, { query, body: { timeAtStop: null } })
    assert.equal(await minutes(), 15, 'the environment again')
    await call(updateConsignment, { query, body: { loadId: 'L' } })
    await call(updateEnvironment, { body: { routeSettings: { stopDuration: 20 } } })
    assert.equal(await minutes(), 15, 'what was fixed when it joined')
    await call(updateConsignment, { query, body: { loadId: null } })
    assert.equal(await minutes(), 15, 'and stays fixed when it leaves')
    await call(updateConsignment, { query, body: { loadId: 'M' } })
    assert.equal(await minutes(), 15, 'also when it joins another')
    await call(updateConsignment, { query, body: { timeAtStop: 7 } })
    assert.equal(await minutes(), 7, 'its own before all')
  })

  test('a read of an order on a load returns its stop position', async () => {
    const { call } = await tenant()
    const position = async (key: string) => {
      const { data } = await call(getConsignment, { query: { key } })
      return [data.loadId, data.stopPosition, data.version]
    }
    for (const key of ['A', 'B', 'C']) await call(createConsignment, { body: anOrder({ key, loadId: 'L' }) })
    assert.deepEqual(await position('C'), ['L', 3, 1])
    await call(updateConsignment, { query: { key: 'A' }, body: { loadId: null } })
    assert.deepEqual(await position('A'), [null, 0, 2])
    assert.deepEqual(await position('C'), ['L', 2, 1], 'closing the gap is no change of the order')
    await call(deleteConsignment, { query: { key: 'B' } })
    assert.deepEqual(await position('C'), ['L', 1, 1])
  })

  test('an error for an unknown key contains the nearest keys', async () => {
    const { call, request } = await tenant()
    await call(updateEnvironment, {
      body: {
        channels: [{ key: 'express', name: 'Express' }],
        areas: [{ key: 'west', name: 'West' }],
        loads: { unknown: 'refuse' },
      },
    })
    await call(createDepot, { body: aDepot({ key: 'NORTH' }) })
    const cases = [
      ['depotKey', 'NORHT', 'UNKNOWN_DEPOT', /NORTH/],
      ['channelKey', 'expres', 'UNKNOWN_CHANNEL', /express/],
      ['areaKey', 'West', 'UNKNOWN_AREA', /west/],
      ['loadId', 'L404', 'UNKNOWN_LOAD', /Create it first/],
    ] as const
    await call(createConsignment, { body: anOrder({ key: 'GOOD' }) })
    for (const [name, value, code, hint] of cases) {
      const created = await request('POST', '/v1/consignment', { body: anOrder({ key: 'BAD', [name]: value }) })
      assertProblem(created, code, [`/${name}`])
      assert.match(created.json.data.errors[0].message, hint)
      const changed = await request('PATCH', '/v1/consignment?key=GOOD', { body: { [name]: value } })
      assertProblem(changed, code, [`/${name}`])
    }
    const all = await request('POST', '/v1/consignment', {
      body: anOrder({ key: 'BAD', ...Object.fromEntries(cases.map(([name, value]) => [name, value])) }),
    })
    assert.equal(all.status, 422)
    assert.deepEqual(
      all.json.data.errors.map(({ path }: { path: string }) => path).sort(),
      cases.map(([name]) => `/${name}`).sort(),
    )
    await assert.rejects(call(getConsignment, { query: { key: 'BAD' } }), { code: 'NOT_FOUND' })
    assert.equal((await call(getConsignment, { query: { key: 'GOOD' } })).data.version, 1)
  })
})
