// Finds problems for `dray doctor`: in the machine, the folder, the database and its keys.
import { existsSync, statfsSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import * as tokens from '../access/token/store.ts'
import * as factors from '../access/user/factor-store.ts'
import { probeTravel } from '../fleet/travel/open.ts'
import * as webhooks from '../integration/webhook/store.ts'
import { probeGeocoder } from '../orders/geocoder/open.ts'
import { checkOrders } from '../orders/record/check.ts'
import { filesPlace, openFiles } from '../platform/bytes/open.ts'
import type { Config } from '../platform/config/config.ts'
import type { Database, Reader } from '../platform/database/database.ts'
import { type Inspection, inspect, type SchemaState } from '../platform/database/maintenance.ts'
import { unfinishedAdvice } from '../platform/database/migrate.ts'
import type { PostgresInspection } from '../platform/database/postgres-maintenance.ts'
import { rightsFault, rightsFaultAbove } from '../platform/database/rights.ts'
import { openSqlite } from '../platform/database/sqlite.ts'
import { placeOf } from '../platform/database/url.ts'
import { inFull } from '../platform/error/reason.ts'
import { probeMail } from '../platform/outbound/mail.ts'
import { describeMap } from '../platform/process/map-file.ts'
import { openFiles as openFilesOf } from '../platform/process/open-files.ts'
import { loadSecretsKeys, open, sealedWith, sealingKeyId } from '../platform/process/seal.ts'
import {
  connectDatabase,
  databaseFile,
  databasePath,
  hasDatabase,
  isRemote,
  isServing,
  postgresUpkeep,
} from '../runtime/storage.ts'
import { inventory } from '../upkeep/copy/files.ts'

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
  const say: Say = (level, subject, finding) => void found.push({ level, subject, finding })
  const major = Number(process.versions.node.split('.')[0])
  say(
    major >= nodeMajorMin ? 'ok' : 'fail',
    'node',
    `${process.version}${major >= nodeMajorMin ? '' : `: use ${nodeMajorMin} or newer`}`,
  )
  diagnoseOpenFiles(config, say)
  await diagnoseTravel(config, say)
  await diagnoseGeocoder(config, say)
  await diagnoseMail(config, say)
  await diagnoseMap(config, say)
  if (isRemote(config)) {
    await diagnosePostgres(config, say)
    return found
  }
  if (!diagnoseFolder(config, say)) return found
  if (!hasDatabase(config)) say('warn', 'database', 'none yet: `dray serve` creates it')
  else if (diagnoseDatabase(config, say)) {
    const connect = async () => openSqlite(databaseFile(config), { readOnly: true })
    await diagnoseSecrets(config, say, connect)
    await diagnoseFiles(config, say, connect)
    await diagnoseOrders(say, connect)
  }
  say('ok', 'server', isServing(config) ? 'running on this folder' : 'not running on this folder')
  return found
}

function diagnoseOpenFiles({ connectionsMax }: Config, say: Say): void {
  const { max, fault } = openFilesOf(connectionsMax)
  // A supervisor may set another limit for the service, whose log warns if it is too low.
  if (fault !== undefined) say('warn', 'open files', `here ${fault}; the service may have another limit`)
  else if (max !== undefined) say('ok', 'open files', `${max} here; the service may have another limit`)
}

async function diagnoseTravel(config: Config, say: Say): Promise<void> {
  const failure = await probeTravel(config)
  if (config.travelUrl === '') say('ok', 'driving times', 'estimated: --travel-url would ask a travel server')
  else if (failure === undefined) say('ok', 'driving times', `${config.travelUrl} answers`)
  else say('warn', 'driving times', `estimated, since ${config.travelUrl} does not answer: ${failure}`)
}

async function diagnoseGeocoder(config: Config, say: Say): Promise<void> {
  if (config.geocoderUrl === '') return say('ok', 'positions', 'not looked up: --geocoder-url would ask a geocoder')
  const place = new URL(config.geocoderUrl).origin
  const failure = await probeGeocoder(config)
  if (failure === undefined) say('ok', 'positions', `${place} answers`)
  else say('warn', 'positions', `cannot be looked up, since ${place} does not answer: ${failure}`)
}

async function diagnoseMail(config: Config, say: Say): Promise<void> {
  if (config.mailUrl === '') return say('ok', 'mail', 'not sent: --mail-url would name a mail server')
  // Without the password.
  const place = new URL(config.mailUrl).host
  const failure = await probeMail(config)
  if (failure === undefined) say('ok', 'mail', `${place} lets this service in`)
  else say('fail', 'mail', `no letter leaves, since ${place} does not let this service in: ${failure}`)
}

async function diagnoseMap({ mapFile, mapStyleUrl }: Config, say: Say): Promise<void> {
  if (mapFile === '')
    return say('ok', 'map', mapStyleUrl === '' ? 'outlines: --map-file would add streets' : `streets of ${mapStyleUrl}`)
  try {
    say('ok', 'map', `streets of ${resolve(mapFile)}, ${await describeMap(mapFile)}`)
  } catch (error) {
    say('fail', 'map', `${resolve(mapFile)}: ${(error as Error).message}`)
  }
}

type Say = (level: Diagnosis['level'], subject: string, finding: string) => void

/** Checks the data folder. Returns whether it can be used. */
function diagnoseFolder(config: Config, say: Say): boolean {
  const path = resolve(config.data)
  const isThere = existsSync(path)
  const fault = isThere ? rightsFault(path) : rightsFaultAbove(path)
  if (fault !== undefined) say('fail', 'folder', fault)
  else if (!isThere) say('warn', 'folder', `${path} does not exist yet: \`dray serve\` creates it`)
  else if (!statSync(path).isDirectory()) say('fail', 'folder', `${path} is a file: choose a folder with --data`)
  else {
    diagnoseRoom(config, path, say)
    return true
  }
  return false
}

function diagnoseRoom(config: Config, path: string, say: Say): void {
  const open = [path, databasePath(config)].filter((file) => existsSync(file) && (statSync(file).mode & 0o077) !== 0)
  if (open.length === 0) say('ok', 'folder', `${path}, accessible only to its owner`)
  else say('warn', 'folder', `other users can read it: run chmod go-rwx ${open.join(' ')}`)
  const { bavail, bsize } = statfsSync(path)
  const free = bavail * bsize
  const level = free < freeBytesMin ? 'fail' : free < freeBytesLow ? 'warn' : 'ok'
  say(
    level,
    'disk',
    `${megabytes(free)} free${level === 'ok' ? '' : ': free some space, or move the folder to a larger disk'}`,
  )
}

/** Checks the database file. Returns whether further checks can read it. */
function diagnoseDatabase(config: Config, say: Say): boolean {
  const fault = rightsFault(databasePath(config))
  if (fault !== undefined) {
    say('fail', 'database', fault)
    return false
  }
  let inspection: Inspection
  try {
    inspection = inspect(databaseFile(config))
  } catch (error) {
    say(
      'fail',
      'database',
      `${(error as Error).message.replace(/\.?$/, '.')} Restore a backup with \`dray restore FILE --force\`, or ` +
        'run a newer version of dray.',
    )
    return false
  }
  const { bytes, logBytes, damage, schema, signingKeys, environments } = inspection
  if (damage) say('fail', 'database', `damaged (${damage}): restore a backup with \`dray restore FILE --force\``)
  else say('ok', 'database', `${databasePath(config)}, ${megabytes(bytes)}, intact`)
  diagnoseSchema(schema, say)
  if (logBytes <= logBytesMax) say('ok', 'log', `${megabytes(logBytes)} not yet merged into the database`)
  else say('warn', 'log', `${megabytes(logBytes)} not merged into the database: a reader keeps it open too long`)
  diagnoseKeys(signingKeys, say)
  if (environments.length === 0) say('warn', 'environments', 'none yet: run `dray environment create NAME`')
  for (const { name, counts } of environments)
    say(
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
async function storedSecrets(tx: Reader): Promise<Stored[]> {
  const keys = (await tokens.storedKeys(tx)).map(({ keyId, privateKey }): Stored => [privateKey, tokens.placeOf(keyId)])
  const others = (await webhooks.storedSecrets(tx)).flatMap(({ webhookId, secret, previousSecret }) =>
    [secret, previousSecret].flatMap((text): Stored[] => (text === null ? [] : [[text, webhooks.placeOf(webhookId)]])),
  )
  const apps = (await factors.storedSecrets(tx)).map(
    ({ factorId, secret }): Stored => [secret, factors.placeOf(factorId)],
  )
  return [...keys, ...others, ...apps]
}

/** Checks that the configured keys open all secrets. */
async function diagnoseSecrets(config: Config, say: Say, connect: () => Promise<Database>): Promise<void> {
  const { secretsKeyFile: file } = config
  try {
    loadSecretsKeys(file)
    const database = await connect()
    const stored = await database.read(storedSecrets).finally(() => database.close())
    for (const [text, place] of stored) open(text, place)
    const later = stored.filter(([text]) => sealedWith(text) !== sealingKeyId()).length
    if (file === '') say('ok', 'secrets', 'not sealed: --secrets-key-file would do it')
    else if ((statSync(file).mode & 0o077) !== 0)
      say('warn', 'secrets', `other users can read ${file}: run chmod go-rwx`)
    else if (later > 0) say('warn', 'secrets', `${later} are not sealed with the newest key: the next start does it`)
    else say('ok', 'secrets', `${stored.length} sealed with the key ${sealingKeyId()}`)
  } catch (error) {
    say('fail', 'secrets', inFull(error))
  }
}

/** Checks that all recorded files exist. */
async function diagnoseFiles(config: Config, say: Say, connect: () => Promise<Database>): Promise<void> {
  const place = filesPlace(config)
  try {
    const storage = openFiles(config)
    // Checked also without any file record: an unreachable bucket must be found before the first photo.
    await storage.list()
    const database = await connect()
    const { files, bytes, missing } = await inventory(database.read, storage).finally(() => database.close())
    const shared = isRemote(config) && !place.includes('://') ? ': every instance needs this same folder' : ''
    if (missing === 0) say('ok', 'files', `${place}, ${files} files, ${megabytes(bytes)}${shared}`)
    else
      say(
        'fail',
        'files',
        `${place} lacks ${missing} of ${files} files: \`dray files check\` shows which; copy them there from a backup`,
      )
  } catch (error) {
    say('fail', 'files', `${place}: ${inFull(error)}`)
  }
}

/** Maximum number of damaged orders that one line names. */
const damagedNamedMax = 5

/** Reports the orders whose stored text differs from its checksum. */
async function diagnoseOrders(say: Say, connect: () => Promise<Database>): Promise<void> {
  try {
    const database = await connect()
    const { orders, unknown, damaged } = await checkOrders(database.read).finally(() => database.close())
    const named = damaged.slice(0, damagedNamedMax).join(', ')
    const more = damaged.length > damagedNamedMax ? ', …' : ''
    if (damaged.length > 0)
      say(
        'fail',
        'orders',
        `${damaged.length} of ${orders} damaged (${named}${more}): restore a backup with \`dray restore FILE --force\``,
      )
    else if (unknown === 0) say('ok', 'orders', `${orders} intact`)
    else say('ok', 'orders', `${orders - unknown} intact, ${unknown} without a checksum: an older version wrote them`)
  } catch (error) {
    say('fail', 'orders', inFull(error))
  }
}

function diagnoseSchema({ version, missing, unfinishedCopy }: SchemaState, say: Say): void {
  if (unfinishedCopy) say('fail', 'copy', `unfinished: ${unfinishedAdvice}`)
  if (missing.length === 0) say('ok', 'schema', `version ${version}`)
  else say('warn', 'schema', `version ${version}, missing ${missing.join(', ')}: run \`dray migrate\``)
}

function diagnoseKeys(signingKeys: number, say: Say): void {
  if (signingKeys > 0) say('ok', 'signing key', 'present')
  else say('warn', 'signing key', 'none yet: run `dray key rotate` to create one')
}

const serverMajorMin = 15

async function diagnosePostgres(config: Config, say: Say): Promise<void> {
  const { inspectPostgres, createFault, encodingFault, anyBytes } = await postgresUpkeep()
  let inspection: PostgresInspection
  try {
    inspection = await inspectPostgres(config.databaseUrl)
  } catch (error) {
    say('fail', 'database', (error as Error).message)
    return
  }
  const { serverVersion, synchronousCommit, standbys, bytes, schema, signingKeys, environments, undistributed } =
    inspection
  const fault = schema.version === 0 ? createFault(inspection.fitness) : undefined
  if (fault !== undefined) say('fail', 'rights', fault)
  const unfit = encodingFault(inspection.fitness)
  if (unfit !== undefined) say('fail', 'encoding', unfit)
  else if (inspection.fitness.encoding === anyBytes)
    say('warn', 'encoding', `${anyBytes}: it keeps every text, but does not check it; use UTF8 for a new database`)
  say('ok', 'database', `${placeOf(config.databaseUrl)}, ${megabytes(bytes)}, accepts writes`)
  const fresh = Number.parseInt(serverVersion, 10) >= serverMajorMin
  say(fresh ? 'ok' : 'fail', 'server', `PostgreSQL ${serverVersion}${fresh ? '' : `: use ${serverMajorMin} or newer`}`)
  if (synchronousCommit === 'on' || synchronousCommit === 'remote_apply')
    say(
      'ok',
      'commits',
      standbys === '' ? 'on disk before the reply' : 'on disk here and on the standby before the reply',
    )
  else
    say(
      'fail',
      'commits',
      `synchronous_commit is ${synchronousCommit}: a crash may lose confirmed requests; set it to on`,
    )
  diagnoseSchema(schema, say)
  if (undistributed === 0) say('ok', 'citus', 'all tables are distributed')
  else if (undistributed !== undefined)
    say('warn', 'citus', `${undistributed} tables are on one node only: run \`dray migrate --distribute\``)
  if (schema.version === 0) return
  diagnoseKeys(signingKeys, say)
  if (environments === 0) say('warn', 'environments', 'none yet: run `dray environment create NAME`')
  else say('ok', 'environments', `${environments}`)
  if (schema.missing.length > 0) return
  await diagnoseSecrets(config, say, () => connectDatabase(config, false))
  await diagnoseFiles(config, say, () => connectDatabase(config, false))
  await diagnoseOrders(say, () => connectDatabase(config, false))
}
