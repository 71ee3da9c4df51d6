// `dray demo`: fills the demo environment, also while the server runs.
import type { Command } from 'commander'
import { addDatabaseOptions, readConfig } from './command.ts'

export function addDemo(program: Command): void {
  addDatabaseOptions(
    program
      .command('demo')
      .description('Create the environment `demo` with depots, orders and loads. Running it again changes nothing.'),
  ).action(async (options) => {
    const { seedDatabase } = await import('../server/admin/demo.ts')
    await seedDatabase(readConfig(options), Date.now())
    console.log('The environment `demo` is ready. Create a token for it with `dray token create --environment demo`.')
  })
}
