// `dray copy`: copies all data from one database to another, for example from a data folder to PostgreSQL.
import type { Command } from 'commander'
import { type CopyProgress, copyDatabase } from '../server/admin/backup.ts'
import { loadConfig, type ServiceConfig } from '../server/platform/config/config.ts'
import { createProgress, drawBar, type ProgressUpdate } from './progress.ts'
import { printList } from './table.ts'

export function addCopy(program: Command): void {
  program
    .command('copy')
    .summary('Copy everything from one database to another.')
    .description(
      'Copy everything from one database to another, then compare the two. Stop the servers of both first: a server ' +
        'that runs on a folder is detected, instances on PostgreSQL are not. To resume an interrupted copy, run the ' +
        'same command again. Photos and other files are copied from folder to folder only; otherwise use `dray files ' +
        'copy`.',
    )
    .requiredOption('--from <database>', 'data folder or postgres:// URL to copy from')
    .requiredOption(
      '--to <database>',
      'data folder or postgres:// URL to copy to; must be empty or contain an interrupted copy',
    )
    .option('--json', 'print JSON')
    .action(async (options) => {
      const progress = createProgress(process.stderr)
      const copies = await copyDatabase(configAt(options.from), configAt(options.to), (tableProgress) =>
        progress.show(describeProgress(tableProgress)),
      ).finally(progress.clear)
      printList(
        copies,
        {
          TABLE: ({ table }) => table,
          ROWS: ({ rows }) => rows,
          VERIFIED: ({ verified }) => (verified ? 'yes' : 'no'),
        },
        options.json,
      )
      const different = copies.filter(({ verified }) => !verified).map(({ table }) => table)
      if (different.length > 0)
        throw new Error(
          `The copy differs from the source in ${different.join(', ')}: something was written during the copy. ` +
            'Stop all servers and copy again.',
        )
    })
}

/**
 * Returns the configuration for a data folder or a database URL. Environment variables for the database do not affect
 * it.
 */
const configAt = (storage: string): ServiceConfig =>
  storage.includes('://') ? loadConfig({ databaseUrl: storage }) : { ...loadConfig({ data: storage }), databaseUrl: '' }

const stepTexts = { copy: ['Copying', 'Copied'], verify: ['Verifying', 'Verified'] } as const

function describeProgress({ step, table, rows, total, ended }: CopyProgress): ProgressUpdate {
  const fraction = ended || total === 0 ? 1 : total === undefined ? 0 : rows / total
  const [during, after] = stepTexts[step]
  return {
    drawn: () => `${during.padEnd(9)} ${table.padEnd(12)} ${drawBar(fraction)} ${countOf(rows, total)}`,
    line: () => `${ended ? after : during} ${table}: ${countOf(rows, ended ? undefined : total)}`,
    ended,
  }
}

const countOf = (rows: number, total: number | undefined) =>
  `${rows.toLocaleString('en')}${total === undefined ? '' : ` of ${total.toLocaleString('en')}`} rows`
