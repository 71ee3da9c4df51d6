// A service whose database is away for a while: what it says of itself, and how it treats those who stay connected.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { request, startService, temporaryFolder } from '../support/harness.ts'
import { steps, stopsOf } from '../support/loads.ts'
import { anOrder } from '../support/orders.ts'
import { ask, createDatabase, startPostgres } from '../support/postgres-server.ts'
import { startProxy } from '../support/proxy.ts'
import { until } from '../support/until.ts'

test('a service without its database is not ready, keeps its connections and shows the reason', async (t) => {
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
  // They are made anew once a second.
  const shown = await until('the metrics say that it is away', async () => {
    const text = await metrics()
    return /^dray_database_up 0$/m.test(text) && text
  })
  for (const name of ['connections', 'connections_idle', 'waiting', 'commits_overdue'])
    assert.match(shown, new RegExp(`^dray_database_${name} \\d+$`, 'm'))
  assert.doesNotMatch(shown, /dray_wal_bytes|dray_database_bytes/, 'there is no file here')
  proxy.restore()
  while ((await ready()) !== 200) await sleep(20)
})

test('a service whose database rejects writes is not ready, and becomes ready again later', async (t) => {
  const server = await startPostgres()
  t.after(() => server.stop())
  const place = `${server.url}postgres`
  const service = await startService(t, { data: temporaryFolder(t), databaseUrl: place })
  const { token } = await service.environment()
  const protect = async (on: boolean) => {
    // Its own session must be able to write, to let others write again.
    const writable = `${place}?options=-c%20default_transaction_read_only%3Doff`
    await ask(writable, `alter system set default_transaction_read_only = ${on}`)
    await ask(writable, 'select pg_reload_conf()')
  }
  const isShown = async (ready: number, up: number) => {
    const { status } = await request(service.url, 'GET', '/health/ready')
    const { text } = await request(service.url, 'GET', '/metrics')
    return status === ready && text.includes(`\ndray_database_up ${up}\n`)
  }
  // By then the watch has a connection, from before.
  await sleep(1_500)
  assert.ok(await isShown(200, 1))
  await protect(true)
  await until('it is not ready', () => isShown(503, 0))
  await protect(false)
  await until('it is ready again', () => isShown(200, 1))
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const order = { method: 'POST', headers, body: JSON.stringify(anOrder()) }
  assert.equal((await fetch(`${service.url}/v1/consignment`, order)).status, 201)
})

test('a write that exceeds the time limit of the database gets 503 and is rolled back', async (t) => {
  const databaseUrl = await createDatabase(t)
  const service = await startService(t, { data: temporaryFolder(t), databaseUrl })
  const { token } = await service.environment()
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const create = () =>
    fetch(`${service.url}/v1/consignment`, { method: 'POST', headers, body: JSON.stringify(anOrder({ key: 'SLOW' })) })
  // Longer than anybody waits for an answer, and not so long that the server itself gives the statement up.
  await ask(
    databaseUrl,
    `create function dawdle() returns trigger language plpgsql as 'begin perform pg_sleep(3); return new; end';
    create trigger dawdles before insert on consignments for each row execute function dawdle()`,
  )
  const late = await create()
  assert.deepEqual([late.status, late.headers.get('retry-after')], [503, '1'])
  await ask(databaseUrl, 'drop trigger dawdles on consignments')
  assert.equal((await create()).status, 201, 'nothing of the first try is left')
})

test('the time limit of a change of a load grows with the number of its stops', async (t) => {
  const databaseUrl = await createDatabase(t)
  const service = await startService(t, { data: temporaryFolder(t), databaseUrl })
  const tenant = await service.environment()
  const stops = stopsOf(await steps(tenant).orders(8))
  const headers = { authorization: `Bearer ${tenant.token}`, 'content-type': 'application/json' }
  // All of them together take longer than anybody waits for an answer.
  await ask(
    databaseUrl,
    `create function dawdle() returns trigger language plpgsql as 'begin perform pg_sleep(0.3); return coalesce(new, old); end';
    create trigger dawdles before insert or delete on stops for each row execute function dawdle()`,
  )
  const send = async (method: string, query: string, body?: object) =>
    (await fetch(`${service.url}/v1/load${query}`, { method, headers, body: JSON.stringify(body) ?? null })).status
  assert.equal(await send('POST', '', { key: 'LONG', stops }), 201)
  assert.equal(await send('PATCH', '?key=LONG', { stops: [] }), 200)
  assert.equal(await send('PATCH', '?key=LONG', { stops }), 200)
  assert.equal(await send('DELETE', '?key=LONG'), 200)
})
