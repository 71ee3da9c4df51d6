// `dray import`: imports orders from a file into an environment, with a report of each row.
import { type Command, InvalidArgumentError, Option } from 'commander'
import { addDatabaseOptions, createPairsOption, createTokenOption } from './command.ts'
import type { ImportOptions } from './importing.ts'

export function addImport(program: Command): void {
  addDatabaseOptions(
    program
      .command('import <file>')
      .summary('Create or change orders from a file.')
      .description(
        'Create or change orders from a .csv, .xlsx or .ndjson file. Columns are matched by their headers, in ' +
          'English or German and in any spelling; use --map for columns that are not recognised. Exits with 1 if any ' +
          'row fails or the service cannot be reached. Exits with 3 if the file itself cannot be read: change the ' +
          'file before you retry.',
      )
      .option('-e, --environment <name>', 'name or id of the environment in the local database')
      .option('--url <url>', 'URL of a running service, to import over HTTP instead')
      .addOption(createTokenOption())
      .addOption(
        new Option('--mode <mode>', 'what to do with existing keys')
          .choices(['create', 'upsert', 'replace'])
          .default('upsert'),
      )
      .option('--dry-run', 'check everything but store nothing')
      .addOption(
        createPairsOption(
          '--map <column=member>',
          'member that a column contains, such as Ort2=consigneeAddress.city; repeatable',
        ),
      )
      .addOption(
        createPairsOption(
          '--set <member=value>',
          'value for rows without one, such as country=DE; type is delivery unless set; repeatable',
        ),
      )
      .addOption(new Option('--decimal <sign>', 'decimal sign, if it cannot be detected').choices(['.', ',']))
      .addOption(
        new Option('--dates <order>', 'how to read dates such as 05/07/2026, if it cannot be detected').choices([
          'dmy',
          'mdy',
        ]),
      )
      .option('--delimiter <sign>', 'separator of the CSV file, if it cannot be detected', parseDelimiter)
      .option('--timezone <zone>', "time zone of times without an offset (default: the environment's)")
      .option('--report <file>', 'file to write the result of each row to, as .csv or otherwise as NDJSON'),
  ).action(async (file: string, options: ImportOptions) => {
    // Imports the module here, so that other commands start without it.
    const { importFile } = await import('./importing.ts')
    const { failed } = await importFile(file, options)
    if (failed > 0) process.exitCode = 1
  })
}

function parseDelimiter(text: string): string {
  if (text === '') throw new InvalidArgumentError('Give a sign, such as ; or a tab.')
  return text
}
