// `dray client`: programs that fetch their own short-lived tokens with OAuth 2 client credentials.
import type { Command } from 'commander'
import { createClient, listClients, revokeClient } from '../server/admin/database.ts'
import { configOf, environmentOption, scopeOption, withData } from './command.ts'
import { printList } from './table.ts'

export function addClient(program: Command): void {
  const client = program.command('client').description('Create, list and revoke OAuth 2 clients (POST /oauth/token).')
  withData(
    client
      .command('create')
      .description('Create a client and print its id and secret; the secret is shown this once.')
      .addOption(environmentOption())
      .option('-n, --name <name>', 'what it is for')
      .addOption(scopeOption())
      .option('--json', 'print JSON'),
  ).action(async ({ environment, name, scope, json, ...options }) => {
    const { clientId, secret } = await createClient(configOf(options), { environment, name, scopes: scope }, Date.now())
    console.log(json ? JSON.stringify({ clientId, secret }) : `client_id=${clientId}\nclient_secret=${secret}`)
  })
  withData(
    client
      .command('list')
      .description('List clients with their last use.')
      .option('-e, --environment <name>', 'only those of this environment')
      .option('--json', 'print JSON'),
  ).action(async (options) =>
    printList(
      await listClients(configOf(options), options.environment),
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
  withData(client.command('revoke <id>').description('Refuse a client and all its tokens from now on.')).action(
    async (id: string, options) => {
      await revokeClient(configOf(options), id, Date.now())
      console.log('Revoked.')
    },
  )
}
