// `dray export`: orders of an environment as CSV or as lines of JSON, page by page.
import { type Command, Option } from 'commander'
import { pairs, withData } from './command.ts'
import type { Options } from './exporting.ts'

export function addExport(program: Command): void {
  withData(
    program
      .command('export')
      .description('Write the orders of an environment as CSV, which `dray import` reads again, or as lines of JSON.')
      .option('-e, --environment <name>', 'name or id of the environment, in the database of this machine')
      .option('--url <url>', 'or over HTTP: where the service is')
      .option('--token <token>', 'with --url: the token to use')
      .addOption(new Option('--format <format>', 'of the output').choices(['csv', 'ndjson']).default('csv'))
      .option('--filter <name=value>', 'as the query of GET /v1/consignments, such as depotKey=NORTH', pairs, {})
      .option('-o, --output <file>', 'where to; left out: standard output'),
  ).action(async (options: Options) => {
    // Loaded here, so that the other commands need not wait for it.
    const { exportOrders } = await import('./exporting.ts')
    await exportOrders(options)
  })
}
