// `dray restore`: replaces the database by a backup.
import type { Command } from 'commander'
import { getBackupFilesFolder, restoreDatabase } from '../server/admin/backup.ts'
import { addDatabaseOptions, readConfig } from './command.ts'

export function addRestore(program: Command): void {
  addDatabaseOptions(
    program
      .command('restore <file>')
      .description('Replace the database with a backup, and bring back photos that are missing. Stop the server first.')
      .option('--force', 'replace an existing database; it is kept as dray.db.before-restore (-2, -3 …)')
      .option(
        '--files-from <place>',
        'folder or bucket URL of the backed-up files (default: backup-files next to the file)',
      ),
  ).action(async (file: string, options) => {
    const { replacedFile, erased, unread, files } = await restoreDatabase(readConfig(options), {
      file,
      filesFrom: options.filesFrom ?? getBackupFilesFolder(file),
      force: options.force ?? false,
      now: Date.now(),
    })
    console.log(replacedFile ? `Restored ${file}. The previous database is now ${replacedFile}.` : `Restored ${file}.`)
    if (erased > 0)
      console.log(`Erased the consignees of ${erased} orders again, because the backup still contained them.`)
    for (const damaged of unread)
      console.error(
        `${damaged} is damaged, so some erased recipients may be back in the database. If you keep a list of your ` +
          `erasures, run \`dray erasures apply\`.`,
      )
    if (files.copied > 0) console.log(`Brought back ${files.copied} photos and other files.`)
    if (files.missing > 0)
      throw new Error(
        `The backup is in place, but ${files.missing} files that the database names are missing: \`dray files ` +
          `check\` shows which. To bring them back, run the restore again with --files-from.`,
      )
  })
}
