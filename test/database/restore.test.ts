// A restore happens as a whole or not at all, whatever stops it; what it replaces is never lost, and nobody erased comes back.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs, { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, describe, test } from 'node:test'
import { createConsignment } from '../../contract/consignment.ts'
import { eraseConsignees } from '../../contract/erasure.ts'
import * as backups from '../../server/admin/backup.ts'
import { loadConfig } from '../../server/config.ts'
import { openDatabase } from '../../server/storage.ts'
import { program, run } from '../support/command-line.ts'
import { startService, temporaryFolder } from '../support/harness.ts'
import { anOrder } from '../support/orders.ts'

const killer = new URL('../support/kill-at-step.ts', import.meta.url).href
const configAt = (data: string) => loadConfig({ data }, {})

function ask(file: string, query: string): Record<string, unknown>[] {
  const connection = new DatabaseSync(file, { readOnly: true })
  try {
    return connection.prepare(query).all()
  } finally {
    connection.close()
  }
}
const environmentsIn = (file: string) =>
  ask(file, 'select name from environments order by name').map(({ name }) => String(name))
const countIn = (file: string, table: string) => ask(file, `select count(*) as n from ${table}`)[0]!.n

/** The names of the databases that restores have kept. */
const keptIn = (data: string) => readdirSync(data).filter((name) => /^dray\.db\.before-restore(-\d+)?$/.test(name))

/** Changes a file as somebody with SQLite at hand would. */
function change(file: string, statements: string): void {
  const connection = new DatabaseSync(file)
  connection.exec(statements)
  connection.close()
}

describe('a restore', () => {
  /** A folder whose only order was erased after the backup; the environment `later` came after it as well. */
  let original: string
  let backup: string
  const endings: (() => unknown)[] = []
  const untilTheEnd = { after: (ending: () => unknown) => void endings.unshift(ending) }
  after(async () => {
    for (const end of endings) await end()
  })
  before(async () => {
    const folder = temporaryFolder(untilTheEnd)
    original = join(folder, 'data')
    backup = join(folder, 'backup.db')
    const service = await startService(untilTheEnd, { data: original })
    const { call } = await service.environment()
    const { consignmentId } = (await call(createConsignment, { body: anOrder() })).data
    await backups.backupDatabase(service.config, backup, false)
    await call(eraseConsignees, { body: { ids: [consignmentId] } })
    await service.running.stop()
    change(
      join(original, 'dray.db'),
      "insert into environments (environment_id, name, created) values ('x', 'later', '')",
    )
  })
  const isOriginal = (file: string) => environmentsIn(file).includes('later')
  const copyOfOriginal = (t: { after(fn: () => unknown): void }): string => {
    const data = join(temporaryFolder(t), 'data')
    cpSync(original, data, { recursive: true })
    return data
  }
  const restore = (data: string, file = backup) =>
    backups.restoreDatabase(configAt(data), {
      ...{ file, filesFrom: backups.backupFilesPlace(backup) },
      ...{ force: true, now: Date.now() },
    })
  /** Whatever has happened before: the same command once more is a restore, and the first database is still there. */
  async function assertRecovers(data: string, step: string): Promise<void> {
    const file = join(data, 'dray.db')
    assert.ok(
      isOriginal(file) || keptIn(data).some((name) => isOriginal(join(data, name))),
      `${step}: the database is lost`,
    )
    if (!isOriginal(file)) assert.equal(countIn(file, 'erasures'), 1, `${step}: who was erased is back`)
    await restore(data)
    assert.ok(!isOriginal(file), step)
    assert.equal(countIn(file, 'erasures'), 1, `${step}: who was erased is back`)
    assert.equal(keptIn(data).filter((name) => isOriginal(join(data, name))).length, 1, `${step}: ${keptIn(data)}`)
    assert.ok(!existsSync(`${file}.restoring`), step)
  }

  test('that fails for the keys, or in a migration, has changed nothing, and says so', async (t) => {
    const data = copyOfOriginal(t)
    const file = join(data, 'dray.db')
    const missing = join(data, '..', 'missing')
    const failed = await run(['restore', backup, '--force', '--data', data], { DRAY_SECRETS_KEY_FILE: missing })
    assert.equal(failed.code, 1)
    assert.match(failed.err, /cannot be read.*Nothing was changed/)
    const changed = join(data, '..', 'changed.db')
    cpSync(backup, changed)
    change(changed, "update schema_migrations set checksum = 'other' where version = 1")
    const unfit = await run(['restore', changed, '--force', '--data', data])
    assert.equal(unfit.code, 1)
    assert.match(unfit.err, /was changed after it was applied.*Nothing was changed/)
    assert.ok(isOriginal(file))
    assert.deepEqual(keptIn(data), [])
    const done = await run(['restore', backup, '--force', '--data', data])
    assert.equal(done.code, 0, done.err)
    assert.match(done.out, /Erased the consignees of 1 orders again/)
    assert.ok(isOriginal(join(data, 'dray.db.before-restore')))
    assert.equal(countIn(file, 'erasures'), 1)
  })

  test('keeps every database that it replaces, and repeats what any of them knows to be erased', async (t) => {
    const data = copyOfOriginal(t)
    await restore(data)
    // As if an order had been erased that the first backup did not know yet.
    change(join(data, 'dray.db'), 'delete from erasures')
    const { kept, erased } = await restore(data)
    assert.equal(kept, join(data, 'dray.db.before-restore-2'))
    assert.equal(erased, 1)
    assert.ok(isOriginal(join(data, 'dray.db.before-restore')))
    const back = await restore(data, join(data, 'dray.db.before-restore'))
    assert.equal(back.kept, join(data, 'dray.db.before-restore-3'))
    assert.ok(isOriginal(join(data, 'dray.db')))
  })

  test('that fails at any step can be run again, and nothing is lost', async (t) => {
    const names = ['openSync', 'writeSync', 'fsyncSync', 'linkSync', 'renameSync', 'chmodSync', 'rmSync'] as const
    let failAt = 0
    let step = 0
    const restored = t.mock.restoreAll
    for (const name of names) {
      const real = fs[name] as (...values: unknown[]) => unknown
      t.mock.method(fs, name, (...values: unknown[]) => {
        if (++step === failAt) throw new Error(`${name} failed on purpose`)
        return real(...values)
      })
    }
    syncBuiltinESMExports()
    t.after(() => {
      restored.call(t.mock)
      syncBuiltinESMExports()
    })
    let failures = 0
    for (let at = 1, isDone = false; !isDone; at++) {
      failAt = 0
      const data = copyOfOriginal(t)
      step = 0
      failAt = at
      const failure = await restore(data).then(
        () => undefined,
        (error: Error) => error,
      )
      isDone = step < at
      failAt = 0
      if (failure) {
        failures++
        assert.match(failure.message, isOriginal(join(data, 'dray.db')) ? /Nothing was changed/ : /is in place/)
      }
      await assertRecovers(data, `step ${at}, ${failure?.message}`)
    }
    assert.ok(failures > 8, `${failures} steps`)
    t.diagnostic(`${failures} steps failed`)
  })

  test('that is killed at any step can be run again, and nothing is lost', async (t) => {
    let kills = 0
    for (let at = 1; ; at++) {
      const data = copyOfOriginal(t)
      const child = spawn(
        process.execPath,
        ['--import', killer, program, 'restore', backup, '--force', '--data', data],
        { env: { ...process.env, DRAY_TEST_KILL_AT: String(at) }, stdio: 'ignore' },
      )
      const [code, signal] = await once(child, 'exit')
      if (signal === 'SIGKILL') kills++
      else assert.equal(code, 0)
      await assertRecovers(data, `killed at step ${at}`)
      if (signal !== 'SIGKILL') break
    }
    assert.ok(kills > 8, `${kills} steps`)
    t.diagnostic(`killed ${kills} times`)
  })

  test('takes along the log of a database whose server was killed', async (t) => {
    const data = join(temporaryFolder(t), 'data')
    const database = await openDatabase(configAt(data))
    const { createEnvironment } = await import('../../server/environment/rules.ts')
    for (const name of ['one', 'two']) await database.write((tx) => createEnvironment(tx, name, Date.now()))
    const other = join(temporaryFolder(t), 'data')
    mkdirSync(other)
    // As it lies on the disk while somebody writes to it, under the name that a restore gives what it replaces.
    const kept = join(other, 'dray.db.before-restore')
    for (const suffix of ['', '-wal']) cpSync(join(data, `dray.db${suffix}`), `${kept}${suffix}`)
    await database.close()
    assert.ok(statSync(`${kept}-wal`).size > 0)
    const log = statSync(`${kept}-wal`).mtimeMs
    const outcome = await run(['restore', kept, '--data', other])
    assert.equal(outcome.code, 0, outcome.err)
    assert.deepEqual(environmentsIn(join(other, 'dray.db')), ['one', 'two'])
    assert.equal(statSync(`${kept}-wal`).mtimeMs, log, 'the source is as it was')
  })

  test('of a folder, or of what an interrupted one has left, is refused with what to do', async (t) => {
    const data = copyOfOriginal(t)
    const folder = await run(['restore', original, '--force', '--data', data])
    assert.equal(folder.code, 1)
    assert.match(folder.err, /is a folder: name the file of a backup.*dray\.db/)
    const draft = join(data, 'dray.db.restoring')
    cpSync(backup, draft)
    const interrupted = await run(['restore', draft, '--force', '--data', data])
    assert.equal(interrupted.code, 1)
    assert.match(interrupted.err, /left by a restore that was interrupted/)
    assert.ok(existsSync(draft))
  })

  test('over a damaged database says that it may not know who was erased, and keeps its log with it', async (t) => {
    const data = copyOfOriginal(t)
    writeFileSync(join(data, 'dray.db-wal'), 'what it has not told yet')
    writeFileSync(join(data, 'dray.db'), 'this is no database, but it is long enough to be taken for one by its size')
    const outcome = await run(['restore', backup, '--force', '--data', data])
    assert.equal(outcome.code, 0, outcome.err)
    assert.match(outcome.err, /dray\.db\.before-restore is damaged.*dray erasures apply/)
    assert.equal(readFileSync(join(data, 'dray.db.before-restore-wal'), 'utf8'), 'what it has not told yet')
    assert.equal(countIn(join(data, 'dray.db'), 'consignments'), 1)
  })

  test('by root leaves everything to the owner of the data', {
    skip: process.getuid?.() === 0 ? false : 'ownership of restored files: only root can give files away',
  }, async (t) => {
    const data = join(temporaryFolder(t), 'data')
    mkdirSync(data, { mode: 0o700 })
    fs.chownSync(data, 1234, 1235)
    assert.equal((await run(['restore', backup, '--data', data])).code, 0)
    rmSync(join(data, 'server.lock'))
    assert.equal((await run(['restore', backup, '--force', '--data', data])).code, 0)
    const fresh = join(temporaryFolder(t), 'data')
    mkdirSync(fresh, { mode: 0o700 })
    fs.chownSync(fresh, 1234, 1235)
    assert.equal((await run(['migrate', '--data', fresh])).code, 0)
    for (const folder of [data, fresh])
      for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
        const { uid, gid } = statSync(join(folder, name))
        assert.deepEqual([name, uid, gid], [name, 1234, 1235])
      }
    assert.ok(existsSync(join(data, 'server.lock')) && existsSync(join(data, 'dray.db')))
  })
})
