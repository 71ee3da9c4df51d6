// Sandboxes: environments that can be put back to the demo data, and only they.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listEvents } from '../../contract/change.ts'
import { createConsignment } from '../../contract/consignment.ts'
import { createDepot, listDepots } from '../../contract/depot.ts'
import { getEnvironment, resetEnvironment, updateEnvironment } from '../../contract/environment.ts'
import { listExport } from '../../contract/export.ts'
import { createUnavailableError } from '../../server/platform/database/database.ts'
import {
  createBackgroundCall,
  type OperationExecutor,
  type RequestClient,
} from '../../server/platform/operation/operation.ts'
import type { ProcessServices } from '../../server/platform/operation/services.ts'
import { openWakes } from '../../server/platform/process/wakes.ts'
import { createEndpointPerformer, createServiceContext, performRequest } from '../../server/runtime/perform.ts'
import { seedDemo } from '../../server/upkeep/sandbox/demo.ts'
import { everyEngine } from '../support/harness.ts'
import { aDepot, anOrder } from '../support/orders.ts'
import { tenants } from '../support/tenants.ts'

test('a demo that fails while the database is busy asks for a retry', async () => {
  const busy = async () => {
    throw createUnavailableError('The database is busy.')
  }
  await assert.rejects(seedDemo(busy, Date.now()), {
    code: 'UNAVAILABLE',
    message: 'The database is busy. The demo data is incomplete: request it again.',
  })
})

test('a background request of the service has no deadline', async () => {
  const { executor, dues } = noting()
  const perform = createEndpointPerformer(createServiceContext(executor), 'e')
  await perform('getEnvironment', {})
  await perform('clearExport', {})
  assert.deepEqual(dues, [undefined, undefined])
})

test('requests of a sandbox reset have no deadline', async () => {
  const { executor, dues } = noting()
  const call = { ...createBackgroundCall('e', undefined), params: undefined, query: {}, body: undefined }
  const asker = () => ({ services: { wakes: openWakes() } }) as unknown as RequestClient & { services: ProcessServices }
  await performRequest({ executor, changed: () => undefined }, { id: 'resetEnvironment', call, asker })
  assert.ok(dues.length > 20)
  assert.deepEqual(new Set(dues), new Set([undefined]))
})

/** An executor that has nothing to do, and notes by when it should have. */
function noting() {
  const dues: (number | undefined)[] = []
  const note = async (due: number | undefined) => {
    dues.push(due)
    return { status: 200, body: '{"data":{"loadId":"l","status":"started"}}' }
  }
  const executor = {
    read: (_work: unknown, due?: number) => note(due),
    write: (_name: string, _call: unknown, due?: number) => note(due),
    run: async () => false,
  } as unknown as OperationExecutor
  return { executor, dues }
}

everyEngine('sandbox', (open) => {
  const fresh = tenants(open)

  test('a sandbox is reset to the demo data any number of times, after any change', async () => {
    const { call, request } = await fresh()
    const stateOf = async () => {
      const { data: environment } = await call(getEnvironment)
      const depots = (await call(listDepots)).data
      const keys = ((await call(listExport, { query: { detail: 'true' } })).data as { key: string }[]).map(
        ({ key }) => key,
      )
      const { version: _1, updated: _2, ...settings } = environment
      return { settings, depots, keys: keys.sort() }
    }
    const own = anOrder()
    await call(createConsignment, { body: own })
    await call(resetEnvironment)
    const first = await stateOf()
    assert.equal(first.settings.sandbox, true)
    assert.equal(first.depots.length, 3)
    assert.equal(first.keys.length, 60)
    assert.equal((await request('GET', `/v1/consignment?key=${own.key}`)).status, 404)
    await call(createDepot, { body: aDepot() })
    await call(updateEnvironment, { body: { timezone: 'Asia/Tokyo', loads: { unknown: 'refuse' } } })
    await Promise.all(Array.from({ length: 230 }, () => call(createConsignment, { body: anOrder() })))
    await request('DELETE', '/v1/consignment?key=DEMO-0059')
    const { next } = (await call(listEvents, { query: { after: 'latest' } })).data
    await call(resetEnvironment)
    assert.deepEqual(await stateOf(), first)
    const types = 'consignment.deleted,load.deleted,depot.deleted'
    const counted: Record<string, number> = {}
    for (let after = next; ; ) {
      const { events, next } = (await call(listEvents, { query: { after, limit: '1000', types } })).data
      for (const { type } of events) counted[type] = (counted[type] ?? 0) + 1
      if (next === after) break
      after = next
    }
    assert.deepEqual(counted, { 'consignment.deleted': 289, 'load.deleted': 5, 'depot.deleted': 4 })
  })

  test('the reset of a sandbox does not change its sign-in settings', async () => {
    const { call } = await fresh()
    const signIn = { secondFactor: 'required' } as const
    await call(updateEnvironment, { body: { signIn } })
    await call(resetEnvironment)
    assert.deepEqual((await call(getEnvironment)).data.signIn, signIn)
  })
})
