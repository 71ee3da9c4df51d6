// Every event reaches its receiver, however often the process that sends it is killed.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { storm } from '../support/deliveries.ts'
import { temporaryFolder } from '../support/harness.ts'
import { createDatabase } from '../support/postgres-server.ts'

test('a kill of the service while it sends loses no event', async (t) => {
  const result = await storm(t, { data: temporaryFolder(t), kills: 2, clients: 3, instances: 1 })
  assert.deepEqual(result.broken, [])
  assert.ok(result.events > 10, `${result.events} events`)
  t.diagnostic(JSON.stringify(result))
})

test('a kill of one of two instances over PostgreSQL loses no event', async (t) => {
  const databaseUrl = await createDatabase(t)
  const result = await storm(t, { data: temporaryFolder(t), databaseUrl, kills: 2, clients: 3, instances: 2 })
  assert.deepEqual(result.broken, [])
  assert.ok(result.events > 10, `${result.events} events`)
  t.diagnostic(JSON.stringify(result))
})
