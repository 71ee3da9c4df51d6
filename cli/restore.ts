// `dray restore`: puts a backup in the place of the database.
import type { Command } from 'commander'
import { restoreDatabase } from '../server/admin/backup.ts'
import { configOf, withData } from './command.ts'

export function addRestore(program: Command): void {
  withData(
    program
      .command('restore <file>')
      .description('Replace the database with a backup. Stop the server first.')
      .option('--force', 'replace an existing database; it is kept as dray.db.before-restore'),
  ).action(async (file: string, options) => {
    const { kept, erased } = await restoreDatabase(configOf(options), file, options.force ?? false, Date.now())
    console.log(kept ? `Restored ${file}. The previous database is now ${kept}.` : `Restored ${file}.`)
    if (erased > 0)
      console.log(`Erased the consignees of ${erased} orders again, because the backup still contained them.`)
  })
}
