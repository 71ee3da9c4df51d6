// Of several instances over one database one searches for a plan, and another one takes over from it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getLoadById, listLoads } from '../../contract/load.ts'
import { applyOptimisation } from '../../contract/optimisation.ts'
import { aDay, begun, read } from '../support/days.ts'
import { callerAs, startService, type Tenant, temporaryFolder } from '../support/harness.ts'
import { until } from '../support/until.ts'

test('of two instances one searches, and the other one takes over when that is gone', async (t) => {
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
