// `dray export`: writes the orders of an environment as CSV or as lines of JSON.
import { type Command, Option } from 'commander'
import { addDatabaseOptions, createPairsOption, createTokenOption } from './command.ts'
import type { ExportOptions } from './exporting.ts'

export function addExport(program: Command): void {
  addDatabaseOptions(
    program
      .command('export')
      .summary('Export the orders of an environment.')
      .description(
        'Export the orders of an environment as CSV, which `dray import` can read, or as NDJSON (one JSON object ' +
          'per line).',
      )
      .option('-e, --environment <name>', 'name or id of the environment in the local database')
      .option('--url <url>', 'URL of a running service, to export over HTTP instead')
      .addOption(createTokenOption())
      .addOption(new Option('--format <format>', 'format of the output').choices(['csv', 'ndjson']).default('csv'))
      .addOption(
        createPairsOption(
          '--filter <name=value>',
          'query parameter of GET /v1/consignments, such as depotKey=NORTH; repeatable',
        ),
      )
      .option('-o, --output <file>', 'file to write to (default: standard output)'),
  ).action(async (options: ExportOptions) => {
    // Imports the module here, so that other commands start without it.
    const { exportOrders } = await import('./exporting.ts')
    await exportOrders(options)
  })
}
