// A search survives the process that ran it, and what is applied is applied whole or not at all, however the process ends.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from '../../client/client.ts'
import { getLoadById, listLoads } from '../../contract/load.ts'
import { applyOptimisation } from '../../contract/optimisation.ts'
import { aToken, serve } from '../support/child.ts'
import { aPlacedDepot, aVehicle, begun, optimised, ordersAround, read } from '../support/days.ts'
import { startService, type Tenant, temporaryFolder } from '../support/harness.ts'
import { until } from '../support/until.ts'

const tenantAt = (baseUrl: string, token: string) =>
  ({ call: createClient({ baseUrl, token, retries: 0 }).call }) as Tenant

async function aDay(tenant: Tenant, orders: number) {
  const depotKey = await aPlacedDepot(tenant)
  for (let vans = 0; vans < 3; vans++) await aVehicle(tenant, depotKey)
  return ordersAround(tenant, orders, { depotKey })
}

test('a search goes on after a kill, from the best it had', async (t) => {
  const data = temporaryFolder(t)
  let service = await serve(data)
  t.after(() => service.kill('SIGKILL'))
  const token = await aToken(data)
  const ids = await aDay(tenantAt(service.url, token), 15)
  const id = await begun(tenantAt(service.url, token), { mode: 'day', seconds: 3 })
  await until('it has found something', async () => {
    const { state, after } = await read(tenantAt(service.url, token), id)
    return state === 'running' && after !== null
  })
  await service.kill('SIGKILL')
  service = await serve(data)
  const tenant = tenantAt(service.url, token)
  assert.equal((await read(tenant, id)).state, 'running')
  await until('it has ended', async () => (await read(tenant, id)).state === 'done')
  const { loads } = await read(tenant, id)
  assert.deepEqual(loads.flatMap(({ stops }) => stops.map(({ consignmentId }) => consignmentId)).sort(), ids.sort())
})

const kills = 4
test(`a proposal is applied whole or not at all, through ${kills} kills`, async (t) => {
  const data = temporaryFolder(t)
  let service = await serve(data)
  t.after(() => service.kill('SIGKILL'))
  const token = await aToken(data)
  await aDay(tenantAt(service.url, token), 30)
  let applied = 0
  for (let kill = 0; kill < kills && applied === 0; kill++) {
    const tenant = tenantAt(service.url, token)
    const proposal = await optimised(tenant, { mode: 'day' })
    const params = { optimisationId: proposal.optimisationId }
    const applying = tenant.call(applyOptimisation, { params, body: {} }).catch(() => undefined)
    await sleep(kill * 15)
    await service.kill('SIGKILL')
    await applying
    service = await serve(data)
    const after = tenantAt(service.url, token)
    const { state } = await read(after, proposal.optimisationId)
    const loads = (await after.call(listLoads, {})).data
    if (state === 'applied') applied++
    const expected = state === 'applied' ? proposal.loads.map(({ key, stops }) => [key, stops.length]) : []
    assert.deepEqual(
      loads.map(({ key, stopCount }) => [key, stopCount]).sort(),
      expected.sort(),
      `${state} after kill ${kill}`,
    )
  }
})

test('of two instances one searches, and the other one takes over when that is gone', async (t) => {
  const data = temporaryFolder(t)
  const flags = { data, optimiserLeaseMs: '1000' }
  const one = await startService(t, flags, 'postgres')
  const two = await startService(t, flags, 'postgres')
  const { token } = await one.environment()
  const tenant = tenantAt(two.url, token)
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
