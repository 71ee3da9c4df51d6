// An upgrade: instances of the last release and of this one on the same database, and a Citus cluster, whose tables are spread over the nodes.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { importConsignments } from '../../contract/bulk.ts'
import { createConsignment, getConsignment, updateConsignment } from '../../contract/consignment.ts'
import { listConsignments } from '../../contract/consignments.ts'
import { updateEnvironment } from '../../contract/environment.ts'
import { eraseConsignees } from '../../contract/erasure.ts'
import { createLoad, updateLoad } from '../../contract/load.ts'
import { putPod } from '../../contract/pod.ts'
import { findOutdatedListRows } from '../../server/orders/record/store.ts'
import { sql } from '../../server/platform/database/database.ts'
import { listApplied, listMigrations, selectEngineText } from '../../server/platform/database/migrate.ts'
import { inspectPostgres, migratePostgres } from '../../server/platform/database/postgres-maintenance.ts'
import { migrateSqlite } from '../../server/platform/database/sqlite.ts'
import { createId } from '../../server/platform/value/ids.ts'
import { watchSchema } from '../../server/runtime/background.ts'
import { everyEngine, request, startService } from '../support/harness.ts'
import { insertAsBefore, lastRelease, updateAsBefore } from '../support/last-release.ts'
import { anAddress, anOrder } from '../support/orders.ts'
import { aPod, newUuid } from '../support/pods.ts'
import { ask, createDatabase } from '../support/postgres-server.ts'
import { until } from '../support/until.ts'

everyEngine('next to an instance of the last release', (open) => {
  test('orders written by an older instance are soon listed and found by all their fields', async (t) => {
    // What the service does by itself every ten minutes, it does when the test says so.
    t.mock.timers.enable({ apis: ['setInterval'] })
    const { environment, database } = await open({})
    const { environmentId, call, request } = await environment()
    const keys = async (query: Record<string, string>) =>
      (await call(listConsignments, { query: { sort: 'key', ...query } })).data.consignments.map(({ key }) => key)
    const floor = { key: 'floor', name: 'Floor', type: 'number', sorted: true } as const
    await call(updateEnvironment, { body: { customFields: [floor] } })
    const before = (key: string, consigneeCode: string, street: string) => ({
      ...{ environmentId, consignmentId: createId(), key, consigneeCode, street },
    })
    const now = '2026-11-16T00:00:00Z'
    const ours = anOrder({
      ...{ key: 'OURS', consigneeCode: 'CUST77', tags: ['fragile'], customFields: { floor: 3 } },
      requiredTo: now,
      consigneeAddress: { ...anAddress, line1: '1 Timbuktu Road' },
    })
    const { consignmentId } = (await call(createConsignment, { body: ours })).data
    await call(putPod, { params: { podId: newUuid() }, body: aPod({ consignmentId }) })
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
    assert.deepEqual(await keys({ wasLate: 'true' }), ['OURS'], 'nor of until when it was wanted')
    t.mock.timers.tick(10 * 60 * 1_000)
    await until('it is listed anew', async () => (await keys({ consigneeCode: 'CUST88' })).length === 1)
    assert.deepEqual(await keys({ consigneeCode: 'CUST77' }), ['THEIRS'])
    assert.deepEqual(await keys({ wasLate: 'true' }), [])
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
    assert.deepEqual(await database(({ read }) => read((tx) => findOutdatedListRows(tx, environmentId, 10))), [])
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

test('an instance logs once that a newer instance changed the schema, and continues', async (t) => {
  const { url, environment, database } = await startService(t, {}, 'postgres')
  const { request: ask } = await environment()
  t.mock.timers.enable({ apis: ['setInterval'] })
  await database(async ({ read, write }) => {
    const told: object[] = []
    t.after(watchSchema({ read: async (work) => read(work) }, { warn: (line) => told.push(line) }))
    const look = async () => {
      t.mock.timers.tick(60 * 1_000)
      // Behind what it reads.
      await read(listApplied)
    }
    await look()
    assert.deepEqual(told, [])
    const [version, name] = [9_999, '9999_newer.sql']
    await write((tx) =>
      tx.run(
        sql`insert into schema_migrations (version, name, checksum, applied) values (${version}, ${name}, '', '')`,
      ),
    )
    // The second look begins before the first has an answer.
    t.mock.timers.tick(2 * 60 * 1_000)
    await until('it is told', async () => told.length > 0)
    await look()
    await look()
    assert.deepEqual(told, [{ newer: [name] }])
  })
  // Also where a machine with much to do kept the database from answering for a second.
  await until('it is ready', async () => (await request(url, 'GET', '/health/ready')).status === 200)
  assert.equal((await ask('POST', '/v1/consignment', { body: anOrder() })).status, 201)
})

type Columns = Record<'name' | 'type' | 'notnull' | 'dflt_value' | 'pk', string | number | null>[]

/** What of one schema keeps a release that was made for another from writing, reading or deleting. */
function breaksOf(before: DatabaseSync, after: DatabaseSync): string[] {
  const all = (of: DatabaseSync, statement: string) => of.prepare(statement).all()
  const tablesOf = (of: DatabaseSync) =>
    all(of, "select name from sqlite_schema where type = 'table' order by name").map(({ name }) => String(name))
  const columnsOf = (of: DatabaseSync, table: string) =>
    all(of, `select * from pragma_table_info('${table}')`) as Columns
  const uniqueOf = (of: DatabaseSync, table: string) =>
    all(of, `select name from pragma_index_list('${table}') where "unique" = 1`).map(({ name }) =>
      all(of, `select name from pragma_index_info('${name}')`)
        .map((column) => column.name)
        .join(),
    )
  const refersOf = (of: DatabaseSync, table: string) =>
    all(of, `select "table", on_delete from pragma_foreign_key_list('${table}')`).map((each) =>
      Object.values(each).join(),
    )
  const known = tablesOf(before)
  const breaks: string[] = []
  for (const table of known) {
    const [was, is] = [columnsOf(before, table), columnsOf(after, table)]
    const essence = ({ type, notnull, dflt_value, pk }: Columns[number]) => [type, notnull, dflt_value, pk].join()
    for (const column of was) {
      const same = is.find(({ name }) => name === column.name)
      if (!same) breaks.push(`${table}.${column.name} is gone`)
      else if (essence(same) !== essence(column)) breaks.push(`${table}.${column.name} is not what it was`)
    }
    for (const { name, notnull, dflt_value } of is)
      if (notnull === 1 && dflt_value === null && !was.some((column) => column.name === name))
        breaks.push(`${table}.${name} has to be written`)
    for (const unique of uniqueOf(after, table))
      if (!uniqueOf(before, table).includes(unique)) breaks.push(`${table} has ${unique} once only`)
  }
  for (const table of tablesOf(after))
    for (const refers of refersOf(after, table))
      if (known.includes(table) ? !refersOf(before, table).includes(refers) : !refers.endsWith('CASCADE'))
        breaks.push(`${table} refers to ${refers}`)
  return breaks
}

test('the last release works with the current schema, also without writing the new columns', async (t) => {
  const changelog = readFileSync(join(import.meta.dirname, '../../CHANGELOG.md'), 'utf8')
  // The first heading is this version, whether it is released or not; the second is the release before it.
  const [, previous] = [...changelog.matchAll(/^## (Unreleased|\d+\.\d+\.\d+)/gm)].map(([, heading]) => heading)
  assert.equal(previous, lastRelease.version, 'a release has to be noted in test/support/last-release.ts')
  const [before, after] = [new DatabaseSync(':memory:'), new DatabaseSync(':memory:')]
  t.after(() => [before.close(), after.close()])
  for (const { name, text } of listMigrations())
    if (name <= lastRelease.migration) before.exec(selectEngineText(text, 'sqlite'))
  await migrateSqlite(after)
  assert.deepEqual(breaksOf(before, after), [])
  // What no release may do at once.
  after.exec(`alter table consignment_list drop column summary;
    alter table depots drop column deleted; alter table depots add column deleted text not null default '';
    create unique index one_name on depots (environment_id, document);
    create table of_loads (load_id text, foreign key (load_id) references loads (load_id))`)
  assert.deepEqual(breaksOf(before, after), [
    'consignment_list.summary is gone',
    'depots.deleted is not what it was',
    'depots has environment_id,document once only',
    'of_loads refers to loads,NO ACTION',
  ])
})

const places = `select table_name::text as "table", citus_table_type as type, colocation_id as place from citus_tables order by 1`

/** `npm run test:citus` names a cluster. */
if (process.env.TEST_CITUS)
  test('an upgrade of a Citus cluster distributes each new table', async (t) => {
    const url = await createDatabase(t)
    const wanted = await ask(url, places)
    assert.ok(wanted.length > 40)
    for (const statement of undo) await ask(url, statement)
    assert.equal((await migratePostgres(url)).length, 5)
    assert.equal((await inspectPostgres(url)).undistributed, 0)
    assert.deepEqual(await ask(url, places), wanted)
  })
