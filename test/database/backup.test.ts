// What a backup says of itself is so: it is whole or says that it is not, harms nothing, and leaves nothing behind.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { createEnvironment } from '../../server/access/environment/rules.ts'
import * as backups from '../../server/admin/backup.ts'
import { buildFileName } from '../../server/platform/bytes/name.ts'
import { openFiles } from '../../server/platform/bytes/open.ts'
import { loadConfig } from '../../server/platform/config/config.ts'
import { listMigrations } from '../../server/platform/database/migrate.ts'
import { openDatabase } from '../../server/runtime/storage.ts'
import { pictures } from '../file/dirt.ts'
import { run } from '../support/command-line.ts'
import { announce, type Place, upload } from '../support/files.ts'
import { temporaryFolder } from '../support/harness.ts'

type Cleanup = { after(fn: () => unknown): void }

/** A folder with a database and a photo, and nobody who serves it. */
async function withPhoto(t: Cleanup) {
  const config = loadConfig({ data: join(temporaryFolder(t), 'data') }, {})
  const database = await openDatabase(config)
  const environmentId = await database.write((tx) => createEnvironment(tx, 'photos', Date.now()))
  const place: Place = { database, files: openFiles(config), environmentId }
  const [photo] = await announce(place, randomUUID(), [pictures['alpha.png']!])
  await upload(place, photo!)
  await database.close()
  return { config, name: buildFileName(environmentId, photo!.fileId), ...photo! }
}

test('dray backup fails if files of the database are missing, and names the searched folder', async (t) => {
  const { config, name } = await withPhoto(t)
  const backup = join(temporaryFolder(t), 'backup.db')
  await openFiles(config).remove(name)
  const outcome = await run(['backup', backup, '--data', config.data])
  assert.equal(outcome.code, 1)
  assert.match(outcome.out, /^Wrote /)
  assert.match(outcome.err, new RegExp(`1 files .* are not in ${join(config.data, 'files')}.*DRAY_FILES`))
})

test('a file erased during the backup does not count as missing', async (t) => {
  const { config, name, fileId } = await withPhoto(t)
  const backup = join(temporaryFolder(t), 'backup.db')
  await backups.createBackup(config, backup, false)
  await openFiles(config).remove(name)
  const place = backups.getBackupFilesFolder(backup)
  assert.equal((await backups.copyBackupFiles(config, backup, place))!.missing, 1)
  const connection = new DatabaseSync(join(config.data, 'dray.db'))
  connection.prepare("update files set state = 'erased', bytes = 0 where file_id = ?").run(fileId)
  connection.close()
  assert.equal((await backups.copyBackupFiles(config, backup, place))!.missing, 0)
})

test('a backup never replaces files of the running service', async (t) => {
  const { config, name } = await withPhoto(t)
  const { data } = config
  const elsewhere = temporaryFolder(t)
  const keys = join(elsewhere, 'keys')
  writeFileSync(keys, `${Buffer.alloc(32, 1).toString('base64')}\n`)
  symlinkSync(data, join(elsewhere, 'link'))
  symlinkSync(join(data, 'server.lock'), join(elsewhere, 'lock'))
  const running = await openDatabase(config)
  t.after(() => running.close())
  writeFileSync(join(data, 'server.lock'), '')
  const [environmentId, fileId] = name.split('/')
  const targets = [
    ...['dray.db-wal', 'dray.db-shm', 'dray.db-journal', 'server.lock', 'dray.db'].map((each) => join(data, each)),
    ...['dray.db.before-restore', 'dray.db.restoring'].map((each) => join(data, each)),
    join(elsewhere, 'link', 'dray.db-wal'),
    join(elsewhere, 'lock'),
    join(data, 'files', environmentId!, fileId!.slice(-2), fileId!),
    keys,
  ]
  for (const target of targets) {
    const before = existsSync(target) ? statSync(target).size : undefined
    const outcome = await run(['backup', target, '--force', '--no-files', '--data', data], {
      DRAY_SECRETS_KEY_FILE: keys,
    })
    assert.deepEqual([outcome.code, /belongs to the service/.test(outcome.err)], [1, true], `${target} ${outcome.err}`)
    assert.equal(existsSync(target) ? statSync(target).size : undefined, before, target)
  }
  const folder = await run(['backup', elsewhere, '--force', '--data', data])
  assert.deepEqual([folder.code, /is a folder: name a file in it/.test(folder.err)], [1, true], folder.err)
  assert.equal((await run(['backup', join(data, 'backup.db'), '--data', data])).code, 0)
})

test('a backup of a database with an older schema is an unchanged copy', async (t) => {
  const known = listMigrations()
  for (const last of [1, 3, 10, 17, 18]) {
    const data = join(temporaryFolder(t), 'data')
    mkdirSync(data)
    const connection = new DatabaseSync(join(data, 'dray.db'))
    connection.exec(
      'create table schema_migrations (version bigint primary key, name text not null, checksum text not null, applied text not null)',
    )
    for (const { version, name, text, checksum } of known.filter((each) => each.version <= last)) {
      connection.exec(text.replace(/^-- only postgres\n[\s\S]*?^-- end$/gm, ''))
      connection.prepare('insert into schema_migrations values (?, ?, ?, ?)').run(version, name, checksum, '')
    }
    connection.close()
    const backup = join(data, '..', 'backup.db')
    const outcome = await run(['backup', backup, '--data', data])
    assert.deepEqual([outcome.code, outcome.err], [0, ''], `up to ${last}`)
    const restored = await run(['restore', backup, '--force', '--data', data])
    assert.deepEqual([restored.code, restored.err], [0, ''], `up to ${last}`)
  }
})

test('a backup deletes the partial files of a killed backup, but not of a running backup', async (t) => {
  const { config } = await withPhoto(t)
  const folder = temporaryFolder(t)
  const backup = join(folder, 'backup.db')
  const { pid: gone } = spawnSync(process.execPath, ['--version'])
  for (const name of [`backup.db.${gone}.partial`, `backup.db.${gone}.partial-journal`])
    writeFileSync(join(folder, name), 'half')
  const others = [`backup.db.${process.pid}.partial`, `other.db.${gone}.partial`, 'backup.db.partial']
  for (const name of others) writeFileSync(join(folder, name), 'half')
  assert.equal((await run(['backup', backup, '--no-files', '--data', config.data])).code, 0)
  assert.deepEqual(readdirSync(folder).sort(), [...others, 'backup.db'].sort())
})

test('a backup does not read the log of the database that it replaces', async (t) => {
  const { config } = await withPhoto(t)
  const folder = temporaryFolder(t)
  const backup = join(folder, 'backup.db')
  const other = new DatabaseSync(backup)
  other.exec('pragma journal_mode = wal; create table notes (text text)')
  const log = readFileSync(`${backup}-wal`)
  other.close()
  writeFileSync(`${backup}-wal`, log)
  assert.equal((await run(['backup', backup, '--force', '--no-files', '--data', config.data])).code, 0)
  assert.deepEqual(readdirSync(folder), ['backup.db'])
})

test('files restored by root belong to the owner of the data', {
  skip: process.getuid?.() === 0 ? false : 'ownership of restored files: only root can give files away',
}, async (t) => {
  const { config } = await withPhoto(t)
  const backup = join(temporaryFolder(t), 'backup.db')
  assert.equal((await run(['backup', backup, '--data', config.data])).code, 0)
  const data = join(temporaryFolder(t), 'data')
  mkdirSync(data, { mode: 0o700 })
  chownSync(data, 1234, 1235)
  const outcome = await run(['restore', backup, '--data', data])
  assert.deepEqual([outcome.code, /Brought back 1/.test(outcome.out)], [0, true], outcome.err)
  for (const name of readdirSync(data, { recursive: true, encoding: 'utf8' })) {
    const { uid, gid } = statSync(join(data, name))
    assert.deepEqual([name, uid, gid], [name, 1234, 1235])
  }
})
