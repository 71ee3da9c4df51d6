// The rate limit: a token bucket for each token and each environment. Several instances share a bucket by exchanging
// their counts.
import { LRUCache } from 'lru-cache'

export interface RateAllowance {
  allowed: boolean
  limit: number
  remaining: number
  /** Seconds until the bucket is full. For a rejected request, seconds until the next one is allowed. */
  resetSeconds: number
}

/**
 * The counts of an instance for a token: requests, admitted requests, the remainder that it assumes, and the number of
 * its reports. Requests count from the first report on.
 */
export type UsageCounts = [asked: number, taken: number, left: number, told: number]
export type UsageByKey = Record<string, UsageCounts>

export interface RateLimiter {
  /**
   * Charges a request, and returns whether it is allowed. `now` is a time of performance.now(). `cost` is in plain
   * requests.
   */
  requestAllowance(key: string, now: number, cost?: number): RateAllowance
  /** Returns the report for the other instances. */
  createReport(now: number): UsageByKey
  /** Applies the latest report of each other instance. */
  applyReports(reports: ReadonlyMap<string, UsageByKey>, now: number): void
  /** Returns whether a token is busy or has become busy, so that the other instances need a report soon. */
  isBusy(): boolean
}

interface Bucket {
  /** Remainder over all instances, by the last reports. */
  remaining: number
  /** Part of the remainder that this instance may admit before the next reports. */
  localRemaining: number
  fraction: number
  updatedMs: number
  /** Requests and admitted requests since the last report. */
  requested: number
  admitted: number
  /** Sums of these counts in all reports since the token became busy, and the number of these reports. */
  reported: { requested: number; admitted: number; times: number } | undefined
  /** Recent requests per report interval, to this instance and to the others. Older requests count less. */
  recentLocal: number
  recentRemote: number
}

const bucketsMax = 100_000
/** Size of a burst in seconds of requests. */
export const burstSeconds = 2
/**
 * Maximum number of tokens in a report, and maximum length of their keys. Each instance limits the other tokens alone.
 */
const reportedMax = 1_000
const keyMax = 256
/** Part of the limit. A token with at least this remainder needs no report. */
const calm = 0.95
/** Number of recent requests up to which a token counts as idle. */
const idle = 0.01
/**
 * Highest number of reports with which the first received counts are complete. With a higher number, the instance began
 * to report before this instance listened.
 */
const freshTimes = 3

/** State of all tokens in this instance. */
interface Limiter {
  perSecond: number
  /** Requests per second of all tokens of an environment together; 0 for no limit. */
  environmentPerSecond: number
  /** Whether other instances use the same limits. */
  shared: boolean
  buckets: LRUCache<string, Bucket>
  /** Tokens that may need a report. */
  active: Set<string>
  /** Last reports of the other instances. */
  lastReports: ReadonlyMap<string, UsageByKey>
  instances: number
  lastReportMs: number
  busy: boolean
}

const environmentPrefix = 'environment '
/** Returns the key of the bucket of an environment. */
export const buildEnvironmentKey = (environmentId: string): string => `${environmentPrefix}${environmentId}`

export interface RateLimits {
  perSecond: number
  environmentPerSecond?: number
}

/**
 * Creates the limiter: `perSecond` requests per second, with bursts of twice that. Returns undefined without a limit.
 * `shared` means that other instances use the same limits.
 */
export function createRateLimiter(
  { perSecond, environmentPerSecond = 0 }: RateLimits,
  shared = false,
): RateLimiter | undefined {
  if (perSecond === 0) return undefined
  const limiter: Limiter = {
    perSecond,
    environmentPerSecond,
    shared,
    buckets: new LRUCache<string, Bucket>({ max: bucketsMax }),
    active: new Set(),
    lastReports: new Map(),
    instances: 1,
    lastReportMs: 0,
    busy: false,
  }
  return {
    requestAllowance: (key, now, cost = 1) => requestAllowance(limiter, key, now, cost),
    createReport: (now) => createReport(limiter, now),
    applyReports: (reports, now) => applyReports(limiter, reports, now),
    isBusy: () => limiter.busy,
  }
}

const rateOf = ({ perSecond, environmentPerSecond }: Limiter, key: string): number =>
  key.startsWith(environmentPrefix) ? environmentPerSecond || Number.MAX_SAFE_INTEGER / burstSeconds : perSecond

function bucketOf(limiter: Limiter, key: string, now: number): Bucket {
  const { buckets, instances } = limiter
  const perSecond = rateOf(limiter, key)
  const limit = perSecond * burstSeconds
  const fraction = 1 / instances
  const cached = buckets.get(key)
  const bucket: Bucket = cached ?? {
    remaining: limit,
    localRemaining: limit * fraction,
    fraction,
    updatedMs: now,
    requested: 0,
    admitted: 0,
    reported: undefined,
    recentLocal: 0,
    recentRemote: 0,
  }
  if (!cached) buckets.set(key, bucket)
  // A clock that was set back changes nothing.
  const refill = (Math.max(0, now - bucket.updatedMs) * perSecond) / 1_000
  bucket.remaining = Math.min(limit, bucket.remaining + refill)
  bucket.localRemaining = Math.min(limit * bucket.fraction, bucket.localRemaining + refill * bucket.fraction)
  bucket.updatedMs = now
  return bucket
}

function requestAllowance(limiter: Limiter, key: string, now: number, cost: number): RateAllowance {
  const { shared, active, instances } = limiter
  const perSecond = rateOf(limiter, key)
  const limit = perSecond * burstSeconds
  const bucket = bucketOf(limiter, key, now)
  // A cost over the whole limit is admitted when the bucket is full.
  const requiredTokens = Math.min(cost, limit)
  const neededHere = Math.min(requiredTokens, Math.max(1, limit * bucket.fraction))
  bucket.requested += requiredTokens
  const allowed = bucket.remaining >= requiredTokens && bucket.localRemaining >= neededHere
  if (allowed) {
    bucket.remaining -= requiredTokens
    bucket.localRemaining -= requiredTokens
    bucket.admitted += requiredTokens
  }
  if (shared && key.length <= keyMax && active.size < bucketsMax) {
    active.add(key)
    // A token that was quiet is reported to the other instances as soon as its requests matter to them.
    if (!bucket.reported && bucket.requested * instances * 10 > limit) limiter.busy = true
  }
  const { remaining, localRemaining, fraction } = bucket
  const missing = allowed
    ? (limit - remaining) / perSecond
    : Math.max(requiredTokens - remaining, (neededHere - localRemaining) / fraction) / perSecond
  return { allowed, limit, remaining: allowed ? Math.floor(remaining) : 0, resetSeconds: Math.ceil(missing) }
}

const isMentioned = ({ lastReports }: Limiter, key: string) =>
  lastReports.values().some((report) => Object.hasOwn(report, key))

function createReport(limiter: Limiter, now: number): UsageByKey {
  const { active, instances } = limiter
  const report: UsageByKey = {}
  const periodMs = now - limiter.lastReportMs
  limiter.lastReportMs = now
  limiter.busy = false
  let reportedCount = 0
  for (const key of active) {
    const perSecond = rateOf(limiter, key)
    const bucket = bucketOf(limiter, key, now)
    bucket.recentLocal = (bucket.recentLocal + bucket.requested) / 2
    // Each instance alone may be far below a limit that all instances together exceed.
    const brisk = (bucket.requested * 1_000 * instances * 2) / periodMs > perSecond
    const concerns = brisk || bucket.remaining < perSecond * burstSeconds * calm || isMentioned(limiter, key)
    if (reportedCount < reportedMax && bucket.recentLocal > idle && concerns) {
      reportedCount++
      bucket.reported ??= { requested: 0, admitted: 0, times: 0 }
      bucket.reported.requested += bucket.requested
      bucket.reported.admitted += bucket.admitted
      bucket.reported.times++
      report[key] = [
        bucket.reported.requested,
        bucket.reported.admitted,
        Math.round(bucket.remaining),
        bucket.reported.times,
      ]
      limiter.busy = true
    } else {
      bucket.reported = undefined
      active.delete(key)
    }
    bucket.requested = 0
    bucket.admitted = 0
  }
  return report
}

function applyReports(limiter: Limiter, reports: ReadonlyMap<string, UsageByKey>, now: number): void {
  const { lastReports, active } = limiter
  limiter.instances = reports.size + 1
  const concerned = new Map<string, { requested: number; admitted: number }>()
  for (const [instanceId, report] of reports)
    for (const [key, [asked, taken, left, times]] of Object.entries(report)) {
      const previous = lastReports.get(instanceId)?.[key]
      const bucket = bucketOf(limiter, key, now)
      const sum = concerned.get(key) ?? { requested: 0, admitted: 0 }
      concerned.set(key, sum)
      if (previous && previous[3] <= times) {
        sum.requested += asked - previous[0]
        sum.admitted += taken - previous[1]
      } else if (times <= freshTimes) {
        sum.requested += asked
        sum.admitted += taken
      } else bucket.remaining = Math.min(bucket.remaining, left)
    }
  limiter.lastReports = reports
  for (const key of new Set([...active, ...concerned.keys()]))
    settle(bucketOf(limiter, key, now), rateOf(limiter, key) * burstSeconds, limiter.instances, concerned.get(key))
  for (const key of concerned.keys()) active.add(key)
}

/**
 * Settles a bucket after reports: subtracts the requests to other instances, and divides the remainder in proportion to
 * recent requests.
 */
function settle(
  bucket: Bucket,
  limit: number,
  instances: number,
  peers: { requested: number; admitted: number } | undefined,
): void {
  bucket.remaining = Math.max(-limit, bucket.remaining - (peers?.admitted ?? 0))
  bucket.recentRemote = (bucket.recentRemote + (peers?.requested ?? 0)) / 2
  const came = bucket.recentLocal + bucket.recentRemote
  const localFraction = came === 0 ? 1 / instances : bucket.recentLocal / came
  // The share moves only half of the way, because an instance without counts of the others must not take everything.
  // The lower limit lets an instance without requests start.
  bucket.fraction = Math.max((bucket.fraction + localFraction) / 2, 1 / (4 * instances))
  bucket.localRemaining = Math.max(0, bucket.remaining) * bucket.fraction
}
