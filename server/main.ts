// The process: opens its storage, listens, drains on a signal.
import { once as onceEmitted } from 'node:events'
import type { Server } from 'node:http'
import pino, { type Logger } from 'pino'
import { createAuthenticator } from './access/token/authenticate.ts'
import { openDirectory } from './access/token/directory.ts'
import { touchTokens, trackUsage } from './access/token/usage.ts'
import { openMailing } from './access/user/mail.ts'
import { linkUrl } from './access/user/rules.ts'
import type { AppContext } from './app.ts'
import { startSender } from './delivery/email/sender.ts'
import { deleteFileBytes } from './delivery/file/sweep.ts'
import { renderAttachment } from './delivery/proof/document.ts'
import { openTravel } from './fleet/travel/open.ts'
import { createCallers } from './http/callers.ts'
import { createDevices } from './http/devices.ts'
import { createVisitors } from './http/visitors.ts'
import { openFeed } from './integration/history/feed.ts'
import { startImporter } from './integration/import/runner.ts'
import { startDispatcher } from './integration/webhook/dispatcher.ts'
import { openGeocoder } from './orders/geocoder/open.ts'
import { relistAll } from './orders/record/relist.ts'
import { startRunner } from './planning/optimisation/runner.ts'
import { openFiles } from './platform/bytes/open.ts'
import { buildLocalUrl, buildPublicUrl, type ServiceConfig, splitItems } from './platform/config/config.ts'
import { type FailureLog, openFailureLog } from './platform/error/failure-log.ts'
import { assignChangePositions } from './platform/event/rules.ts'
import { openUnreadResponses } from './platform/fairness/unread-responses.ts'
import { createBackgroundCall } from './platform/operation/operation.ts'
import type { SendEmail, WakeName } from './platform/operation/services.ts'
import { createOutbound } from './platform/outbound/client.ts'
import { createPost, interactiveMailTimes } from './platform/outbound/mail.ts'
import { watchMail } from './platform/outbound/mail-watch.ts'
import { openPosting } from './platform/outbound/posting.ts'
import { openPdf } from './platform/pdf/pdf.ts'
import { openFiles as openFilesOf } from './platform/process/open-files.ts'
import { packageVersion } from './platform/process/package.ts'
import { openWakes, type WakeSignals } from './platform/process/wakes.ts'
import { exchangeRegularly } from './platform/rate-limit/exchange.ts'
import { createRateLimiter } from './platform/rate-limit/limits.ts'
import { exchangeUses } from './platform/rate-limit/rules.ts'
import { createId } from './platform/value/ids.ts'
import { hourMs } from './platform/value/times.ts'
import { openDeferredWork, purgeRegularly, watchSchema } from './runtime/background.ts'
import { createEndpointPerformer, createServiceContext } from './runtime/perform.ts'
import { type FailureReports, openReports } from './runtime/reports.ts'
import { openStorage, type ServiceStorage } from './runtime/serving.ts'
import { describeDatabaseLocation, isRemote } from './runtime/storage.ts'
import { seedDemo } from './upkeep/sandbox/demo.ts'

export interface RunningServer {
  url: string
  port: number
  /** Whether this start created the database. */
  firstStart: boolean
  /** Token of the environment `demo`, valid for a day. Undefined without this environment. */
  demoToken?: string
  /** Link with which the first owner signs in once. Undefined if the installation has users. */
  ownerUrl?: string
  /** Stops new requests, waits for running ones, closes the database. The signal is for the log. */
  stop(signal?: NodeJS.Signals): Promise<void>
}

/** Exit code after a storage error. A supervisor then starts the process again, and the start recovers the data. */
const storageFailedExit = 70

/** The state of this process from its start to its end. */
interface Life {
  logger: Logger
  failures: FailureLog
  reports: FailureReports
  ready: boolean
  /** Wraps a connection to the mail server to track its e-mails. */
  watch(post: SendEmail): SendEmail
  /** Requests whose connections a stop has cut off. */
  unfinished: number
  /** Functions that close the opened parts. They run in reverse order, at the end or after a failed start. */
  opened: (() => unknown)[]
  stop(signal?: NodeJS.Signals): Promise<void>
  /** Ends the process after a storage error, because it can no longer confirm that data is stored. */
  fatal(message: string): void
}

export async function startServer(config: ServiceConfig): Promise<RunningServer> {
  const life = begin(config)
  try {
    // Loads the storage and the HTTP part at the same time: together they take most of the start.
    const [storage, { createApp }, { createMetrics }] = await Promise.all([
      openStorage(config, { ...life.reports, fatal: life.fatal }),
      import('./app.ts'),
      import('./http/metrics.ts'),
    ])
    const { firstStart, demo, ownerToken, executor } = storage
    life.opened.push(storage.release, executor.stop)
    if (isRemote(config)) life.opened.push(watchSchema(executor, life.logger))
    let publicUrl = buildPublicUrl(config)
    const wakes = openWakes<WakeName>()
    let workers: Worker[] = []
    const metrics = createMetrics(packageVersion, executor.waiting, storage.gauges)
    metrics.gauge(failuresOf('background', 'background work', life.reports.failures))
    const context = await assemble({
      config,
      life,
      storage,
      metrics,
      wakes,
      publicUrl: () => publicUrl,
    })
    const server = createApp(context)
    const posting = openPosting(config)
    life.opened.push(posting.stop, () =>
      Promise.all([
        drain(server, config.drainTimeoutMs).then((cut) => (life.unfinished = cut)),
        ...workers.map((worker) => worker.stop()),
      ]),
    )
    life.opened.push(context.feed.stop)
    if (firstStart && demo)
      await seedDemo(createEndpointPerformer(createServiceContext(executor), demo.environmentId), Date.now())
    const port = await listen(server, config)
    publicUrl = buildPublicUrl(config, port)
    workers = startWorkers(life, context, posting.post)
    life.ready = true
    logStart(life, config, storage)
    return {
      url: buildLocalUrl(config, port),
      port,
      firstStart,
      stop: life.stop,
      ...(demo ? { demoToken: demo.token } : {}),
      ...(ownerToken === undefined ? {} : { ownerUrl: linkUrl(publicUrl, ownerToken) }),
    }
  } catch (error) {
    await life.stop()
    throw error
  }
}

interface Worker {
  stop(): Promise<void>
}

/** Starts the background work of all environments. */
function startWorkers(life: Life, context: AppContext, outbox: SendEmail | undefined): Worker[] {
  const { config, executor, metrics, changed, services } = context
  const { outbound, travel, files, pdf, report, publicUrl, wakes } = services
  const logger = { error: life.reports.failed, warn: life.logger.warn.bind(life.logger) }
  const dispatcher = startDispatcher(
    { executor, outbound, logger, metrics: metrics.webhooks },
    dispatcherOptions(config),
  )
  const runner = startRunner({ executor, travel, report }, runnerOptions(config))
  const importer = startImporter({ executor, files, changed, report }, ownerOf(config))
  const post = outbox && life.watch(outbox)
  const proof = (environmentId: string, podId: string) =>
    renderAttachment(
      {
        read: executor.read,
        run: (step, input) => executor.run(step, createBackgroundCall(environmentId, input)),
        files,
        pdf,
        report,
      },
      environmentId,
      podId,
    )
  const sender = startSender(
    { executor, post, publicUrl, logger, metrics: metrics.notices, proof },
    senderOptions(config),
  )
  wakes.on('change', dispatcher.wake)
  wakes.on('change', sender.wake)
  wakes.on('optimisation', runner.wake)
  wakes.on('import', importer.wake)
  return [dispatcher, runner, sender, importer]
}

function logStart({ logger }: Life, config: ServiceConfig, { firstStart, migrations }: ServiceStorage): void {
  // A first start applies all migrations while its operator waits.
  const upgraded = firstStart ? {} : { migrations }
  logger.info(
    { version: packageVersion, database: describeDatabaseLocation(config), firstStart, ...upgraded },
    'started',
  )
}

const failuresOf = (name: string, source: string, value: () => number) => ({
  name: `${name}_failures`,
  help: `Failures of ${source} since the start.`,
  value,
})

function begin(config: ServiceConfig): Life {
  const logger = pino({ level: config.logLevel, base: { service: 'dray' } }, pino.destination({ dest: 2, sync: false }))
  const { warning } = openFilesOf(config.connectionsMax)
  if (warning !== undefined) logger.warn(`The number of open files is limited to ${warning}.`)
  const failures = openFailureLog(logger)
  const reports = openReports(logger, failures, describeDatabaseLocation(config))
  const opened: Life['opened'] = [failures.flush, reports.flush]
  let failed = false
  const life: Life = {
    logger,
    failures,
    reports,
    watch: watchMail(logger),
    ready: false,
    unfinished: 0,
    opened,
    stop: runOnce(async (signal) => {
      const beganMs = performance.now()
      const hasStarted = life.ready
      life.ready = false
      if (hasStarted) logger.info({ signal }, 'stopping')
      // Timers of background work keep no process alive; this one does, so that the stop completes.
      const alive = setInterval(() => undefined, 1_000)
      try {
        for (const close of opened.reverse()) await close()
        const { unfinished } = life
        if (hasStarted) logger.info({ ms: Math.round(performance.now() - beganMs), unfinished }, 'stopped')
      } finally {
        clearInterval(alive)
        logger.flush()
      }
    }),
    fatal(message) {
      // Only the first reason is reported; later failures until the exit follow from it.
      if (failed) return
      failed = true
      life.ready = false
      logger.fatal({ detail: message }, 'storage failed; the process exits, and its next start goes by what is on disk')
      logger.flush()
      setTimeout(() => process.exit(storageFailedExit), 100)
    },
  }
  return life
}

interface Assembling {
  config: ServiceConfig
  life: Life
  storage: ServiceStorage
  metrics: AppContext['metrics']
  wakes: WakeSignals<WakeName>
  publicUrl(): string
}

/** Assembles the HTTP service. Background work starts here. */
async function assemble({ config, life, storage, metrics, wakes, publicUrl }: Assembling): Promise<AppContext> {
  const { logger, failures, opened, reports } = life
  const { executor } = storage
  const report = (error: unknown) => reports.failed({ err: error }, 'background work failed')
  const assign = (environmentId: string) => executor.run(assignChangePositions, createBackgroundCall('', environmentId))
  const feed = openFeed(executor.read, assign, config.followersMax, report)
  const directory = await openDirectory(executor.read, report)
  const usage = trackUsage((uses) => executor.run(touchTokens, createBackgroundCall('', uses)), report)
  opened.push(directory.stop, usage.flush, usage.stop)
  const files = openFiles(config)
  metrics.gauge(failuresOf('file', 'the storage for files', files.failures))
  opened.push(purgeRegularly(executor, config, files, report))
  const limiter = openLimiter(config, storage, opened)
  const changed = (environmentId: string) => wakes.call('change', environmentId)
  wakes.on('change', feed.wake)
  const unreadResponses = openUnreadResponses()
  const background = storage.openBackgroundThread({ changed, report, unreadResponses })
  const travel = openTravel(config, {
    executor,
    opened,
    count: metrics.travel,
    warn: (detail, message) => failures.record({ level: 'warn', message, state: { detail }, first: { detail } }),
    failed: (error, message) => reports.failed({ err: error }, message),
  })
  const pdf = openPdf({ fonts: config.pdfFonts, report, unreadResponses })
  const callers = createCallers(limiter, config.proxies)
  const visitors = createVisitors(executor, config, callers, report)
  const [later, mailing] = [openDeferredWork(report), mailingFor(config, life, report)]
  wakes.on('erasure', (environmentId) =>
    later.run(() => deleteFileBytes({ executor, files }, environmentId, Date.now())),
  )
  wakes.on('settings', (environmentId) => later.run(() => relistAll(executor, environmentId)))
  // Closed after the last request, and before the database.
  opened.push(background.stop, pdf.stop, () => endSequentially([later.ended, mailing.stop], config.drainTimeoutMs))
  return {
    config,
    version: packageVersion,
    logger,
    failures,
    executor,
    feed,
    backgroundThread: background,
    changed,
    directory,
    usage,
    authenticator: createAuthenticator(directory, config, usage),
    visitors,
    devices: createDevices(executor, callers, report),
    services: {
      ...configured(config),
      mail: mailing.mail,
      files,
      wakes,
      travel,
      geocoder: openGeocoder(config, metrics.geocoder),
      pdf,
      publicUrl,
      environmentIds: directory.environmentIds,
      report,
      later: later.run,
      cookie: visitors.cookie,
      deviceCookie: visitors.deviceCookie,
    },
    rateLimiter: limiter,
    callers,
    metrics,
    unreadResponses,
    isReady: () => life.ready && storage.isUp(),
    isStaying: () => life.ready,
  }
}

/** Creates the rate limiter. On PostgreSQL the instances exchange their counts; with SQLite there is one process. */
function openLimiter(config: ServiceConfig, { executor }: ServiceStorage, opened: Life['opened']) {
  const { rateLimit: perSecond, environmentRateLimit: environmentPerSecond } = config
  const limiter = createRateLimiter({ perSecond, environmentPerSecond }, isRemote(config))
  if (limiter && isRemote(config))
    opened.push(
      exchangeRegularly(limiter, (report) => executor.run(exchangeUses, createBackgroundCall('', report))).stop,
    )
  return limiter
}

/** Returns the services that depend only on the configuration. */
const configured = (config: ServiceConfig) => ({
  outbound: createOutbound(outboundOptions(config)),
  issuer: config.issuer,
  singleSignOn: config.oidcIssuer === '' ? undefined : config.oidcName,
  secondFactorRequired: config.secondFactor === 'required',
  sessionMaxMs: config.sessionMaxHours * hourMs,
  passwords: !config.oidcOnly,
})

/**
 * Ends the parts one after the other within a time limit. Work after a reply ends before the e-mails, because this work
 * may send an e-mail.
 */
async function endSequentially(ends: ((ms: number) => Promise<void>)[], ms: number): Promise<void> {
  const deadlineMs = performance.now() + ms
  for (const end of ends) await end(Math.max(0, deadlineMs - performance.now()))
}

/** Opens the sending of e-mails to users. */
function mailingFor(config: ServiceConfig, { watch }: Life, report: (error: unknown) => void) {
  const [now, patient] = [createPost(config, interactiveMailTimes), createPost(config)]
  const posts = now && patient && { now: watch(now), patient: watch(patient) }
  return openMailing({ posts, report, delaysMs: mailDelays(config) })
}

const outboundOptions = (config: ServiceConfig) => ({
  allowHttp: config.webhookAllowHttp,
  allowNets: splitItems(config.webhookAllowNets),
  denyNets: splitItems(config.webhookDenyNets),
  timeoutMs: config.webhookTimeoutMs,
})

/** Returns the owner of locks. A folder has one server at a time: the next one takes over its locks immediately. */
const ownerOf = (config: ServiceConfig) => (isRemote(config) ? createId() : 'the server of this folder')

const dispatcherOptions = (config: ServiceConfig) => ({
  owner: ownerOf(config),
  leaseMs: config.webhookLeaseMs,
  delaysMs: splitItems(config.webhookRetries).map((seconds) => Number(seconds) * 1_000),
  concurrency: config.webhookConcurrency,
  requestsMax: config.webhookRequestsMax,
  graceMs: config.drainTimeoutMs,
})

const noticeDelays = (config: ServiceConfig) =>
  splitItems(config.noticeRetries).map((seconds) => Number(seconds) * 1_000)
/**
 * Retry delays of e-mails that a user may still wait for. With the default delays, they end after an hour and twenty
 * minutes.
 */
const mailDelays = (config: ServiceConfig) => noticeDelays(config).slice(0, 4)

const senderOptions = (config: ServiceConfig) => ({
  owner: ownerOf(config),
  leaseMs: config.noticeLeaseMs,
  delaysMs: noticeDelays(config),
  concurrency: config.noticeConcurrency,
  graceMs: config.drainTimeoutMs,
})

const runnerOptions = (config: ServiceConfig) => ({
  owner: ownerOf(config),
  leaseMs: config.optimiserLeaseMs,
  threads: config.optimiserThreads,
  memoryMb: config.optimiserMemoryMb,
  vroomUrl: config.optimiserUrl,
})

async function listen(server: Server, { host, port }: ServiceConfig): Promise<number> {
  server.listen({ host, port })
  await onceEmitted(server, 'listening')
  return (server.address() as { port: number }).port
}

const sweepMs = 50

/**
 * Refuses new connections, closes idle connections, and lets requests finish until the timeout. Returns the number of
 * connections that it cut off.
 */
async function drain(server: Server, timeoutMs: number): Promise<number> {
  if (!server.listening) return 0
  let cut = 0
  const closed = onceEmitted(server, 'close')
  server.close()
  const sweep = setInterval(() => server.closeIdleConnections(), sweepMs)
  const late = setTimeout(() => {
    server.closeIdleConnections()
    server.getConnections((_error, count) => {
      cut = count
      server.closeAllConnections()
    })
  }, timeoutMs)
  await closed
  clearInterval(sweep)
  clearTimeout(late)
  return cut
}

/** Stops the server and then ends the process on SIGTERM or SIGINT. */
export function stopOnSignal({ stop }: RunningServer): void {
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => {
      stop(signal).then(
        () => process.exit(0),
        () => process.exit(1),
      )
    })
}

function runOnce<T, Args extends unknown[]>(work: (...args: Args) => Promise<T>): (...args: Args) => Promise<T> {
  let result: Promise<T> | undefined
  return (...args) => (result ??= work(...args))
}
