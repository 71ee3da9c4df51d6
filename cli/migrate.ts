// `dray migrate`: updates the schema without starting a server, and distributes it over the nodes of a Citus cluster.
import type { Command } from 'commander'
import { distributeDatabase } from '../server/admin/database.ts'
import { prepareDatabase } from '../server/runtime/storage.ts'
import { addDatabaseOptions, readConfig } from './command.ts'

export function addMigrate(program: Command): void {
  addDatabaseOptions(
    program
      .command('migrate')
      .description('Bring the database schema up to date.')
      .option('--distribute', 'distribute the tables over the nodes of a Citus cluster, by environment')
      .option('--print', 'print the statements of --distribute without running them'),
  ).action(async (options) => {
    const config = readConfig(options)
    if (options.distribute || options.print) {
      const statements = await distributeDatabase(config, { print: options.print === true })
      if (options.print) for (const statement of statements) console.log(`${statement};`)
      else
        console.log(
          statements.length === 0 ? 'All tables are already distributed.' : `Distributed ${statements.length} tables.`,
        )
      return
    }
    const applied = await prepareDatabase(config)
    console.log(
      applied.length === 0 ? 'The schema is up to date.' : applied.map((name) => `Applied ${name}.`).join('\n'),
    )
  })
}
