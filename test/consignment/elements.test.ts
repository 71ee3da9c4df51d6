// Packages, product lines and the links between them keep their identity when an order changes.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Consignment, createConsignment, getConsignment, updateConsignment } from '../../contract/consignment.ts'
import { everyEngine } from '../support/harness.ts'
import type { Loose } from '../support/input.ts'
import { aFullOrder, type anOrder } from '../support/orders.ts'
import { ordersOf, patched, query, read, refused } from '../support/patching.ts'

everyEngine('elements', (open) => {
  const { withFullOrder } = ordersOf(open)

  test('a package or line in a change keeps its issued id, selected by id or by reference', async () => {
    const t = await withFullOrder()
    const before = await read(t)
    const [p1, p2] = before.packages.map(({ packageId }) => packageId)
    const [l1, l2] = before.productLines.map(({ productLineId }) => productLineId)
    const line = (productLineId: string) => ({ productLineId, productCode: 'c', currency: 'EUR' })
    const ids = (order: Consignment) => [
      order.packages.map(({ packageId }) => packageId),
      order.productLines.map(({ productLineId }) => productLineId),
    ]
    const send = async (body: Loose) => {
      await t.call(updateConsignment, { query, body })
      return read(t)
    }
    const renamed = await send({
      packages: [{ packageId: 'p2', barcode: 'x' }, { packageId: p1 }],
      productLines: [line(l2!), line('l1')],
    })
    assert.deepEqual(
      ids(renamed),
      [
        [p2, p1],
        [l2, l1],
      ],
      'the order of the request',
    )
    assert.equal(renamed.packages[0]!.barcode, 'x')
    assert.deepEqual(renamed.packageProducts, before.packageProducts, 'links follow the ids')

    const grown = await send({
      packages: [{ packageId: 'p1' }, { packageId: 'p3' }, { packageId: p2 }],
      packageProducts: [
        { packageId: p1, productLineId: 'l1', quantity: 9 },
        { packageId: 'p3', productLineId: l2 },
        { packageId: 'p2', productLineId: 'l2' },
      ],
    })
    const p3 = grown.packages[1]!.packageId
    assert.deepEqual(ids(grown)[0], [p1, p3, p2])
    assert.ok(![p1, p2, 'p3'].includes(p3))
    assert.deepEqual(grown.packageProducts, [
      { packageId: p1, productLineId: l1, quantity: 9 },
      { packageId: p3, productLineId: l2, quantity: null },
      { packageId: p2, productLineId: l2, quantity: null },
    ])

    const shrunk = await send({
      packages: [{ packageId: 'p3' }],
      packageProducts: [{ packageId: p3, productLineId: l1 }],
    })
    assert.deepEqual(ids(shrunk)[0], [p3])
    const back = await send({ packages: [{ packageId: 'p3' }, { packageId: 'p1' }, { packageId: p2 }] })
    assert.equal(back.packages[0]!.packageId, p3)
    for (const { packageId } of back.packages.slice(1)) assert.ok(![p1, p2].includes(packageId), 'what was gone is new')
  })

  test('a package or line that appears twice, by id and by reference, is rejected', async () => {
    const t = await withFullOrder()
    const { packages, productLines } = await read(t)
    await refused(
      t,
      { packages: [{ packageId: 'p1' }, { packageId: packages[0]!.packageId }, { packageId: 'p2' }] },
      '/packages/1/packageId duplicate',
    )
    const line = { productCode: 'c', currency: 'EUR' }
    await refused(
      t,
      {
        productLines: [
          { ...line, productLineId: productLines[1]!.productLineId },
          { ...line, productLineId: 'l2' },
          { ...line, productLineId: 'l1' },
        ],
      },
      '/productLines/1/productLineId duplicate',
    )
  })

  test('a package or line that another element links to cannot be removed', async () => {
    const t = await withFullOrder()
    assert.equal(
      (await refused(t, { packages: [{ packageId: 'p2' }] }, '/packageProducts/0/packageId unknown_package')).status,
      422,
    )
    await refused(
      t,
      { productLines: null },
      ...[0, 1, 2].map((n) => `/packageProducts/${n}/productLineId unknown_product_line`),
    )
    await refused(
      t,
      { packageProducts: [{ packageId: 'p9', productLineId: 'l1' }] },
      '/packageProducts/0/packageId unknown_package',
    )
    await patched(t, { productLines: null, packageProducts: null }, { productLines: [], packageProducts: [] })
  })

  test('the ids of packages and lines of one order are rejected in another order', async () => {
    const t = await withFullOrder()
    const other = await t.call(createConsignment, { body: aFullOrder({ key: 'OTHER' }) })
    const [foreign] = other.data.packageIds
    await t.call(updateConsignment, { query, body: { packages: [{ packageId: foreign! }], packageProducts: [] } })
    assert.notEqual((await read(t)).packages[0]!.packageId, foreign)
  })

  test('a copy of a read creates an order with new ids', async () => {
    const t = await withFullOrder()
    const { consignmentId, depot, ...rest } = await read(t)
    const readOnly = ['environmentId', 'version', 'created', 'updated', 'stopPosition']
    const copy = Object.fromEntries(Object.entries(rest).filter(([name]) => !readOnly.includes(name)))
    const body = { ...copy, key: 'COPY', depotKey: depot!.key } as ReturnType<typeof anOrder>
    const { data } = await t.call(createConsignment, { body })
    const copied = (await t.call(getConsignment, { query: { key: 'COPY' } })).data
    assert.notEqual(data.consignmentId, consignmentId)
    assert.equal(copied.packageProducts[1]!.packageId, data.packageIds[1])
    assert.ok(!rest.packages.some(({ packageId }) => data.packageIds.includes(packageId)))
  })
})
