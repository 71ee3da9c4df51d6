// Runs the database commands of the operator without HTTP, most of them also while a server runs.

import * as environments from '../access/environment/store.ts'
import * as tokens from '../access/token/rules.ts'
import type { ClientRow, KeyRow, TokenRow } from '../access/token/store.ts'
import type { Config } from '../platform/config/config.ts'
import type { Database, Reader, Writer } from '../platform/database/database.ts'
import { byCommand } from '../platform/event/rules.ts'
import {
  connectDatabase,
  hasDatabase,
  isRemote,
  openDatabase,
  postgresUpkeep,
  prepareDatabase,
} from '../runtime/storage.ts'

/** Migrates the schema and distributes it over a Citus cluster. Returns the statements. `print` runs none of them. */
export async function distributeDatabase(config: Config, { print = false } = {}): Promise<string[]> {
  if (!isRemote(config))
    throw new Error('A folder cannot be distributed: choose a PostgreSQL database with --database-url.')
  const { expectCitus, distributePostgres } = await postgresUpkeep()
  if (!print) await expectCitus(config.databaseUrl)
  await prepareDatabase(config)
  return distributePostgres(config.databaseUrl, { print })
}

/** Opens the database, runs work on it and closes it. Fails for a place without a database, such as a mistyped name. */
export async function within<T>(config: Config, work: (database: Database) => Promise<T>): Promise<T> {
  if (isRemote(config)) await (await postgresUpkeep()).expectSchema(config.databaseUrl)
  else if (!hasDatabase(config))
    throw new Error(
      `${config.data} does not contain a database: choose another folder with --data, or run \`dray serve\` once.`,
    )
  const database = isRemote(config) ? await connectDatabase(config, false) : await openDatabase(config)
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

export async function createEnvironment(config: Config, name: string, now: number, sandbox = false): Promise<string> {
  // Loaded only here: the schemas of this module take longer to load than other commands take to run.
  const rules = await import('../access/environment/rules.ts')
  await prepareDatabase(config)
  return within(config, ({ write }) => write((tx) => rules.createEnvironment(tx, name, now, sandbox)))
}

export const listEnvironments = (config: Config): Promise<environments.EnvironmentRow[]> =>
  within(config, ({ read }) => read(environments.list))

export const findEnvironment = (config: Config, nameOrId: string): Promise<environments.EnvironmentRow> =>
  within(config, ({ read }) => read((tx) => environmentIn(tx, nameOrId)))

/** Closes the environment first, so that no write adds rows during the deletion. */
export const deleteEnvironment = (config: Config, environmentId: string): Promise<void> =>
  within(config, async ({ write, othersEnded }) => {
    await write((tx) => environments.close(tx, environmentId))
    await othersEnded()
    await write((tx) => environments.remove(tx, environmentId))
  })

export async function environmentIn(tx: Reader, nameOrId: string): Promise<environments.EnvironmentRow> {
  const environment = await environments.find(tx, nameOrId)
  if (environment) return environment
  const names = (await environments.list(tx)).slice(0, 10).map(({ name }) => `\`${name}\``)
  throw new Error(
    `The environment \`${nameOrId}\` does not exist. ` +
      (names.length > 0 ? `Available: ${names.join(', ')}.` : 'Create one with `dray environment create`.'),
  )
}

export interface TokenRequest {
  environment: string
  name?: string | undefined
  scopes: readonly string[]
  activeFromMs?: number | undefined
  activeToMs?: number | undefined
}

export const createToken = (config: Config, request: TokenRequest, now: number): Promise<string> =>
  within(config, ({ write }) =>
    write(async (tx: Writer) => {
      const { environmentId } = await environmentIn(tx, request.environment)
      await tokens.ensureKey(tx, now)
      const order = { ...request, issuer: config.issuer }
      const { token } = await tokens.createToken(tx, byCommand(environmentId, now), order)
      return token
    }),
  )

type Named<T> = T & { environment: string }

export const listTokens = (config: Config, environment?: string): Promise<Named<TokenRow>[]> =>
  within(config, ({ read }) =>
    read(async (tx) => {
      const only = environment === undefined ? undefined : await environmentIn(tx, environment)
      return withNames(await tokens.listTokens(tx, only?.environmentId), await environments.list(tx))
    }),
  )

function withNames<T extends { environmentId: string }>(rows: T[], list: environments.EnvironmentRow[]): Named<T>[] {
  const names = new Map(list.map(({ environmentId, name }) => [environmentId, name]))
  return rows.map((row) => ({ ...row, environment: names.get(row.environmentId) ?? row.environmentId }))
}

export const revokeToken = (config: Config, tokenId: string, now: number): Promise<void> =>
  within(config, ({ write }) =>
    write(async (tx) => {
      const token = await tokens.findToken(tx, tokenId)
      if (!token) throw new Error(`The token \`${tokenId}\` does not exist: \`dray token list\` shows all ids.`)
      await tokens.revokeToken(tx, byCommand(token.environmentId, now), tokenId)
    }),
  )

export interface ClientRequest {
  environment: string
  name?: string | undefined
  scopes: readonly string[]
}

export const createClient = (
  config: Config,
  request: ClientRequest,
  now: number,
): Promise<{ clientId: string; secret: string }> =>
  within(config, ({ write }) =>
    write(async (tx: Writer) => {
      const { environmentId } = await environmentIn(tx, request.environment)
      await tokens.ensureKey(tx, now)
      return tokens.createClient(tx, byCommand(environmentId, now), request)
    }),
  )

/** Lists OAuth clients without the hashes of their secrets. */
export const listClients = (config: Config, environment?: string): Promise<Named<Omit<ClientRow, 'secretHash'>>[]> =>
  within(config, ({ read }) =>
    read(async (tx) => {
      const only = environment === undefined ? undefined : await environmentIn(tx, environment)
      const clients = (await tokens.listClients(tx, only?.environmentId)).map(({ secretHash: _, ...client }) => client)
      return withNames(clients, await environments.list(tx))
    }),
  )

export const revokeClient = (config: Config, clientId: string, now: number): Promise<void> =>
  within(config, async ({ write }) => {
    const author = byCommand(tokens.environmentOfClient(clientId), now)
    if (!(await write((tx) => tokens.revokeClient(tx, author, clientId))))
      throw new Error(`The client \`${clientId}\` does not exist: \`dray client list\` shows all ids.`)
  })

export const listKeys = (config: Config): Promise<KeyRow[]> => within(config, ({ read }) => read(tokens.listKeys))
export const rotateKey = (config: Config, now: number): Promise<string> =>
  within(config, ({ write }) => write((tx) => tokens.rotateKey(tx, now)))
export const retireKey = (config: Config, keyId: string, now: number): Promise<void> =>
  within(config, ({ write }) => write((tx) => tokens.retireKey(tx, keyId, now)))
