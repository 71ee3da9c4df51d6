// The version of an order: how it grows, and how it protects a change from what happened in between.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createConsignment, deleteConsignment, getConsignment, updateConsignment } from '../../contract/consignment.ts'
import { everyEngine } from '../support/harness.ts'
import { anOrder } from '../support/orders.ts'
import { tenants } from '../support/tenants.ts'

everyEngine('version', (open) => {
  const tenant = tenants(open)

  test('the ETag is the version, and a change returns the new one', async () => {
    const { call } = await tenant()
    const created = await call(createConsignment, { body: anOrder({ key: 'V' }) })
    assert.equal(created.etag, '"1"')
    const query = { key: 'V' }
    assert.equal((await call(getConsignment, { query })).etag, '"1"')
    for (let version = 2; version <= 4; version++) {
      const changed = await call(updateConsignment, { query, body: { weight: version } })
      assert.equal(changed.etag, `"${version}"`)
      const read = await call(getConsignment, { query })
      assert.deepEqual([read.data.version, read.etag], [version, `"${version}"`])
    }
    assert.equal((await call(updateConsignment, { query, body: { weight: 4 } })).etag, '"4"')
  })

  test('If-Match protects a change and a deletion from concurrent changes', async () => {
    const { call } = await tenant()
    const query = { key: 'V' }
    await call(createConsignment, { body: anOrder({ key: 'V' }) })
    const change = (ifMatch: string, weight: number) => call(updateConsignment, { query, body: { weight }, ifMatch })
    const stale = { status: 412, code: 'VERSION_MISMATCH' }
    await change('"1"', 1)
    await assert.rejects(change('"1"', 2), stale)
    await assert.rejects(change('"1"', 1), stale)
    await assert.rejects(change('"3"', 2), stale)
    await assert.rejects(change('"02"', 2), stale)
    await assert.rejects(change('nonsense', 2), stale)
    await change('"7", "2"', 3)
    await change('*', 4)
    assert.deepEqual((await call(getConsignment, { query })).data.version, 4)
    await assert.rejects(call(deleteConsignment, { query, ifMatch: '"3"' }), stale)
    await call(deleteConsignment, { query, ifMatch: '"4"' })
    await assert.rejects(call(deleteConsignment, { query, ifMatch: '*' }), { code: 'NOT_FOUND' })
  })

  test('a change whose body contains an outdated version is rejected', async () => {
    const { call } = await tenant()
    const query = { key: 'V' }
    await call(createConsignment, { body: anOrder({ key: 'V' }) })
    await call(updateConsignment, { query, body: { version: 1, weight: 1 } })
    const attempt = call(updateConsignment, { query, body: { version: 1, weight: 2 } })
    await assert.rejects(attempt, (problem: { code: string; errors: { path: string }[] }) => {
      assert.deepEqual([problem.code, problem.errors[0]?.path], ['VERSION_MISMATCH', '/version'])
      return true
    })
    await assert.rejects(call(updateConsignment, { query, body: { version: 2, weight: 2 }, ifMatch: '"1"' }), {
      code: 'VERSION_MISMATCH',
    })
    await assert.rejects(call(updateConsignment, { query, body: { version: 1, weight: 2 }, ifMatch: '"2"' }), {
      code: 'VERSION_MISMATCH',
    })
    await call(updateConsignment, { query, body: { version: 2, weight: 2 }, ifMatch: '"2"' })
    await call(updateConsignment, { query, body: { version: null, weight: 3 } })
    assert.equal((await call(getConsignment, { query })).data.version, 4)
  })

  test('concurrent changes of an order all take effect, each with its own version', async () => {
    const { call } = await tenant()
    const query = { key: 'V' }
    await call(createConsignment, { body: anOrder({ key: 'V' }) })
    const members = ['weight', 'volume', 'plannedPackages', 'timeAtStop'] as const
    const changed = await Promise.all(members.map((name) => call(updateConsignment, { query, body: { [name]: 77 } })))
    assert.deepEqual(changed.map(({ etag }) => etag).sort(), ['"2"', '"3"', '"4"', '"5"'])
    const { data } = await call(getConsignment, { query })
    assert.deepEqual([data.version, ...members.map((name) => data[name])], [5, 77, 77, 77, 77])
  })

  test('one of several changes with the same expected version succeeds', async () => {
    const { call } = await tenant()
    const query = { key: 'V' }
    await call(createConsignment, { body: anOrder({ key: 'V' }) })
    const attempts = await Promise.allSettled(
      Array.from({ length: 8 }, (_, n) => call(updateConsignment, { query, body: { version: 1, weight: n + 1 } })),
    )
    assert.equal(attempts.filter(({ status }) => status === 'fulfilled').length, 1)
    assert.equal((await call(getConsignment, { query })).data.version, 2)
  })
})
