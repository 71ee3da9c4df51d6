// `dray environment`: manages environments, which own all data.
import { createInterface } from 'node:readline/promises'
import type { Command } from 'commander'
import { deleteEnvironment, findEnvironment, listEnvironments } from '../server/admin/database.ts'
import { createOwnedEnvironment } from '../server/admin/people.ts'
import type { ServiceConfig } from '../server/platform/config/config.ts'
import { addDatabaseOptions, readConfig } from './command.ts'
import { printList } from './table.ts'

export function addEnvironment(program: Command): void {
  const environment = program.command('environment').description('Create, reset, list and delete environments.')
  addDatabaseOptions(
    environment
      .command('create <name>')
      .description('Create an environment and print its id.')
      .option('--sandbox', 'create a sandbox, which starts with the demo data, can be reset to it, and sends no mail')
      .option('--owner <email>', 'person who owns it and sees it in the console (default: the owners of `default`)')
      .option('--no-owner', 'give it no owner'),
  ).action(async (name: string, { sandbox = false, owner, ...options }) => {
    const config = readConfig(options)
    // Commander sets `owner` to true in a call without `--owner` and without `--no-owner`.
    const request = { name, sandbox, ...(owner === true ? {} : { owner }) }
    const { environmentId, owners } = await createOwnedEnvironment(config, request, Date.now())
    if (sandbox) await reset(config, environmentId)
    if (owners.length > 0) console.error(`Owned by ${owners.join(', ')}.`)
    console.log(environmentId)
  })
  addDatabaseOptions(
    environment.command('reset <name>').description('Reset a sandbox to the demo data. Everything else in it is lost.'),
  ).action(async (nameOrId: string, options) => {
    const config = readConfig(options)
    const { name, environmentId, sandbox } = await findEnvironment(config, nameOrId)
    if (!sandbox) throw new Error(`\`${name}\` is not a sandbox, so it cannot be reset. Nothing was changed.`)
    await reset(config, environmentId)
    console.log(`\`${name}\` now has today's demo data.`)
  })
  addDatabaseOptions(
    environment.command('list').description('List all environments.').option('--json', 'print JSON'),
  ).action(async (options) =>
    printList(
      await listEnvironments(readConfig(options)),
      {
        NAME: (row) => row.name,
        ID: (row) => row.environmentId,
        CREATED: (row) => row.created,
        SANDBOX: (row) => (row.sandbox ? 'yes' : ''),
      },
      options.json,
    ),
  )
  addDatabaseOptions(
    environment
      .command('delete <name>')
      .description('Delete an environment and everything in it. Asks for its name first.')
      .option('--yes <name>', 'confirm with the name instead of being asked'),
  ).action(async (nameOrId: string, options) => {
    const config = readConfig(options)
    const { name, environmentId } = await findEnvironment(config, nameOrId)
    const answer =
      options.yes ??
      (await readInput(`This permanently deletes \`${name}\` and all its orders. Type its name to confirm: `))
    if (answer !== name) throw new Error(`That is not \`${name}\`. Nothing was deleted.`)
    await deleteEnvironment(config, environmentId)
    console.log(`Deleted \`${name}\`.`)
  })
}

/** Resets a sandbox. Loads the service only for this command. */
async function reset(config: ServiceConfig, environmentId: string): Promise<void> {
  const { resetEnvironment } = await import('../server/admin/demo.ts')
  await resetEnvironment(config, environmentId, Date.now())
}

/** Asks a question in the terminal. Returns an empty text if the input ends. */
async function readInput(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return await Promise.race([
      terminal.question(question),
      new Promise<string>((resolve) => terminal.once('close', () => resolve(''))),
    ])
  } finally {
    terminal.close()
  }
}
