// An upgrade: instances of the last release and of this one on the same database, and a Citus cluster, whose tables are spread over the nodes.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { importConsignments } from '../../contract/bulk.ts'
import { createConsignment, getConsignment, updateConsignment } from '../../contract/consignment.ts'
import { listConsignments } from '../../contract/consignments.ts'
import { updateEnvironment } from '../../contract/environment.ts'
import { eraseConsignees } from '../../contract/erasure.ts'
import { createLoad, updateLoad } from '../../contract/load.ts'
import { behind } from '../../server/consignment/store.ts'
import { newId } from '../../server/core/ids.ts'
import { inspectPostgres, migratePostgres } from '../../server/database/postgres-maintenance.ts'
import { everyEngine } from '../support/harness.ts'
import { insertAsBefore, updateAsBefore } from '../support/last-release.ts'
import { anAddress, anOrder } from '../support/orders.ts'
import { ask, createDatabase } from '../support/postgres-server.ts'
import { until } from '../support/until.ts'

everyEngine('beside an instance of the last release', (open) => {
  test('what that one writes is soon listed and found by all that this one knows of orders', async (t) => {
    // What the service does by itself every ten minutes, it does when the test says so.
    t.mock.timers.enable({ apis: ['setInterval'] })
    const { environment, database } = await open({})
    const { environmentId, call, request } = await environment()
    const keys = async (query: Record<string, string>) =>
      (await call(listConsignments, { query: { sort: 'key', ...query } })).data.consignments.map(({ key }) => key)
    const floor = { key: 'floor', name: 'Floor', type: 'number', sorted: true } as const
    await call(updateEnvironment, { body: { customFields: [floor] } })
    const before = (key: string, consigneeCode: string, street: string) => ({
      ...{ environmentId, consignmentId: newId(), key, consigneeCode, street },
    })
    const now = '2026-11-16T00:00:00Z'
    const ours = anOrder({
      ...{ key: 'OURS', consigneeCode: 'CUST77', tags: ['fragile'], customFields: { floor: 3 } },
      consigneeAddress: { ...anAddress, line1: '1 Timbuktu Road' },
    })
    const { consignmentId } = (await call(createConsignment, { body: ours })).data
    await database(({ write }) =>
      write(async (tx) => {
        await insertAsBefore(tx, before('THEIRS', 'CUST77', '7 Zanzibar Road'), now)
        await insertAsBefore(tx, before('LATER', 'CUST99', '9 Zanzibar Road'), now)
        await updateAsBefore(tx, { ...before('OURS', 'CUST88', '8 Timbuktu Road'), consignmentId }, 2, now)
      }),
    )
    // Of what lists know nothing changes by this.
    await call(updateConsignment, { query: { key: 'LATER' }, body: { weight: 1 } })
    assert.deepEqual(await keys({ consigneeCode: 'CUST77' }), ['OURS'], 'that one knows nothing of it')
    t.mock.timers.tick(10 * 60 * 1_000)
    await until('it is listed anew', async () => (await keys({ consigneeCode: 'CUST88' })).length === 1)
    assert.deepEqual(await keys({ consigneeCode: 'CUST77' }), ['THEIRS'])
    assert.deepEqual(await keys({ search: 'zanzibar' }), ['LATER', 'THEIRS'])
    assert.deepEqual(await keys({ search: '460018' }), ['LATER', 'OURS', 'THEIRS'])
    assert.deepEqual(await keys({ search: 'timbuktu', tag: 'fragile' }), ['OURS'])
    assert.deepEqual(await keys({ sort: 'customFields.floor' }), ['OURS', 'THEIRS', 'LATER'])
    const [theirs] = (await request('GET', '/v1/consignments?search=theirs&view=compact')).json.data.consignments
    assert.deepEqual([theirs.phone, theirs.note], ['+44 2079460018', 'By the yard.'])
    // That is no change of the order.
    assert.equal((await call(getConsignment, { query: { key: 'OURS' } })).data.version, 2)
    // Whatever this one writes is listed at once.
    const consigneeAddress = { ...anAddress, line1: '2 Timbuktu Road' }
    const body = anOrder({ key: 'OURS', loadId: 'LOAD', consigneeAddress })
    await call(createLoad, { body: { key: 'LOAD' } })
    await call(importConsignments, { body: { consignments: [anOrder(), anOrder({ loadId: 'LOAD' }), body] } })
    await call(updateConsignment, { query: { key: 'OURS' }, body: { weight: 2 } })
    await call(updateConsignment, { query: { key: 'OURS' }, body: { key: 'STILL', consigneeCode: null } })
    await call(updateLoad, { query: { key: 'LOAD' }, body: { stops: [] } })
    await call(eraseConsignees, { body: { ids: [consignmentId] } })
    assert.deepEqual(await database(({ read }) => read((tx) => behind(tx, environmentId, 10))), [])
  })
})

/** As it was before these migrations: they change tables, and add some of environments and some that are the same for all. */
const undo = [
  ...['import_parts', 'imports', 'devices', 'sign_ins', 'ceremonies', 'recovery_codes', 'factors', 'views'].map(
    (table) => `drop table ${table}`,
  ),
  'alter table sessions drop column factor',
  'alter table sessions drop column proved',
  'alter table consignment_list drop column postal_code',
  "delete from schema_migrations where name in ('0013_sign_ins.sql', '0014_factors.sql', '0022_views.sql', '0023_imports.sql', '0026_import_take_overs.sql')",
]

const places = `select table_name::text as "table", citus_table_type as type, colocation_id as place from citus_tables order by 1`

/** `npm run test:citus` names a cluster. */
if (process.env.TEST_CITUS)
  test('a Citus cluster is brought up to date, and each new table is put in its place', async (t) => {
    const url = await createDatabase(t)
    const wanted = await ask(url, places)
    assert.ok(wanted.length > 40)
    for (const statement of undo) await ask(url, statement)
    assert.equal((await migratePostgres(url)).length, 5)
    assert.equal((await inspectPostgres(url)).undistributed, 0)
    assert.deepEqual(await ask(url, places), wanted)
  })
