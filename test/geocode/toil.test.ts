// How much of large orders is read for the centres of postal codes and towns: each once, a few at a time, and only addresses are parsed.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createConsignment } from '../../contract/consignment.ts'
import { proposeLocations } from '../../server/orders/geocoder/rules.ts'
import { createBackgroundCall, type FlowContext } from '../../server/platform/operation/operation.ts'
import { openDatabase } from '../../server/runtime/storage.ts'
import { bytesParsed, countReads, largeBytes, manyLines, sumOf } from '../support/counting.ts'
import { everyEngine } from '../support/harness.ts'
import { anAddress, anOrder } from '../support/orders.ts'
import { tenants } from '../support/tenants.ts'

everyEngine('the work of centres', (open) => {
  const fresh = tenants(open)

  test('proposed locations read large orders once for all addresses, in small batches', async (t) => {
    const { environmentId, call } = await fresh()
    const database = await openDatabase((await open()).config)
    t.after(() => database.close())
    const consigneeAddress = { ...anAddress, geoLocation: { lat: 50.7, lng: -3.5 } }
    const count = 5
    for (let made = 0; made < count; made++)
      await call(createConsignment, { body: anOrder({ consigneeAddress, productLines: manyLines }) })
    const { read, bytes } = countReads(database)
    const context = { read, services: {} } as unknown as FlowContext
    const addresses = ['FR', 'IE', 'GB'].map((country) => ({ ...anAddress, country }))
    const found: number[] = []
    const parsed = await bytesParsed(t, async () => {
      const { results } = await proposeLocations({ ...createBackgroundCall(environmentId, { addresses }) }, context)
      found.push(...results.map(({ proposals }) => proposals.length))
    })
    assert.deepEqual(found, [0, 0, 1])
    assert.ok(sumOf(bytes) < (count + 1) * 1.5 * largeBytes, `${sumOf(bytes)} bytes`)
    assert.ok(Math.max(...bytes) < 1_200_000, `${Math.max(...bytes)} bytes at once`)
    assert.ok(parsed < largeBytes, `${parsed} bytes parsed`)
  })
})
