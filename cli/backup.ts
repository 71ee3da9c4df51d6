// `dray backup`: a consistent copy, also while the server runs.
import type { Command } from 'commander'
import { backupDatabase } from '../server/admin/backup.ts'
import { configOf, withData } from './command.ts'

export function addBackup(program: Command): void {
  withData(
    program
      .command('backup <file>')
      .summary('Copy the database to a file.')
      .description(
        'Copy the database to a file, even while the server is running. The file contains personal data and the signing keys: keep it safe.',
      )
      .option('--force', 'replace an existing file'),
  ).action(async (file: string, options) => {
    const config = configOf(options)
    const bytes = await backupDatabase(config, file, options.force ?? false)
    console.log(`Wrote ${file} (${bytes} bytes).`)
    if (config.secretsKeyFile !== '')
      console.log(`Its secrets are sealed: without ${config.secretsKeyFile} they are lost. Keep that file elsewhere.`)
  })
}
