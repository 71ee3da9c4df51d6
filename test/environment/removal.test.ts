// An environment that is removed while it is written to: nothing of it stays, and nobody gets an answer that makes no sense.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import * as admin from '../../server/admin/database.ts'
import type { Database, SqlQuery } from '../../server/platform/database/database.ts'
import { dataTables } from '../../server/platform/database/tables.ts'
import { everyEngine } from '../support/harness.ts'
import { aDepot, aKey, anOrder } from '../support/orders.ts'
import { aFile } from '../support/requests.ts'

const ofEnvironment = dataTables.filter(({ isOfEnvironment }) => isOfEnvironment).map(({ name }) => name)

/** How many rows of an environment each table has, where there are any. */
async function leftOf(database: Database, environmentId: string): Promise<Record<string, number>> {
  const left: Record<string, number> = {}
  for (const name of ofEnvironment) {
    const parts = [`select count(*) as n from ${name} where environment_id = `, '']
    const query: SqlQuery = { strings: Object.assign(parts, { raw: parts }), values: [environmentId] }
    const { n } = (await database.read((tx) => tx.get<{ n: number }>(query)))!
    if (n > 0) left[name] = n
  }
  return left
}

everyEngine('removal', (open) => {
  test('an environment removed during writes leaves no data', async () => {
    const service = await open()
    for (let round = 0; round < 3; round++) {
      const { environmentId, request } = await service.environment()
      const statuses = new Set<number>()
      const depotKey = aKey('DEPOT')
      const bodies: [string, () => object][] = [
        ['/v1/depot', () => aDepot()],
        ['/v1/consignment', () => anOrder({ depotKey, loadId: aKey('LOAD') })],
        ['/v1/load', () => ({ key: aKey('LOAD') })],
        ['/v1/consignment', () => anOrder()],
      ]
      const created = await request('POST', '/v1/depot', { body: aDepot({ key: depotKey }) })
      assert.equal(created.status, 201, created.text)
      assert.equal((await request('POST', '/v1/optimisation', { body: { mode: 'day' } })).status, 201)
      assert.equal((await request('POST', '/v1/imports', { body: aFile() })).status, 201)
      const writers = [...bodies, ...bodies].map(async ([path, body]) => {
        for (let status = 201; status === 201; statuses.add(status)) {
          const headers: Record<string, string> = Math.random() < 0.5 ? { 'idempotency-key': aKey('once') } : {}
          status = (await request('POST', path, { body: body(), headers })).status
        }
      })
      while (!statuses.has(201)) await sleep(5 + round * 20)
      await admin.deleteEnvironment(service.config, environmentId)
      await Promise.all(writers)
      assert.deepEqual([...statuses].sort(), [201, 401])
      assert.deepEqual(await service.database((database) => leftOf(database, environmentId)), {})
    }
  })
})
