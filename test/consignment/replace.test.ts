// PUT: creates an order, or makes the one with that key as the body says.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createConsignment, getConsignment, replaceConsignment } from '../../contract/consignment.ts'
import { clearExport, listExport } from '../../contract/export.ts'
import { everyEngine, type Tenant } from '../support/harness.ts'
import { aFullOrder, aKey, anOrder } from '../support/orders.ts'
import { assertProblem } from '../support/problem.ts'
import { tenants } from '../support/tenants.ts'

everyEngine('replacing', (open) => {
  const fresh = tenants(open)
  const read = async ({ call }: Tenant, key: string) => (await call(getConsignment, { query: { key } })).data
  const put = ({ request }: Tenant, key: string, body: unknown, headers: Record<string, string> = {}) =>
    request('PUT', `/v1/consignment?key=${encodeURIComponent(key)}`, { body, headers })

  test('a replacement of a missing order creates it with 201, like POST', async () => {
    const tenant = await fresh()
    const key = aKey()
    const { data, status, etag } = await tenant.call(replaceConsignment, { query: { key }, body: aFullOrder({ key }) })
    assert.equal(status, 201)
    assert.equal(etag, '"1"')
    const other = await fresh()
    await other.call(createConsignment, { body: aFullOrder({ key }) })
    const [a, b] = [await read(tenant, key), await read(other, key)]
    assert.deepEqual(
      a.packages.map(({ packageId }) => packageId),
      data.packageIds,
    )
    const plain = ({ consignmentId: _1, environmentId: _2, created: _3, updated: _4, ...rest }: typeof a) =>
      JSON.stringify({
        ...rest,
        packages: rest.packages.length,
        productLines: rest.productLines.length,
        packageProducts: rest.packageProducts.length,
      })
    assert.equal(plain(a), plain(b))
    const listed = await tenant.call(listExport, { query: { detail: 'true' } })
    assert.equal(listed.data.length, 1)
  })

  test('a replacement unsets absent fields and removes the order from its load', async () => {
    const tenant = await fresh()
    const key = aKey()
    await tenant.call(createConsignment, { body: aFullOrder({ key, loadId: 'L' }) })
    const before = await read(tenant, key)
    assert.equal(before.loadId, 'L')
    const { status, etag, data } = await tenant.call(replaceConsignment, { query: { key }, body: anOrder({ key }) })
    assert.equal(status, 200)
    assert.equal(etag, '"2"')
    assert.deepEqual(data, { consignmentId: before.consignmentId, packageIds: [], productLineIds: [] })
    const after = await read(tenant, key)
    const other = await fresh()
    await other.call(createConsignment, { body: anOrder({ key }) })
    const bare = await read(other, key)
    assert.deepEqual(
      { ...after, timeAtStop: 0 },
      {
        ...bare,
        timeAtStop: 0,
        consignmentId: before.consignmentId,
        environmentId: before.environmentId,
        created: before.created,
        updated: after.updated,
        version: 2,
      },
    )
  })

  test('a replacement with the same content changes neither version, time nor export list', async () => {
    const tenant = await fresh()
    const key = aKey()
    const body = aFullOrder({ key })
    const first = await tenant.call(replaceConsignment, { query: { key }, body })
    await tenant.call(clearExport)
    const before = await read(tenant, key)
    const second = await tenant.call(replaceConsignment, { query: { key }, body })
    assert.equal(second.status, 200)
    assert.deepEqual(second.data, first.data)
    assert.deepEqual(await read(tenant, key), before)
    assert.deepEqual((await tenant.call(listExport, {})).data, [])
  })

  test('packages and lines keep their ids if the body has their ids or references', async () => {
    const tenant = await fresh()
    const key = aKey()
    const body = aFullOrder({ key })
    const { packageIds, productLineIds } = (await tenant.call(createConsignment, { body })).data
    const answer = await tenant.call(replaceConsignment, {
      query: { key },
      body: {
        ...body,
        packages: [{ packageId: packageIds[1]! }, { packageId: 'new' }, { packageId: 'p1', weight: 7 }],
        packageProducts: [
          { packageId: packageIds[0]!, productLineId: 'l1' },
          { packageId: 'p2', productLineId: productLineIds[1]! },
        ],
      },
    })
    assert.deepEqual(answer.data.productLineIds, productLineIds)
    assert.equal(answer.data.packageIds[0], packageIds[1])
    assert.equal(answer.data.packageIds[2], packageIds[0])
    assert.ok(!packageIds.includes(answer.data.packageIds[1]!))
  })

  test('a replacement with an outdated version is rejected, also for a missing order', async () => {
    const tenant = await fresh()
    const key = aKey()
    assertProblem(await put(tenant, key, anOrder({ key }), { 'if-match': '*' }), 'VERSION_MISMATCH')
    assert.equal((await put(tenant, key, anOrder({ key }))).status, 201)
    assertProblem(await put(tenant, key, anOrder({ key, weight: 2 }), { 'if-match': '"2"' }), 'VERSION_MISMATCH')
    assert.equal((await put(tenant, key, anOrder({ key, weight: 2 }), { 'if-match': '"1"' })).status, 200)
    assert.equal((await read(tenant, key)).version, 2)
  })

  test('a PUT with `If-None-Match: *` does not replace an existing order', async () => {
    const tenant = await fresh()
    const key = aKey()
    const onlyNew = { 'if-none-match': '*' }
    assert.equal((await put(tenant, key, anOrder({ key }), onlyNew)).status, 201)
    assertProblem(await put(tenant, key, anOrder({ key, weight: 2 }), onlyNew), 'VERSION_MISMATCH')
    assertProblem(
      await put(tenant, key, anOrder({ key, weight: 2 }), { ...onlyNew, 'if-match': '*' }),
      'VERSION_MISMATCH',
    )
    assert.equal((await read(tenant, key)).version, 1)
    const other = aKey()
    const twins = await Promise.all(
      Array.from({ length: 5 }, (_, weight) => put(tenant, other, anOrder({ key: other, weight }), onlyNew)),
    )
    assert.deepEqual(twins.map(({ status }) => status).sort(), [201, 412, 412, 412, 412])
    assert.equal((await read(tenant, other)).version, 1)
  })

  test('an If-None-Match that a change cannot apply is rejected', async () => {
    const tenant = await fresh()
    const key = aKey()
    await put(tenant, key, anOrder({ key }))
    const send = (method: string, value: string) =>
      tenant.request(method, `/v1/consignment?key=${key}`, {
        ...(method === 'DELETE' ? {} : { body: method === 'PUT' ? anOrder({ key, weight: 2 }) : { weight: 2 } }),
        headers: { 'if-none-match': value },
      })
    for (const value of ['"1"', 'W/"1"', '1', '"x", *'])
      assertProblem(await send('PUT', value), 'BAD_REQUEST', ['If-None-Match:'])
    for (const method of ['PATCH', 'DELETE'])
      for (const value of ['*', '"1"']) assertProblem(await send(method, value), 'BAD_REQUEST', ['If-None-Match:'])
    assert.equal((await read(tenant, key)).version, 1)
  })

  test('a replacement returns errors of form, references and elements together', async () => {
    const tenant = await fresh()
    const key = aKey()
    const body = {
      ...anOrder({ key: 'another', depotKey: 'nowhere', packages: [{ packageId: 'p1' }] }),
      surprise: 1,
      packageProducts: [{ packageId: 'p9', productLineId: 'l9' }],
    }
    const places = [
      '/key',
      '/depotKey',
      '/surprise',
      '/packageProducts/0/packageId',
      '/packageProducts/0/productLineId',
    ]
    assertProblem(await put(tenant, key, body), 'BAD_REQUEST', places)
    await tenant.call(createConsignment, { body: anOrder({ key }) })
    assertProblem(await put(tenant, key, body), 'BAD_REQUEST', places)
    assertProblem(await put(tenant, key, { ...anOrder({ key }), version: 1, depot: null }), 'BAD_REQUEST', [
      '/version',
      '/depot',
    ])
    assert.equal((await read(tenant, key)).version, 1)
  })

  test('of many concurrent PUT requests, one creates the order, and each other request replaces it', async () => {
    const tenant = await fresh()
    const key = aKey()
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, weight) => put(tenant, key, anOrder({ key, weight: weight + 1 }))),
    )
    assert.deepEqual(answers.map(({ status }) => status).sort(), [...Array(23).fill(200), 201])
    assert.equal((await read(tenant, key)).version, 24)
    assert.equal(new Set(answers.map(({ json }) => json.data.consignmentId)).size, 1)
  })
})
