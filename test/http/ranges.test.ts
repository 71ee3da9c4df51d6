// Ranges of times in the queries of lists: whichever list it is, one that ends before it begins holds nothing.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createConsignment } from '../../contract/consignment.ts'
import type { EndpointShape } from '../../contract/endpoint.ts'
import { endpoints } from '../../contract/index.ts'
import { createLoad } from '../../contract/load.ts'
import { everyEngine } from '../support/harness.ts'
import { aKey, anOrder } from '../support/orders.ts'
import { aPod, newUuid } from '../support/pods.ts'
import { tenants } from '../support/tenants.ts'

/** The pairs `from`/`to`, `plannedFrom`/`plannedTo` … of every list, as the contract has them. */
const pairs = (Object.values(endpoints) as EndpointShape[]).flatMap(({ method, path, query }) =>
  Object.keys(query.properties ?? {}).flatMap((name) => {
    const other = name === 'from' ? 'to' : name.replace(/From$/, 'To')
    return method === 'GET' && other !== name && other in query.properties ? [{ path, from: name, to: other }] : []
  }),
)

everyEngine('a range of times', (open) => {
  const fresh = tenants(open)

  test('every list is empty for a range of times that ends before it begins', async () => {
    const { call, request } = await fresh()
    const day = '2026-07-01'
    const at = (hour: number) => `${day}T${String(hour).padStart(2, '0')}:00:00Z`
    const order = anOrder({ requiredFrom: at(8), requiredTo: at(18), planned: at(12) })
    const { consignmentId } = (await call(createConsignment, { body: order })).data
    await call(createLoad, { body: { key: aKey(), plannedStart: at(12) } })
    await request('PUT', `/v1/pod/${newUuid()}`, { body: aPod({ consignmentId }) })
    assert.ok(pairs.length >= 6, JSON.stringify(pairs))
    for (const { path, from, to } of pairs)
      for (const more of from === 'windowFrom' ? ['', '&window=overlaps', '&window=within'] : ['']) {
        const rows = async (first: string, last: string) => {
          const { status, json, text } = await request('GET', `${path}?${from}=${first}&${to}=${last}${more}`)
          assert.equal(status, 200, text)
          return ([json.data, ...Object.values(json.data)].find(Array.isArray) as unknown[]).length
        }
        assert.equal(await rows('2026-01-01T00:00:00Z', '2999-01-01T00:00:00Z'), 1, `${path} ${from} ${more}`)
        assert.equal(await rows(at(14), at(10)), 0, `${path} ${from} ${more}`)
        assert.equal(await rows('2999-01-01T00:00:00Z', '2026-01-01T00:00:00Z'), 0, `${path} ${from} ${more}`)
      }
  })
})
