// Opens the database: a folder or a server, with an up-to-date schema.
import { existsSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { ServiceConfig } from '../platform/config/config.ts'
import type { Database, DatabaseNews } from '../platform/database/database.ts'
import { lockFile } from '../platform/database/lock.ts'
import {
  createPrivateFile,
  hasUnfinishedCopy,
  isOutdated,
  makePrivateFolder,
} from '../platform/database/maintenance.ts'
import { createUnfinishedCopyError, type MigrationFills } from '../platform/database/migrate.ts'
import { describeParentRightsError, describeRightsError } from '../platform/database/rights.ts'
import { connectSqlite, migrateSqlite, openSqlite, type SqliteOptions } from '../platform/database/sqlite.ts'
import { describeUrl } from '../platform/database/url.ts'
import { loadSecretsKeys } from '../platform/process/seal.ts'

export const getDatabaseFile = (config: ServiceConfig) => join(config.data, 'dray.db')
export const resolveDatabasePath = (config: ServiceConfig): string => resolve(getDatabaseFile(config))
/** Describes the place of the data for people. */
export const describeDatabaseLocation = (config: ServiceConfig): string =>
  isRemote(config) ? describeUrl(config.databaseUrl) : resolveDatabasePath(config)
export const getServerLockPath = (config: ServiceConfig): string => resolve(config.data, 'server.lock')

function makeFolder({ data }: ServiceConfig): void {
  try {
    makePrivateFolder(data)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'EEXIST' || code === 'ENOTDIR')
      throw new Error(`--data needs a folder, but ${resolve(data)} is a file: choose another name.`, { cause: error })
    const reason = describeParentRightsError(data)
    throw new Error(
      reason === undefined
        ? `The data folder ${resolve(data)} cannot be made (${code ?? message}): make it, owned by the user of ` +
            'the service, or choose another one with --data.'
        : `The data folder ${resolve(data)} cannot be made: ${reason}, or choose another folder with --data.`,
      { cause: error },
    )
  }
}

/**
 * Explains an error of a file by the owner of the file or its folder if that is the cause. Otherwise returns the error
 * of the system.
 */
function explainFileError(file: string, error: unknown): unknown {
  for (const path of [dirname(file), file]) {
    const reason = existsSync(path) ? describeRightsError(path) : describeParentRightsError(path)
    if (reason !== undefined) return new Error(`${reason}.`, { cause: error })
  }
  return error
}

function touch(file: string, { data }: ServiceConfig): void {
  try {
    createPrivateFile(file, data)
  } catch (error) {
    throw explainFileError(resolve(file), error)
  }
}

/** Locks the data folder. Returns the function that releases it, or undefined if a server has it. */
export const lockFolder = (config: ServiceConfig): (() => void) | undefined => {
  makeFolder(config)
  touch(getServerLockPath(config), config)
  return lockFile(getServerLockPath(config))
}

export function isServing(config: ServiceConfig): boolean {
  if (!existsSync(getServerLockPath(config))) return false
  const release = lockFile(getServerLockPath(config))
  release?.()
  return release === undefined
}

export const isRemote = (config: ServiceConfig): boolean => config.databaseUrl !== ''
/** Returns whether a path exists. Throws if the user may not read the folder, because the path may exist. */
export function hasDatabase(config: ServiceConfig): boolean {
  const file = resolveDatabasePath(config)
  try {
    return statSync(file, { throwIfNoEntry: false }) !== undefined
  } catch (error) {
    throw explainFileError(file, error)
  }
}

/** Loads the code that fills new columns on first use, so that commands do not wait for it. */
const fills: MigrationFills = {
  '0003_find.sql': async (tx) => (await import('../orders/record/fill.ts')).fillList(tx),
  '0012_mail_words.sql': async (tx) => (await import('../orders/record/fill.ts')).fillSearchTerms(tx),
  // Adds the street and the end of the phone number to the search words.
  '0018_road.sql': async (tx) => (await import('../orders/record/fill.ts')).fillSearchTerms(tx),
  '0022_views.sql': async (tx) => (await import('../orders/record/fill.ts')).fillSummaries(tx),
  '0029_reached.sql': async (tx) => {
    await (await import('../orders/record/fill.ts')).fillCloses(tx)
    await (await import('../delivery/proof/fill.ts')).fillReached(tx)
  },
  '0030_checksums.sql': async (tx) => (await import('../orders/record/fill.ts')).fillChecksums(tx),
}

interface PrepareOptions {
  serving?: boolean
  /** File that is opened instead of the database of the folder. */
  file?: string
  /** Whether a copy continues: other processes must not use an unfinished one. */
  copying?: boolean
}

/** Prepares the database: creates the folder, the file and the schema if missing. Returns the applied migrations. */
export async function prepareDatabase(
  config: ServiceConfig,
  { serving = false, copying = false, file = getDatabaseFile(config) }: PrepareOptions = {},
): Promise<string[]> {
  if (isRemote(config)) return (await loadPostgresMaintenance()).migratePostgres(config.databaseUrl, { fills, copying })
  makeFolder(config)
  const isNew = !existsSync(file)
  touch(file, config)
  const connection = connectSqlite(file)
  try {
    if (!copying && hasUnfinishedCopy(connection)) throw createUnfinishedCopyError(`The database in ${config.data}`)
    // A newer command must not change the schema under an older server that runs on it.
    if (!isNew && !serving && isOutdated(connection) && isServing(config))
      throw new Error('An older server is running on this folder: stop it, then run `dray migrate`.')
    return await migrateSqlite(connection, fills)
  } finally {
    connection.close()
  }
}

// Loaded when needed: the PostgreSQL driver takes longer to load than most commands on a folder take to run.
export const loadPostgresMaintenance = () => import('../platform/database/postgres-maintenance.ts')

interface OpenOptions extends SqliteOptions, PrepareOptions {
  /** Receives the names of the applied migrations. */
  migrated?: (names: string[]) => void
}

/** Opens the database for reads and writes, and migrates its schema. */
export async function openDatabase(
  config: ServiceConfig,
  { serving = false, copying = false, file = getDatabaseFile(config), migrated, ...sqliteOptions }: OpenOptions = {},
): Promise<Database> {
  loadSecretsKeys(config.secretsKeyFile)
  const applied = await prepareDatabase(config, { serving, copying, file })
  migrated?.(applied)
  return isRemote(config)
    ? connectDatabase(config, serving)
    : openSqlite(file, { bytesMax: config.storageBytesMax, ...sqliteOptions })
}

/** Connects to a database server whose schema is up to date. */
export async function connectDatabase(config: ServiceConfig, serving: boolean, news?: DatabaseNews): Promise<Database> {
  loadSecretsKeys(config.secretsKeyFile)
  const { openPostgres } = await import('../platform/database/postgres.ts')
  const { databaseUrl, databasePoolMax: poolMax, databasePrepare: prepare, writesWaitingMax: waitingMax } = config
  return openPostgres(databaseUrl, { poolMax, waitingMax, prepare, serving, news })
}
