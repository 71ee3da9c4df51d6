// `dray files`: copies photos and other files to another place, and checks that all of them exist.
import type { Command } from 'commander'
import { checkFiles, copyFilesBetween } from '../server/admin/backup.ts'
import { addDatabaseOptions, readConfig } from './command.ts'
import { createProgress } from './progress.ts'

export function addFiles(program: Command): void {
  const files = program.command('files').description('Copy photos and other files to another place, and check them.')
  addDatabaseOptions(files.command('copy'))
    .description(
      'Copy the files that are missing in the target, and compare each copy with its source. The server may ' +
        'run during the copy. Then stop the server, run the command again, and set DRAY_FILES to the new place.',
    )
    .option('--from <place>', 'folder or bucket URL to copy from (default: the configured place)')
    .requiredOption('--to <place>', 'folder or bucket URL to copy to')
    .action(async ({ from, to, ...data }: { from?: string; to: string; data?: string; databaseUrl?: string }) => {
      const progress = createProgress(process.stderr)
      const line = ({ copied }: { copied: number }) => `Copied ${copied.toLocaleString('en')} files`
      const { copied, bytes, skipped } = await copyFilesBetween(readConfig(data), { from, to }, (copyProgress) =>
        progress.show({ drawn: () => line(copyProgress), line: () => line(copyProgress) }),
      ).finally(progress.clear)
      console.log(`Copied ${copied} files (${bytes} bytes); ${skipped} existed already.`)
    })
  addDatabaseOptions(
    files
      .command('check')
      .description(
        'Read every file that the database names, and compare its SHA-256. Exits with 1 if one is missing or ' +
          'different.',
      ),
  ).action(async (options) => {
    let flaws = 0
    const count = await checkFiles(readConfig(options), ({ name, flaw }) => {
      flaws++
      console.log(`${flaw.padEnd(9)}  ${name}`)
    })
    if (flaws > 0) throw new Error(`${flaws} of ${count} files are missing or different.`)
    console.log(`All ${count} files exist.`)
  })
}
