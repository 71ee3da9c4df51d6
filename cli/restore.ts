// `dray restore`: puts a backup in the place of the database.
import type { Command } from 'commander'
import { restoreDatabase } from '../server/admin/backup.ts'
import { configOf, withData } from './command.ts'

export function addRestore(program: Command): void {
  withData(
    program
      .command('restore <file>')
      .description('Put a backup in the place of the database; the server must be stopped.')
      .option('--force', 'replace the database when there is one; it is kept as dray.db.before-restore'),
  ).action(async (file: string, options) => {
    const { kept, erased } = await restoreDatabase(configOf(options), file, options.force ?? false, Date.now())
    console.log(kept ? `Restored ${file}; what was there is now ${kept}.` : `Restored ${file}.`)
    if (erased > 0) console.log(`Erased again the consignees of ${erased} orders that the backup still had.`)
  })
}
