// Finds problems for `dray doctor`: in the machine, the folder, the database and its keys.
import { existsSync, statfsSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import * as tokens from '../access/token/store.ts'
import * as factors from '../access/user/factor-store.ts'
import { testTravelServer } from '../fleet/travel/open.ts'
import * as webhooks from '../integration/webhook/store.ts'
import { testGeocoder } from '../orders/geocoder/open.ts'
import { checkOrders } from '../orders/record/check.ts'
import { describeFileStorage, openFiles } from '../platform/bytes/open.ts'
import type { ServiceConfig } from '../platform/config/config.ts'
import type { Database, ReadTransaction } from '../platform/database/database.ts'
import { type DatabaseInspection, inspectDatabase, type SchemaState } from '../platform/database/maintenance.ts'
import { unfinishedAdvice } from '../platform/database/migrate.ts'
import type { PostgresInspection } from '../platform/database/postgres-maintenance.ts'
import { describeParentRightsError, describeRightsError } from '../platform/database/rights.ts'
import { openSqlite } from '../platform/database/sqlite.ts'
import { describeUrl } from '../platform/database/url.ts'
import { formatFullMessage } from '../platform/error/reason.ts'
import { testMailServer } from '../platform/outbound/mail.ts'
import { describeMap } from '../platform/process/map-file.ts'
import { openFiles as openFilesOf } from '../platform/process/open-files.ts'
import { getSealingKeyId, loadSecretsKeys, openSecret, readSealKeyId } from '../platform/process/seal.ts'
import {
  connectDatabase,
  getDatabaseFile,
  hasDatabase,
  isRemote,
  isServing,
  loadPostgresMaintenance,
  resolveDatabasePath,
} from '../runtime/storage.ts'
import { takeInventory } from '../upkeep/copy/files.ts'

export interface DiagnosisEntry {
  level: 'ok' | 'warn' | 'fail'
  subject: string
  finding: string
}
const nodeMajorMin = 26
const freeBytesMin = 256 * 2 ** 20
const freeBytesLow = 2 * 2 ** 30
const logBytesMax = 64 * 2 ** 20
const megabytes = (bytes: number) => `${Math.ceil(bytes / 2 ** 20)} MB`

/** Checks everything that a server on this database needs, and changes nothing. */
export async function checkInstallation(config: ServiceConfig): Promise<DiagnosisEntry[]> {
  const found: DiagnosisEntry[] = []
  const report: ReportEntry = (level, subject, finding) => void found.push({ level, subject, finding })
  const major = Number(process.versions.node.split('.')[0])
  report(
    major >= nodeMajorMin ? 'ok' : 'fail',
    'node',
    `${process.version}${major >= nodeMajorMin ? '' : `: use ${nodeMajorMin} or newer`}`,
  )
  diagnoseOpenFiles(config, report)
  await diagnoseTravel(config, report)
  await diagnoseGeocoder(config, report)
  await diagnoseMail(config, report)
  await diagnoseMap(config, report)
  if (isRemote(config)) {
    await diagnosePostgres(config, report)
    return found
  }
  if (!diagnoseFolder(config, report)) return found
  if (!hasDatabase(config)) report('warn', 'database', 'none yet: `dray serve` creates it')
  else if (diagnoseDatabase(config, report)) {
    const connect = async () => openSqlite(getDatabaseFile(config), { readOnly: true })
    await diagnoseSecrets(config, report, connect)
    await diagnoseFiles(config, report, connect)
    await diagnoseOrders(report, connect)
  }
  report('ok', 'server', isServing(config) ? 'running on this folder' : 'not running on this folder')
  return found
}

function diagnoseOpenFiles({ connectionsMax }: ServiceConfig, report: ReportEntry): void {
  const { max, warning } = openFilesOf(connectionsMax)
  // The service may run with another limit, set by its supervisor. It logs a warning if that limit is too low.
  if (warning !== undefined) report('warn', 'open files', `here ${warning}; the service may have another limit`)
  else if (max !== undefined) report('ok', 'open files', `${max} here; the service may have another limit`)
}

async function diagnoseTravel(config: ServiceConfig, report: ReportEntry): Promise<void> {
  const failure = await testTravelServer(config)
  if (config.travelUrl === '') report('ok', 'driving times', 'estimated: --travel-url would ask a travel server')
  else if (failure === undefined) report('ok', 'driving times', `${config.travelUrl} answers`)
  else report('warn', 'driving times', `estimated, since ${config.travelUrl} does not answer: ${failure}`)
}

async function diagnoseGeocoder(config: ServiceConfig, report: ReportEntry): Promise<void> {
  if (config.geocoderUrl === '') return report('ok', 'positions', 'not looked up: --geocoder-url would ask a geocoder')
  const origin = new URL(config.geocoderUrl).origin
  const failure = await testGeocoder(config)
  if (failure === undefined) report('ok', 'positions', `${origin} answers`)
  else report('warn', 'positions', `cannot be looked up, since ${origin} does not answer: ${failure}`)
}

async function diagnoseMail(config: ServiceConfig, report: ReportEntry): Promise<void> {
  if (config.mailUrl === '') return report('ok', 'mail', 'not sent: --mail-url would name a mail server')
  // The host does not include the password.
  const host = new URL(config.mailUrl).host
  const failure = await testMailServer(config)
  if (failure === undefined) report('ok', 'mail', `${host} lets this service in`)
  else report('fail', 'mail', `no letter leaves, since ${host} does not let this service in: ${failure}`)
}

async function diagnoseMap({ mapFile, mapStyleUrl }: ServiceConfig, report: ReportEntry): Promise<void> {
  if (mapFile === '')
    return report(
      'ok',
      'map',
      mapStyleUrl === '' ? 'outlines: --map-file would add streets' : `streets of ${mapStyleUrl}`,
    )
  try {
    report('ok', 'map', `streets of ${resolve(mapFile)}, ${await describeMap(mapFile)}`)
  } catch (error) {
    report('fail', 'map', `${resolve(mapFile)}: ${(error as Error).message}`)
  }
}

type ReportEntry = (level: DiagnosisEntry['level'], subject: string, finding: string) => void

/** Checks the data folder. Returns whether it can be used. */
function diagnoseFolder(config: ServiceConfig, report: ReportEntry): boolean {
  const path = resolve(config.data)
  const hasFolder = existsSync(path)
  const rightsError = hasFolder ? describeRightsError(path) : describeParentRightsError(path)
  if (rightsError !== undefined) report('fail', 'folder', rightsError)
  else if (!hasFolder) report('warn', 'folder', `${path} does not exist yet: \`dray serve\` creates it`)
  else if (!statSync(path).isDirectory()) report('fail', 'folder', `${path} is a file: choose a folder with --data`)
  else {
    diagnoseSpace(config, path, report)
    return true
  }
  return false
}

function diagnoseSpace(config: ServiceConfig, path: string, report: ReportEntry): void {
  const open = [path, resolveDatabasePath(config)].filter(
    (file) => existsSync(file) && (statSync(file).mode & 0o077) !== 0,
  )
  if (open.length === 0) report('ok', 'folder', `${path}, accessible only to its owner`)
  else report('warn', 'folder', `other users can read it: run chmod go-rwx ${open.join(' ')}`)
  const { bavail, bsize } = statfsSync(path)
  const free = bavail * bsize
  const level = free < freeBytesMin ? 'fail' : free < freeBytesLow ? 'warn' : 'ok'
  report(
    level,
    'disk',
    `${megabytes(free)} free${level === 'ok' ? '' : ': free some space, or move the folder to a larger disk'}`,
  )
}

/** Checks the database file. Returns whether further checks can read it. */
function diagnoseDatabase(config: ServiceConfig, report: ReportEntry): boolean {
  const rightsError = describeRightsError(resolveDatabasePath(config))
  if (rightsError !== undefined) {
    report('fail', 'database', rightsError)
    return false
  }
  let inspection: DatabaseInspection
  try {
    inspection = inspectDatabase(getDatabaseFile(config))
  } catch (error) {
    report(
      'fail',
      'database',
      `${(error as Error).message.replace(/\.?$/, '.')} Restore a backup with \`dray restore FILE --force\`, or ` +
        'run a newer version of dray.',
    )
    return false
  }
  const { bytes, logBytes, damage, schema, signingKeys, environments } = inspection
  if (damage) report('fail', 'database', `damaged (${damage}): restore a backup with \`dray restore FILE --force\``)
  else report('ok', 'database', `${resolveDatabasePath(config)}, ${megabytes(bytes)}, intact`)
  diagnoseSchema(schema, report)
  if (logBytes <= logBytesMax) report('ok', 'log', `${megabytes(logBytes)} not yet merged into the database`)
  else report('warn', 'log', `${megabytes(logBytes)} not merged into the database: a reader keeps it open too long`)
  diagnoseKeys(signingKeys, report)
  if (environments.length === 0) report('warn', 'environments', 'none yet: run `dray environment create NAME`')
  for (const { name, counts } of environments)
    report(
      'ok',
      `environment ${name}`,
      Object.entries(counts)
        .map(([table, count]) => `${count} ${table.replace('_', ' ')}`)
        .join(', '),
    )
  return !damage && schema.missing.length === 0
}

type Stored = [text: string, place: string]

/** Returns the stored secrets with their names. */
async function storedSecrets(tx: ReadTransaction): Promise<Stored[]> {
  const keys = (await tokens.listStoredKeys(tx)).map(
    ({ keyId, privateKey }): Stored => [privateKey, tokens.getSealName(keyId)],
  )
  const webhookSecrets = (await webhooks.listStoredSecrets(tx)).flatMap(({ webhookId, secret, previousSecret }) =>
    [secret, previousSecret].flatMap((text): Stored[] =>
      text === null ? [] : [[text, webhooks.getSealName(webhookId)]],
    ),
  )
  const apps = (await factors.listStoredSecrets(tx)).map(
    ({ factorId, secret }): Stored => [secret, factors.getSealName(factorId)],
  )
  return [...keys, ...webhookSecrets, ...apps]
}

/** Checks that the configured keys open all secrets. */
async function diagnoseSecrets(
  config: ServiceConfig,
  report: ReportEntry,
  connect: () => Promise<Database>,
): Promise<void> {
  const { secretsKeyFile: file } = config
  try {
    loadSecretsKeys(file)
    const database = await connect()
    const stored = await database.read(storedSecrets).finally(() => database.close())
    for (const [text, place] of stored) openSecret(text, place)
    const later = stored.filter(([text]) => readSealKeyId(text) !== getSealingKeyId()).length
    if (file === '') report('ok', 'secrets', 'not sealed: --secrets-key-file would do it')
    else if ((statSync(file).mode & 0o077) !== 0)
      report('warn', 'secrets', `other users can read ${file}: run chmod go-rwx`)
    else if (later > 0) report('warn', 'secrets', `${later} are not sealed with the newest key: the next start does it`)
    else report('ok', 'secrets', `${stored.length} sealed with the key ${getSealingKeyId()}`)
  } catch (error) {
    report('fail', 'secrets', formatFullMessage(error))
  }
}

/** Checks that all recorded files exist. */
async function diagnoseFiles(
  config: ServiceConfig,
  report: ReportEntry,
  connect: () => Promise<Database>,
): Promise<void> {
  const location = describeFileStorage(config)
  try {
    const storage = openFiles(config)
    // Checked also without any file record: an unreachable bucket must be found before the first photo.
    await storage.list()
    const database = await connect()
    const { files, bytes, missing } = await takeInventory(database.read, storage).finally(() => database.close())
    const shared = isRemote(config) && !location.includes('://') ? ': every instance needs this same folder' : ''
    if (missing === 0) report('ok', 'files', `${location}, ${files} files, ${megabytes(bytes)}${shared}`)
    else
      report(
        'fail',
        'files',
        `${location} lacks ${missing} of ${files} files: \`dray files check\` shows which; copy them there from a ` +
          'backup',
      )
  } catch (error) {
    report('fail', 'files', `${location}: ${formatFullMessage(error)}`)
  }
}

/** Maximum number of damaged orders that one line names. */
const damagedNamedMax = 5

/** Reports the orders whose stored text differs from its checksum. */
async function diagnoseOrders(report: ReportEntry, connect: () => Promise<Database>): Promise<void> {
  try {
    const database = await connect()
    const { orders, unknown, damaged } = await checkOrders(database.read).finally(() => database.close())
    const named = damaged.slice(0, damagedNamedMax).join(', ')
    const ellipsis = damaged.length > damagedNamedMax ? ', …' : ''
    if (damaged.length > 0)
      report(
        'fail',
        'orders',
        `${damaged.length} of ${orders} damaged (${named}${ellipsis}): restore a backup with ` +
          '`dray restore FILE --force`',
      )
    else if (unknown === 0) report('ok', 'orders', `${orders} intact`)
    else
      report('ok', 'orders', `${orders - unknown} intact, ${unknown} without a checksum: an older version wrote them`)
  } catch (error) {
    report('fail', 'orders', formatFullMessage(error))
  }
}

function diagnoseSchema({ version, missing, unfinishedCopy }: SchemaState, report: ReportEntry): void {
  if (unfinishedCopy) report('fail', 'copy', `unfinished: ${unfinishedAdvice}`)
  if (missing.length === 0) report('ok', 'schema', `version ${version}`)
  else report('warn', 'schema', `version ${version}, missing ${missing.join(', ')}: run \`dray migrate\``)
}

function diagnoseKeys(signingKeys: number, report: ReportEntry): void {
  if (signingKeys > 0) report('ok', 'signing key', 'present')
  else report('warn', 'signing key', 'none yet: run `dray key rotate` to create one')
}

const majorMin = 15

async function diagnosePostgres(config: ServiceConfig, report: ReportEntry): Promise<void> {
  const { inspectPostgres, describeCreateError, describeEncodingError, anyBytes } = await loadPostgresMaintenance()
  let inspection: PostgresInspection
  try {
    inspection = await inspectPostgres(config.databaseUrl)
  } catch (error) {
    report('fail', 'database', (error as Error).message)
    return
  }
  const { serverVersion, synchronousCommit, standbys, bytes, schema, signingKeys, environments, undistributed } =
    inspection
  const rightsError = schema.version === 0 ? describeCreateError(inspection.fitness) : undefined
  if (rightsError !== undefined) report('fail', 'rights', rightsError)
  const unfit = describeEncodingError(inspection.fitness)
  if (unfit !== undefined) report('fail', 'encoding', unfit)
  else if (inspection.fitness.encoding === anyBytes)
    report('warn', 'encoding', `${anyBytes}: it keeps every text, but does not check it; use UTF8 for a new database`)
  report('ok', 'database', `${describeUrl(config.databaseUrl)}, ${megabytes(bytes)}, accepts writes`)
  const fresh = Number.parseInt(serverVersion, 10) >= majorMin
  report(fresh ? 'ok' : 'fail', 'server', `PostgreSQL ${serverVersion}${fresh ? '' : `: use ${majorMin} or newer`}`)
  if (synchronousCommit === 'on' || synchronousCommit === 'remote_apply')
    report(
      'ok',
      'commits',
      standbys === '' ? 'on disk before the reply' : 'on disk here and on the standby before the reply',
    )
  else
    report(
      'fail',
      'commits',
      `synchronous_commit is ${synchronousCommit}: a crash may lose confirmed requests; set it to on`,
    )
  diagnoseSchema(schema, report)
  if (undistributed === 0) report('ok', 'citus', 'all tables are distributed')
  else if (undistributed !== undefined)
    report('warn', 'citus', `${undistributed} tables are on one node only: run \`dray migrate --distribute\``)
  if (schema.version === 0) return
  diagnoseKeys(signingKeys, report)
  if (environments === 0) report('warn', 'environments', 'none yet: run `dray environment create NAME`')
  else report('ok', 'environments', `${environments}`)
  if (schema.missing.length > 0) return
  await diagnoseSecrets(config, report, () => connectDatabase(config, false))
  await diagnoseFiles(config, report, () => connectDatabase(config, false))
  await diagnoseOrders(report, () => connectDatabase(config, false))
}
