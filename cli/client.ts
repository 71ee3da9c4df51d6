// `dray client`: manages programs that fetch short-lived tokens with OAuth 2 client credentials.
import type { Command } from 'commander'
import { createClient, listClients, revokeClient } from '../server/admin/database.ts'
import { addDatabaseOptions, createEnvironmentOption, createScopeOption, readConfig } from './command.ts'
import { printList } from './table.ts'

export function addClient(program: Command): void {
  const client = program.command('client').description('Create, list and revoke OAuth 2 clients.')
  addDatabaseOptions(
    client
      .command('create')
      .description(
        'Create a client and print its id and secret. The secret is shown only once. The client gets its tokens ' +
          'from POST /oauth/token.',
      )
      .addOption(createEnvironmentOption())
      .option('-n, --name <name>', 'what the client is for')
      .addOption(createScopeOption())
      .option('--json', 'print JSON'),
  ).action(async ({ environment, name, scope, json, ...options }) => {
    const { clientId, secret } = await createClient(
      readConfig(options),
      { environment, name, scopes: scope },
      Date.now(),
    )
    console.log(json ? JSON.stringify({ clientId, secret }) : `client_id=${clientId}\nclient_secret=${secret}`)
  })
  addDatabaseOptions(
    client
      .command('list')
      .description('List clients and when they were last used.')
      .option('-e, --environment <name>', 'only clients of this environment')
      .option('--json', 'print JSON'),
  ).action(async (options) =>
    printList(
      await listClients(readConfig(options), options.environment),
      {
        ID: (row) => row.clientId,
        ENVIRONMENT: (row) => row.environment,
        NAME: (row) => row.name,
        SCOPES: (row) => row.scopes,
        CREATED: (row) => row.created,
        'LAST USED': (row) => row.lastUsed,
        REVOKED: (row) => row.revoked,
      },
      options.json,
    ),
  )
  addDatabaseOptions(client.command('revoke <id>').description('Revoke a client and all its tokens.')).action(
    async (id: string, options) => {
      await revokeClient(readConfig(options), id, Date.now())
      console.log('Revoked.')
    },
  )
}
