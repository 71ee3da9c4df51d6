// `dray demo`: seeds the demo environment, also while the server runs.
import type { Command } from 'commander'
import { configOf, withData } from './command.ts'

export function addDemo(program: Command): void {
  withData(
    program
      .command('demo')
      .description('Create the environment `demo` with depots, orders and loads; twice is the same as once.'),
  ).action(async (options) => {
    const { seedFolder } = await import('../server/admin/demo.ts')
    await seedFolder(configOf(options), Date.now())
    console.log('The environment `demo` is there; `dray token create --environment demo` makes a token for it.')
  })
}
