// Moving all data from one engine to the other and back: nothing is lost or changed on the way, and nothing is overwritten.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, describe, type TestContext, test } from 'node:test'
import * as backups from '../../server/admin/backup.ts'
import * as admin from '../../server/admin/database.ts'
import { seedDatabase } from '../../server/admin/demo.ts'
import { loadConfig, type ServiceConfig } from '../../server/platform/config/config.ts'
import { dataTables as allTables } from '../../server/platform/database/tables.ts'
import { prepareDatabase } from '../../server/runtime/storage.ts'
import { copiedTables as tables } from '../../server/upkeep/copy/store.ts'
import { serve } from '../support/child.ts'
import { program, run } from '../support/command-line.ts'
import { openCleanups, temporaryFolder } from '../support/harness.ts'
import { ask, createDatabase } from '../support/postgres-server.ts'

const copyArgs = (from: string, to: string) => ['copy', '--from', from, '--to', to]
const copy = (from: string, to: string, ...args: string[]) => run([...copyArgs(from, to), ...args])
async function fine(from: string, to: string): Promise<string> {
  const { code, out, err } = await copy(from, to)
  assert.equal(code, 0, err)
  return out
}
async function refused(from: string, to: string): Promise<string> {
  const { code, out, err } = await copy(from, to)
  assert.deepEqual({ code, out }, { code: 1, out: '' })
  assert.match(err, /^dray: [^\n]+\n$/)
  return err.trimEnd()
}

const at = (place: string): ServiceConfig =>
  loadConfig(place.includes('://') ? { databaseUrl: place } : { data: place }, {})
const folder = (t: TestContext) => join(temporaryFolder(t), 'data')

function within<T>(data: string, work: (connection: DatabaseSync) => T): T {
  const connection = new DatabaseSync(join(data, 'dray.db'))
  try {
    return work(connection)
  } finally {
    connection.close()
  }
}

const many = 2_500

/** Rows in every table: the demo, and orders enough for several batches. */
async function fill(data: string): Promise<void> {
  const config = at(data)
  const now = Date.now()
  await seedDatabase(config, now)
  await admin.createToken(config, { environment: 'demo', scopes: ['*'] }, now)
  const [token] = await admin.listTokens(config)
  await admin.revokeToken(config, token!.tokenId, now)
  await admin.createClient(config, { environment: 'demo', scopes: ['*'] }, now)
  await admin.rotateKey(config, now)
  const { environmentId } = await admin.findEnvironment(config, 'demo')
  within(data, (connection) => {
    const order = connection.prepare(
      'insert into consignments (environment_id, consignment_id, key, type, version, created, updated, weight, volume, document) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
    )
    const answer = connection.prepare(
      'insert into idempotency (environment_id, idempotency_key, fingerprint, created, status, body) values (?, ?, ?, ?, ?, ?)',
    )
    connection.exec(`insert into people values ('p', 'kim@example.com', 'Kim', null, null, '-', null);
      insert into sessions values ('h', 's', 'p', 1, 1, 1, 'Firefox', 'totp', 1);
      insert into factors values ('f', 'p', 'passkey', 'Key', 1, null, null, null, 'c', 'k', 4294967295, 'usb', 1);
      insert into recovery_codes values ('p', 'h');
      insert into ceremonies values ('h', 'sign-in', 'p', null, null, 1);
      insert into links values ('l', 'h', 'reset', 1, 1, null, 'p', null, null);
      insert into attempts values ('a', 1, 1);
      insert into sign_ins values ('s', 'p', 1, 'signed-in', 'password', null, '');
      insert into devices values ('d', 'p', 1)`)
    connection.prepare('insert into memberships values (?, ?, ?, ?)').run(environmentId, 'p', 'owner', '-')
    connection.prepare('insert into erasures values (?, ?, ?, ?, ?)').run(environmentId, 'gone', 1, 'dray', 'r')
    connection.exec('begin')
    for (let i = 0; i < many; i++)
      order.run(environmentId, `id-${i}`, `key-${i}`, 'delivery', 1, '-', '-', i / 7, i % 3 ? 1e-7 * i : null, '{}')
    // Their order differs between UTF-8 and UTF-16, and from what a language makes of it.
    for (const key of ['ä', 'z', 'Z', '\uffee', '😀', 'a b', 'a'])
      answer.run(environmentId, key, key, Number.MAX_SAFE_INTEGER, 201, JSON.stringify(`${key}\n'"\\`))
    connection
      .prepare(
        'insert into webhooks (environment_id, webhook_id, url, events, state, secret, position, lease_until, version, created, updated) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
      )
      .run(environmentId, 'w', 'https://hooks.invalid/', '[]', 'paused', 'whsec_AAAA', 7, 0, 1, '-', '-')
    connection
      .prepare(
        'insert into webhook_deliveries (environment_id, webhook_id, delivery_id, event_id, type, state, created, tries, attempts) values (?, ?, ?, ?, ?, ?, ?, ?, ?)',
      )
      .run(environmentId, 'w', 'd', 'e', 'ping', 'failed', 1, 1, '[]')
    for (const { name } of tables) {
      if (connection.prepare(`select count(*) as total from ${name}`).get()!.total !== 0) continue
      // What the demo has nothing of: any row will do, since a copy does not look into it.
      const columns = connection
        .prepare('select name from pragma_table_info(?) where "notnull" = 1')
        .all(name)
        .map((column) => String(column.name))
      const values = columns.map((column) => (column === 'environment_id' ? environmentId : '1'))
      connection
        .prepare(`insert into ${name} (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')})`)
        .run(...values)
    }
    connection.exec('commit')
  })
}

/** Every row of a folder, by table, read without the product. */
const rowsOf = (data: string) =>
  within(data, (connection) =>
    Object.fromEntries(
      tables.map(({ name, key }) => [
        name,
        connection
          .prepare(`select * from ${name} order by ${key.join(', ')}`)
          .all()
          .map((row) => ({ ...row })),
      ]),
    ),
  )

/** The driver reads a bigint as text. */
const asText = (row: object) =>
  Object.fromEntries(Object.entries(row).map(([column, value]) => [column, value === null ? null : String(value)]))

describe('dray copy', { concurrency: 2 }, () => {
  const { whenOver, cleanUp } = openCleanups()
  const filled = join(temporaryFolder(whenOver), 'data')
  before(() => fill(filled))
  after(cleanUp)
  /** One of the test's own. */
  const filledFolder = (t: TestContext): string => {
    const data = folder(t)
    cpSync(filled, data, { recursive: true })
    return data
  }

  test('dray copy lists all tables of the schema with their keys', async (t) => {
    const data = folder(t)
    await prepareDatabase(at(data))
    const columns = within(data, (connection) =>
      connection
        .prepare(
          `select m.name as "table", c.name as "column", c.pk from sqlite_master m join pragma_table_info(m.name) c
          where m.type = 'table' and m.name not like 'sqlite_%' and m.name <> 'schema_migrations' and m.name not like 'search_%'
          order by m.name, c.pk`,
        )
        .all(),
    )
    const schema = [...Map.groupBy(columns, ({ table }) => String(table))].map(([name, those]) => ({
      name,
      key: those.filter(({ pk }) => Number(pk) > 0).map(({ column }) => column),
      isOfEnvironment: those.some(({ column }) => column === 'environment_id'),
    }))
    const listed = allTables.map(({ name, key, isOfEnvironment }) => ({ name, key, isOfEnvironment }))
    assert.deepEqual(
      listed.sort((a, b) => (a.name < b.name ? -1 : 1)),
      schema,
    )
  })

  test('dray copy lists a table after the tables to which its foreign keys refer', async (t) => {
    const data = folder(t)
    await prepareDatabase(at(data))
    const names = allTables.map(({ name }) => name)
    const references = within(data, (connection) =>
      names.flatMap((name) =>
        connection
          .prepare('select distinct "table" as parent from pragma_foreign_key_list(?)')
          .all(name)
          .map(({ parent }) => ({ name, parent: String(parent) })),
      ),
    )
    assert.ok(references.length > 10)
    assert.deepEqual(
      references.filter(({ name, parent }) => names.indexOf(parent) >= names.indexOf(name)),
      [],
    )
  })

  test('dray copy copies all data to PostgreSQL and back', async (t) => {
    const data = filledFolder(t)
    const rows = rowsOf(data)
    for (const { name } of tables) assert.ok(rows[name]!.length > 0, `${name} is empty`)
    const url = await createDatabase(t)
    const { code, out, err } = await copy(data, url)
    assert.equal(code, 0, err)
    assert.match(out, /^TABLE +ROWS +VERIFIED\nsigning_keys +2 +yes\n/)
    assert.match(out, new RegExp(`^consignments +${many + 60} +yes$`, 'm'))
    assert.equal(out.match(/ yes$/gm)!.length, tables.length)
    assert.match(err, /^Copied consignments: 2,560 rows$/m)
    for (const { name, key } of tables)
      assert.deepEqual(
        (await ask(url, `select * from ${name} order by ${key.join(', ')}`)).map(asText),
        rows[name]!.map(asText),
      )
    const back = folder(t)
    await fine(url, back)
    assert.deepEqual(rowsOf(back), rows)
    assert.deepEqual(rowsOf(data), rows)
    assert.deepEqual(
      JSON.parse((await copy(url, back, '--json')).out).map(({ table }: { table: string }) => table),
      tables.map(({ name }) => name),
    )
  })

  for (const engine of ['PostgreSQL', 'a folder'])
    test(`dray copy resumes an interrupted copy to ${engine}`, async (t) => {
      const data = filledFolder(t)
      const target = engine === 'PostgreSQL' ? await createDatabase(t) : folder(t)
      const stopped = backups.copyDatabase(at(data), at(target), ({ table, rows }) => {
        if (table === 'consignments' && rows > 1_000) throw new Error('stopped')
      })
      await assert.rejects(stopped, /^Error: stopped$/)
      let from: number | undefined
      const copies = await backups.copyDatabase(at(data), at(target), ({ table, rows, total }) => {
        if (table !== 'consignments') return
        from ??= rows
        assert.ok(total === undefined || rows <= total)
      })
      assert.equal(from, 1_100)
      assert.deepEqual([...new Set(copies.map(({ verified }) => verified))], [true])
    })

  for (const engine of ['PostgreSQL', 'a folder'])
    test(`every command rejects an unfinished copy to ${engine} until another copy completes it`, async (t) => {
      const data = filledFolder(t)
      const target = engine === 'PostgreSQL' ? await createDatabase(t) : folder(t)
      const place = engine === 'PostgreSQL' ? ['--database-url', target] : ['--data', target]
      const stopped = backups.copyDatabase(at(data), at(target), ({ table, step }) => {
        if (step === 'verify' && table === 'consignments') throw new Error('stopped')
      })
      await assert.rejects(stopped, /^Error: stopped$/)
      for (const command of [
        ['serve', '--port', '0'],
        ['migrate'],
        ['environment', 'create', 'other'],
        ['key', 'rotate'],
        ['demo'],
      ]) {
        const { code, err } = await run([...command, ...place])
        assert.equal(code, 1, command.join(' '))
        assert.match(
          err,
          /^dray: .* contains an unfinished copy: run the same `dray copy` again to finish it[^\n]*\n$/m,
        )
      }
      const { code, out } = await run(['doctor', ...place])
      assert.equal(code, 1)
      assert.match(out, /^fail +copy +unfinished: run the same `dray copy` again to finish it/m)
      assert.match(await refused(target, folder(t)), /contains an unfinished copy/)
      await fine(data, target)
      assert.match((await run(['migrate', ...place])).out, /^The schema is up to date\.$/m)
      assert.doesNotMatch((await run(['doctor', ...place])).out, /unfinished/)
    })

  test('dray copy resumes after a kill, and copies missing rows', async (t) => {
    const data = filledFolder(t)
    const url = await createDatabase(t)
    const child = spawn(process.execPath, [program, ...copyArgs(data, url)])
    child.stderr.on('data', (chunk) => {
      if (String(chunk).includes('Copied depots')) child.kill('SIGKILL')
    })
    await once(child, 'close')
    await fine(data, url)
    await ask(url, "delete from consignments where consignment_id in ('id-7', 'id-1500')")
    assert.match(await fine(data, url), /^consignments +2560 +yes$/m)
  })

  test('dray copy rejects a target with other rows, and does not change the target', async (t) => {
    const data = filledFolder(t)
    const url = await createDatabase(t)
    await seedDatabase(at(url), Date.now())
    assert.match(
      await refused(data, url),
      /contains rows in `environments` that are missing or different in the source/,
    )
    await admin.rotateKey(at(url), Date.now())
    assert.match(await refused(data, url), /another installation .*signing keys/)
    assert.deepEqual(await ask(url, 'select count(*) as n from clients'), [{ n: '0' }])

    const other = folder(t)
    await fine(data, other)
    within(other, (connection) => connection.exec('update depots set version = version + 1; delete from clients'))
    const before = rowsOf(other)
    assert.match(await refused(data, other), /contains rows in `depots`/)
    assert.deepEqual(rowsOf(other), before)
  })

  test('dray copy fails if the copied rows differ from the source', async (t) => {
    const data = filledFolder(t)
    const url = await createDatabase(t)
    await prepareDatabase(at(url))
    await ask(
      url,
      `create function meddle() returns trigger language plpgsql as $$ begin new.scopes = 'x'; return new; end $$;
      create trigger meddle before insert on clients for each row execute function meddle()`,
    )
    const { code, out, err } = await copy(data, url)
    assert.equal(code, 1)
    assert.match(out, /^tokens +1 +yes\nclients +1 +no$/m)
    assert.match(err, /^dray: The copy differs from the source in clients: [^\n]+\n$/m)
  })

  test('dray copy rejects a folder that a server uses', async (t) => {
    const data = folder(t)
    const child = await serve(data)
    t.after(() => child.kill('SIGKILL'))
    const url = await createDatabase(t)
    assert.match(await refused(data, url), /A server is running on .*: stop it first/)
    await prepareDatabase(at(url))
    assert.match(await refused(url, data), /A server is running on .*: stop it first/)
    await child.kill('SIGTERM')
    await fine(data, url)
  })

  test('dray copy describes errors of its source and target', async (t) => {
    const data = folder(t)
    assert.match(await refused(data, folder(t)), /does not contain a database/)
    assert.ok(!existsSync(data))
    await prepareDatabase(at(data))
    assert.match(await refused(data, `${data}/../data`), /the same database/)
    assert.match(await refused(await createDatabase(t), data), /The database at postgres:.* is not set up yet/)
    const { code, err } = await copy(data, 'mysql://h/n')
    assert.deepEqual([code, err.startsWith('dray: --database-url must be a URL such as postgres:')], [2, true])
    assert.equal((await run(['copy', '--from', data])).code, 2)
    const help = (await run(['copy', '--help'])).out
    assert.match(help.replace(/\s+/g, ' '), /instances on PostgreSQL are not/)
  })
})
