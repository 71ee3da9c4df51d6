// The schema as Citus would have it: every table by environment or whole on every node, decided by the catalog of a real server.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import {
  buildDistributionStatements,
  listPlacements,
  type TablePlacement,
} from '../../server/platform/database/citus.ts'
import { migratePostgres } from '../../server/platform/database/postgres-maintenance.ts'
import { ask, createDatabase } from '../support/postgres-server.ts'

// biome-ignore lint/suspicious/noExplicitAny: rows of the catalog, of every shape
type Row = any
type T = { after(fn: () => unknown): void }

async function migrated(t: T) {
  const url = await createDatabase(t)
  await migratePostgres(url)
  const rows = async (text: string) => (await ask(url, text)) as Row[]
  const query = async (text: string) => ({ rows: await rows(text) })
  const wanted = await listPlacements({ query } as unknown as Parameters<typeof listPlacements>[0])
  const kinds = new Map(wanted.map(({ table, kind }) => [table, kind]))
  return { wanted, kinds, rows }
}

/** The columns of keys and foreign keys, by name, in their order. */
const columnsOf = (relation: string, numbers: string) =>
  `array(select a.attname::text from unnest(${numbers}) with ordinality n(number, place)
    join pg_attribute a on a.attrelid = ${relation} and a.attnum = n.number order by n.place)`

describe('the schema on Citus', () => {
  test('every table has one placement on Citus, and tables of an environment are on the same node', async (t) => {
    const { wanted, kinds, rows } = await migrated(t)
    const tables = await rows("select tablename from pg_tables where schemaname = 'public'")
    assert.deepEqual([...kinds.keys()].sort(), tables.map(({ tablename }) => tablename).sort())
    assert.equal(kinds.size, wanted.length)
    const owned = await rows(
      "select table_name from information_schema.columns where table_schema = 'public' and column_name = 'environment_id'",
    )
    // They have the environment in them, and are asked across environments as well.
    const acrossAll = ['environments', 'memberships', 'links']
    for (const { table_name: table } of owned)
      assert.equal(kinds.get(table), acrossAll.includes(table) ? 'reference' : 'distributed', table)
    for (const table of ['consignments', 'depots', 'loads', 'settings', 'idempotency', 'changes', 'tokens'])
      assert.equal(kinds.get(table), 'distributed')
    for (const table of ['environments', 'signing_keys', 'revocations', 'people', 'schema_migrations', 'instances'])
      assert.equal(kinds.get(table), 'reference')
  })

  test('keys and foreign keys of distributed tables start with the environment', async (t) => {
    const { wanted, kinds, rows } = await migrated(t)
    const keys = await rows(
      `select c.conrelid::regclass::text as "table", c.conname as name, c.contype as type, c.confrelid::regclass::text as parent,
        c.confdeltype as "onDelete", ${columnsOf('c.conrelid', 'c.conkey')} as columns, ${columnsOf('c.confrelid', 'c.confkey')} as "parentColumns"
      from pg_constraint c where c.contype in ('p', 'u', 'f') and c.connamespace = 'public'::regnamespace`,
    )
    assert.ok(keys.length > 20)
    const order = wanted.map(({ table }) => table)
    for (const { table, name, type, parent, columns, parentColumns, onDelete } of keys) {
      const isDistributed = kinds.get(table) === 'distributed'
      if (isDistributed && type !== 'f') assert.equal(columns[0], 'environment_id', `${table} ${name}`)
      // A shard has its number behind the name.
      assert.doesNotMatch(name, /_\d+$/)
      if (type !== 'f') continue
      assert.ok(order.indexOf(parent) < order.indexOf(table), `${parent} comes before ${table}`)
      assert.ok(['a', 'r', 'c'].includes(onDelete), `${name} sets nothing to null`)
      if (kinds.get(parent) === 'reference') continue
      assert.ok(isDistributed, `${table} is whole on every node and refers to ${parent}, which is not`)
      assert.deepEqual([columns[0], parentColumns[0]], ['environment_id', 'environment_id'], name)
    }
    const unique = await rows(
      `select i.indrelid::regclass::text as "table", a.attname as first from pg_index i
      left join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
      where i.indisunique and i.indrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)`,
    )
    for (const { table, first } of unique)
      if (kinds.get(table) === 'distributed') assert.equal(first, 'environment_id', table)
  })

  test('the schema has no sequence, trigger or function whose result depends on the node', async (t) => {
    const { rows } = await migrated(t)
    assert.deepEqual(
      await rows("select relname from pg_class where relkind = 'S' and relnamespace = 'public'::regnamespace"),
      [],
    )
    assert.deepEqual(await rows('select tgname from pg_trigger where not tgisinternal'), [])
    const root = join(import.meta.dirname, '../..')
    for (const file of globSync('server/**/{store,*-store}.ts', { cwd: root }))
      for (const [, text] of readFileSync(join(root, file), 'utf8').matchAll(/\b(?:sql|piece)`([^`]*)`/g))
        assert.doesNotMatch(text!, /\b(now|clock_timestamp|gen_random_uuid|random|nextval)\s*\(/i, file)
  })

  test('one statement distributes each table that is not distributed yet, with one node per environment', () => {
    const wanted: TablePlacement[] = [
      { table: 'environments', kind: 'reference' },
      { table: 'depots', kind: 'distributed' },
      { table: 'loads', kind: 'distributed' },
    ]
    assert.deepEqual(buildDistributionStatements(wanted, new Set()), [
      "select create_reference_table('environments')",
      "select create_distributed_table('depots', 'environment_id', colocate_with => 'none')",
      "select create_distributed_table('loads', 'environment_id', colocate_with => 'depots')",
    ])
    assert.deepEqual(buildDistributionStatements(wanted, new Set(['environments', 'depots'])), [
      "select create_distributed_table('loads', 'environment_id', colocate_with => 'depots')",
    ])
    assert.deepEqual(buildDistributionStatements(wanted, new Set(['environments', 'depots', 'loads'])), [])
  })

  test('dray migrate --distribute fails without Citus, and prints its statements', async (t) => {
    const url = await createDatabase(t)
    const program = fileURLToPath(new URL('../../bin/dray.js', import.meta.url))
    const migrate = (...args: string[]) =>
      spawnSync(process.execPath, [program, 'migrate', ...args], { encoding: 'utf8' })
    const refused = migrate('--distribute', '--database-url', url)
    assert.deepEqual([refused.status, refused.stdout], [1, ''])
    assert.match(
      refused.stderr,
      /^dray: The database at postgres:\/\/[^ ]+ has no Citus extension\. Nothing was changed\. /,
    )
    assert.deepEqual(await ask(url, "select tablename from pg_tables where schemaname = 'public'"), [])
    assert.match(migrate('--distribute').stderr, /^dray: A folder cannot be distributed/)
    const printed = migrate('--distribute', '--print', '--database-url', url)
    assert.equal(printed.status, 0, printed.stderr)
    const lines = printed.stdout.trimEnd().split('\n')
    assert.ok(lines.every((line) => /^select create_(reference|distributed)_table\('[a-z_]+'.*\);$/.test(line)))
    assert.equal(lines.filter((line) => line.includes("colocate_with => 'none'")).length, 1)
    assert.match(migrate('--database-url', url).stdout, /up to date/)
  })
})
