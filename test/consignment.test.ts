// What an integrator relies on when creating, reading, changing and deleting orders.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createConsignment, getConsignment } from '../contract/consignment.ts'
import { everyEngine } from './harness.ts'
import { anOrder } from './orders.ts'

everyEngine('consignment', (open) => {
  test('a key is used once', async () => {
    const { call } = await (await open()).environment()
    const first = await call(createConsignment, { body: anOrder({ key: 'A1' }) })
    await assert.rejects(call(createConsignment, { body: anOrder({ key: 'A1' }) }), {
      code: 'KEY_EXISTS',
      consignmentId: first.data.consignmentId,
    })
    const { data } = await call(getConsignment, { query: { key: 'A1' } })
    console.log(data)
  })
})
