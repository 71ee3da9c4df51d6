// The rate limit: a token bucket for each token and each environment. Several instances share a bucket by exchanging
// their counts.
import { LRUCache } from 'lru-cache'

export interface Allowance {
  allowed: boolean
  limit: number
  remaining: number
  /** Seconds until the bucket is full, or, when refused, until the next request is allowed. */
  resetSeconds: number
}

/**
 * The counts of an instance for a token: requests, admitted requests, the assumed remainder, and the number of reports.
 * The first two start with the first report.
 */
export type Use = [asked: number, taken: number, left: number, told: number]
export type Report = Record<string, Use>

export interface RateLimiter {
  /** `now` is as performance.now() counts. What costs more than a plain request counts for more than one. */
  ask(key: string, now: number, cost?: number): Allowance
  /** Returns the report for the other instances. */
  tell(now: number): Report
  /** Takes over the reports of the other instances, one for each. */
  hear(reports: ReadonlyMap<string, Report>, now: number): void
  /** Whether a token is or has become busy, so that the other instances need a report soon. */
  isBusy(): boolean
}

interface Bucket {
  /** Remainder over all instances, by the last reports. */
  left: number
  /** Part of the remainder that this instance may admit before the next reports. */
  own: number
  share: number
  at: number
  /** Requests and admitted requests since the last report. */
  asked: number
  taken: number
  /** The same, in all reports since the token became busy. */
  told: { asked: number; taken: number; times: number } | undefined
  /** Recent requests here and elsewhere, between two reports; older ones count less. */
  here: number
  elsewhere: number
}

const bucketsMax = 100_000
/** Size of a burst in seconds of requests. */
export const burst = 2
/** Limits of busy tokens and of their names in a report. Without a report, each instance counts alone. */
const toldMax = 1_000
const keyMax = 256
/** Remainder from which a token needs no report, as a part of the limit. */
const calm = 0.95
/** Number of recent requests that counts as zero. */
const idle = 0.01
/** Number of reports up to which a first report counts as fresh; later ones began before this instance listened. */
const freshTimes = 3

/** State of all tokens in this instance. */
interface Limiter {
  perSecond: number
  /** For all tokens of an environment together; 0 for any number. */
  environmentPerSecond: number
  /** Whether other instances may take of it. */
  shared: boolean
  buckets: LRUCache<string, Bucket>
  /** Tokens that may need a report. */
  active: Set<string>
  /** Last reports of the other instances. */
  lastReports: ReadonlyMap<string, Report>
  instances: number
  lastTold: number
  busy: boolean
}

const environmentPrefix = 'environment '
/** Returns the key of the bucket of an environment. */
export const environmentKey = (environmentId: string): string => `${environmentPrefix}${environmentId}`

export interface Rates {
  perSecond: number
  environmentPerSecond?: number
}

/**
 * Creates the limiter: `perSecond` requests per second, with bursts of twice that. Returns undefined without a limit.
 * `shared` means that other instances use the same limits.
 */
export function rateLimiter({ perSecond, environmentPerSecond = 0 }: Rates, shared = false): RateLimiter | undefined {
  if (perSecond === 0) return undefined
  const limiter: Limiter = {
    perSecond,
    environmentPerSecond,
    shared,
    buckets: new LRUCache<string, Bucket>({ max: bucketsMax }),
    active: new Set(),
    lastReports: new Map(),
    instances: 1,
    lastTold: 0,
    busy: false,
  }
  return {
    ask: (key, now, cost = 1) => ask(limiter, key, now, cost),
    tell: (now) => tell(limiter, now),
    hear: (reports, now) => hear(limiter, reports, now),
    isBusy: () => limiter.busy,
  }
}

const rateOf = ({ perSecond, environmentPerSecond }: Limiter, key: string): number =>
  key.startsWith(environmentPrefix) ? environmentPerSecond || Number.MAX_SAFE_INTEGER / burst : perSecond

function bucketOf(limiter: Limiter, key: string, now: number): Bucket {
  const { buckets, instances } = limiter
  const perSecond = rateOf(limiter, key)
  const limit = perSecond * burst
  const share = 1 / instances
  const known = buckets.get(key)
  const bucket: Bucket = known ?? {
    left: limit,
    own: limit * share,
    share,
    at: now,
    asked: 0,
    taken: 0,
    told: undefined,
    here: 0,
    elsewhere: 0,
  }
  if (!known) buckets.set(key, bucket)
  // A clock that was set back gives nothing and takes nothing.
  const more = (Math.max(0, now - bucket.at) * perSecond) / 1_000
  bucket.left = Math.min(limit, bucket.left + more)
  bucket.own = Math.min(limit * bucket.share, bucket.own + more * bucket.share)
  bucket.at = now
  return bucket
}

function ask(limiter: Limiter, key: string, now: number, cost: number): Allowance {
  const { shared, active, instances } = limiter
  const perSecond = rateOf(limiter, key)
  const limit = perSecond * burst
  const bucket = bucketOf(limiter, key, now)
  // A cost over the whole limit is admitted when the bucket is full.
  const needed = Math.min(cost, limit)
  const neededHere = Math.min(needed, Math.max(1, limit * bucket.share))
  bucket.asked += needed
  const allowed = bucket.left >= needed && bucket.own >= neededHere
  if (allowed) {
    bucket.left -= needed
    bucket.own -= needed
    bucket.taken += needed
  }
  if (shared && key.length <= keyMax && active.size < bucketsMax) {
    active.add(key)
    // A token that was quiet is reported to the other instances as soon as it matters.
    if (!bucket.told && bucket.asked * instances * 10 > limit) limiter.busy = true
  }
  const { left, own, share } = bucket
  const missing = allowed ? (limit - left) / perSecond : Math.max(needed - left, (neededHere - own) / share) / perSecond
  return { allowed, limit, remaining: allowed ? Math.floor(left) : 0, resetSeconds: Math.ceil(missing) }
}

const isMentioned = ({ lastReports }: Limiter, key: string) =>
  lastReports.values().some((report) => Object.hasOwn(report, key))

function tell(limiter: Limiter, now: number): Report {
  const { active, instances } = limiter
  const report: Report = {}
  const periodMs = now - limiter.lastTold
  limiter.lastTold = now
  limiter.busy = false
  let told = 0
  for (const key of active) {
    const perSecond = rateOf(limiter, key)
    const bucket = bucketOf(limiter, key, now)
    bucket.here = (bucket.here + bucket.asked) / 2
    // Each instance alone may be far below a limit that all together are above.
    const brisk = (bucket.asked * 1_000 * instances * 2) / periodMs > perSecond
    const concerns = brisk || bucket.left < perSecond * burst * calm || isMentioned(limiter, key)
    if (told < toldMax && bucket.here > idle && concerns) {
      told++
      bucket.told ??= { asked: 0, taken: 0, times: 0 }
      bucket.told.asked += bucket.asked
      bucket.told.taken += bucket.taken
      bucket.told.times++
      report[key] = [bucket.told.asked, bucket.told.taken, Math.round(bucket.left), bucket.told.times]
      limiter.busy = true
    } else {
      bucket.told = undefined
      active.delete(key)
    }
    bucket.asked = 0
    bucket.taken = 0
  }
  return report
}

function hear(limiter: Limiter, reports: ReadonlyMap<string, Report>, now: number): void {
  const { lastReports, active } = limiter
  limiter.instances = reports.size + 1
  const concerned = new Map<string, { asked: number; taken: number }>()
  for (const [instanceId, report] of reports)
    for (const [key, [asked, taken, left, times]] of Object.entries(report)) {
      const before = lastReports.get(instanceId)?.[key]
      const bucket = bucketOf(limiter, key, now)
      const sum = concerned.get(key) ?? { asked: 0, taken: 0 }
      concerned.set(key, sum)
      if (before && before[3] <= times) {
        sum.asked += asked - before[0]
        sum.taken += taken - before[1]
      } else if (times <= freshTimes) {
        sum.asked += asked
        sum.taken += taken
      } else bucket.left = Math.min(bucket.left, left)
    }
  limiter.lastReports = reports
  for (const key of new Set([...active, ...concerned.keys()]))
    settle(bucketOf(limiter, key, now), rateOf(limiter, key) * burst, limiter.instances, concerned.get(key))
  for (const key of concerned.keys()) active.add(key)
}

/**
 * Settles a bucket after reports: subtracts the requests of other instances, and shares the remainder by recent
 * requests.
 */
function settle(
  bucket: Bucket,
  limit: number,
  instances: number,
  others: { asked: number; taken: number } | undefined,
): void {
  bucket.left = Math.max(-limit, bucket.left - (others?.taken ?? 0))
  bucket.elsewhere = (bucket.elsewhere + (others?.asked ?? 0)) / 2
  const came = bucket.here + bucket.elsewhere
  const part = came === 0 ? 1 / instances : bucket.here / came
  // The share changes by half of the difference: an instance that has no counts of the others yet must not take all.
  // The lower limit lets an instance without requests start.
  bucket.share = Math.max((bucket.share + part) / 2, 1 / (4 * instances))
  bucket.own = Math.max(0, bucket.left) * bucket.share
}
