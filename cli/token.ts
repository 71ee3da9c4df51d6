// `dray token`: manages access tokens.
import { type Command, Option } from 'commander'
import { createToken, listTokens, revokeToken } from '../server/admin/database.ts'
import {
  addDatabaseOptions,
  createEnvironmentOption,
  createScopeOption,
  parseDuration,
  parseInstant,
  readConfig,
} from './command.ts'
import { printList } from './table.ts'

export function addToken(program: Command): void {
  const token = program.command('token').description('Create, list and revoke tokens.')
  addDatabaseOptions(
    token
      .command('create')
      .description('Create a token and print it. It is shown only once.')
      .addOption(createEnvironmentOption())
      .option('-n, --name <name>', 'what the token is for')
      .addOption(createScopeOption())
      .addOption(
        new Option('--expires <time>', 'how long it is valid, such as 12h or 90d (default: 365d)').argParser(
          parseDuration,
        ),
      )
      .addOption(
        new Option(
          '--active-from <time>',
          'when it becomes valid, such as 2026-07-01T09:00:00Z (default: now)',
        ).argParser(parseInstant),
      ),
  ).action(async ({ environment, name, scope, expires, activeFrom, ...options }) => {
    const now = Date.now()
    const activeToMs = expires === undefined ? undefined : (activeFrom ?? now) + expires
    const request = { environment, name, scopes: scope, activeFromMs: activeFrom, activeToMs }
    console.log(await createToken(readConfig(options), request, now))
  })
  addDatabaseOptions(
    token
      .command('list')
      .description('List tokens and when they were last used.')
      .option('-e, --environment <name>', 'only tokens of this environment')
      .option('--json', 'print JSON'),
  ).action(async (options) =>
    printList(
      await listTokens(readConfig(options), options.environment),
      {
        ID: (row) => row.tokenId,
        ENVIRONMENT: (row) => row.environment,
        NAME: (row) => row.name,
        SCOPES: (row) => row.scopes,
        'ACTIVE FROM': (row) => row.activeFrom ?? row.created,
        'ACTIVE TO': (row) => row.activeTo,
        'LAST USED': (row) => row.lastUsed,
        REVOKED: (row) => row.revoked,
      },
      options.json,
    ),
  )
  addDatabaseOptions(token.command('revoke <id>').description('Revoke a token.')).action(
    async (id: string, options) => {
      await revokeToken(readConfig(options), id, Date.now())
      console.log('Revoked.')
    },
  )
}
