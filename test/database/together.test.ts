// Writes that share a transaction on PostgreSQL: each is all or nothing by itself, and none notices the others but by the time it takes.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import pg from 'pg'
import { createConsignment, updateConsignment } from '../../contract/consignment.ts'
import { createLoad } from '../../contract/load.ts'
import { listPods, putPod } from '../../contract/pod.ts'
import {
  type Database,
  isOutcomeUnknown,
  isUnavailable,
  sql,
  type WriteTransaction,
} from '../../server/platform/database/database.ts'
import { openPostgres } from '../../server/platform/database/postgres.ts'
import { migratePostgres } from '../../server/platform/database/postgres-maintenance.ts'
import { startService } from '../support/harness.ts'
import { anOrder } from '../support/orders.ts'
import { ask, createDatabase } from '../support/postgres-server.ts'
import { until } from '../support/until.ts'

type T = { after(fn: () => unknown): void }

async function opened(t: T, prepare = true): Promise<{ place: string; database: Database }> {
  const place = await createDatabase(t)
  await migratePostgres(place)
  // With no limit of time but those that a test is about.
  const database = openPostgres(place, { poolMax: 4, waitingMax: 1_000, prepare, serving: false })
  t.after(() => database.close())
  return { place, database }
}

/** Rows to work on: depots of one environment, whose versions count. */
const insert = (key: string, environment = 'a') =>
  sql`insert into depots (environment_id, key, version, created, updated, document) values (${environment}, ${key}, 0, '', '', '')`
const insertUnlessThere = (key: string) =>
  sql`insert into depots (environment_id, key, version, created, updated, document) values (${'a'}, ${key}, 0, '', '', '') on conflict (environment_id, key) do nothing`
const find = (key: string) => sql`select version from depots where environment_id = ${'a'} and key = ${key}`
const setVersion = (key: string, version: number) =>
  sql`update depots set version = ${version} where environment_id = ${'a'} and key = ${key}`

async function countUp(tx: WriteTransaction, key: string): Promise<number> {
  const { version } = (await tx.lock<{ version: number }>(find(key)))!
  await tx.runOn(setVersion(key, version + 1))
  return version + 1
}
const versionOf = async (database: Database, key: string) =>
  (await database.read((tx) => tx.get<{ version: number }>(find(key))))?.version

const together = <R>(
  database: Database,
  work: (tx: WriteTransaction) => R | Promise<R>,
  due?: number,
  environment = 'a',
) => database.write(work, due, environment, true)
const keys = (count: number) => Array.from({ length: count }, (_, n) => `k${n}`)

describe('writes that share a transaction', () => {
  test('a shared transaction contains concurrent changes of orders, each with its own records', async (t) => {
    const service = await startService(t, {}, 'postgres')
    const { call } = await service.environment()
    const { data: load } = await call(createLoad, { body: { key: 'LOAD' } })
    const transactions = async (type: string) => {
      const [row] = await ask(
        service.config.databaseUrl,
        `select count(*)::int as changes, count(distinct xmin::text)::int as transactions from changes where type = '${type}'`,
      )
      return row as { changes: number; transactions: number }
    }
    const make = (loadId?: string) =>
      Promise.all(
        keys(40).map(async (key) => {
          const body = anOrder({ key: `${loadId ?? ''}${key}`, ...(loadId === undefined ? {} : { loadId }) })
          return (await call(createConsignment, { body })).data.consignmentId
        }),
      )
    const ids = await make()
    const created = await transactions('consignment.created')
    assert.equal(created.changes, 40)
    assert.ok(created.transactions <= 20, `${created.transactions} transactions`)
    // By id and by key: whoever changes the same order goes after the other.
    const change = (query: { id: string } | { key: string }) =>
      call(updateConsignment, { query, body: { weight: Math.random() } })
    const etags = await Promise.all([
      ...ids.map(() => change({ id: ids[0]! })),
      ...keys(40).map(() => change({ key: 'k0' })),
    ])
    assert.equal(new Set(etags.map(({ etag }) => etag)).size, 80)
    const changed = await transactions('consignment.updated')
    assert.equal(changed.changes, 80)
    assert.ok(changed.transactions <= 40, `${changed.transactions} transactions`)
    await make(load.loadId)
    const joined = await transactions('consignment.created')
    assert.equal(joined.transactions, created.transactions + 40)
  })

  test('a shared transaction contains concurrent outcomes of any orders, each once', async (t) => {
    const service = await startService(t, {}, 'postgres')
    const { call } = await service.environment()
    const orders = await Promise.all(
      keys(20).map(async (key) => (await call(createConsignment, { body: anOrder({ key }) })).data.consignmentId),
    )
    const told = (podId: string, consignmentId: string) =>
      call(putPod, {
        params: { podId },
        body: { consignmentId, outcome: 'failed', failureReasonCode: 'nobody-in' },
      })
    // Some of them of one order, and each sent twice.
    const sent = [...orders, ...orders.slice(0, 4).map(() => orders[0]!)].map(
      (order) => [crypto.randomUUID(), order] as const,
    )
    const replies = await Promise.all([...sent, ...sent].map(([podId, order]) => told(podId, order)))
    assert.deepEqual(
      replies.map(({ etag }) => etag),
      replies.map(() => replies[0]!.etag),
    )
    const [row] = await ask(
      service.config.databaseUrl,
      `select count(*)::int as pods, count(distinct p.xmin::text)::int as transactions, count(h.record_id)::int as changes,
        count(x.pod_id)::int as exported from pods p left join changes h on h.record = 'pod' and h.record_id = p.pod_id
        left join pod_export_list x on x.pod_id = p.pod_id`,
    )
    const { transactions, ...rows } = row as { transactions: number }
    assert.deepEqual(rows, { pods: 24, changes: 24, exported: 24 })
    assert.ok(transactions <= 12, `${transactions} transactions`)
    const { data } = await call(listPods, { query: { consignmentId: orders[0]!, limit: '100' } })
    assert.equal(data.pods.length, 5)
    // Somebody else's content under an id that is there, beside others that have nothing to do with it.
    const [podId] = sent[1]!
    const mixed = await Promise.allSettled([
      told(podId, orders[2]!),
      ...orders.map((order) => told(crypto.randomUUID(), order)),
    ])
    assert.deepEqual(
      mixed.map(({ status }) => status),
      ['rejected', ...orders.map(() => 'fulfilled')],
    )
    assert.equal((mixed[0] as PromiseRejectedResult).reason.code, 'POD_CONFLICT')
  })

  for (const prepare of [true, false])
    test(`a shared transaction contains writes of one environment only${prepare ? '' : ', also without prepared statements'}`, async (t) => {
      const { place, database } = await opened(t, prepare)
      const all = ['a', 'b'].flatMap((environment) => keys(40).map((key) => ({ environment, key })))
      await Promise.all(
        all.map(({ environment, key }) =>
          together(database, (tx) => tx.runOn(insert(key, environment)), undefined, environment),
        ),
      )
      const rows = await ask(
        place,
        'select environment_id, xmin::text as transaction, count(*) from depots group by 1, 2',
      )
      assert.equal(
        rows.reduce((sum, { count }) => sum + Number(count), 0),
        80,
      )
      assert.ok(rows.length <= 8, `${rows.length} transactions for 80 writes`)
      assert.equal(new Set(rows.map(({ transaction }) => transaction)).size, rows.length)
    })

  test('writes of a shared transaction that lock the same row run one by one, and read the earlier changes', async (t) => {
    const { database } = await opened(t)
    await database.write((tx) => tx.run(insert('one')))
    const versions = await Promise.all(keys(100).map(() => together(database, (tx) => countUp(tx, 'one'))))
    assert.deepEqual(
      versions.toSorted((a, b) => a - b),
      versions.map((_, index) => index + 1),
    )
    assert.equal(await versionOf(database, 'one'), 100)
  })

  test('writes of a shared transaction that lock and change the same row do not block each other', async (t) => {
    const { database } = await opened(t)
    await database.write((tx) => tx.run(insert('one')))
    const versions = await Promise.all(
      keys(10).map(() =>
        together(database, async (tx) => {
          await tx.lock(find('one'))
          return countUp(tx, 'one')
        }),
      ),
    )
    assert.equal(new Set(versions).size, 10)
    assert.equal(await versionOf(database, 'one'), 10)
  })

  test('writes that lock two rows in opposite orders both complete in a shared transaction', async (t) => {
    const { database } = await opened(t)
    for (const key of ['one', 'two']) await database.write((tx) => tx.run(insert(key)))
    const orders = [
      ['one', 'two'],
      ['two', 'one'],
    ]
    await Promise.all(
      orders.map((order) =>
        together(database, async (tx) => {
          for (const key of order) await countUp(tx, key)
        }),
      ),
    )
    assert.deepEqual([await versionOf(database, 'one'), await versionOf(database, 'two')], [2, 2])
  })

  test('writes of a shared transaction create the same key only once', async (t) => {
    const { database } = await opened(t)
    const wanted = keys(60).map((_, n) => `k${n % 20}`)
    const inserted = await Promise.all(wanted.map((key) => together(database, (tx) => tx.run(insertUnlessThere(key)))))
    assert.equal(
      inserted.reduce((sum, one) => sum + one, 0),
      20,
    )
    for (const key of new Set(wanted))
      assert.equal(inserted.filter((count, index) => wanted[index] === key && count === 1).length, 1)
    // Some of them are taken already: those that are stored by one statement hear each for itself.
    const more = keys(32).reverse()
    const after = await Promise.all(more.map((key) => together(database, (tx) => tx.run(insertUnlessThere(key)))))
    assert.deepEqual(
      after,
      more.map((key) => (wanted.includes(key) ? 0 : 1)),
    )
  })

  test('a write that is rejected before a change does not affect the other writes of its shared transaction', async (t) => {
    const { database } = await opened(t)
    await database.write((tx) => tx.run(insert('taken')))
    let runs = 0
    const outcomes = await Promise.allSettled(
      keys(20).map((key, n) =>
        together(database, async (tx) => {
          runs++
          assert.equal(await tx.get(find(key)), undefined)
          if (n % 4 === 3) assert.equal(await tx.run(insertUnlessThere('taken')), 0)
          if (n % 2 === 1) throw new TypeError(`no ${key}`)
          await tx.run(insert(key))
        }),
      ),
    )
    assert.equal(runs, 20)
    for (const [n, { status }] of outcomes.entries()) {
      assert.equal(status, n % 2 === 1 ? 'rejected' : 'fulfilled')
      assert.equal(await versionOf(database, `k${n}`), n % 2 === 1 ? undefined : 0)
    }
  })

  for (const [how, fail] of Object.entries({
    'by itself': () => {
      throw new TypeError('mine')
    },
    'by a statement that is waited for': (tx: WriteTransaction) => tx.run(insert('taken')),
    'by a statement that is not waited for': (tx: WriteTransaction) => tx.runOn(insert('taken')),
  }))
    test(`a shared transaction is stored without a write that fails ${how}, after a change`, async (t) => {
      const { database } = await opened(t)
      await database.write((tx) => tx.run(insert('taken')))
      const runs = new Map<string, number>()
      const outcomes = await Promise.allSettled(
        keys(20).map((key, n) =>
          together(database, async (tx) => {
            runs.set(key, (runs.get(key) ?? 0) + 1)
            await tx.run(insert(key))
            if (n === 7) await fail(tx)
          }),
        ),
      )
      for (const [n, { status }] of outcomes.entries()) {
        assert.equal(status, n === 7 ? 'rejected' : 'fulfilled')
        assert.equal(await versionOf(database, `k${n}`), n === 7 ? undefined : 0)
        assert.equal(runs.get(`k${n}`), 2, 'once together, once alone')
      }
    })

  test('only the writes that need a locked row wait for it in a shared transaction', async (t) => {
    const { place, database } = await opened(t)
    const names = keys(10)
    await database.write(async (tx) => {
      for (const key of names) await tx.run(insert(key))
    })
    const other = new pg.Client(place)
    await other.connect()
    other.on('error', () => undefined)
    await other.query("begin; select 1 from depots where key = 'k3' for update")
    let answered = 0
    const all = names.map((key) => together(database, (tx) => countUp(tx, key)).then(() => answered++))
    await until('the others are stored', () => answered === 9)
    assert.equal(await versionOf(database, 'k3'), 0)
    await other.query('commit')
    await Promise.all(all)
    for (const key of names) assert.equal(await versionOf(database, key), 1)
    await other.end()
  })

  test('a shared transaction is stored without a write that exceeds its deadline', async (t) => {
    const { database } = await opened(t)
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    let first = true
    const slow = together(database, async (tx) => {
      await tx.run(insert('slow'))
      if (first) await held
      first = false
    })
    const hurried = together(database, (tx) => tx.run(insert('hurried')), performance.now() + 700)
    await assert.rejects(hurried, isUnavailable)
    release()
    await slow
    assert.deepEqual([await versionOf(database, 'slow'), await versionOf(database, 'hurried')], [0, undefined])
  })

  test('all writes of a shared transaction have an unknown result if the connection is lost at the commit', async (t) => {
    const { place, database } = await opened(t)
    await ask(
      place,
      `create function die() returns trigger language plpgsql as 'begin perform pg_terminate_backend(pg_backend_pid()); return null; end';
      create constraint trigger dies after insert on depots deferrable initially deferred for each row execute function die()`,
    )
    let runs = 0
    const outcomes = await Promise.allSettled(
      keys(10).map((key) =>
        together(database, async (tx) => {
          runs++
          await tx.runOn(insert(key))
        }),
      ),
    )
    assert.equal(runs, 10)
    for (const outcome of outcomes) assert.ok(outcome.status === 'rejected' && isOutcomeUnknown(outcome.reason))
  })

  test('all writes of a shared transaction succeed if the connection is lost before the commit', async (t) => {
    const { place, database } = await opened(t)
    let isCut = false
    await Promise.all(
      keys(10).map((key) =>
        together(database, async (tx) => {
          await tx.run(insert(key))
          if (isCut) return
          isCut = true
          await ask(
            place,
            "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'dray' and datname = current_database()",
          )
          await tx.get(find(key))
        }),
      ),
    )
    for (const key of keys(10)) assert.equal(await versionOf(database, key), 0)
  })
})
