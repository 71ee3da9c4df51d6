// `dray import`: orders from a file into an environment, with a report of what became of each row.
import { type Command, Option } from 'commander'
import { pairs, withData } from './command.ts'
import type { Options } from './importing.ts'

export function addImport(program: Command): void {
  withData(
    program
      .command('import <file>')
      .description(
        'Create or change orders from a .csv, .xlsx or .ndjson file. Columns are matched to members by their headers, in ' +
          'English or German and any spelling; --map names what is not found. Ends with 1 when a row failed.',
      )
      .option('-e, --environment <name>', 'name or id of the environment, in the database of this machine')
      .option('--url <url>', 'or over HTTP: where the service is')
      .option('--token <token>', 'with --url: the token to use')
      .addOption(
        new Option('--mode <mode>', 'what to do with keys that are there')
          .choices(['create', 'upsert', 'replace'])
          .default('upsert'),
      )
      .option('--dry-run', 'check everything, store nothing')
      .option('--map <column=member>', 'what a column holds, such as Ort2=consigneeAddress.city', pairs, {})
      .option('--set <member=value>', 'for rows that do not say, such as country=DE; the type is delivery', pairs, {})
      .addOption(new Option('--decimal <sign>', 'before decimals, when the file does not show it').choices(['.', ',']))
      .addOption(new Option('--dates <order>', 'of 05/07/2026, when the file does not show it').choices(['dmy', 'mdy']))
      .option('--delimiter <sign>', 'between the cells of a CSV file, when it is not recognised')
      .option('--timezone <zone>', "of times without an offset; left out: the environment's")
      .option('--report <file>', 'what became of each row, as .csv or lines of JSON'),
  ).action(async (file: string, options: Options) => {
    // Loaded here, so that the other commands need not wait for it.
    const { importFile } = await import('./importing.ts')
    const { failed } = await importFile(file, options)
    if (failed > 0) process.exitCode = 1
  })
}
