// Files in backups, in copies and on the way from one place to another: counted and compared.
import assert from 'node:assert/strict'
import { hash, randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { createConsignment } from '../../contract/consignment.ts'
import { eraseConsignees } from '../../contract/erasure.ts'
import { createEnvironment } from '../../server/access/environment/rules.ts'
import * as backups from '../../server/admin/backup.ts'
import { checkInstallation } from '../../server/admin/doctor.ts'
import * as store from '../../server/delivery/file/store.ts'
import { buildFileName } from '../../server/platform/bytes/name.ts'
import { openFiles } from '../../server/platform/bytes/open.ts'
import { loadConfig, type ServiceConfig } from '../../server/platform/config/config.ts'
import { openSqlite } from '../../server/platform/database/sqlite.ts'
import type { FileStorage } from '../../server/platform/operation/services.ts'
import { openDatabase } from '../../server/runtime/storage.ts'
import { listFilePages } from '../../server/upkeep/copy/files.ts'
import { startBucket } from '../support/bucket-server.ts'
import { run } from '../support/command-line.ts'
import { type Announced, announce, type Place, rowOf, upload } from '../support/files.ts'
import { startService, temporaryFolder } from '../support/harness.ts'
import { anOrder } from '../support/orders.ts'
import { createDatabase } from '../support/postgres-server.ts'
import { until } from '../support/until.ts'
import { chunk, insert, pictures } from './dirt.ts'

/** Each with a profile of its own size, so that no two have the same bytes. */
const aPhoto = (number: number): Buffer => {
  const gamma = Buffer.alloc(4)
  gamma.writeUInt32BE(40_000 + number)
  return insert(pictures['alpha.png']!, 33, chunk('gAMA', gamma))
}

const contents = async (files: FileStorage): Promise<Record<string, string>> => {
  const found: Record<string, string> = {}
  for await (const page of listFilePages(files))
    for (const { name } of page) found[name] = hash('sha256', (await files.get(name))!)
  return found
}

/** A folder with a database and photos in it, and nobody who serves it. */
async function stored(t: { after(fn: () => unknown): void }, count: number, files?: Partial<ServiceConfig>) {
  const config = { ...loadConfig({ data: temporaryFolder(t) }, {}), ...files }
  const database = await openDatabase(config)
  const environmentId = await database.write((tx) => createEnvironment(tx, 'photos', Date.now()))
  const place: Place = { database, files: openFiles(config), environmentId }
  const all = await announce(
    place,
    randomUUID(),
    Array.from({ length: count }, (_, index) => aPhoto(index)),
  )
  for (const each of all) await upload(place, each)
  assert.equal((await database.read((tx) => store.listProofFiles(tx, environmentId, all[0]!.podId))).length, count)
  await database.close()
  return { config, environmentId, all }
}

test('a backup under load contains every file, and a restore brings back no erased data', async (t) => {
  const service = await startService(t, { data: join(temporaryFolder(t), 'data') })
  const { environmentId, call } = await service.environment()
  const database = await openDatabase(service.config)
  const place: Place = { database, files: openFiles(service.config), environmentId }
  const orders: string[] = []
  for (let count = 0; count < 4; count++)
    orders.push((await call(createConsignment, { body: anOrder() })).data.consignmentId)
  const files: (Announced & { consignmentId: string })[] = []
  const addPhotos = async (consignmentId: string) => {
    for (const file of await announce(place, consignmentId, [aPhoto(files.length), aPhoto(files.length + 1)])) {
      await upload(place, file)
      files.push({ ...file, consignmentId })
    }
  }
  for (const order of orders) await addPhotos(order)
  let isLoaded = true
  const load = (async () => {
    while (isLoaded) await addPhotos(orders[3]!)
  })()
  const backup = join(temporaryFolder(t), 'backup.db')
  const backupPlace = backups.getBackupFilesFolder(backup)
  await until('photos keep coming', () => files.length > 12)
  await backups.createBackup(service.config, backup, false)
  const before = files.length
  await until('photos come while files are copied', () => files.length > before + 2)
  const result = (await backups.copyBackupFiles(service.config, backup, backupPlace))!
  assert.equal(result.missing, 0)
  assert.ok(result.copied >= before, `${result.copied} files of ${before} were copied`)
  isLoaded = false
  await load
  const named = openSqlite(backup, { readOnly: true })
  const totals = await named.read((tx) => store.readFileTotals(tx, environmentId))
  await named.close()
  assert.ok(totals.files >= 12 && totals.files <= before)
  const again = (await backups.copyBackupFiles(service.config, backup, backupPlace))!
  assert.equal(again.skipped, result.copied, 'what is with earlier backups is not copied again')

  await call(eraseConsignees, { body: { ids: [orders[0]!] } })
  await until('its photos are gone', async () => (await rowOf(place, files[0]!))!.bytes === 0)
  await database.close()
  await service.running.stop()
  rmSync(join(service.config.data, 'files'), { recursive: true })
  // As if the folder had been put back as well, as it was then.
  await place.files.put(buildFileName(environmentId, files[0]!.fileId), files[0]!.sent)
  const restored = await backups.restoreDatabase(service.config, {
    ...{ file: backup, filesFrom: backupPlace },
    ...{ force: true, now: Date.now() },
  })
  assert.equal(restored.erased, 1)
  assert.deepEqual(restored.files, { copied: totals.files - 2, missing: 0 })
  const after = await openDatabase(service.config)
  t.after(() => after.close())
  for (const file of files) {
    const row = await rowOf({ ...place, database: after }, file)
    const bytes = await place.files.get(buildFileName(environmentId, file.fileId))
    if (row?.state !== 'stored') assert.equal(bytes, undefined)
    else assert.equal(hash('sha256', bytes!), row.sha256)
    if (file.consignmentId === orders[0]) assert.deepEqual([row!.state, row!.bytes], ['erased', 0])
  }
  t.diagnostic(`${totals.files} files in the backup, ${files.length} at its end, ${restored.files.copied} restored`)
})

test('a restore does not replace existing files', async (t) => {
  const { config } = await stored(t, 3)
  const backup = join(temporaryFolder(t), 'backup.db')
  await backups.createBackup(config, backup, false)
  const before = await contents(openFiles(config))
  const { files } = await backups.restoreDatabase(config, {
    ...{ file: backup, filesFrom: backups.getBackupFilesFolder(backup) },
    ...{ force: true, now: Date.now() },
  })
  assert.deepEqual(files, { copied: 0, missing: 0 })
  assert.deepEqual(await contents(openFiles(config)), before)
})

test('files move from a folder to a bucket and back unchanged', async (t) => {
  const { config, environmentId, all } = await stored(t, 20)
  const server = await startBucket(t)
  const environment = {
    DRAY_DATA: config.data,
    DRAY_FILES_KEY_ID: server.keyId,
    DRAY_FILES_SECRET: server.secret,
    DRAY_FILES_REGION: server.region,
  }
  const copied = (outcome: { out: string }) => /Copied (\d+) files .* (\d+) existed already/.exec(outcome.out)!.slice(1)
  const there = await run(['files', 'copy', '--to', server.url], environment)
  assert.deepEqual(copied(there), ['20', '0'], there.err)
  assert.deepEqual(copied(await run(['files', 'copy', '--to', server.url], environment)), ['0', '20'])
  const { DRAY_DATA, ...keys } = environment
  const named = await run(['files', 'copy', '--data', DRAY_DATA, '--to', server.url], keys)
  assert.deepEqual(copied(named), ['0', '20'], named.err)
  const back = join(temporaryFolder(t), 'back')
  assert.deepEqual(copied(await run(['files', 'copy', '--from', server.url, '--to', back], environment)), ['20', '0'])
  const [first, last] = [openFiles(config), openFiles({ ...config, files: back })]
  assert.deepEqual(await contents(last), await contents(first))
  assert.equal(Object.keys(await contents(last)).length, 20)
  const same = await run(['files', 'copy', '--from', back, '--to', back], environment)
  assert.deepEqual([same.code, /same location/.test(same.err)], [1, true])

  const inBucket = { ...environment, DRAY_FILES: server.url }
  assert.match((await run(['files', 'check'], inBucket)).out, /All 20 files exist/)
  const name = buildFileName(environmentId, all[0]!.fileId)
  server.objects.delete(name)
  server.objects.get(buildFileName(environmentId, all[1]!.fileId))!.bytes = Buffer.from('x')
  const check = await run(['files', 'check'], inBucket)
  assert.equal(check.code, 1)
  assert.match(check.out, new RegExp(`^missing +${name}$`, 'm'))
  assert.match(check.out, new RegExp(`^different +${buildFileName(environmentId, all[1]!.fileId)}$`, 'm'))
  const doctor = await run(['doctor'], inBucket)
  assert.match(doctor.out, /^fail +files +http:\S+ lacks 2 of 20 files/m)
  assert.ok(!`${doctor.out}${doctor.err}${check.err}`.includes(server.secret))
})

test('a damaged copy is detected', async (t) => {
  const { config } = await stored(t, 2)
  const target = openFiles({ ...config, files: join(temporaryFolder(t), 'target') })
  const { copyFiles } = await import('../../server/upkeep/copy/files.ts')
  const spoilt: FileStorage = { ...target, put: (name) => target.put(name, Buffer.from('other')) }
  await assert.rejects(copyFiles(openFiles(config), spoilt), /differs from its source/)
})

test('dray doctor reports stored files, missing files, and an unreachable storage', async (t) => {
  const { config, environmentId, all } = await stored(t, 3)
  const found = async (of: ServiceConfig) => (await checkInstallation(of)).find(({ subject }) => subject === 'files')!
  const fine = await found(config)
  assert.deepEqual([fine.level, /3 files/.test(fine.finding)], ['ok', true])
  await openFiles(config).remove(buildFileName(environmentId, all[0]!.fileId))
  const lacking = await found(config)
  assert.deepEqual([lacking.level, /lacks 1 of 3/.test(lacking.finding)], ['fail', true])
  const away = await found({ ...config, files: 'http://127.0.0.1:1/bucket', filesKeyId: 'k', filesSecret: 'hidden' })
  assert.equal(away.level, 'fail')
  assert.ok(!away.finding.includes('hidden'))
})

test('dray copy to another folder copies the files; a copy to a database server does not', async (t) => {
  const { config } = await stored(t, 5)
  const target = loadConfig({ data: temporaryFolder(t) }, {})
  const copies = await backups.copyDatabase(config, target, () => undefined)
  assert.deepEqual(copies.at(-1), { table: 'file contents', rows: 5, verified: true })
  assert.ok(copies.every(({ verified }) => verified))
  assert.deepEqual(await contents(openFiles(target)), await contents(openFiles(config)))
  const remote = { ...config, databaseUrl: await createDatabase(t) }
  const onServer = await backups.copyDatabase(config, remote, () => undefined)
  assert.ok(onServer.every(({ verified, table }) => verified && table !== 'file contents'))
  const files = (await checkInstallation(remote)).find(({ subject }) => subject === 'files')!
  assert.deepEqual([files.level, /5 files/.test(files.finding)], ['ok', true])
})

test('the commands for backups and files print their results', async (t) => {
  const { config, environmentId, all } = await stored(t, 4)
  const backup = join(temporaryFolder(t), 'backup.db')
  const data = ['--data', config.data]
  assert.match(
    (await run(['backup', backup, ...data])).out,
    /Copied 4 files \(\d+ bytes\) to \S+backup-files; 0 existed/,
  )
  const without = await run(['backup', backup, '--force', '--no-files', ...data])
  assert.ok(!without.out.includes('files'))
  await openFiles(config).remove(buildFileName(environmentId, all[0]!.fileId))
  assert.match((await run(['backup', backup, '--force', ...data])).out, /Copied 0 files .* 3 existed/)
  const restored = await run(['restore', backup, '--force', ...data])
  assert.deepEqual([restored.code, /Brought back 1 photos/.test(restored.out)], [0, true], restored.err)
  const elsewhere = await run(['restore', backup, '--force', '--files-from', temporaryFolder(t), ...data])
  assert.equal(elsewhere.code, 0, 'nothing was missing')
  rmSync(join(config.data, 'files'), { recursive: true })
  const lost = await run(['restore', backup, '--force', '--files-from', temporaryFolder(t), ...data])
  assert.deepEqual([lost.code, /4 files that the database names are missing/.test(lost.err)], [1, true])
})

test('a service with files in a bucket erases them there', async (t) => {
  const server = await startBucket(t)
  const flags = { files: server.url, filesKeyId: server.keyId, filesSecret: server.secret, filesRegion: server.region }
  const service = await startService(t, flags)
  const { environmentId, call } = await service.environment()
  const database = await openDatabase(service.config)
  t.after(() => database.close())
  const place: Place = { database, files: openFiles(service.config), environmentId }
  const { consignmentId } = (await call(createConsignment, { body: anOrder() })).data
  const [file] = await announce(place, consignmentId, [aPhoto(1)])
  await upload(place, file!)
  assert.equal(server.objects.size, 1)
  // Away for a moment: the bytes go all the same.
  server.failures.push(500)
  await call(eraseConsignees, { body: { ids: [consignmentId] } })
  await until('the bucket is empty', () => server.objects.size === 0)
})
