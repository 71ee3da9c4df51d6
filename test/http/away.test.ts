// A service whose database is away for a while: what it says of itself, and how it treats those who stay connected.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { request, startService, temporaryFolder } from '../support/harness.ts'
import { createDatabase } from '../support/postgres-server.ts'
import { startProxy } from '../support/proxy.ts'

test('while its database is away a service is not ready, says so, keeps its connections, and shows what it waits for', async (t) => {
  const proxy = await startProxy(t, await createDatabase(t))
  const service = await startService(t, { data: temporaryFolder(t), databaseUrl: proxy.url })
  const ready = async () => (await request(service.url, 'GET', '/health/ready')).status
  const metrics = async () => (await request(service.url, 'GET', '/metrics')).text
  const { token } = await service.environment()
  // Sent page by page, which is no reason to begin with a page that is not there.
  const list = () => fetch(`${service.url}/v1/export/consignments`, { headers: { authorization: `Bearer ${token}` } })
  assert.equal((await list()).status, 200)
  assert.equal(await ready(), 200)
  assert.match(await metrics(), /^dray_database_up 1$/m)
  proxy.cut(true)
  while ((await ready()) === 200) await sleep(20)
  for (const { status, headers } of [await request(service.url, 'GET', '/health/ready'), await list()]) {
    assert.deepEqual([status, headers.get('retry-after')], [503, '1'])
    assert.notEqual(headers.get('connection'), 'close')
  }
  const shown = await metrics()
  assert.match(shown, /^dray_database_up 0$/m)
  for (const name of ['connections', 'connections_idle', 'waiting', 'commits_overdue'])
    assert.match(shown, new RegExp(`^dray_database_${name} \\d+$`, 'm'))
  assert.doesNotMatch(shown, /dray_wal_bytes|dray_database_bytes/, 'there is no file here')
  proxy.restore()
  while ((await ready()) !== 200) await sleep(20)
})
