// A search survives the process that ran it, and what is applied is applied whole or not at all, however the process ends.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from '../../client/client.ts'
import { listLoads } from '../../contract/load.ts'
import { applyOptimisation } from '../../contract/optimisation.ts'
import { aToken, serve } from '../support/child.ts'
import { aDay, begun, optimised, read } from '../support/days.ts'
import { type Tenant, temporaryFolder } from '../support/harness.ts'
import { until } from '../support/until.ts'

const tenantAt = (baseUrl: string, token: string) =>
  ({ call: createClient({ baseUrl, token, retries: 0 }).call }) as Tenant

test('a search resumes after a kill from its best plan', async (t) => {
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
test(`a proposal is applied in full or not at all, through ${kills} kills`, async (t) => {
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
