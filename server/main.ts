// The process: opens the database, listens, drains on a signal.

import { once as onceEmitted } from 'node:events'
import type { Server } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import pino from 'pino'
import { connectDatabase, databasePath, isRemote, lockFolder, openDatabase } from './admin/database.ts'
import { openFeed } from './change/feed.ts'
import { type Config, items } from './config.ts'
import { newId } from './core/ids.ts'
import type { Call, Reply, Services } from './core/operation.ts'
import { version } from './core/package.ts'
import { type Database, type Gauge, startAgain } from './database/database.ts'
import { openSqlite } from './database/sqlite.ts'
import { seedDemo } from './environment/demo.ts'
import { createEnvironment, createUnlessThere, findEnvironment, listEnvironments } from './environment/rules.ts'
import { type Executor, inProcess, unhurried, withWriterThread } from './executor.ts'
import { createCallers } from './http/callers.ts'
import { rateLimiter } from './http/limits.ts'
import { exchangeRegularly } from './instance/exchange.ts'
import type { Heard, Told } from './instance/rules.ts'
import { endpointIds } from './operations.ts'
import { createOutbound } from './outbound/client.ts'
import { perform } from './perform.ts'
import { createMail } from './person/mail.ts'
import { linkUrl, ownerLink } from './person/rules.ts'
import { createVisitors } from './person/visitors.ts'
import { createAuthenticator } from './token/authenticate.ts'
import { openDirectory } from './token/directory.ts'
import { createToken, ensureKey, listKeys } from './token/rules.ts'
import { trackUsage } from './token/usage.ts'
import { type Dispatcher, startDispatcher } from './webhook/dispatcher.ts'

export interface Running {
  url: string
  port: number
  /** Whether this start made the database. */
  firstStart: boolean
  /** Valid for a day; there when the environment `demo` is. */
  demoToken?: string
  /** Where the first owner signs in, once; there while there is nobody. */
  ownerUrl?: string
  /** Takes no more, lets what is under way end, closes the database. */
  stop(): Promise<void>
}

const hourMs = 60 * 60 * 1_000
const dayMs = 24 * 60 * 60 * 1_000
/** Of what an environment need not keep, so many portions are forgotten in one go. */
const purgeBatchesMax = 100
const purgeMs = 10 * 60 * 1_000
/** The exit code after a storage error: a supervisor starts again, and the start recovers. */
const storageFailedExit = 70

export async function start(config: Config): Promise<Running> {
  const logger = pino({ level: config.logLevel, base: { service: 'dray' } }, pino.destination({ dest: 2, sync: false }))
  // What was opened, closed again in the opposite order: at the end, or when the start fails half-way.
  const opened: (() => unknown)[] = [() => logger.flush()]
  let ready = false
  const stop = once(async () => {
    ready = false
    // Timers of background work keep no process alive; a stop that waits for one comes to its end all the same.
    const alive = setInterval(() => undefined, 1_000)
    try {
      for (const close of opened.reverse()) await close()
    } finally {
      clearInterval(alive)
    }
  })
  const fatal = (message: string) => {
    ready = false
    logger.fatal({ detail: message }, 'storage failed; the process exits and recovers at its next start')
    logger.flush()
    setTimeout(() => process.exit(storageFailedExit), 100)
  }
  try {
    // Both halves are loaded at the same time: together they make most of the time to start.
    const [storage, { createApp }, { createMetrics }] = await Promise.all([
      isRemote(config) ? openServer(config) : openFolder(config, fatal),
      import('./app.ts'),
      import('./http/metrics.ts'),
    ])
    const { firstStart, demo } = storage
    opened.push(storage.release, storage.executor.stop)
    let dispatcher: Dispatcher | undefined
    const report = (error: unknown) => logger.error({ err: error }, 'background work failed')
    const place = (environmentId: string) => storage.executor.write('placeChanges', jobCall(environmentId))
    const feed = openFeed(storage.executor.read, place, config.followersMax, report)
    const executor = heard(storage.executor, (environmentId) => {
      feed.wake(environmentId)
      dispatcher?.wake()
    })
    const directory = await openDirectory(executor.read, report)
    opened.push(directory.stop)
    const usage = trackUsage((uses) => executor.write('touchTokens', jobCall(uses)), report)
    opened.push(usage.flush, usage.stop)
    opened.push(purgeRegularly(executor, config, report))
    const authenticator = createAuthenticator(directory, config, usage)
    // A folder is served by one process alone, which has nobody to ask.
    const limiter = rateLimiter(config.rateLimit, isRemote(config))
    if (limiter && isRemote(config)) opened.push(exchangeRegularly(limiter, exchangeBy(executor)).stop)
    const callers = createCallers(limiter, config.proxies)
    const visitors = createVisitors(executor, config, callers, report)
    let url = config.publicUrl.replace(/\/$/, '')
    const outbound = createOutbound(outboundOptions(config))
    const later = afterwards(report)
    // After the last request, and before the database goes.
    opened.push(() => later.ended(config.drainTimeoutMs))
    const services: Services = {
      outbound,
      issuer: config.issuer,
      publicUrl: () => url,
      mail: createMail(config),
      report,
      later: later.run,
      singleSignOn: config.oidcIssuer === '' ? undefined : config.oidcName,
      sessionMaxMs: config.sessionMaxHours * hourMs,
      cookie: visitors.cookie,
    }
    const metrics = createMetrics(version, executor.waiting, storage.gauges)
    const server = createApp({
      config,
      version,
      logger,
      executor,
      feed,
      directory,
      usage,
      authenticator,
      visitors,
      services,
      rateLimiter: limiter,
      callers,
      metrics,
      isReady: () => ready && storage.isUp(),
      isStaying: () => ready,
    })
    opened.push(() => Promise.all([drain(server, config.drainTimeoutMs), dispatcher?.stop()]))
    opened.push(feed.stop)
    if (firstStart && demo) await seedDemo(performAs(executor, demo.environmentId), Date.now())
    const port = await listen(server, config)
    dispatcher = startDispatcher({ executor, outbound, logger, metrics: metrics.webhooks }, dispatcherOptions(config))
    ready = true
    const local = `http://${hostInUrl(config.host)}:${port}`
    if (url === '') url = local
    return {
      url: local,
      port,
      firstStart,
      stop,
      ...(demo ? { demoToken: demo.token } : {}),
      ...(storage.ownerToken === undefined ? {} : { ownerUrl: linkUrl(url, storage.ownerToken) }),
    }
  } catch (error) {
    await stop()
    throw error
  }
}

const laterMax = 100

/** Runs work that no reply waits for; what would be too much at once is dropped, and said so. */
function afterwards(report: (error: unknown) => void) {
  const running = new Set<Promise<void>>()
  const run: Services['later'] = (work) => {
    if (running.size >= laterMax) return report(new Error('Too much background work at once: some of it was dropped.'))
    const done = work()
      .catch(report)
      .finally(() => running.delete(done))
    running.add(done)
  }
  /** Resolves when nothing is under way any more, or when the time is over. */
  const ended = async (ms: number): Promise<void> => {
    const waiting = new AbortController()
    const late = sleep(ms, undefined, { signal: waiting.signal }).catch(() => undefined)
    await Promise.race([Promise.all(running), late])
    waiting.abort()
    if (running.size > 0) report(new Error(`The service is stopping before ${running.size} mails were sent.`))
  }
  return { run, ended }
}

/** Forgets in the background what need not be kept any more; answers how to stop that. */
function purgeRegularly(executor: Executor, config: Config, report: (error: unknown) => void): () => void {
  // What cannot be forgotten now is no reason to keep the rest.
  const forget = async (name: Parameters<Executor['write']>[0], body?: unknown) => {
    for (let batch = 0; batch < purgeBatchesMax; batch++) {
      const reply = await executor.write(name, jobCall(body)).catch(report)
      if (!reply?.body.includes('more')) return
    }
  }
  const purge = async () => {
    const before = Date.now() - config.webhookLogDays * dayMs
    await forget('purgeRevocations')
    await forget('purgePeople', { idleMs: config.sessionIdleHours * hourMs })
    for (const { environmentId } of await executor.read(listEnvironments)) {
      await forget('purgeAnswers', environmentId)
      await forget('purgeTokens', environmentId)
      await forget('purgeChanges', environmentId)
      await forget('purgeDeliveries', { environmentId, before })
    }
  }
  let running: Promise<void> | undefined
  const timer = setInterval(() => {
    running ??= purge()
      .catch(report)
      .finally(() => (running = undefined))
  }, purgeMs).unref()
  return () => clearInterval(timer)
}

/** Says after every change by a request that there may be something to tell others. */
const heard = (executor: Executor, changed: (environmentId: string) => void): Executor => ({
  ...executor,
  async write(name, call) {
    const reply = await executor.write(name, call)
    if (endpointIds.has(name)) changed(call.environmentId)
    return reply
  },
})

const outboundOptions = (config: Config) => ({
  allowHttp: config.webhookAllowHttp,
  allowNets: items(config.webhookAllowNets),
  denyNets: items(config.webhookDenyNets),
  timeoutMs: config.webhookTimeoutMs,
})

const dispatcherOptions = (config: Config) => ({
  // A folder has one server at a time: what the one before held is the next one's at once.
  owner: isRemote(config) ? newId() : 'the server of this folder',
  leaseMs: config.webhookLeaseMs,
  delaysMs: items(config.webhookRetries).map((seconds) => Number(seconds) * 1_000),
  concurrency: config.webhookConcurrency,
  requestsMax: config.webhookRequestsMax,
  graceMs: config.drainTimeoutMs,
})

const exchangeBy =
  (executor: Executor) =>
  async (told: Told): Promise<Heard[]> =>
    JSON.parse((await executor.write('exchangeUses', jobCall(told))).body).data

interface Storage extends First {
  executor: Executor
  isUp(): boolean
  gauges: Gauge[]
  release(): void
}

/** The folder is this process's alone, and a thread of its own writes into it. */
async function openFolder(config: Config, fatal: (message: string) => void): Promise<Storage> {
  const release = lockFolder(config)
  if (!release)
    throw new Error(
      `Another server is already running on the folder ${config.data}. Stop it, or choose another folder with --data.`,
    )
  try {
    const database = await openDatabase(config, { serving: true })
    const first = await prepare(database, config)
    await database.close()
    const file = databasePath(config)
    const reader = openSqlite(file, { readOnly: true, onFatal: (error) => fatal(String(error)) })
    const data = { file, bytesMax: config.storageBytesMax }
    const executor = await withWriterThread(reader, data, config.writesWaitingMax, fatal)
    return { ...first, executor, isUp: reader.isUp, gauges: reader.gauges(), release }
  } catch (error) {
    release()
    throw error
  }
}

/** The server is for all instances, and waiting for it holds up nobody here. */
async function openServer(config: Config): Promise<Storage> {
  // Nobody waits behind a start: that the server is slow to answer or to commit is no reason to give it up.
  const preparing = await openDatabase(config)
  const first = await prepare(preparing, config).finally(() => preparing.close())
  const database = await connectDatabase(config, true)
  const { isUp, gauges } = database
  return { ...first, executor: inProcess(database), isUp, gauges: gauges(), release: () => undefined }
}

interface First {
  firstStart: boolean
  demo: { environmentId: string; token: string } | undefined
  /** Of the link for the first owner, while there is nobody. */
  ownerToken: string | undefined
}

/** Everything that must be there before the first request: a key, the first environments. */
function prepare(database: Database, config: Config): Promise<First> {
  const now = Date.now()
  return database.write(async (tx) => {
    const firstStart = (await listKeys(tx)).length === 0 && (await listEnvironments(tx)).length === 0
    // Of several instances that start together the one that gets the name does the rest; the others look again.
    if (firstStart && !(await createUnlessThere(tx, 'default', now))) throw startAgain()
    if (firstStart && config.demo) await createEnvironment(tx, 'demo', now, true)
    await ensureKey(tx, now)
    const ownerToken = await ownerLink(tx, now, isRemote(config))
    const environment = config.demo ? await findEnvironment(tx, 'demo') : undefined
    if (!environment) return { firstStart, demo: undefined, ownerToken }
    const { environmentId } = environment
    const order = { issuer: config.issuer, name: 'demo, valid for one day', scopes: ['*'], activeToMs: now + dayMs }
    const { token } = await createToken(tx, { ...callAs(environmentId), now }, order)
    return { firstStart, demo: { environmentId, token }, ownerToken }
  })
}

const jobCall = (body: unknown): Call => ({
  environmentId: '',
  actor: 'dray',
  requestId: 'background',
  now: Date.now(),
  query: {},
  params: undefined,
  body,
  ifMatch: undefined,
  idempotency: undefined,
})

/** What the house itself does in an environment. */
export const callAs = (environmentId: string): Call => ({ ...jobCall(undefined), environmentId })

/** Runs endpoints for an environment without HTTP, through the same checks and rules. */
export const performAs =
  (executor: Executor, environmentId: string): Parameters<typeof seedDemo>[0] =>
  async (id, input) =>
    (await perform(unhurried(executor), id, { ...callAs(environmentId), ...input })) as Reply

async function listen(server: Server, { host, port }: Config): Promise<number> {
  server.listen({ host, port })
  await onceEmitted(server, 'listening')
  return (server.address() as { port: number }).port
}

const sweepMs = 50

/** New connections are refused and idle ones closed, also those that become idle; requests under way have their time. */
async function drain(server: Server, timeoutMs: number): Promise<void> {
  if (!server.listening) return
  const closed = onceEmitted(server, 'close')
  server.close()
  const sweep = setInterval(() => server.closeIdleConnections(), sweepMs)
  const late = setTimeout(() => server.closeAllConnections(), timeoutMs)
  await closed
  clearInterval(sweep)
  clearTimeout(late)
}

/** Ends the process in good order when it is asked to. */
export function stopOnSignal({ stop }: Running): void {
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => {
      stop().then(
        () => process.exit(0),
        () => process.exit(1),
      )
    })
}

function once<T>(work: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined
  return () => (result ??= work())
}

const hostInUrl = (host: string) => (host.includes(':') ? `[${host}]` : host === '0.0.0.0' ? '127.0.0.1' : host)
