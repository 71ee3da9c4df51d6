// On PostgreSQL, two that take the same rows in different sequences wait for each other until the server ends one of them, a
// second later: it starts again, and nobody sees more than a pause. So the server is asked how often that was.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { deleteConsignments, importConsignments } from '../../contract/bulk.ts'
import { acknowledgeExport, clearExport } from '../../contract/export.ts'
import { createDriver, importVehicles } from '../../contract/fleet.ts'
import { applyOptimisation } from '../../contract/optimisation.ts'
import { aPlacedDepot, at, aVehicle, leeds, optimised, stored } from '../support/days.ts'
import { type Service, startService } from '../support/harness.ts'
import { aKey, anOrder } from '../support/orders.ts'
import { ask } from '../support/postgres-server.ts'

/** All that its connections have counted is known once they are closed. */
async function deadlocksOf({ running, config }: Service): Promise<number> {
  await running.stop()
  const [row] = await ask(
    config.databaseUrl,
    'select deadlocks::int as deadlocks from pg_stat_database where datname = current_database()',
  )
  return row!.deadlocks as number
}

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index)

test('acknowledgements, imports, deletions and clearings of the export list never cause a deadlock', async (t) => {
  const service = await startService(t, {}, 'postgres')
  const tenant = await service.environment()
  // While somebody else is in the midst of it: nobody knows when that is.
  const meanwhile = (work: () => Promise<unknown>) =>
    upTo(8).map(async (part) => {
      await sleep(part * 6)
      await work()
    })
  for (const round of upTo(10)) {
    const orders = upTo(40).map(() => anOrder())
    const { results } = (await tenant.call(importConsignments, { query: {}, body: { consignments: orders } })).data
    const ids = results.map(({ consignmentId }) => consignmentId!)
    const acknowledge = () => {
      const consignments = ids.map((consignmentId) => ({ consignmentId, version: 1 }))
      return tenant.call(acknowledgeExport, { body: { consignments } })
    }
    const backwards = orders.toReversed().map(({ key }) => ({ key, consignmentInstructions: `Round ${round}` }))
    const doomed = ids.toReversed().map((consignmentId) => ({ consignmentId }))
    await Promise.all([
      round % 2 === 0
        ? tenant.call(importConsignments, { query: { mode: 'upsert' }, body: { consignments: backwards } })
        : tenant.call(deleteConsignments, { body: { consignments: doomed } }),
      ...meanwhile(acknowledge),
      ...(round % 3 === 0 ? [sleep(10).then(() => tenant.call(clearExport, {}))] : []),
    ])
  }
  assert.equal(await deadlocksOf(service), 0)
})

test('applying a proposal and importing its vehicles never cause a deadlock', async (t) => {
  const service = await startService(t, {}, 'postgres')
  const tenant = await service.environment()
  const depotKey = await aPlacedDepot(tenant)
  const vans = []
  for (const _ of upTo(8)) vans.push(await aVehicle(tenant, depotKey, { maxStops: 1 }))
  for (const vehicleKey of vans) await tenant.call(createDriver, { body: { key: aKey('D'), name: 'D', vehicleKey } })
  const rows = vans
    .sort()
    .toReversed()
    .map((key) => ({ key }))
  for (const day of ['2026-07-01', '2026-07-02', '2026-07-03']) {
    for (const east of upTo(8))
      await stored(tenant, { ...at(leeds.lat, leeds.lng + 0.02 * east), requiredTo: `${day}T18:00:00Z` })
    const { optimisationId, loads } = await optimised(tenant, { mode: 'day', day })
    assert.equal(loads.length, 8)
    const imported = () => tenant.call(importVehicles, { body: { vehicles: rows } as never })
    await Promise.all([
      tenant.call(applyOptimisation, { params: { optimisationId }, body: {} }),
      ...upTo(4).map(imported),
    ])
  }
  assert.equal(await deadlocksOf(service), 0)
})
