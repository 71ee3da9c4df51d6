// `dray files`: copies photos and other files to another place, and checks that all of them exist.
import type { Command } from 'commander'
import { checkFiles, copyFilesBetween } from '../server/admin/backup.ts'
import { configOf, withData } from './command.ts'
import { progressOn } from './progress.ts'

export function addFiles(program: Command): void {
  const files = program.command('files').description('Copy photos and other files to another place, and check them.')
  withData(files.command('copy'))
    .description(
      'Copy the files that are missing in the target, and compare each copy with its source. A server may run ' +
        'meanwhile: run the command again after it has stopped, then set DRAY_FILES to the new place.',
    )
    .option('--from <place>', 'folder or bucket URL to copy from (default: what the configuration says)')
    .requiredOption('--to <place>', 'folder or bucket URL to copy to')
    .action(async ({ from, to, ...data }: { from?: string; to: string; data?: string; databaseUrl?: string }) => {
      const progress = progressOn(process.stderr)
      const line = ({ copied }: { copied: number }) => `Copied ${copied.toLocaleString('en')} files`
      const { copied, bytes, there } = await copyFilesBetween(configOf(data), { from, to }, (each) =>
        progress.show({ drawn: () => line(each), line: () => line(each) }),
      ).finally(progress.clear)
      console.log(`Copied ${copied} files (${bytes} bytes); ${there} were there already.`)
    })
  withData(
    files
      .command('check')
      .description(
        'Read every file that the database names, and compare its SHA-256. Exits with 1 if one is missing or ' +
          'different.',
      ),
  ).action(async (options) => {
    let flaws = 0
    const count = await checkFiles(configOf(options), ({ name, flaw }) => {
      flaws++
      console.log(`${flaw.padEnd(9)}  ${name}`)
    })
    if (flaws > 0) throw new Error(`${flaws} of ${count} files are missing or different.`)
    console.log(`All ${count} files are there.`)
  })
}
