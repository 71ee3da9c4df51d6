// What the command line does to a database without going through HTTP; most of it beside a running server.
import { existsSync, mkdirSync, statfsSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { byCommand } from './change/rules.ts'
import type { Config } from './config.ts'
import type { Report, TableCopy } from './copy/rules.ts'
import type { Database, Reader, Writer } from './database/database.ts'
import { lockFile } from './database/lock.ts'
import {
  backupTo,
  type Inspection,
  inspect,
  isBehind,
  restoreFrom,
  type SchemaState,
  touchPrivate,
} from './database/maintenance.ts'
import type { Fills } from './database/migrate.ts'
import type { PostgresInspection } from './database/postgres-maintenance.ts'
import { connect, migrateSqlite, openSqlite, type SqliteOptions } from './database/sqlite.ts'
import { placeOf } from './database/url.ts'
import * as environments from './environment/store.ts'
import * as tokens from './token/rules.ts'
import type { ClientRow, KeyRow, TokenRow } from './token/store.ts'

const databaseFile = (config: Config) => join(config.data, 'dray.db')
export const databasePath = (config: Config): string => resolve(databaseFile(config))
/** Where the data is, for people. */
export const databasePlace = (config: Config): string =>
  isRemote(config) ? placeOf(config.databaseUrl) : databasePath(config)
const serverLock = (config: Config) => join(config.data, 'server.lock')

/** Answers how to release the folder, or undefined when a server has it. */
export const lockFolder = (config: Config): (() => void) | undefined => {
  mkdirSync(config.data, { recursive: true, mode: 0o700 })
  return lockFile(serverLock(config))
}

function isServing(config: Config): boolean {
  if (!existsSync(serverLock(config))) return false
  const release = lockFile(serverLock(config))
  release?.()
  return release === undefined
}

export const isRemote = (config: Config): boolean => config.databaseUrl !== ''
export const hasDatabase = (config: Config): boolean => existsSync(databaseFile(config))

/** Loaded when there is something to fill: commands must not wait for it. */
const fills: Fills = {
  '0003_find.sql': async (tx) => (await import('./consignment/listing.ts')).fillList(tx),
}

/** Creates what is missing: the folder, the file, the schema. Answers the migrations that were applied. */
export async function prepareDatabase(config: Config, { serving = false } = {}): Promise<string[]> {
  if (isRemote(config)) return (await postgresUpkeep()).migratePostgres(config.databaseUrl, fills)
  mkdirSync(config.data, { recursive: true, mode: 0o700 })
  const isNew = !hasDatabase(config)
  touchPrivate(databaseFile(config))
  const connection = connect(databaseFile(config))
  try {
    // A newer command must not change the schema under an older server that runs on it.
    if (!isNew && !serving && isBehind(connection) && isServing(config))
      throw new Error('An older server runs on this folder: stop it, then run `dray migrate`.')
    return await migrateSqlite(connection, fills)
  } finally {
    connection.close()
  }
}

/** Brings the schema up to date and spreads it over a Citus cluster. Answers the statements, of which `print` runs none. */
export async function distributeDatabase(config: Config, { print = false } = {}): Promise<string[]> {
  if (!isRemote(config))
    throw new Error('A folder cannot be distributed: name a PostgreSQL database with --database-url.')
  const { expectCitus, distributePostgres } = await postgresUpkeep()
  if (!print) await expectCitus(config.databaseUrl)
  await prepareDatabase(config)
  return distributePostgres(config.databaseUrl, { print })
}

// Loaded where it is needed: the driver takes longer to load than most commands on a folder take to run.
const postgresUpkeep = () => import('./database/postgres-maintenance.ts')

interface OpenOptions extends SqliteOptions {
  serving?: boolean
}

/** Ready to read and write, with the schema up to date. */
export async function openDatabase(config: Config, { serving = false, ...rest }: OpenOptions = {}): Promise<Database> {
  await prepareDatabase(config, { serving })
  return isRemote(config)
    ? connectDatabase(config, serving)
    : openSqlite(databaseFile(config), { bytesMax: config.storageBytesMax, ...rest })
}

async function connectDatabase(config: Config, serving: boolean): Promise<Database> {
  const { openPostgres } = await import('./database/postgres.ts')
  const { databaseUrl, databasePoolMax: poolMax, databasePrepare: prepare, writesWaitingMax: waitingMax } = config
  return openPostgres(databaseUrl, { poolMax, waitingMax, prepare, serving })
}

/** Runs one piece of work on the database and closes it again. A mistyped name is said to be empty rather than filled. */
export async function within<T>(config: Config, work: (database: Database) => Promise<T>): Promise<T> {
  if (isRemote(config)) await (await postgresUpkeep()).expectSchema(config.databaseUrl)
  else if (!hasDatabase(config))
    throw new Error(`There is no database in ${config.data}: name the folder with --data, or run \`dray serve\` once.`)
  const database = isRemote(config) ? await connectDatabase(config, false) : await openDatabase(config)
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

export async function createEnvironment(config: Config, name: string, now: number, sandbox = false): Promise<string> {
  // Loaded here alone: the schemas behind it take longer to load than any other command takes to run.
  const rules = await import('./environment/rules.ts')
  await prepareDatabase(config)
  return within(config, ({ write }) => write((tx) => rules.createEnvironment(tx, name, now, sandbox)))
}

export const listEnvironments = (config: Config): Promise<environments.EnvironmentRow[]> =>
  within(config, ({ read }) => read(environments.list))

export const findEnvironment = (config: Config, nameOrId: string): Promise<environments.EnvironmentRow> =>
  within(config, ({ read }) => read((tx) => environmentIn(tx, nameOrId)))

/** Closed first: what is written to it while it is being removed would be left behind, or get in the way. */
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
    `There is no environment \`${nameOrId}\`; ${names.length > 0 ? `there are ${names.join(', ')}.` : 'there is none yet.'}`,
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
      if (!token) throw new Error(`There is no token \`${tokenId}\`; \`dray token list\` shows the ids.`)
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

/** Without the hash of the secret, which is nobody's to see. */
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
      throw new Error(`There is no client \`${clientId}\`; \`dray client list\` shows the ids.`)
  })

export const listKeys = (config: Config): Promise<KeyRow[]> => within(config, ({ read }) => read(tokens.listKeys))
export const rotateKey = (config: Config, now: number): Promise<string> =>
  within(config, ({ write }) => write((tx) => tokens.rotateKey(tx, now)))
export const retireKey = (config: Config, keyId: string, now: number): Promise<void> =>
  within(config, ({ write }) => write((tx) => tokens.retireKey(tx, keyId, now)))

export async function backupDatabase(config: Config, file: string, force: boolean): Promise<number> {
  if (isRemote(config))
    throw new Error('A PostgreSQL database is backed up with its own tools: pg_dump -Fc, or a base backup.')
  if (!hasDatabase(config)) throw new Error(`There is no database in ${config.data}.`)
  if (resolve(file) === databasePath(config)) throw new Error('This is the database itself.')
  if (existsSync(file) && !force) throw new Error(`${file} exists already; --force replaces it.`)
  return backupTo(databaseFile(config), file)
}

export interface Restored {
  /** Where the replaced database is kept, if there was one. */
  kept: string | undefined
  /** In how many orders something was erased again that the backup still had. */
  erased: number
}

/** What was erased since the backup was made does not come back with it, as far as the replaced database knows of it. */
export async function restoreDatabase(config: Config, file: string, force: boolean, now: number): Promise<Restored> {
  if (isRemote(config))
    throw new Error('A PostgreSQL database is restored with its own tools: pg_restore --clean --if-exists.')
  if (!existsSync(file)) throw new Error(`There is no file ${file}.`)
  const release = lockFolder(config)
  if (!release) throw new Error('A server runs on this folder: stop it first.')
  try {
    if (hasDatabase(config) && !force)
      throw new Error(
        `${config.data} holds a database already; --force replaces it and keeps it as dray.db.before-restore.`,
      )
    const kept = restoreFrom(file, databaseFile(config))
    const erasures = kept === undefined ? [] : await erasuresIn(kept)
    if (erasures.length === 0) return { kept, erased: 0 }
    const database = await openDatabase(config, { serving: true })
    return { kept, erased: await eraseIn(database, erasures, now).finally(() => database.close()) }
  } finally {
    release()
  }
}

/** One order whose consignee was erased. */
export interface Erasure {
  environmentId: string
  consignmentId: string
}

/** A database that is older than erasures has none; one that is damaged was replaced for that, and tells what it can. */
async function erasuresIn(file: string): Promise<Erasure[]> {
  const { list } = await import('./erasure/rules.ts')
  const found: Erasure[] = []
  try {
    const database = openSqlite(file, { readOnly: true })
    try {
      for await (const erasure of list(database.read)) found.push(erasure)
    } finally {
      await database.close()
    }
  } catch (error) {
    if ((error as { errcode?: number }).errcode === undefined) throw error
  }
  return found
}

async function eraseIn(database: Database, erasures: Iterable<Erasure>, now: number): Promise<number> {
  const { erase } = await import('./erasure/rules.ts')
  let count = 0
  for (const { environmentId, consignmentId } of erasures) {
    const call = {
      environmentId,
      actor: 'dray',
      requestId: 'erasure',
      now,
      query: {},
      params: undefined,
      body: undefined,
    }
    const done = await database.write((tx) =>
      erase(tx, { ...call, ifMatch: undefined, idempotency: undefined }, consignmentId),
    )
    if (done) count++
  }
  return count
}

export const listErasures = (config: Config): Promise<Erasure[]> =>
  within(config, async ({ read }) => Array.fromAsync((await import('./erasure/rules.ts')).list(read)))

/** Erases again what a list of earlier erasures names; answers in how many orders there was something to erase. */
export const applyErasures = (config: Config, erasures: Erasure[], now: number): Promise<number> =>
  within(config, (database) => eraseIn(database, erasures, now))

/** Works on a database that no server uses: a folder stays locked meanwhile. */
async function withoutServer<T>(config: Config, work: (database: Database) => Promise<T>): Promise<T> {
  const release = isRemote(config) ? () => undefined : lockFolder(config)
  if (!release) throw new Error(`A server runs on ${config.data}: stop it first.`)
  try {
    // With the lock in hand it may change the schema of a folder as a server may.
    const database = await openDatabase(config, { serving: !isRemote(config) })
    try {
      return await work(database)
    } finally {
      await database.close()
    }
  } finally {
    release()
  }
}

export type { Progress as CopyProgress } from './copy/rules.ts'

/** Answers for every table whether the target has the same rows now. */
export async function copyDatabase(from: Config, to: Config, report: Report): Promise<TableCopy[]> {
  if (databasePlace(from) === databasePlace(to)) throw new Error('The source and the target are the same database.')
  if (isRemote(from)) await (await postgresUpkeep()).expectSchema(from.databaseUrl)
  else if (!hasDatabase(from)) throw new Error(`There is no database in ${from.data}.`)
  const { copyAll } = await import('./copy/rules.ts')
  return withoutServer(from, (source) => withoutServer(to, (target) => copyAll(source, target, report)))
}

export interface Diagnosis {
  level: 'ok' | 'warn' | 'fail'
  subject: string
  finding: string
}
const nodeMajorMin = 26
const freeBytesMin = 256 * 2 ** 20
const freeBytesLow = 2 * 2 ** 30
const logBytesMax = 64 * 2 ** 20
const megabytes = (bytes: number) => `${Math.ceil(bytes / 2 ** 20)} MB`

/** Looks at everything a server on this database needs, and changes nothing. */
export async function diagnose(config: Config): Promise<Diagnosis[]> {
  const found: Diagnosis[] = []
  const say = (level: Diagnosis['level'], subject: string, finding: string) => found.push({ level, subject, finding })
  const major = Number(process.versions.node.split('.')[0])
  say(
    major >= nodeMajorMin ? 'ok' : 'fail',
    'node',
    `${process.version}${major >= nodeMajorMin ? '' : `: use ${nodeMajorMin} or newer`}`,
  )
  if (isRemote(config)) {
    await diagnosePostgres(config, say)
    return found
  }
  if (!existsSync(config.data)) {
    say('warn', 'folder', `${resolve(config.data)} does not exist yet: \`dray serve\` creates it`)
    return found
  }
  diagnoseFolder(config, say)
  if (!hasDatabase(config)) say('warn', 'database', 'there is none yet: `dray serve` creates it')
  else diagnoseDatabase(config, say)
  say('ok', 'server', isServing(config) ? 'one runs on this folder' : 'none runs on this folder')
  return found
}

type Say = (level: Diagnosis['level'], subject: string, finding: string) => void

function diagnoseFolder(config: Config, say: Say): void {
  const path = resolve(config.data)
  const open = [path, databasePath(config)].filter((file) => existsSync(file) && (statSync(file).mode & 0o077) !== 0)
  if (open.length === 0) say('ok', 'folder', `${path}, for its owner alone`)
  else say('warn', 'folder', `others may look into it: run chmod go-rwx ${open.join(' ')}`)
  const { bavail, bsize } = statfsSync(path)
  const free = bavail * bsize
  const level = free < freeBytesMin ? 'fail' : free < freeBytesLow ? 'warn' : 'ok'
  say(
    level,
    'disk',
    `${megabytes(free)} free${level === 'ok' ? '' : ': make room, or move the folder to a larger disk'}`,
  )
}

function diagnoseDatabase(config: Config, say: Say): void {
  let inspection: Inspection
  try {
    inspection = inspect(databaseFile(config))
  } catch (error) {
    say(
      'fail',
      'database',
      `${(error as Error).message} Restore a backup with \`dray restore FILE --force\`, or run a newer dray.`,
    )
    return
  }
  const { bytes, logBytes, damage, schema, signingKeys, environments } = inspection
  if (damage) say('fail', 'database', `damaged (${damage}): restore a backup with \`dray restore FILE --force\``)
  else say('ok', 'database', `${databasePath(config)}, ${megabytes(bytes)}, sound`)
  diagnoseSchema(schema, say)
  if (logBytes <= logBytesMax) say('ok', 'log', `${megabytes(logBytes)} not folded into the database yet`)
  else say('warn', 'log', `${megabytes(logBytes)} not folded into the database: some reader keeps it open too long`)
  diagnoseKeys(signingKeys, say)
  if (environments.length === 0) say('warn', 'environments', 'there is none yet: run `dray environment create NAME`')
  for (const { name, counts } of environments)
    say(
      'ok',
      `environment ${name}`,
      Object.entries(counts)
        .map(([table, count]) => `${count} ${table.replace('_', ' ')}`)
        .join(', '),
    )
}

function diagnoseSchema({ version, missing }: SchemaState, say: Say): void {
  if (missing.length === 0) say('ok', 'schema', `version ${version}`)
  else say('warn', 'schema', `version ${version}, not yet applied: ${missing.join(', ')}: run \`dray migrate\``)
}

function diagnoseKeys(signingKeys: number, say: Say): void {
  if (signingKeys > 0) say('ok', 'signing key', 'present')
  else say('warn', 'signing key', 'there is none yet: `dray key rotate` makes one')
}

const serverMajorMin = 15

async function diagnosePostgres(config: Config, say: Say): Promise<void> {
  const { inspectPostgres } = await postgresUpkeep()
  let inspection: PostgresInspection
  try {
    inspection = await inspectPostgres(config.databaseUrl)
  } catch (error) {
    say('fail', 'database', (error as Error).message)
    return
  }
  const { serverVersion, synchronousCommit, standbys, bytes, schema, signingKeys, environments, undistributed } =
    inspection
  say('ok', 'database', `${placeOf(config.databaseUrl)}, ${megabytes(bytes)}, takes writes`)
  const fresh = Number.parseInt(serverVersion, 10) >= serverMajorMin
  say(fresh ? 'ok' : 'fail', 'server', `PostgreSQL ${serverVersion}${fresh ? '' : `: use ${serverMajorMin} or newer`}`)
  if (synchronousCommit === 'on' || synchronousCommit === 'remote_apply')
    say(
      'ok',
      'commits',
      standbys === '' ? 'on disk before they are answered' : 'on disk here and on the standby before they are answered',
    )
  else
    say(
      'fail',
      'commits',
      `synchronous_commit is ${synchronousCommit}: a crash may lose answered requests; set it to on`,
    )
  diagnoseSchema(schema, say)
  if (undistributed === 0) say('ok', 'citus', 'all tables are in their places')
  else if (undistributed !== undefined)
    say('warn', 'citus', `${undistributed} tables are on one node only: run \`dray migrate --distribute\``)
  if (schema.version === 0) return
  diagnoseKeys(signingKeys, say)
  if (environments === 0) say('warn', 'environments', 'there is none yet: run `dray environment create NAME`')
  else say('ok', 'environments', `${environments}`)
}
