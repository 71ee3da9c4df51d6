// `dray backup`: copies the database consistently, also while the server runs.
import type { Command } from 'commander'
import {
  type BackupSeals,
  copyBackupFiles,
  createBackup,
  getBackupFilesFolder,
  readBackupSeals,
} from '../server/admin/backup.ts'
import type { ServiceConfig } from '../server/platform/config/config.ts'
import { addDatabaseOptions, readConfig } from './command.ts'

export function addBackup(program: Command): void {
  addDatabaseOptions(
    program
      .command('backup <file>')
      .summary('Copy the database to a file, and new photos to a folder.')
      .description(
        'Copy the database to a file, also while the server runs. Then copy new photos and other files to the ' +
          'folder backup-files next to it, or to --files-to. The file contains personal data and the signing keys: ' +
          'keep it safe.',
      )
      .option('--force', 'replace an existing file')
      .option(
        '--files-to <place>',
        'folder or bucket URL for photos and other files (default: backup-files next to the file)',
      )
      .option('--no-files', 'leave out photos and other files'),
  ).action(async (file: string, options) => {
    const config = readConfig(options)
    const bytes = await createBackup(config, file, options.force ?? false)
    console.log(`Wrote ${file} (${bytes} bytes).`)
    const lack = options.files ? await addFiles(config, file, options.filesTo ?? getBackupFilesFolder(file)) : undefined
    const seals = await readBackupSeals(file, config)
    if (seals.keys.length > 0) console.log(aboutSeals(seals, config.secretsKeyFile))
    if (lack !== undefined) throw new Error(lack)
  })
}

/** Explains that a restore needs the key file, also to an operator who does not have it at hand. */
function aboutSeals({ lacking }: BackupSeals, keyFile: string): string {
  if (lacking.length === 0)
    return `The secrets in this backup are encrypted: without ${keyFile} they are lost. Keep that file elsewhere.`
  const keyHint = keyFile === '' ? '' : `, which is not in ${keyFile}`
  return (
    `The secrets in this backup are encrypted with the key ${lacking.join(', ')}${keyHint}. To restore the ` +
    "backup you need the service's secrets key file (--secrets-key-file or DRAY_SECRETS_KEY_FILE). " +
    'Keep that file elsewhere.'
  )
}

/**
 * Copies the files of the database. Returns a message if files are missing: the backup is incomplete, and the command
 * must fail so that a timer reports it.
 */
async function addFiles(config: ServiceConfig, file: string, target: string): Promise<string | undefined> {
  const result = await copyBackupFiles(config, file, target)
  if (!result) return undefined
  const { copied, bytes, skipped, missing, sourceLocation } = result
  console.log(`Copied ${copied} files (${bytes} bytes) to ${target}; ${skipped} existed already.`)
  if (missing === 0) return undefined
  return (
    `${missing} files that the database names are not in ${sourceLocation}, so the backup lacks them. If the service ` +
    `has its files elsewhere, set DRAY_FILES as for the service; \`dray files check\` shows which are missing.`
  )
}
