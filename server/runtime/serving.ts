// Opens the storage of a serving process, with its writer, and prepares the database for the first request.

import { MessageChannel, Worker } from 'node:worker_threads'
import {
  createEnvironment,
  createUnlessThere,
  findEnvironment,
  firstName,
  listEnvironments,
} from '../access/environment/rules.ts'
import { createToken, ensureKey, listKeys, sealKeys } from '../access/token/rules.ts'
import { sealFactors } from '../access/user/factor-rules.ts'
import { ownerLink } from '../access/user/rules.ts'
import { timesSourceOf } from '../fleet/travel/open.ts'
import { sealSecrets } from '../integration/webhook/rules.ts'
import type { Config } from '../platform/config/config.ts'
import { type Database, type DatabaseNews, type Gauge, startAgain } from '../platform/database/database.ts'
import { filesOf, watchPlaces } from '../platform/database/misplaced.ts'
import { openSqlite } from '../platform/database/sqlite.ts'
import { backgroundCall, type Executor } from '../platform/operation/operation.ts'
import { threadEnvironment } from '../platform/process/thread-environment.ts'
import { dayMs } from '../platform/value/times.ts'
import { inProcess, type WriterData, withWriterThread } from './executor.ts'
import { type Aside, type AsideParts, openAside } from './slow-requests.ts'
import type { ThreadData } from './slow-requests-thread.ts'
import { connectDatabase, databasePath, isRemote, lockFolder, openDatabase, serverLock } from './storage.ts'

export interface Storage extends First {
  /** Migrations that this start has applied. */
  migrations: string[]
  executor: Executor
  /** Opens the thread of slow requests. */
  openAside(parts: AsideParts): Aside
  isUp(): boolean
  gauges: Gauge[]
  release(): void
}

/** Events of the storage for a serving process. */
export interface StorageNews extends DatabaseNews {
  fatal(message: string): void
}

export const openStorage = (config: Config, news: StorageNews): Promise<Storage> =>
  isRemote(config) ? openServer(config, news) : openFolder(config, news.fatal)

/** Opens a folder, which this process locks. A separate thread writes into it. */
async function openFolder(config: Config, fatal: (message: string) => void): Promise<Storage> {
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
    const file = databasePath(config)
    const reader = openSqlite(file, { readOnly: true, onFatal: fatal })
    const { storageBytesMax: bytesMax, secretsKeyFile } = config
    const times = timesSourceOf(config)
    const worker = startWriter({ file, bytesMax, secretsKeyFile, times })
    const executor = await withWriterThread(reader, worker, config.writesWaitingMax, fatal)
    const looking = lookRegularly([...filesOf(file), serverLock(config)], fatal)
    const stop = async () => {
      clearInterval(looking)
      await worker.terminate()
      await executor.stop()
    }
    const startBeside = () => {
      const { port1, port2 } = new MessageChannel()
      worker.postMessage({ port: port1 }, [port1])
      return startThread({ config, writer: port2, times })
    }
    const beside = asideBy(config, startBeside)
    return {
      ...first,
      migrations,
      executor: { ...executor, stop },
      openAside: beside,
      isUp: reader.isUp,
      gauges: reader.gauges(),
      release,
    }
  } catch (error) {
    release()
    throw error
  }
}

const lookMs = 1_000

/** Checks the files regularly, for times without a write, and for the files that keep other processes away. */
function lookRegularly(files: string[], fatal: (message: string) => void): NodeJS.Timeout {
  const expectPlaces = watchPlaces(files)
  const look = () => {
    try {
      expectPlaces()
    } catch (error) {
      fatal((error as Error).message)
    }
  }
  return setInterval(look, lookMs).unref()
}

const asideBy =
  ({ longWaitingMax: waitingMax }: Config, start: () => Worker): Storage['openAside'] =>
  (parts) =>
    openAside({ start, waitingMax }, parts)

const youngGenerationMb = 16

function workerOptions() {
  // It holds a batch of small calls at a time; room for more garbage would only be held, never needed.
  return { env: threadEnvironment(), resourceLimits: { maxYoungGenerationSizeMb: youngGenerationMb } }
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
async function openServer(config: Config, news: DatabaseNews): Promise<Storage> {
  // Other requests do not wait for a start: a slow server does not fail it.
  let migrations: string[] = []
  const preparing = await openDatabase(config, { migrated: (names) => (migrations = names) })
  const first = await prepare(preparing, config).finally(() => preparing.close())
  const database = await connectDatabase(config, true, news)
  const { isUp, gauges } = database
  const beside = asideBy(config, () => startThread({ config, writer: undefined, times: timesSourceOf(config) }))
  const release = () => undefined
  return { ...first, migrations, executor: inProcess(database), openAside: beside, isUp, gauges: gauges(), release }
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
function prepare(database: Database, config: Config): Promise<First> {
  const now = Date.now()
  return database.write(async (tx) => {
    const firstStart = (await listKeys(tx)).length === 0 && (await listEnvironments(tx)).length === 0
    // Of several instances that start together the one that gets the name does the rest; the others look again.
    if (firstStart && !(await createUnlessThere(tx, firstName, now))) throw startAgain()
    if (firstStart && config.demo) await createEnvironment(tx, 'demo', now, true)
    await sealKeys(tx)
    await sealSecrets(tx)
    await sealFactors(tx)
    await ensureKey(tx, now)
    const ownerToken = await ownerLink(tx, now, isRemote(config))
    const environment = config.demo ? await findEnvironment(tx, 'demo') : undefined
    if (!environment) return { firstStart, demo: undefined, ownerToken }
    const { environmentId } = environment
    const order = { issuer: config.issuer, name: 'demo, valid for one day', scopes: ['*'], activeToMs: now + dayMs }
    const { token } = await createToken(tx, { ...backgroundCall(environmentId, undefined), now }, order)
    return { firstStart, demo: { environmentId, token }, ownerToken }
  })
}
