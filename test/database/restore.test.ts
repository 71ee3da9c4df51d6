// A restore happens as a whole or not at all, whatever stops it; what it replaces is never lost, and nobody erased comes back.
import assert from 'node:assert/strict'
import fs, { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { openDatabase } from '../../server/runtime/storage.ts'
import { run } from '../support/command-line.ts'
import { openCleanups, temporaryFolder } from '../support/harness.ts'
import {
  change,
  configAt,
  countIn,
  environmentsIn,
  isOriginal,
  keptIn,
  prepareRestores,
  type Scene,
} from '../support/restores.ts'

describe('a restore', () => {
  let scene: Scene
  let original: string
  let backup: string
  const { whenOver, cleanUp } = openCleanups()
  after(cleanUp)
  before(async () => {
    scene = await prepareRestores(whenOver)
    ;({ original, backup } = scene)
  })

  test('a restore that fails because of its keys or in a migration reports that nothing changed', async (t) => {
    const data = scene.copyOfOriginal(t)
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

  test('a restore keeps every replaced database, and repeats the erasures of all of them', async (t) => {
    const data = scene.copyOfOriginal(t)
    await scene.restore(data)
    // As if an order had been erased that the first backup did not know yet.
    change(join(data, 'dray.db'), 'delete from erasures')
    const { replacedFile, erased } = await scene.restore(data)
    assert.equal(replacedFile, join(data, 'dray.db.before-restore-2'))
    assert.equal(erased, 1)
    assert.ok(isOriginal(join(data, 'dray.db.before-restore')))
    const back = await scene.restore(data, join(data, 'dray.db.before-restore'))
    assert.equal(back.replacedFile, join(data, 'dray.db.before-restore-3'))
    assert.ok(isOriginal(join(data, 'dray.db')))
  })

  test('a restore that fails at any step can be repeated without losing data', async (t) => {
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
      const data = scene.copyOfOriginal(t)
      step = 0
      failAt = at
      const failure = await scene.restore(data).then(
        () => undefined,
        (error: Error) => error,
      )
      isDone = step < at
      failAt = 0
      if (failure) {
        failures++
        assert.match(
          failure.message,
          isOriginal(join(data, 'dray.db')) ? /Nothing was changed/ : /The backup is restored/,
        )
      }
      await scene.assertRecovers(data, `step ${at}, ${failure?.message}`)
    }
    assert.ok(failures > 8, `${failures} steps`)
    t.diagnostic(`${failures} steps failed`)
  })

  test('a restore includes the write-ahead log of a database whose server was killed', async (t) => {
    const data = join(temporaryFolder(t), 'data')
    const database = await openDatabase(configAt(data))
    const { createEnvironment } = await import('../../server/access/environment/rules.ts')
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

  test('a restore from a folder or after an interrupted restore is rejected with the next step', async (t) => {
    const data = scene.copyOfOriginal(t)
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

  test('a restore over a damaged database warns that erasures may be missing, and keeps the write-ahead log', async (t) => {
    const data = scene.copyOfOriginal(t)
    writeFileSync(join(data, 'dray.db-wal'), 'what it has not told yet')
    writeFileSync(join(data, 'dray.db'), 'this is no database, but it is long enough to be taken for one by its size')
    const outcome = await run(['restore', backup, '--force', '--data', data])
    assert.equal(outcome.code, 0, outcome.err)
    assert.match(outcome.err, /dray\.db\.before-restore is damaged.*dray erasures apply/)
    assert.equal(readFileSync(join(data, 'dray.db.before-restore-wal'), 'utf8'), 'what it has not told yet')
    assert.equal(countIn(join(data, 'dray.db'), 'consignments'), 1)
  })

  test('a restore by root gives every file to the owner of the data folder', {
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
