// What PostgreSQL believes of its tables, and how it finds rows by that: the same for those who came last and have most of them.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import pg from 'pg'
import { openConnection } from '../../server/platform/database/connection.ts'
import { migratePostgres } from '../../server/platform/database/postgres-maintenance.ts'
import { openCleanups, startService } from '../support/harness.ts'
import { anOrder } from '../support/orders.ts'
import { ask, createDatabase } from '../support/postgres-server.ts'
import { until } from '../support/until.ts'

/** The nodes of a cluster plan by what they know themselves. */
const skip = process.env.TEST_CITUS !== undefined

describe('tables of environments', { skip }, () => {
  let url: string
  const { whenOver, cleanUp } = openCleanups()
  before(async () => {
    url = await createDatabase(whenOver)
    await migratePostgres(url)
  })
  after(cleanUp)
  const unbelieving = async () =>
    (
      await ask(
        url,
        `select attrelid::regclass::text as name from pg_attribute join pg_class c on c.oid = attrelid
        where attname = 'environment_id' and relkind = 'r' and attoptions is distinct from '{n_distinct=2}'`,
      )
    ).map(({ name }) => name)
  const doubt = () => ask(url, 'alter table depots alter column environment_id reset (n_distinct)')

  test('tables of environments have a small estimate of environments in the query planner, at any age', async () => {
    assert.deepEqual(await unbelieving(), [])
    await doubt()
    assert.deepEqual(await unbelieving(), ['depots'])
    assert.deepEqual(await migratePostgres(url), [])
    assert.deepEqual(await unbelieving(), [])
  })

  test('an upgrade immediately sets the estimate of environments in the query planner', async () => {
    await doubt()
    await ask(
      url,
      `insert into depots (environment_id, key, version, created, updated, document)
      select 'e' || n, 'k', 1, '', '', '{}' from generate_series(1, 100) n; analyze depots`,
    )
    const known = () =>
      ask(url, "select n_distinct from pg_stats where tablename = 'depots' and attname = 'environment_id'")
    assert.notEqual((await known())[0]!.n_distinct, 2)
    await migratePostgres(url)
    assert.equal((await known())[0]!.n_distinct, 2)
  })

  test('the service starts if it may not set the estimate of environments, or would wait for a lock', async () => {
    await doubt()
    const stranger = `stranger_${process.pid}`
    await ask(url, `create role ${stranger} login; grant select on schema_migrations to ${stranger}`)
    try {
      assert.deepEqual(await migratePostgres(url.replace('//dray@', `//${stranger}@`)), [])
      assert.deepEqual(await unbelieving(), ['depots'])
    } finally {
      await ask(url, `drop owned by ${stranger}; drop role ${stranger}`)
    }
    const other = new pg.Client(url)
    await other.connect()
    await other.query('begin; lock table depots in share mode')
    try {
      assert.deepEqual(await migratePostgres(url), [])
      assert.deepEqual(await unbelieving(), ['depots'])
    } finally {
      await other.end()
    }
  })

  test('every environment gets the same query plan, for any age of its rows', async (t) => {
    const { connection, ready } = openConnection(url, { dedicated: true, patient: false, timeoutMs: 10_000 })
    t.after(() => connection.destroy())
    await ready
    const put = (environments: string, count: number) =>
      ask(
        url,
        `insert into consignments (environment_id, consignment_id, key, type, version, created, updated, document)
          select e, e || '-' || n, 'K' || n, 'delivery', 1, '', '', '{}' from unnest(${environments}) e, generate_series(1, ${count}) n;
        insert into export_list (environment_id, consignment_id, version, since, reason)
          select environment_id, consignment_id, 1, substr(key, 2)::int, 'created' from consignments where key <> 'K0'
          on conflict do nothing`,
      )
    await put("array(select 'few' || n from generate_series(1, 30) n)", 3)
    await ask(url, 'analyze')
    await put("array['many']", 5_000)
    const wayTo = async (text: string, values: string) => {
      await connection.query(`prepare asked as ${text}`)
      const { rows } = await connection.query(`explain execute asked(${values})`)
      await connection.query('deallocate asked')
      return rows.map((row) => row['QUERY PLAN']).join('\n')
    }
    assert.match(
      await wayTo('select key from consignments where environment_id = $1 and consignment_id = $2', "'many', 'many-1'"),
      /consignments_pkey.*\n.*environment_id = \$1\) AND \(consignment_id = \$2/,
    )
    assert.match(
      await wayTo(
        `select c.key from export_list x join consignments c on c.environment_id = x.environment_id and c.consignment_id = x.consignment_id
        where x.environment_id = $1 and (x.since, x.consignment_id) > ($2, $3) order by x.since, x.consignment_id limit $4`,
        "'many', 10, '', 1000",
      ),
      /Nested Loop[\s\S]*export_list_since[\s\S]*consignments_pkey.*\n.*AND \(consignment_id = x.consignment_id/,
    )
  })
})

test('a fast-growing table is analysed soon, before its plans become slow', { skip }, async (t) => {
  const service = await startService(t, {}, 'postgres')
  const tenant = await service.environment()
  const known = async (least: number) => {
    const [row] = await ask(
      service.config.databaseUrl!,
      `select reltuples >= ${least} as known from pg_class where relname = 'consignments'`,
    )
    return row!.known
  }
  const store = (from: number) => {
    const consignments = Array.from({ length: 300 }, (_, n) => anOrder({ key: `K${from + n}` }))
    return tenant.request('POST', '/v1/consignments', { body: { consignments } })
  }
  // It may look while they are stored, and then sees a part of them.
  assert.equal((await store(0)).status, 200)
  await until('the server knows of some orders', () => known(1))
  for (let from = 300; from < 1_200; from += 300) assert.equal((await store(from)).status, 200)
  await until('it knows of more when they are many times as many', () => known(400))
})

test('rows of one large transaction are analysed, even after an earlier analysis during it', {
  skip,
}, async (t) => {
  const service = await startService(t, {}, 'postgres')
  const client = new pg.Client(service.config.databaseUrl!)
  client.on('error', () => undefined)
  await client.connect()
  const known = async () =>
    (
      await ask(service.config.databaseUrl!, "select relpages, reltuples from pg_class where relname = 'depots'")
    )[0] as {
      relpages: number
      reltuples: number
    }
  await client.query('begin')
  await client.query(
    "insert into depots (environment_id, key, version, created, updated, document) select 'e', 'k' || n, 1, '', '', '{}' from generate_series(1, 5000) n",
  )
  await until('its pages are known', async () => (await known()).relpages > 4)
  assert.equal((await known()).reltuples, 0)
  await client.query('commit')
  await client.end()
  await until('its rows are known', async () => (await known()).reltuples === 5_000)
})
