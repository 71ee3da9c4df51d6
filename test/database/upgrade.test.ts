// An upgrade of a Citus cluster: tables that are spread over the nodes are changed, and new ones find their place.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inspectPostgres, migratePostgres } from '../../server/database/postgres-maintenance.ts'
import { ask, createDatabase } from '../support/postgres-server.ts'

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
