// The PostgreSQL engine by itself: what it tries again and what never, what it refuses and how soon, and where it writes.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import {
  type Database,
  isOutcomeUnknown,
  isUnavailable,
  retryTransaction,
  sql,
} from '../../server/platform/database/database.ts'
import { listMigrations } from '../../server/platform/database/migrate.ts'
import { openPostgres } from '../../server/platform/database/postgres.ts'
import { migratePostgres } from '../../server/platform/database/postgres-maintenance.ts'
import { describeUrl, listHostUrls } from '../../server/platform/database/url.ts'
import { ask, createDatabase, startPostgres } from '../support/postgres-server.ts'
import { startProxy } from '../support/proxy.ts'
import { until } from '../support/until.ts'

type T = { after(fn: () => unknown): void }
const options = { poolMax: 4, waitingMax: 100, prepare: true, serving: true }
/** For tests of what has nothing to do with time: a server that is slow is not taken for one that is away. */
const patient = { serving: false }

function opened(t: T, url: string, changes: Partial<Parameters<typeof openPostgres>[1]> = {}): Database {
  const database = openPostgres(url, { ...options, ...changes })
  t.after(() => database.close())
  return database
}

/** Counters in a table of the service: one row for each environment. */
const start = (database: Database, ...ids: string[]) =>
  database.write(async (tx) => {
    for (const id of ids)
      await tx.run(
        sql`insert into settings (environment_id, version, updated, stop_duration, document) values (${id}, 0, '', 0, '{}')`,
      )
  })
const lock = (id: string) => sql`select version from settings where environment_id = ${id}`
const count = (id: string) => sql`update settings set version = version + 1 where environment_id = ${id}`
const counted = async (database: Database, id: string) =>
  (await database.read((tx) => tx.get<{ version: number }>(lock(id))))!.version

/** Long for a machine that is busy, and nothing to how long a connection takes to give up by itself. */
const patientMs = 60_000
const took = async (work: () => Promise<unknown>): Promise<number> => {
  const began = performance.now()
  await work()
  return performance.now() - began
}

describe('the PostgreSQL engine', () => {
  const fresh = async (t: T) => {
    const database = await createDatabase(t)
    await migratePostgres(database)
    return database
  }
  test('a read on PostgreSQL returns integers as numbers, from one snapshot', async (t) => {
    const database = opened(t, await fresh(t), patient)
    await start(database, 'a', 'b')
    // Twice: what a read has learnt of the first time decides how it starts the second time.
    for (let round = 0; round < 2; round++) {
      const seen = await database.read(async (tx) => {
        const first = (await tx.get<{ version: number }>(lock('a')))!.version
        await database.write(async (writing) => {
          await writing.run(count('a'))
          await writing.run(count('b'))
        })
        return [first, (await tx.get<{ version: number }>(lock('b')))!.version]
      })
      assert.equal(typeof seen[0], 'number')
      assert.equal(seen[0], seen[1], 'both are from before the change, or both from after it')
    }
  })

  for (const prepare of [true, false])
    test(`deadlocked transactions both complete${prepare ? '' : ', also without prepared statements'}`, async (t) => {
      // With no limit to the wait for a lock: the server is to find the circle, however slow the machine.
      const database = opened(t, await fresh(t), { prepare, serving: false })
      await start(database, 'a', 'b')
      const objects = new Set<object>()
      let tries = 0
      let held = 0
      const cross = (one: string, two: string) =>
        database.write(async (tx) => {
          tries++
          objects.add(tx)
          await tx.lock(lock(one))
          held++
          await until('both hold one', () => held >= 2)
          await tx.lock(lock(two))
          await tx.run(count(one))
        })
      await Promise.all([cross('a', 'b'), cross('b', 'a')])
      assert.deepEqual([await counted(database, 'a'), await counted(database, 'b')], [1, 1])
      assert.ok(tries > 2, 'one was undone')
      assert.equal(objects.size, tries, 'each try had an object of its own')
    })

  test('a serialisation failure is retried up to five times, and leaves nothing', async (t) => {
    const database = opened(t, await fresh(t), patient)
    await start(database, 'a')
    let tries = 0
    await database.write(async (tx) => {
      await tx.run(count('a'))
      if (++tries < 3) throw retryTransaction()
    })
    assert.deepEqual([tries, await counted(database, 'a')], [3, 1])
    tries = 0
    const hopeless = database.write(async (tx) => {
      tries++
      await tx.run(count('a'))
      throw retryTransaction()
    })
    await assert.rejects(hopeless, isUnavailable)
    assert.deepEqual([tries, await counted(database, 'a')], [5, 1])
  })

  test('an error thrown inside a transaction is not retried, and reaches the caller', async (t) => {
    const database = opened(t, await fresh(t), patient)
    await start(database, 'a')
    let tries = 0
    const mistaken = database.write(async (tx) => {
      tries++
      await tx.run(count('a'))
      throw new TypeError('mine')
    })
    await assert.rejects(mistaken, TypeError)
    await assert.rejects(
      database.write((tx) => tx.run(sql`update settings set nothing = 1 where environment_id = ${'a'}`)),
      { code: '42703' },
    )
    // After a statement that failed nothing is kept, whatever the work makes of the failure.
    const swallowed = database.write(async (tx) => {
      await tx.run(count('a'))
      await Promise.resolve(tx.run(sql`insert into settings (environment_id) values (${'a'})`)).catch(() => undefined)
    })
    await assert.rejects(swallowed)
    assert.deepEqual([tries, await counted(database, 'a')], [1, 0])
  })

  test('a broken connection loses no change and repeats no change', async (t) => {
    const place = await fresh(t)
    const database = opened(t, place)
    await start(database, 'a')
    let going = true
    let acknowledged = 0
    let unknown = 0
    const worker = async () => {
      while (going)
        await database
          .write((tx) => tx.run(count('a')))
          .then(
            () => acknowledged++,
            (error) => {
              if (isOutcomeUnknown(error)) unknown++
              else assert.ok(isUnavailable(error), String(error))
              // Who is refused at once, again and again, would let nobody else have a turn.
              return sleep(5)
            },
          )
    }
    const reader = async () => {
      while (going)
        await counted(database, 'a').then(
          (version) => assert.ok(version >= 0),
          (error) => {
            assert.ok(isUnavailable(error), String(error))
            return sleep(5)
          },
        )
    }
    const workers = [worker(), worker(), worker(), worker(), reader()]
    for (let round = 0; round < 10; round++) {
      const before = acknowledged
      await sleep(50)
      await until('some were acknowledged', () => acknowledged > before + 2)
      // Those of this database: other tests share the server.
      await ask(
        place,
        "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'dray' and datname = current_database()",
      )
    }
    going = false
    await Promise.all(workers)
    await until('it is up', () => database.isUp())
    const stored = await counted(database, 'a')
    assert.ok(acknowledged > 20, `${acknowledged} were acknowledged`)
    assert.ok(stored >= acknowledged && stored <= acknowledged + unknown, `${acknowledged} ≤ ${stored} ≤ +${unknown}`)
  })

  test('a connection lost at the commit causes an unknown result, without a retry', async (t) => {
    const place = await fresh(t)
    const database = opened(t, place)
    await start(database, 'a')
    await ask(
      place,
      `create function die() returns trigger language plpgsql as 'begin perform pg_terminate_backend(pg_backend_pid()); return null; end';
      create constraint trigger dies after update on settings deferrable initially deferred for each row execute function die()`,
    )
    let tries = 0
    const lost = database.write(async (tx) => {
      tries++
      await tx.run(count('a'))
    })
    await assert.rejects(lost, isOutcomeUnknown)
    assert.equal(tries, 1)
    assert.equal(await counted(database, 'a'), 0)
  })

  test('a request waits for a free connection, and too many are rejected immediately', async (t) => {
    const database = opened(t, await fresh(t), { poolMax: 1, waitingMax: 2 })
    await start(database, 'a')
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    const holder = database.write(async (tx) => {
      await tx.run(count('a'))
      await held
    })
    await sleep(50)
    const write = () => database.write((tx) => tx.run(count('a')))
    const waiting = [write(), write()]
    let given = 0
    for (const each of waiting) each.catch(() => given++)
    await assert.rejects(write(), isUnavailable)
    assert.equal(given, 0, 'it was refused before those who wait gave up')
    assert.equal(await counted(database, 'a'), 0, 'single reads go on')
    assert.ok((await took(() => Promise.all(waiting.map((each) => assert.rejects(each, isUnavailable))))) < patientMs)
    release()
    await holder
    await write()
    assert.equal(await counted(database, 'a'), 2)
  })

  test('requests fail fast while the server is down, and succeed afterwards', async (t) => {
    const place = await fresh(t)
    const proxy = await startProxy(t, place)
    const database = opened(t, proxy.url)
    await start(database, 'a')
    const refusedSoon = async () => {
      const write = () =>
        assert.rejects(
          database.write((tx) => tx.run(count('a'))),
          isUnavailable,
        )
      const read = () => assert.rejects(counted(database, 'a'), isUnavailable)
      const ms = await took(() => Promise.all([write(), read()]))
      assert.ok(ms < patientMs, `${Math.round(ms)} ms`)
    }
    const recovers = async () => {
      proxy.restore()
      await until('it is up', () => database.isUp())
      await database.write((tx) => tx.run(count('a')))
    }
    proxy.cut(true)
    await refusedSoon()
    await until('it is down', () => !database.isUp())
    await refusedSoon()
    await recovers()

    // Connections that stay but pass nothing on: the first to notice is the watch.
    proxy.stall()
    await until('it is down', () => !database.isUp())
    await refusedSoon()
    await recovers()
    proxy.cut()
    await database.write((tx) => tx.run(count('a')))
    assert.equal(await counted(database, 'a'), 3)
  })

  test('a command waits longer for a slow server than a request', async (t) => {
    const proxy = await startProxy(t, await fresh(t))
    proxy.stall()
    const [request, command] = [opened(t, proxy.url), opened(t, proxy.url, patient)]
    const begun = start(command, 'a')
    await assert.rejects(counted(request, 'a'), isUnavailable)
    proxy.restore()
    await begun
    assert.equal(await counted(command, 'a'), 0)
  })

  test('Dray uses the host that accepts writes, also after another host takes over', async (t) => {
    const servers = await Promise.all([startPostgres(), startPostgres()])
    t.after(() => Promise.all(servers.map((server) => server.stop())))
    const places = servers.map((server) => `${server.url}postgres`)
    for (const place of places) await migratePostgres(place)
    const protect = async (index: number, on: boolean) => {
      // Its own session must be able to write, to let others write again.
      const writable = `${places[index]}?options=-c%20default_transaction_read_only%3Doff`
      await ask(writable, `alter system set default_transaction_read_only = ${on}`)
      await ask(writable, 'select pg_reload_conf()')
      // A new session shows what the server goes by, and those that are there have been told by then.
      await until('the server goes by it', async () => {
        const [shown] = await ask(places[index]!, 'show default_transaction_read_only')
        return shown!.default_transaction_read_only === (on ? 'on' : 'off')
      })
    }
    await protect(0, true)
    const [one, two] = servers.map((server) => new URL(server.url).host)
    const database = opened(t, `postgres://dray@${one},127.0.0.1:1,${two}/postgres`)
    await start(database, 'a')
    const stored = async (index: number) =>
      Number((await ask(places[index]!, 'select coalesce(max(version), -1) as version from settings'))[0]!.version)
    assert.deepEqual([await stored(0), await stored(1)], [-1, 0])
    await protect(0, false)
    await protect(1, true)
    await start(database, 'a')
    assert.deepEqual([await stored(0), await stored(1)], [0, 0])
  })

  test('without a standby, few writes wait, no write is confirmed, and reads return only durable data', async (t) => {
    const server = await startPostgres()
    t.after(() => server.stop())
    const place = `${server.url}postgres`
    await migratePostgres(place)
    const database = opened(t, place)
    const rows = Array.from({ length: 10 }, (_, n) => `row ${n}`)
    await start(database, 'a', ...rows)
    const waitFor = async (standby: string) => {
      await ask(place, `alter system set synchronous_standby_names = '${standby}'`)
      await ask(place, 'select pg_reload_conf()')
    }
    const overdue = () =>
      database
        .gauges()
        .find(({ name }) => name === 'database_commits_overdue')!
        .value()
    const waiting = async () =>
      Number((await ask(place, "select count(*) from pg_stat_activity where wait_event = 'SyncRep'"))[0]!.count)
    const write = (row: string) =>
      database
        .write((tx) => tx.run(count(row)))
        .then(
          () => 'done',
          (error) => error.name as string,
        )
    await waitFor('nobody')
    // A reload reaches the server some time later: the first commit that waits is the proof.
    await until('a commit waits', async () => (await write('a')) === 'OutcomeUnknown')
    const endings = new Set<string>()
    for (let round = 0; round < 3; round++) for (const ending of await Promise.all(rows.map(write))) endings.add(ending)
    assert.deepEqual([...endings], ['Unavailable'], 'while one is overdue no other begins')
    // One that is overdue may not have come to wait yet, and one that was let go may not have been answered yet.
    const letGo = () => ask(place, "select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'")
    await until('none is overdue', async () => {
      await letGo()
      return overdue() === 0
    })
    for (let round = 0; round < 3; round++) for (const ending of await Promise.all(rows.map(write))) endings.add(ending)
    assert.deepEqual([...endings].sort(), ['OutcomeUnknown', 'Unavailable'])
    const stuck = await waiting()
    assert.ok(stuck > 0 && stuck <= options.poolMax, `${stuck} wait for the standby`)
    const stored = async () => Number((await ask(place, 'select sum(version) from settings'))[0]!.sum)
    const before = await stored()
    const both = () => database.read(async (tx) => [await tx.get(lock('a')), await tx.get(lock('b'))])
    assert.equal((await both()).length, 2)

    // An administrator lets one of them go on: it is stored here alone, and so it must not be answered by.
    await until('all of them have gone on', async () => {
      await letGo()
      return (await stored()) > before && (await waiting()) === 0
    })
    const refusal = () =>
      database.write(async (tx) => {
        await tx.get(lock('b'))
        throw new TypeError('there is no such row')
      })
    await assert.rejects(refusal(), isUnavailable)
    await waitFor('')
    await until('none is overdue', () => overdue() === 0)
    await assert.rejects(refusal(), TypeError)
    const all = await counted(database, 'a')
    await database.write((tx) => tx.run(count('a')))
    assert.equal(await counted(database, 'a'), all + 1)
  })

  test('a change that is sent without waiting is committed with the other changes, or all are rolled back', async (t) => {
    const database = opened(t, await fresh(t), patient)
    await start(database, 'a')
    const before = sql`insert into settings (environment_id, version, updated, stop_duration, document) values (${'a'}, 0, '', 0, '{}')`
    for (const first of [true, false])
      await assert.rejects(
        database.write(async (tx) => {
          if (!first) await tx.run(count('a'))
          await tx.runOn(before)
          await tx.runOn(count('a'))
        }),
        { code: '23505' },
      )
    assert.equal(await counted(database, 'a'), 0)
    await database.write(async (tx) => {
      await tx.runOn(count('a'))
      await tx.runOn(count('a'))
      assert.equal((await tx.get<{ version: number }>(lock('a')))!.version, 2)
      await tx.runOn(count('a'))
    })
    assert.equal(await counted(database, 'a'), 3)
  })

  test('a failing read does not fail the other reads of its batch', async (t) => {
    const database = opened(t, await fresh(t), patient)
    await start(database, 'a', 'b')
    await database.write((tx) => tx.run(count('b')))
    const broken = (id: string) => sql`select 1 / version as version from settings where environment_id = ${id}`
    const missing = (id: string) => sql`select nothing from settings where environment_id = ${id}`
    // Twice: the first time every statement is new to the connection.
    for (let round = 0; round < 2; round++) {
      const read = (query: ReturnType<typeof lock>) =>
        database
          .read((tx) => tx.get<{ version: number }>(query))
          .then(
            (row) => row?.version,
            (error) => error.code as string,
          )
      const queries = [lock('a'), broken('a'), broken('b'), missing('a'), lock('b'), lock('nobody'), missing('b')]
      const answers = await Promise.all(queries.map(read))
      assert.deepEqual(answers, [0, '22012', 1, '42703', 1, undefined, '42703'])
    }
  })

  test('a request returns at its deadline while the server still works, and the work is rolled back', async (t) => {
    const place = await fresh(t)
    // Without any time of its own that would end the wait.
    const database = opened(t, place, { serving: false })
    await start(database, 'a')
    await ask(
      place,
      `create function wait() returns trigger language plpgsql as 'begin perform pg_advisory_xact_lock_shared(1); return new; end';
      create trigger waits before update on settings for each row execute function wait()`,
    )
    const other = new pg.Client(place)
    await other.connect()
    // It goes with its database, if not before.
    other.on('error', () => undefined)
    const soon = () => performance.now() + 1_000
    await other.query('begin; lock table settings in access exclusive mode')
    await assert.rejects(
      database.read((tx) => tx.get(lock('a')), soon()),
      isUnavailable,
    )
    await other.query('rollback')
    await other.query('select pg_advisory_lock(1)')
    await assert.rejects(
      database.write((tx) => tx.run(count('a')), soon()),
      isUnavailable,
    )
    await other.end()
    // The next change waits behind the one that is undone, if that is not over yet.
    await database.write((tx) => tx.run(count('a')))
    assert.equal(await counted(database, 'a'), 1)
  })

  for (const prepare of [true, false])
    test(`the wait for a lock is limited${prepare ? '' : ', also without prepared statements'}`, async (t) => {
      const place = await fresh(t)
      const database = opened(t, place, { prepare })
      await start(database, 'a')
      const other = new pg.Client(place)
      await other.connect()
      other.on('error', () => undefined)
      await other.query("begin; select version from settings where environment_id = 'a' for update")
      await assert.rejects(
        database.write((tx) => tx.lock(lock('a'))),
        /Another request changes the same record/,
      )
      await other.end()
      await database.write((tx) => tx.run(count('a')))
    })

  test('a database of a newer version is rejected unchanged', async (t) => {
    const place = await fresh(t)
    await ask(place, "insert into schema_migrations values (9999, '9999_later.sql', '', '')")
    await assert.rejects(migratePostgres(place), /run a newer version/)
  })

  test('concurrent migrations run once', async (t) => {
    const place = await createDatabase(t)
    const applied = await Promise.all(Array.from({ length: 5 }, () => migratePostgres(place)))
    assert.deepEqual(
      applied.flat(),
      listMigrations().map(({ name }) => name),
    )
  })
})

test('a URL may list several hosts, and its printed form has no secrets', () => {
  assert.deepEqual(listHostUrls('postgres://u:p@h1:1,h2:2/db?sslmode=disable'), [
    'postgres://u:p@h1:1/db?sslmode=disable',
    'postgres://u:p@h2:2/db?sslmode=disable',
  ])
  assert.deepEqual(listHostUrls('postgresql://h/db'), ['postgresql://h/db'])
  assert.equal(describeUrl('postgres://u:secret@h1:1,h2:2/db?password=secret'), 'postgres://h1:1,h2:2/db')
  assert.equal(describeUrl('postgres://u@[::1]:1/db'), 'postgres://[::1]:1/db')
  assert.equal(describeUrl('postgres://h'), 'postgres://h/')
  for (const mark of ['@', '/', '?', '#', ':', '1/', '/@', '@/'])
    assert.equal(describeUrl(`postgres://u:se${mark}cret@h:1/db?x=y`), 'postgres://h:1/db', mark)
})
