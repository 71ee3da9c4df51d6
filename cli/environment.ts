// `dray environment`: the accounts that own all data.
import { createInterface } from 'node:readline/promises'
import type { Command } from 'commander'
import { createEnvironment, deleteEnvironment, findEnvironment, listEnvironments } from '../server/admin.ts'
import { configOf, withData } from './command.ts'
import { printList } from './table.ts'

export function addEnvironment(program: Command): void {
  const environment = program.command('environment').description('Create, list and delete environments.')
  withData(environment.command('create <name>').description('Create an environment and print its id.')).action(
    async (name: string, options) => console.log(await createEnvironment(configOf(options), name, Date.now())),
  )
  withData(environment.command('list').description('List all environments.').option('--json', 'print JSON')).action(
    async (options) =>
      printList(
        await listEnvironments(configOf(options)),
        { NAME: (row) => row.name, ID: (row) => row.environmentId, CREATED: (row) => row.created },
        options.json,
      ),
  )
  withData(
    environment
      .command('delete <name>')
      .description('Delete an environment with everything in it; asks for its name first.')
      .option('--yes <name>', 'the name once more, instead of being asked'),
  ).action(async (nameOrId: string, options) => {
    const config = configOf(options)
    const { name, environmentId } = await findEnvironment(config, nameOrId)
    const answer = options.yes ?? (await ask(`This deletes \`${name}\` with all its orders, for good. Type its name: `))
    if (answer !== name) throw new Error(`That is not \`${name}\`: nothing was deleted.`)
    await deleteEnvironment(config, environmentId)
    console.log(`Deleted \`${name}\`.`)
  })
}

/** Without an answer, at the end of the input, it is empty. */
async function ask(question: string): Promise<string> {
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
