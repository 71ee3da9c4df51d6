// A backup and the folder that it is restored over: whatever stops a restore, the same command again ends well, and nothing is lost.
import assert from 'node:assert/strict'
import { cpSync, existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { createConsignment } from '../../contract/consignment.ts'
import { eraseConsignees } from '../../contract/erasure.ts'
import * as backups from '../../server/admin/backup.ts'
import { loadConfig } from '../../server/platform/config/config.ts'
import { startService, temporaryFolder } from './harness.ts'
import { anOrder } from './orders.ts'

interface Cleanup {
  after(fn: () => unknown): void
}

export const configAt = (data: string) => loadConfig({ data }, {})

function ask(file: string, query: string): Record<string, unknown>[] {
  const connection = new DatabaseSync(file, { readOnly: true })
  try {
    return connection.prepare(query).all()
  } finally {
    connection.close()
  }
}
export const environmentsIn = (file: string) =>
  ask(file, 'select name from environments order by name').map(({ name }) => String(name))
export const countIn = (file: string, table: string) => ask(file, `select count(*) as n from ${table}`)[0]!.n

/** The names of the databases that restores have kept. */
export const keptIn = (data: string) =>
  readdirSync(data).filter((name) => /^dray\.db\.before-restore(-\d+)?$/.test(name))

/** Changes a file as somebody with SQLite at hand would. */
export function change(file: string, statements: string): void {
  const connection = new DatabaseSync(file)
  connection.exec(statements)
  connection.close()
}

export const isOriginal = (file: string) => environmentsIn(file).includes('later')

export interface Scene {
  /** A folder whose only order was erased after the backup; the environment `later` came after it as well. */
  original: string
  backup: string
  copyOfOriginal(t: Cleanup): string
  restore(data: string, file?: string): ReturnType<typeof backups.restoreDatabase>
  /** Whatever has happened before: the same command once more is a restore, and the first database is still there. */
  assertRecovers(data: string, step: string): Promise<void>
}

export async function prepareRestores(t: Cleanup): Promise<Scene> {
  const folder = temporaryFolder(t)
  const original = join(folder, 'data')
  const backup = join(folder, 'backup.db')
  const service = await startService(t, { data: original })
  const { call } = await service.environment()
  const { consignmentId } = (await call(createConsignment, { body: anOrder() })).data
  await backups.createBackup(service.config, backup, false)
  await call(eraseConsignees, { body: { ids: [consignmentId] } })
  await service.running.stop()
  change(
    join(original, 'dray.db'),
    "insert into environments (environment_id, name, created) values ('x', 'later', '')",
  )
  const restore = (data: string, file = backup) =>
    backups.restoreDatabase(configAt(data), {
      ...{ file, filesFrom: backups.getBackupFilesFolder(backup) },
      ...{ force: true, now: Date.now() },
    })
  return {
    original,
    backup,
    restore,
    copyOfOriginal(t) {
      const data = join(temporaryFolder(t), 'data')
      cpSync(original, data, { recursive: true })
      return data
    },
    async assertRecovers(data, step) {
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
    },
  }
}
