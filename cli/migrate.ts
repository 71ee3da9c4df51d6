// `dray migrate`: brings the schema up to date without starting a server.
import type { Command } from 'commander'
import { prepareDatabase } from '../server/admin.ts'
import { configOf, withData } from './command.ts'

export function addMigrate(program: Command): void {
  withData(program.command('migrate').description('Bring the schema of the database up to date.')).action(
    async (options) => {
      const applied = await prepareDatabase(configOf(options))
      console.log(
        applied.length === 0 ? 'The schema is up to date.' : applied.map((name) => `Applied ${name}.`).join('\n'),
      )
    },
  )
}
