// Maintains a PostgreSQL database: one instance at a time migrates the schema, and checks report on the server.
import { buildDistributionStatements, hasCitus, listDistributedTables, listPlacements } from './citus.ts'
import type { PostgresConnection } from './connection.ts'
import { openConnections } from './connections.ts'
import type { SqlQuery } from './database.ts'
import type { SchemaState } from './maintenance.ts'
import {
  type AppliedMigration,
  createUnfinishedCopyError,
  filterMigrations,
  isUnfinishedCopy,
  listApplied,
  listMissingMigrations,
  type MigrationFills,
  type MigrationTransaction,
  migrateSchema,
} from './migrate.ts'
import { expectFewEnvironments } from './statistics.ts'
import { describeUrl } from './url.ts'

/** Number of the migration lock: it spells `dray`. */
const migrationLock = 0x64726179
/**
 * Time limit of locks in a migration, in milliseconds. A step itself may take longer, but all other work waits for its
 * lock.
 */
const lockMs = 2_000

/** Runs work with a separate connection to the writable host. */
async function withConnection<T>(url: string, work: (connection: PostgresConnection) => Promise<T>): Promise<T> {
  const connections = openConnections(url, { max: 1, waitingMax: 0, prepare: false, patient: true })
  try {
    const connection = await connections.connect().catch((error: Error) => {
      throw new Error(`The database at ${describeUrl(url)} cannot be used: ${error.message}.`, { cause: error })
    })
    return await work(connection)
  } finally {
    await connections.close()
  }
}

const reading = (connection: PostgresConnection): Pick<MigrationTransaction, 'all'> => ({
  all: async <T>(query: SqlQuery) =>
    (await connection.query({ text: textOf(query), values: query.values })).rows as T[],
})
const textOf = ({ strings }: SqlQuery) => strings.reduce((joined, segment, index) => `${joined}$${index}${segment}`)

/** Translates a migration for PostgreSQL. Texts are then compared by their bytes in every collation, as in SQLite. */
const inDialect = (text: string) =>
  text
    .replace(/--.*$/gm, '')
    .replace(/\btext\b/g, 'text collate "C"')
    .replace(/\)\s*without rowid/g, ')')

/** Splits a migration into statements. No statement of Dray contains a semicolon. */
const statementsOf = (text: string) =>
  text
    .split(';')
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '')
/** Options with which the server accepts only one statement at a time. */
const alone = { queryMode: 'extended' }

interface Migration {
  fills?: MigrationFills
  /** Whether this run continues a copy. Other runs must not use an unfinished copy. */
  copying?: boolean
}

/**
 * Applies the missing migrations and returns their names. If several instances start together, one migrates and the
 * others wait.
 */
export function migratePostgres(url: string, { fills = {}, copying = false }: Migration = {}): Promise<string[]> {
  return withConnection(url, async (connection) => {
    const { version, missing, unfinishedCopy: isUnfinished } = await stateOfSchema(connection)
    if (isUnfinished && !copying) throw createUnfinishedCopyError(`The database at ${describeUrl(url)}`)
    const fitness = await fitnessOf(connection)
    const unfit = describeEncodingError(fitness)
    if (unfit !== undefined) throw new Error(`The database at ${describeUrl(url)} cannot be used: ${unfit}.`)
    const reason = version === 0 ? describeCreateError(fitness) : undefined
    if (reason !== undefined) throw new Error(`The database at ${describeUrl(url)} cannot be set up: ${reason}.`)
    const applied = missing.length === 0 ? [] : await applyMissing(connection, fills)
    await expectFewEnvironments(connection)
    return applied
  })
}

async function applyMissing(connection: PostgresConnection, fills: MigrationFills): Promise<string[]> {
  await connection.query('begin')
  await connection.query('set local lock_timeout = 0; set local statement_timeout = 0')
  await connection.query(`select pg_advisory_xact_lock(${migrationLock})`)
  await connection.query(`set local lock_timeout = ${lockMs}`)
  // By default, Citus works on several nodes in parallel, and may then refuse to continue in this transaction.
  await connection.query("set local citus.multi_shard_modify_mode = 'sequential'")
  const run = async (query: SqlQuery) =>
    (await connection.query({ text: textOf(query), values: query.values })).rowCount ?? 0
  const migrating: MigrationTransaction = {
    engine: 'postgres',
    ...reading(connection),
    // Sends each statement separately: Citus would send the whole text to the nodes, even if only one statement changes
    // a table there.
    async exec(text) {
      for (const statement of statementsOf(inDialect(text))) await connection.query({ ...alone, text: statement })
    },
    run,
    runOn: run,
    index: () => undefined,
  }
  const applied = await migrateSchema(migrating, fills)
  const { statements, isSpread } = await placing(connection)
  // On a cluster, lists fail while a new table is on the coordinator only and the other tables are distributed.
  if (isSpread) for (const statement of statements) await connection.query(statement)
  await connection.query('commit')
  return applied
}

/** Returns the statements that distribute the remaining tables, and whether some tables are distributed. */
async function placing(connection: PostgresConnection): Promise<{ statements: string[]; isSpread: boolean }> {
  const distributed = (await hasCitus(connection)) ? await listDistributedTables(connection) : new Set<string>()
  const tablePlacements = await listPlacements(connection)
  return {
    statements: buildDistributionStatements(tablePlacements, distributed),
    isSpread: tablePlacements.some(({ table }) => distributed.has(table)),
  }
}

/** Throws with instructions if the database lacks Citus. */
export const expectCitus = (url: string): Promise<void> =>
  withConnection(url, async (connection) => {
    if (await hasCitus(connection)) return
    throw new Error(
      `The database at ${describeUrl(url)} has no Citus extension. Nothing was changed. Ask its administrator to run ` +
        `\`create extension citus\`; a single PostgreSQL server does not need --distribute.`,
    )
  })

/**
 * Distributes the remaining tables over the nodes of a Citus cluster and returns the statements. Each statement is a
 * transaction, so an interrupted run can continue. With `print`, it runs no statement and needs no Citus.
 */
export function distributePostgres(url: string, { print = false } = {}): Promise<string[]> {
  return withConnection(url, async (connection) => {
    const { statements } = await placing(connection)
    if (!print) for (const statement of statements) await connection.query(statement)
    return statements
  })
}

async function stateOfSchema(connection: PostgresConnection): Promise<SchemaState> {
  const { rows } = await connection.query("select to_regclass('schema_migrations') is not null as present")
  const applied: AppliedMigration[] = rows[0].present ? await listApplied(reading(connection)) : []
  return {
    version: filterMigrations(applied).at(-1)?.version ?? 0,
    missing: listMissingMigrations(applied).map(({ name }) => name),
    unfinishedCopy: isUnfinishedCopy(applied),
  }
}

/** Throws an error with the next step if this version does not work with the schema. */
export async function expectSchema(url: string): Promise<void> {
  const { version, missing, unfinishedCopy: isUnfinished } = await withConnection(url, stateOfSchema)
  if (isUnfinished) throw createUnfinishedCopyError(`The database at ${describeUrl(url)}`)
  if (version === 0)
    throw new Error(`The database at ${describeUrl(url)} is not set up yet: run \`dray migrate\` or \`dray serve\`.`)
  if (missing.length > 0)
    throw new Error(
      `The schema is older than this version of dray (missing ${missing.join(', ')}): run \`dray migrate\`.`,
    )
}

/**
 * Properties that decide whether Dray can use a database: the right to create tables, and the encoding, which is fixed
 * when the database is created.
 */
interface Fitness {
  role: string
  database: string
  mayCreate: boolean
  encoding: string
}

async function fitnessOf(connection: PostgresConnection): Promise<Fitness> {
  const { rows } = await connection.query(
    `select current_user::text as role, current_database()::text as database,
    coalesce(has_schema_privilege(current_schema(), 'create'), false) as "mayCreate",
    current_setting('server_encoding') as encoding`,
  )
  return rows[0]
}

/** Describes the error of an empty database in which the role may not create tables. */
export const describeCreateError = ({ role, database, mayCreate }: Fitness): string | undefined =>
  mayCreate
    ? undefined
    : `the role ${role} may not create tables in the database ${database}: ask its administrator to run ` +
      `\`grant usage, create on schema public to "${role}"\` there`

/**
 * Encoding that stores all bytes unchanged, and so every text. The server then interprets only ASCII characters, which
 * is enough for Dray.
 */
export const anyBytes = 'SQL_ASCII'

/** Returns the error of an encoding that lacks letters of some names and addresses. */
export const describeEncodingError = ({ encoding, database }: Fitness): string | undefined =>
  encoding === 'UTF8' || encoding === anyBytes
    ? undefined
    : `the database ${database} has the encoding ${encoding}, which cannot hold every text: create another one ` +
      `with \`create database NAME encoding 'UTF8' template template0\`, and move what this one may hold with ` +
      'pg_dump and pg_restore'

export interface PostgresInspection {
  /** Number of undistributed tables of the Citus cluster; undefined without Citus. */
  undistributed: number | undefined
  serverVersion: string
  synchronousCommit: string
  standbys: string
  bytes: number
  schema: SchemaState
  signingKeys: number
  environments: number
  fitness: Fitness
}

/** Inspects a PostgreSQL database without changing it. */
export function inspectPostgres(url: string): Promise<PostgresInspection> {
  return withConnection(url, async (connection) => {
    const schema = await stateOfSchema(connection)
    const queryValue = async (text: string) => (await connection.query(text)).rows[0].value
    const count = async (source: string) =>
      schema.version === 0 ? 0 : queryValue(`select count(*) as value from ${source}`)
    const spread = schema.version > 0 && (await hasCitus(connection))
    const undistributed = spread ? (await placing(connection)).statements.length : undefined
    return {
      undistributed,
      serverVersion: await queryValue("select current_setting('server_version') as value"),
      synchronousCommit: await queryValue("select current_setting('synchronous_commit') as value"),
      standbys: await queryValue("select current_setting('synchronous_standby_names') as value"),
      bytes: await queryValue('select pg_database_size(current_database()) as value'),
      schema,
      signingKeys: await count("signing_keys where retired is null and private_key <> ''"),
      environments: await count('environments'),
      fitness: await fitnessOf(connection),
    }
  })
}
