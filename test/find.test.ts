// Finding orders: filters, search, sorts and pages, held against a model.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createConsignment } from '../contract/consignment.ts'
import { listConsignments } from '../contract/consignments.ts'
import { everyEngine } from './harness.ts'
import { aFullOrder, anOrder } from './orders.ts'
import { tenants } from './tenants.ts'

everyEngine('find', (open) => {
  const fresh = tenants(open)
  test('lists in every sort, by pages, with all filters', async () => {
    const { call } = await fresh()
    for (let i = 0; i < 5; i++) await call(createConsignment, { body: anOrder({ key: `K-${i}` }) })
    await call(createConsignment, { body: aFullOrder() })
    for (const sort of ['created', 'updated', 'key', 'requiredFrom', 'requiredTo', 'planned'] as const)
      for (const s of [sort, `-${sort}`] as const) {
        const a = await call(listConsignments, { query: { sort: s, limit: '4', total: 'true' } })
        assert.equal(a.data.consignments.length, 4)
        assert.deepEqual(a.data.total, { count: 6, exact: true })
        const b = await call(listConsignments, {
          query: { sort: s, limit: '4', cursor: a.data.cursor!, view: 'compact' },
        })
        assert.equal(b.data.consignments.length, 2)
        assert.equal(new Set([...a.data.consignments, ...b.data.consignments].map((c) => c.key)).size, 6)
        const all = await call(listConsignments, {
          query: {
            sort: s,
            search: 'k',
            type: 'delivery',
            depotKey: 'none',
            onExportList: 'true',
            loadId: 'none',
            late: 'false',
            located: 'false',
            createdFrom: '2020-01-01T00:00:00Z',
            updatedTo: '2099-01-01T00:00:00Z',
          },
        })
        assert.equal(all.data.consignments.length, 5)
        const off = await call(listConsignments, { query: { sort: s, offset: '5' } })
        assert.equal(off.data.consignments.length, 1)
      }
  })
})
