// What is wrong with an order is told by its place and code, all of it at once, with the way out.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { importConsignments, RowResult } from '../../contract/bulk.ts'
import { ConsignmentInput, createConsignment, deleteConsignment, getConsignment } from '../../contract/consignment.ts'
import { createDepot } from '../../contract/depot.ts'
import { listExport } from '../../contract/export.ts'
import { compileSchema } from '../../server/platform/operation/validate.ts'
import { everyEngine, type Tenant } from '../support/harness.ts'
import { faultsOf, type Loose, placed, post, refused, valueAt } from '../support/input.ts'
import { lineOf, readAnswer } from '../support/lines.ts'
import { aDepot, aFullOrder, aKey, anAddress, anOrder } from '../support/orders.ts'
import { assertProblem } from '../support/problem.ts'
import { tenants } from '../support/tenants.ts'

const linesType = { 'content-type': 'application/x-ndjson' }

everyEngine('an invalid order', (open) => {
  const fresh = tenants(open)
  let shared: Promise<Tenant> | undefined
  const tenant = () => (shared ??= fresh())

  test('an unknown field of an order is rejected at any depth, with its name and a suggestion', async () => {
    const t = await tenant()
    const cases: [string, RegExp][] = [
      ['/wieght', /`weight`/],
      ['/planninngInstructions', /`planningInstructions`/],
      ['/deliveryInstructions', /`planningInstructions`|`consignmentInstructions`|not recognised/],
      ['/consigneeAddress/postcode', /`postalCode`/],
      ['/consignorAddress/Line1', /`line1`/],
      ['/consigneeAddress/geoLocation/long', /`lng`/],
      ['/consigneeContact/e-mail', /`email`/],
      ['/consigneeContact/phone/contryCode', /`countryCode`/],
      ['/packages/0/hight', /`height`/],
      ['/productLines/0/unitprice', /`unitPrice`/],
      ['/packageProducts/0/qty', /not recognised/],
      ['/constructor', /not recognised/],
      ['/toString', /not recognised/],
    ]
    for (const [path, hint] of cases) {
      const members = placed(path, 1)
      if (path.includes('geoLocation'))
        Object.assign(valueAt(members, '/consigneeAddress/geoLocation') as object, { lat: 1, lng: 1 })
      const answer = await refused(t, members, `${path} unknown`)
      assert.match(answer.json.data.errors[0].message, hint)
      assert.ok(answer.json.data.message.includes(path.slice(path.lastIndexOf('/') + 1)))
    }
    await refused(t, { 'a/b~c': 1 }, '/a~1b~0c unknown')
    await refused(t, { zzzz: null }, '/zzzz unknown')
    const proto = await post(t, `{"__proto__":{"x":1},${JSON.stringify(anOrder()).slice(1)}`)
    assert.deepEqual(faultsOf(proto), ['/__proto__ unknown'])
  })

  test('a value of a wrong type is rejected with the path of its field', async () => {
    const t = await fresh()
    const members = Object.keys(ConsignmentInput.properties).filter((name) => name !== 'key')
    const values = ['', ' ', 'x', '{', '[]', '{"a":', 1, -1, true, [], {}, [null], [[]], { a: 1 }, null]
    const rows = members.flatMap((name) => values.map((value) => ({ ...anOrder(), [name]: value })))
    const stored = anOrder()
    await t.call(createConsignment, { body: stored })
    for (const mode of ['create', 'upsert', 'replace'])
      for (let at = 0; at < rows.length; at += 500) {
        const consignments = rows
          .slice(at, at + 500)
          .map((row) => (mode === 'create' ? row : { ...row, key: stored.key }))
        const { status, json, text } = await t.request('POST', `/v1/consignments?mode=${mode}&dryRun=true`, {
          body: { consignments },
        })
        assert.equal(status, 200, text)
        for (const { index, code } of json.data.results)
          assert.notEqual(code, 'INTERNAL', `${mode} ${JSON.stringify(consignments[index])}`)
      }
  })

  test('an order with a text in the place of custom fields, tags or skills is rejected', async () => {
    const t = await fresh()
    const key = aKey()
    await t.call(createConsignment, { body: anOrder({ key }) })
    for (const name of ['customFields', 'tags', 'skills'])
      for (const text of ['', ' ', 'x', '{', '{}']) {
        const body = { ...anOrder({ key }), [name]: text }
        await refused(t, { [name]: text }, `/${name} type`)
        for (const method of ['PUT', 'PATCH']) {
          const answer = await t.request(method, `/v1/consignment?key=${key}`, { body })
          assertProblem(answer, 'BAD_REQUEST', [`/${name}`])
        }
      }
    const rows = () =>
      Array.from({ length: 60 }, (_, at) => ({ ...anOrder(), ...(at === 45 ? { customFields: '' } : {}) }))
    const sends = ['', '?dryRun=true'].flatMap((query) => [
      () => t.request('POST', `/v1/consignments${query}`, { body: { consignments: rows() } }),
      () => t.request('POST', `/v1/consignments${query}`, { body: rows().map(lineOf).join(''), headers: linesType }),
    ])
    for (const send of sends) {
      const { status, json, text } = await send()
      assert.equal(status, 200, text)
      const { results, summary } = json?.data ?? readAnswer(text)
      assert.deepEqual(summary, { rows: 60, created: 59, updated: 0, unchanged: 0, failed: 1 })
      assert.deepEqual(
        [results[45].status, results[45].code, results[45].errors[0].path],
        ['failed', 'BAD_REQUEST', '/customFields'],
      )
    }
    const atomic = await t.request('POST', '/v1/consignments?atomic=true', { body: { consignments: rows() } })
    assertProblem(atomic, 'BAD_REQUEST', ['/consignments/45/customFields'])
  })

  test('an unknown query parameter is rejected with its name', async () => {
    const answer = await post(await tenant(), anOrder(), '?timezon=UTC')
    assertProblem(answer, 'BAD_REQUEST', ['?timezon'])
    assert.match(answer.json.data.message, /`timezone`/)
    assertProblem(await post(await tenant(), { ...anOrder(), wieght: 1 }, '?timezon=UTC'), 'BAD_REQUEST', [
      '/wieght',
      '?timezon',
    ])
  })

  test('a new order with read-only fields is rejected', async () => {
    const t = await fresh()
    const { call } = t
    await call(createDepot, { body: aDepot({ key: 'D' }) })
    await call(createConsignment, { body: anOrder({ key: 'OLD', depotKey: 'D' }) })
    const { data } = await call(getConsignment, { query: { key: 'OLD' } })
    const readOnly = [
      'consignmentId',
      'environmentId',
      'version',
      'created',
      'updated',
      'stopPosition',
      'depot',
    ] as const
    for (const name of readOnly) {
      const answer = await refused(t, { [name]: data[name] }, `/${name} read_only`)
      assert.match(answer.json.data.message, /set by the service/)
    }
    assert.deepEqual(
      faultsOf(await post(t, { ...data, key: 'NEW' })),
      readOnly.map((name) => `/${name} read_only`).sort(),
    )
  })

  test('an order in which a field appears twice is rejected with the name of the field', async () => {
    const t = await tenant()
    const raw = JSON.stringify(anOrder()).slice(0, -1)
    for (const [more, path] of [
      ['"weight":1,"weight":1', '/weight'],
      ['"weight":null,"\\u0077eight":null', '/weight'],
      ['"consigneeContact":{"email":"a@b.c","email":"a@b.c"}', '/consigneeContact/email'],
      ['"packages":[{"packageId":"1"},{"packageId":"2","packageId":"3"}]', '/packages/1/packageId'],
    ])
      assert.deepEqual(faultsOf(await t.request('POST', '/v1/consignment', { body: `${raw},${more}}` })), [
        `${path} duplicate`,
      ])
  })

  test('an order whose body exceeds the limits of depth or of values is rejected', async () => {
    const t = await tenant()
    const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`
    const faults = async (body: string) => faultsOf(await t.request('POST', '/v1/consignment', { body }))
    assert.deepEqual(await faults(nested(32)), [' type'])
    assert.deepEqual(await faults(nested(33)), [' too_deep'])
    assert.deepEqual(await faults(nested(400_000)), [' too_deep'])
    assert.deepEqual(await faults(`[${'0,'.repeat(60_000)}0]`), [' too_many'])
    const raw = JSON.stringify(anOrder())
    const padded = `${raw.slice(0, -1)}${' '.repeat(1_048_576 - Buffer.byteLength(raw))}}`
    assert.equal((await t.request('POST', '/v1/consignment', { body: padded })).status, 201)
    assertProblem(await t.request('POST', '/v1/consignment', { body: `${padded} ` }), 'BODY_TOO_LARGE')
  })

  test('the response to an invalid order contains all errors, each with its path', async () => {
    const t = await tenant()
    const answer = await post(
      t,
      {
        key: ' K',
        type: 'pickup',
        wieght: 1,
        version: 1,
        timeAtStop: -1,
        requiredFrom: '2026-07-02 00:00:00',
        requiredTo: '2026-07-01 00:00:00',
        planned: 'soon',
        consigneeContact: { email: 'x', phone: { code: 'UK', localNumber: 'x' } },
        consigneeAddress: { city: 'x', postalCode: 1, country: 'UK', geoLocation: { lat: 91 } },
        consignorAddress: { line1: '' },
        packages: [{ packageId: 'a' }, { packageId: 'a', weight: -1 }, {}],
        productLines: [{ productLineId: 'l', currency: 'XYZ' }],
        packageProducts: [{ packageId: 'b', productLineId: 'l' }],
        depotKey: 'NONE',
        channelKey: 'NONE',
        areaKey: 'NONE',
      },
      '?timezone=Europe/Londn&dateTimes=local',
    )
    assertProblem(answer, 'BAD_REQUEST')
    assert.deepEqual(
      faultsOf(answer),
      [
        '?dateTimes unknown',
        '?timezone format',
        '/key format',
        '/type not_allowed',
        '/wieght unknown',
        '/version read_only',
        '/timeAtStop out_of_range',
        '/requiredFrom order',
        '/planned format',
        '/consigneeContact/email format',
        '/consigneeContact/phone/code format',
        '/consigneeContact/phone/localNumber format',
        '/consigneeAddress/line1 required',
        '/consigneeAddress/postalCode type',
        '/consigneeAddress/country format',
        '/consigneeAddress/geoLocation/lat out_of_range',
        '/consigneeAddress/geoLocation/lng required',
        '/consignorAddress/line1 required',
        '/consignorAddress/postalCode required',
        '/consignorAddress/country required',
        '/packages/1/packageId duplicate',
        '/packages/1/weight out_of_range',
        '/packages/2/packageId required',
        '/productLines/0/productCode required',
        '/productLines/0/currency format',
        '/packageProducts/0/packageId unknown_package',
        '/depotKey unknown_depot',
        '/channelKey unknown_channel',
        '/areaKey unknown_area',
      ].sort(),
    )
    assert.match(answer.json.data.message, /and 28 more/)
  })

  test('the response contains errors of form and of references together, with the lower status', async () => {
    const t = await tenant()
    const both = await post(t, { ...anOrder({ depotKey: 'NONE' }), weight: -1 })
    assertProblem(both, 'BAD_REQUEST', ['/depotKey', '/weight'])
    const reference = await post(t, anOrder({ depotKey: 'NONE' }))
    assertProblem(reference, 'UNKNOWN_DEPOT', ['/depotKey'])
    const query = await post(t, anOrder({ depotKey: 'NONE' }), '?timezone=Nowhere')
    assertProblem(query, 'BAD_REQUEST', ['/depotKey', '?timezone'])
  })

  test('each error message of an order states what to do next', async () => {
    const t = await tenant()
    const said = async (members: Loose) => (await post(t, { ...anOrder(), ...members })).json.data.message as string
    const address = (country: string) => ({ consigneeAddress: { ...anAddress, country } })
    assert.equal(await said(address('UK')), '`UK` is not an ISO 3166 code; Great Britain is `GB`.')
    assert.equal(await said(address('kv')), '`kv` is not an ISO 3166 code; Kosovo is `XK`.')
    assert.match(await said(address('el')), /Greece is `GR`/)
    assert.match(await said(address('Germany')), /two-letter ISO 3166-1 code such as `GB`/)
    assert.match(await said({ weight: -1 }), /^`weight` cannot be negative/)
    assert.match(await said({ weight: '1' }), /^`weight` must be a number, not a string/)
    assert.match(await said({ timeAtStop: 1.5 }), /^`timeAtStop` must be a whole number, not 1.5/)
    assert.match(await said({ planned: 'tomorrow' }), /YYYY-MM-DD HH:mm:ss/)
    assert.match(await said({ consigneeCode: 'x'.repeat(1_001) }), /longer than 1000 characters/)
    assert.match(await said({ depot: {} }), /`depotKey`/)
    assert.match(await said({ consigneeContact: { email: 'x' } }), /name@example\.com/)
    assert.match(
      await said({ requiredFrom: '2026-01-02 00:00:00', requiredTo: '2026-01-01 00:00:00' }),
      /after `requiredTo`/,
    )
    assert.match(await said({ packages: ['x'] }), /^`packages\/0` must be an object, not a string/)
    assert.match(await said({ packages: [{ packageId: 'p', weight: -1 }] }), /^`weight` cannot/)
    const malformed = await t.request('POST', '/v1/consignment', { body: '{\n  "key": oops\n}' })
    assert.match(malformed.json.data.message, /line 2, column 10/)
  })

  test('the response to huge names and thousands of errors is short', async () => {
    const t = await tenant()
    const name = 'n'.repeat(500_000)
    const bodies = [
      `{"${name}":[${'"\\u0000",'.repeat(20_000)}0]}`,
      `{"${name}":{${'"a":1,'.repeat(20_000)}"b":1}}`,
      `{"${name}":1}`,
      JSON.stringify(anOrder({ packages: Array.from({ length: 5_000 }, () => ({})) as never })),
      JSON.stringify(anOrder({ depotKey: name, channelKey: name })),
      JSON.stringify(anOrder({ packages: [], packageProducts: [{ packageId: name, productLineId: name }] })),
    ]
    for (const body of bodies) {
      const answer = await t.request('POST', '/v1/consignment', { body })
      assertProblem(answer, 'BAD_REQUEST')
      assert.ok(answer.text.length < 300_000, `${answer.text.length} characters`)
      assert.ok(answer.json.data.errors.length <= 1_000)
    }
  })

  test('a rejected order leaves no data', async () => {
    const t = await fresh()
    const key = 'HALF'
    const bodies = [
      { ...aFullOrder({ key }), wieght: 1 },
      aFullOrder({ key, depotKey: 'NONE', loadId: 'NEW-LOAD' }),
      aFullOrder({ key, packageProducts: [{ packageId: 'none', productLineId: 'l1' }], loadId: 'NEW-LOAD' }),
    ]
    for (const body of bodies) assert.ok((await post(t, body)).status >= 400)
    await assert.rejects(t.call(getConsignment, { query: { key } }), { code: 'NOT_FOUND' })
    await assert.rejects(t.call(deleteConsignment, { query: { key } }), { code: 'NOT_FOUND' })
    assert.deepEqual((await t.call(listExport)).data, [])
    assert.equal((await t.request('GET', '/v1/load?id=NEW-LOAD')).status, 404)
  })

  test('an error of a custom field with an empty or very long name has a path, also in rows and streams', async () => {
    const t = await fresh()
    const long = '/'.repeat(3_000)
    const cases: [object, string][] = [
      [{ '': {} }, '/customFields/ type'],
      [{ [long]: {} }, `/customFields/${'~1'.repeat(64)}… type`],
      [{ [long]: 'x' }, `/customFields/${'~1'.repeat(64)}… unknown`],
    ]
    for (const [customFields, fault] of cases) {
      const row = { ...anOrder(), customFields }
      await refused(t, { customFields }, fault)
      const { data } = await t.call(importConsignments, { query: {}, body: { consignments: [row as never] } })
      const { text } = await t.request('POST', '/v1/consignments', { body: lineOf(row), headers: linesType })
      for (const [result] of [data.results, readAnswer(text).results])
        assert.deepEqual(
          result!.errors!.map(({ path, code }) => `${path} ${code}`),
          [fault],
        )
    }
  })

  test('the path of an error is within the limit of the contract at any depth', async () => {
    const t = await fresh()
    const name = '~'.repeat(60)
    const row = JSON.stringify({ ...anOrder(), a: JSON.parse(`${`{"${name}":`.repeat(20)}"\\u0000"${'}'.repeat(20)}`) })
    const { text } = await t.request('POST', '/v1/consignments', { body: row, headers: linesType })
    const [result] = readAnswer(text).results
    assert.deepEqual(compileSchema(RowResult)(result), [])
    const path = result!.errors!.find(({ code }) => code === 'invalid_text')?.path
    assert.match(path ?? '', /^\/a(\/(~0){60}){8}$/)
  })
})
