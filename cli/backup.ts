// `dray backup`: a consistent copy, also while the server runs.
import type { Command } from 'commander'
import { backupDatabase } from '../server/admin/backup.ts'
import { configOf, withData } from './command.ts'

export function addBackup(program: Command): void {
  withData(
    program
      .command('backup <file>')
      .description('Copy the database to a file, also while the server runs. It holds the signing keys: keep it safe.')
      .option('--force', 'replace the file when there is one'),
  ).action(async (file: string, options) => {
    const bytes = await backupDatabase(configOf(options), file, options.force ?? false)
    console.log(`Wrote ${file} (${bytes} bytes).`)
  })
}
