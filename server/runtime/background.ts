// Runs background work of the process: work after a reply, and deletion of expired data.

import { listEnvironments } from '../access/environment/rules.ts'
import { purgeRevocations, purgeTokens } from '../access/token/steps.ts'
import { purgedTypes, purgePeople } from '../access/user/steps.ts'
import { purgeNotices } from '../delivery/email/queue.ts'
import { expireFiles } from '../delivery/file/steps.ts'
import { createSweep, deleteFileBytes } from '../delivery/file/sweep.ts'
import { purgePositions } from '../delivery/progress/steps.ts'
import { purgeDevices } from '../fleet/device/steps.ts'
import { expiryOfTimes, purgeTimes } from '../fleet/travel/steps.ts'
import { purgeChanges } from '../integration/history/retention.ts'
import { purgeImports } from '../integration/import/queue.ts'
import { purgeDeliveries } from '../integration/webhook/queue.ts'
import { purgeGeocodes } from '../orders/geocoder/steps.ts'
import { relistOrders, relistOutdated } from '../orders/record/relist.ts'
import { purgeTracking } from '../orders/tracking-link/steps.ts'
import type { ServiceConfig } from '../platform/config/config.ts'
import { filterMigrations, listApplied, listMigrations } from '../platform/database/migrate.ts'
import { purgeResponses } from '../platform/idempotency/rules.ts'
import { createBackgroundCall, type OperationExecutor, type OperationStep } from '../platform/operation/operation.ts'
import type { FileStorage, ProcessServices } from '../platform/operation/services.ts'
import { withTimeout } from '../platform/process/timeout.ts'
import { dayMs, hourMs } from '../platform/value/times.ts'

const schemaMs = 60 * 1_000

interface Log {
  warn(line: object, message: string): void
}

/**
 * Logs once that a newer version has migrated the schema. The instance continues, as a rolling upgrade needs, but must
 * be replaced. Returns the function that stops the check.
 */
export function watchSchema({ read }: Pick<OperationExecutor, 'read'>, logger: Log): () => void {
  // Lists the migrations now, because a newer version may replace their files later.
  const currentVersions = new Set(listMigrations().map(({ version }) => version))
  let isReported = false
  const timer = setInterval(async () => {
    // If the database is away, other parts report it.
    const applied = await read(listApplied).catch(() => [])
    const newer = filterMigrations(applied).filter(({ version }) => !currentVersions.has(version))
    // Two slow checks may end at the same time.
    if (newer.length === 0 || isReported) return
    isReported = true
    clearInterval(timer)
    logger.warn(
      { newer: newer.map(({ name }) => name) },
      'a newer version has changed the schema: replace this instance',
    )
  }, schemaMs).unref()
  return () => clearInterval(timer)
}

const laterMax = 100

/** Runs work after the response. Drops work over the limit, and reports it. */
export function openDeferredWork(report: (error: unknown) => void) {
  const running = new Set<Promise<void>>()
  const run: ProcessServices['later'] = (work) => {
    if (running.size >= laterMax)
      return report(new Error('Too much background work at the same time: some of it was dropped.'))
    const done = work()
      .catch(report)
      .finally(() => running.delete(done))
    running.add(done)
  }
  /** Resolves when no background work runs, or when the time limit is reached. */
  const ended = async (ms: number): Promise<void> => {
    await withTimeout(ms, Promise.all(running))
    if (running.size > 0)
      report(new Error(`The service is stopping with ${running.size} pieces of background work unfinished.`))
  }
  return { run, ended }
}

/** Maximum number of deletions per run for one kind of data of an environment. */
const purgeBatchesMax = 100
/**
 * Maximum number of batches per run that update the order lists. After an upgrade that took hours, lists lack orders
 * until this update, and other environments wait for the run.
 */
const relistBatchesMax = 10_000
const purgeMs = 10 * 60 * 1_000

/** Purges expired data in the background. Returns a function that stops it. */
export function purgeRegularly(
  executor: OperationExecutor,
  config: ServiceConfig,
  files: FileStorage,
  report: (error: unknown) => void,
): () => void {
  const sweep = createSweep({ executor, files })
  // Runs a purge in batches. Its failure does not stop the other purges.
  const forget = async <Input>(step: OperationStep<Input, boolean>, input: Input, batchesMax = purgeBatchesMax) => {
    for (let batch = 0; batch < batchesMax; batch++)
      if (!(await executor.run(step, createBackgroundCall('', input)).catch(report))) return
  }
  const purge = async () => {
    const beforeMs = Date.now() - config.webhookLogDays * dayMs
    await forget(purgeRevocations, undefined)
    for (const ending of purgedTypes)
      await forget(purgePeople, { of: ending, idleMs: config.sessionIdleHours * hourMs })
    for (const { environmentId } of await executor.read(listEnvironments)) {
      await forget(purgeResponses, environmentId)
      await forget(purgeTokens, environmentId)
      await forget(purgeDevices, environmentId)
      await forget(purgePositions, environmentId)
      await forget(purgeChanges, environmentId)
      await forget(purgeDeliveries, { environmentId, before: beforeMs })
      await forget(purgeImports, environmentId)
      await forget(purgeNotices, environmentId)
      await forget(purgeTracking, environmentId)
      // Continues updates of the order lists that a stop has interrupted.
      await forget(relistOrders, environmentId)
      await forget(relistOutdated, environmentId, relistBatchesMax)
      const tooOld = Date.now() - config.travelCacheDays * dayMs
      const storedUntil = await executor
        .run(expiryOfTimes, createBackgroundCall('', { environmentId, tooOld }))
        .catch(report)
      if (storedUntil !== undefined) await forget(purgeTimes, { environmentId, storedUntil })
      await forget(purgeGeocodes, { environmentId, tooOld: Date.now() - config.geocoderCacheDays * dayMs })
      await forget(expireFiles, environmentId)
      await deleteFileBytes({ executor, files }, environmentId, Date.now()).catch(report)
    }
    await sweep.some(Date.now())
  }
  let running: Promise<void> | undefined
  const timer = setInterval(() => {
    running ??= purge()
      .catch(report)
      .finally(() => (running = undefined))
  }, purgeMs).unref()
  return () => clearInterval(timer)
}
