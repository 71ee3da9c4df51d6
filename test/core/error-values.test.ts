// Errors carry their values as data, so that programs need not read the message.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createConsignment } from '../../contract/consignment.ts'
import { createDepot } from '../../contract/depot.ts'
import { createLoad, updateLoad } from '../../contract/load.ts'
import type { ErrorValues } from '../../contract/problem.ts'
import { everyEngine } from '../support/harness.ts'
import { aDepot, aKey, anOrder } from '../support/orders.ts'
import { assertVariants } from '../support/variants.ts'

interface Sent {
  data: { code: string; values?: ErrorValues; errors?: { path: string; code: string; values?: ErrorValues }[] }
}

everyEngine('values of errors', (open) => {
  test('the error of an invalid field contains its limits, and the error of an unknown key the nearest keys', async () => {
    const t = await (await open()).environment()
    await t.call(createDepot, { body: aDepot({ key: 'NORTH' }) })
    const body = { ...anOrder(), key: 'k'.repeat(129), depotKey: 'NORHT', weight: -1, priority: 101, wieght: 1 }
    const { json } = await t.request('POST', '/v1/consignment', { body })
    const values = (json as Sent).data.errors!.map(({ path, values: own }) => [path, own])
    assert.deepEqual(Object.fromEntries(values), {
      '/key': { max: 128 },
      '/depotKey': { key: 'NORHT', nearest: ['NORTH'] },
      '/weight': { min: 0, reason: 'negative' },
      '/priority': { max: 100 },
      '/wieght': { name: 'wieght', nearest: ['weight'] },
    })
  })

  test('errors about a taken key, the depot rule and the status of a load contain their values', async () => {
    const t = await (await open()).environment()
    for (const key of ['NORTH', 'SOUTH']) await t.call(createDepot, { body: aDepot({ key }) })
    const order = anOrder({ depotKey: 'NORTH' })
    const { consignmentId } = (await t.call(createConsignment, { body: order })).data
    const taken = (await t.request('POST', '/v1/consignment', { body: order })).json as Sent
    assert.deepEqual(taken.data.errors![0]!.values, { key: order.key })
    const load = { key: aKey('LOAD'), startDepotKey: 'SOUTH' }
    const stops = [{ consignmentId }]
    const refused = (await t.request('POST', '/v1/load', { body: { ...load, stops } })).json as Sent
    assert.deepEqual(refused.data.errors![0]!.values, { type: 'delivery', depotKey: 'NORTH', loadDepotKey: 'SOUTH' })
    const { loadId } = (await t.call(createLoad, { body: load })).data
    await t.call(updateLoad, { query: { id: loadId }, body: { status: 'started' } })
    const moved = await t.request('PATCH', `/v1/load?id=${loadId}`, { body: { status: 'released' } })
    assert.deepEqual((moved.json as Sent).data.values, { status: 'started', wanted: 'released' })
    const filled = await t.request('PATCH', `/v1/load?id=${loadId}`, { body: { stops } })
    assert.deepEqual((filled.json as Sent).data.values, { status: 'started' })
  })

  test('error values are cut to the limits of the contract, also if the request contains longer texts', async () => {
    const t = await (await open()).environment()
    const long = 'x'.repeat(1_000)
    const { json } = await t.request('POST', '/v1/load', {
      body: { key: aKey('LOAD'), stops: [{ consignmentId: long }] },
    })
    assertVariants(json)
    const own = (json as Sent).data.errors!.find(({ code }) => code === 'unknown_consignment')
    assert.deepEqual(own?.values, { key: 'x'.repeat(200) })
  })
})

test('the test client rejects an error with a variant that the contract does not list', () => {
  const error = { code: 'too_long', message: 'It is too long.' }
  assert.throws(() => assertVariants({ errors: [{ ...error, values: { maximum: 3 } }] }))
  assertVariants({ errors: [{ ...error, values: { max: 3 } }] })
})
