// Opens the storage of a serving process, with its writer, and prepares the database for the first request.

import { MessageChannel, Worker } from 'node:worker_threads'
import {
  createEnvironment,
  createMissingEnvironment,
  findEnvironment,
  firstName,
  listEnvironments,
} from '../access/environment/rules.ts'
import { createToken, ensureKey, listKeys, sealKeys } from '../access/token/rules.ts'
import { sealFactors } from '../access/user/factor-rules.ts'
import { createOwnerLink } from '../access/user/rules.ts'
import { getTimesSource } from '../fleet/travel/open.ts'
import { sealSecrets } from '../integration/webhook/rules.ts'
import type { ServiceConfig } from '../platform/config/config.ts'
import { type Database, type DatabaseNews, type MetricGauge, retryTransaction } from '../platform/database/database.ts'
import { listDatabaseFiles, watchFiles } from '../platform/database/misplaced.ts'
import { openSqlite } from '../platform/database/sqlite.ts'
import { createBackgroundCall, type OperationExecutor } from '../platform/operation/operation.ts'
import { buildThreadEnvironment } from '../platform/process/thread-environment.ts'
import { dayMs } from '../platform/value/times.ts'
import { createInProcessExecutor, startWriterExecutor, type WriterData } from './executor.ts'
import { type BackgroundThread, type BackgroundThreadContext, openBackgroundThread } from './slow-requests.ts'
import type { ThreadData } from './slow-requests-thread.ts'
import {
  connectDatabase,
  getServerLockPath,
  isRemote,
  lockFolder,
  openDatabase,
  resolveDatabasePath,
} from './storage.ts'

export interface ServiceStorage extends First {
  /** Migrations that this start has applied. */
  migrations: string[]
  executor: OperationExecutor
  /** Opens the thread of slow requests. */
  openBackgroundThread(parts: BackgroundThreadContext): BackgroundThread
  isUp(): boolean
  gauges: MetricGauge[]
  release(): void
}

/** Events of the storage for a serving process. */
export interface StorageNews extends DatabaseNews {
  fatal(message: string): void
}

export const openStorage = (config: ServiceConfig, news: StorageNews): Promise<ServiceStorage> =>
  isRemote(config) ? openServer(config, news) : openFolder(config, news.fatal)

/** Opens a folder, which this process locks. A separate thread writes into it. */
async function openFolder(config: ServiceConfig, fatal: (message: string) => void): Promise<ServiceStorage> {
  const release = lockFolder(config)
  if (!release)
    throw new Error(
      `Another server is already running on the folder ${config.data}. Stop it, or choose another folder with --data.`,
    )
  try {
    let migrations: string[] = []
    const database = await openDatabase(config, { serving: true, migrated: (names) => (migrations = names) })
    const first = await prepare(database, config)
    await database.close()
    const file = resolveDatabasePath(config)
    const reader = openSqlite(file, { readOnly: true, onFatal: fatal })
    const { storageBytesMax: bytesMax, secretsKeyFile } = config
    const times = getTimesSource(config)
    const worker = startWriter({ file, bytesMax, secretsKeyFile, times })
    const executor = await startWriterExecutor(reader, worker, config.writesWaitingMax, fatal)
    const checkTimer = checkRegularly([...listDatabaseFiles(file), getServerLockPath(config)], fatal)
    const stop = async () => {
      clearInterval(checkTimer)
      await worker.terminate()
      await executor.stop()
    }
    const startBackgroundThread = () => {
      const { port1, port2 } = new MessageChannel()
      worker.postMessage({ port: port1 }, [port1])
      return startThread({ config, writer: port2, times })
    }
    const openThread = createThreadOpener(config, startBackgroundThread)
    return {
      ...first,
      migrations,
      executor: { ...executor, stop },
      openBackgroundThread: openThread,
      isUp: reader.isUp,
      gauges: reader.gauges(),
      release,
    }
  } catch (error) {
    release()
    throw error
  }
}

const checkIntervalMs = 1_000

/**
 * Checks the files regularly. Without writes, no other check finds a missing database file, and the lock files are
 * never written.
 */
function checkRegularly(files: string[], fatal: (message: string) => void): NodeJS.Timeout {
  const expectPlaces = watchFiles(files)
  const checkFiles = () => {
    try {
      expectPlaces()
    } catch (error) {
      fatal((error as Error).message)
    }
  }
  return setInterval(checkFiles, checkIntervalMs).unref()
}

const createThreadOpener =
  ({ longWaitingMax: waitingMax }: ServiceConfig, start: () => Worker): ServiceStorage['openBackgroundThread'] =>
  (context) =>
    openBackgroundThread({ start, waitingMax }, context)

const youngGenerationMb = 16

function workerOptions() {
  // The thread holds one batch of small calls at a time. More memory for short-lived objects would only stay reserved.
  return { env: buildThreadEnvironment(), resourceLimits: { maxYoungGenerationSizeMb: youngGenerationMb } }
}

const startWriter = (workerData: WriterData): Worker =>
  new Worker(new URL('./writer.ts', import.meta.url), { workerData, ...workerOptions() })

const startThread = (workerData: ThreadData): Worker =>
  new Worker(new URL('./slow-requests-thread.ts', import.meta.url), {
    workerData,
    transferList: workerData.writer ? [workerData.writer] : [],
    ...workerOptions(),
  })

/** Opens the storage on a server, which all instances share and whose waits do not block this process. */
async function openServer(config: ServiceConfig, news: DatabaseNews): Promise<ServiceStorage> {
  // A start has no time limit, because no request waits for it. A slow server must not make it fail.
  let migrations: string[] = []
  const preparing = await openDatabase(config, { migrated: (names) => (migrations = names) })
  const first = await prepare(preparing, config).finally(() => preparing.close())
  const database = await connectDatabase(config, true, news)
  const { isUp, gauges } = database
  const openThread = createThreadOpener(config, () =>
    startThread({ config, writer: undefined, times: getTimesSource(config) }),
  )
  const release = () => undefined
  return {
    ...first,
    migrations,
    executor: createInProcessExecutor(database),
    openBackgroundThread: openThread,
    isUp,
    gauges: gauges(),
    release,
  }
}

interface First {
  firstStart: boolean
  demo: { environmentId: string; token: string } | undefined
  /** Token of the link for the first owner, or undefined if there are users. */
  ownerToken: string | undefined
}

/**
 * Prepares the database for the first request: opens and seals the secrets, and creates a signing key and the first
 * environments.
 */
function prepare(database: Database, config: ServiceConfig): Promise<First> {
  const now = Date.now()
  return database.write(async (tx) => {
    const firstStart = (await listKeys(tx)).length === 0 && (await listEnvironments(tx)).length === 0
    // If several instances start together, the instance that creates the environment continues; the others start again.
    if (firstStart && !(await createMissingEnvironment(tx, firstName, now))) throw retryTransaction()
    if (firstStart && config.demo) await createEnvironment(tx, 'demo', now, true)
    await sealKeys(tx)
    await sealSecrets(tx)
    await sealFactors(tx)
    await ensureKey(tx, now)
    const ownerToken = await createOwnerLink(tx, now, isRemote(config))
    const environment = config.demo ? await findEnvironment(tx, 'demo') : undefined
    if (!environment) return { firstStart, demo: undefined, ownerToken }
    const { environmentId } = environment
    const order = { issuer: config.issuer, name: 'demo, valid for one day', scopes: ['*'], activeToMs: now + dayMs }
    const { token } = await createToken(tx, { ...createBackgroundCall(environmentId, undefined), now }, order)
    return { firstStart, demo: { environmentId, token }, ownerToken }
  })
}
