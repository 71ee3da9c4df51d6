// Of several instances over one database one searches for a plan, and another one takes over from it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getLoadById, listLoads } from '../../contract/load.ts'
import { applyOptimisation } from '../../contract/optimisation.ts'
import { aDay, begun, read } from '../support/days.ts'
import { callerAs, startService, type Tenant, temporaryFolder } from '../support/harness.ts'
import { ask } from '../support/postgres-server.ts'
import { until } from '../support/until.ts'

test('one of two instances runs a search, and the other instance takes over when the first one ends', async (t) => {
  const data = temporaryFolder(t)
  const flags = { data, optimiserLeaseMs: '1000' }
  const one = await startService(t, flags, 'postgres')
  const two = await startService(t, flags, 'postgres')
  const { token } = await one.environment()
  const tenant = { call: callerAs(two.url, token) } as Tenant
  const ids = await aDay(tenant, 10)
  const id = await begun(tenant, { mode: 'day', seconds: 2 })
  await until('it has found something', async () => (await read(tenant, id)).after !== null)
  await one.running.stop()
  await until('it has ended', async () => (await read(tenant, id)).state === 'done')
  const [load] = (await read(tenant, id)).loads
  assert.ok(load && load.stops.length > 0 && load.stops.every(({ consignmentId }) => ids.includes(consignmentId)))
  await tenant.call(applyOptimisation, { params: { optimisationId: id }, body: {} })
  const [first] = (await tenant.call(listLoads, {})).data
  assert.ok((await tenant.call(getLoadById, { params: { loadId: first!.loadId } })).data.stops.length > 0)
})

test('a search that the database rejects is not retried immediately', async (t) => {
  const service = await startService(t, {}, 'postgres')
  const tenant = await service.environment()
  await aDay(tenant, 3)
  const url = service.config.databaseUrl
  // What a sequence has counted stays when all else is undone.
  await ask(
    url,
    `create sequence tries;
    create function refuse() returns trigger language plpgsql as 'begin perform nextval(''tries''); raise exception ''no room''; end';
    create trigger refuses before update on optimisations for each row execute function refuse()`,
  )
  const tries = async () =>
    Number((await ask(url, 'select case when is_called then last_value else 0 end as tries from tries'))[0]!.tries)
  const id = await begun(tenant, { mode: 'day', seconds: 1 })
  await until('it has been tried', async () => (await tries()) > 0)
  const sinceMs = performance.now()
  await until('it has been tried four times', async () => (await tries()) >= 4)
  // By itself it is looked for once a second.
  assert.ok(performance.now() - sinceMs > 1_500)
  await ask(url, 'drop trigger refuses on optimisations')
  await until('it has ended', async () => (await read(tenant, id)).state === 'done')
})
