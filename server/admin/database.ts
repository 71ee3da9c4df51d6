// Runs the database commands of the operator without HTTP, most of them also while a server runs.

import * as environments from '../access/environment/store.ts'
import * as tokens from '../access/token/rules.ts'
import type { ClientRow, KeyRow, TokenRow } from '../access/token/store.ts'
import type { ServiceConfig } from '../platform/config/config.ts'
import type { Database, ReadTransaction, WriteTransaction } from '../platform/database/database.ts'
import { createCommandAuthor } from '../platform/event/rules.ts'
import { formatAdvice } from '../platform/value/nearest.ts'
import {
  connectDatabase,
  hasDatabase,
  isRemote,
  loadPostgresMaintenance,
  openDatabase,
  prepareDatabase,
} from '../runtime/storage.ts'

/** Migrates the schema and distributes it over a Citus cluster. Returns the statements. `print` runs none of them. */
export async function distributeDatabase(config: ServiceConfig, { print = false } = {}): Promise<string[]> {
  if (!isRemote(config))
    throw new Error('A folder cannot be distributed: choose a PostgreSQL database with --database-url.')
  const { expectCitus, distributePostgres } = await loadPostgresMaintenance()
  if (!print) await expectCitus(config.databaseUrl)
  await prepareDatabase(config)
  return distributePostgres(config.databaseUrl, { print })
}

/**
 * Opens the database, runs work on it and closes it. Fails if there is no database, for example because the name is
 * mistyped.
 */
export async function withDatabase<T>(config: ServiceConfig, work: (database: Database) => Promise<T>): Promise<T> {
  if (isRemote(config)) await (await loadPostgresMaintenance()).expectSchema(config.databaseUrl)
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

export async function createEnvironment(
  config: ServiceConfig,
  name: string,
  now: number,
  sandbox = false,
): Promise<string> {
  // Loaded when needed: the schemas of this module take longer to load than other commands take to run.
  const rules = await import('../access/environment/rules.ts')
  await prepareDatabase(config)
  return withDatabase(config, ({ write }) => write((tx) => rules.createEnvironment(tx, name, now, sandbox)))
}

export const listEnvironments = (config: ServiceConfig): Promise<environments.EnvironmentRow[]> =>
  withDatabase(config, ({ read }) => read(environments.listEnvironments))

export const findEnvironment = (config: ServiceConfig, nameOrId: string): Promise<environments.EnvironmentRow> =>
  withDatabase(config, ({ read }) => read((tx) => getEnvironment(tx, nameOrId)))

/** Closes the environment first, so that no write adds rows during the deletion. */
export const deleteEnvironment = (config: ServiceConfig, environmentId: string): Promise<void> =>
  withDatabase(config, async ({ write, waitForTransactions }) => {
    await write((tx) => environments.closeEnvironment(tx, environmentId))
    await waitForTransactions()
    await write((tx) => environments.removeEnvironment(tx, environmentId))
  })

export async function getEnvironment(tx: ReadTransaction, nameOrId: string): Promise<environments.EnvironmentRow> {
  const environment = await environments.findEnvironment(tx, nameOrId)
  if (environment) return environment
  const names = (await environments.listEnvironments(tx)).slice(0, 10).map(({ name }) => name)
  const advice = formatAdvice([], names, { emptyText: 'Create one with `dray environment create`.', most: 10 })
  throw new Error(`The environment \`${nameOrId}\` does not exist. ${advice}`)
}

export interface TokenRequest {
  environment: string
  name?: string | undefined
  scopes: readonly string[]
  activeFromMs?: number | undefined
  activeToMs?: number | undefined
}

export const createToken = (config: ServiceConfig, request: TokenRequest, now: number): Promise<string> =>
  withDatabase(config, ({ write }) =>
    write(async (tx: WriteTransaction) => {
      const { environmentId } = await getEnvironment(tx, request.environment)
      await tokens.ensureKey(tx, now)
      const order = { ...request, issuer: config.issuer }
      const { token } = await tokens.createToken(tx, createCommandAuthor(environmentId, now), order)
      return token
    }),
  )

type Named<T> = T & { environment: string }

export const listTokens = (config: ServiceConfig, environment?: string): Promise<Named<TokenRow>[]> =>
  withDatabase(config, ({ read }) =>
    read(async (tx) => {
      const only = environment === undefined ? undefined : await getEnvironment(tx, environment)
      return withNames(await tokens.listTokens(tx, only?.environmentId), await environments.listEnvironments(tx))
    }),
  )

function withNames<T extends { environmentId: string }>(rows: T[], list: environments.EnvironmentRow[]): Named<T>[] {
  const names = new Map(list.map(({ environmentId, name }) => [environmentId, name]))
  return rows.map((row) => ({ ...row, environment: names.get(row.environmentId) ?? row.environmentId }))
}

export const revokeToken = (config: ServiceConfig, tokenId: string, now: number): Promise<void> =>
  withDatabase(config, ({ write }) =>
    write(async (tx) => {
      const token = await tokens.findToken(tx, tokenId)
      if (!token) throw new Error(`The token \`${tokenId}\` does not exist: \`dray token list\` shows all ids.`)
      await tokens.revokeToken(tx, createCommandAuthor(token.environmentId, now), tokenId)
    }),
  )

export interface ClientRequest {
  environment: string
  name?: string | undefined
  scopes: readonly string[]
}

export const createClient = (
  config: ServiceConfig,
  request: ClientRequest,
  now: number,
): Promise<{ clientId: string; secret: string }> =>
  withDatabase(config, ({ write }) =>
    write(async (tx: WriteTransaction) => {
      const { environmentId } = await getEnvironment(tx, request.environment)
      await tokens.ensureKey(tx, now)
      return tokens.createClient(tx, createCommandAuthor(environmentId, now), request)
    }),
  )

/** Lists OAuth clients without the hashes of their secrets. */
export const listClients = (
  config: ServiceConfig,
  environment?: string,
): Promise<Named<Omit<ClientRow, 'secretHash'>>[]> =>
  withDatabase(config, ({ read }) =>
    read(async (tx) => {
      const only = environment === undefined ? undefined : await getEnvironment(tx, environment)
      const clients = (await tokens.listClients(tx, only?.environmentId)).map(({ secretHash: _, ...client }) => client)
      return withNames(clients, await environments.listEnvironments(tx))
    }),
  )

export const revokeClient = (config: ServiceConfig, clientId: string, now: number): Promise<void> =>
  withDatabase(config, async ({ write }) => {
    const author = createCommandAuthor(tokens.getClientEnvironmentId(clientId), now)
    if (!(await write((tx) => tokens.revokeClient(tx, author, clientId))))
      throw new Error(`The client \`${clientId}\` does not exist: \`dray client list\` shows all ids.`)
  })

export const listKeys = (config: ServiceConfig): Promise<KeyRow[]> =>
  withDatabase(config, ({ read }) => read(tokens.listKeys))
export const rotateKey = (config: ServiceConfig, now: number): Promise<string> =>
  withDatabase(config, ({ write }) => write((tx) => tokens.rotateKey(tx, now)))
export const retireKey = (config: ServiceConfig, keyId: string, now: number): Promise<void> =>
  withDatabase(config, ({ write }) => write((tx) => tokens.retireKey(tx, keyId, now)))
