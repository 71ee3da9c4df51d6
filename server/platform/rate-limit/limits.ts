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
 * The counts of an instance for a token: requests, admitted requests, the believed remainder, and the number of
 * reports. The first two start with the first report.
 */
export type Use = [asked: number, taken: number, left: number, told: number]
export type Report = Record<string, Use>

export interface RateLimiter {
  /** `now` is as performance.now() counts. What costs more than a plain request counts for more than one. */
  ask(key: string, now: number, cost?: number): Allowance
  /** What others need to hear. */
  tell(now: number): Report
  /** What others have told: one report for each of them. */
  hear(reports: ReadonlyMap<string, Report>, now: number): void
  /** Whether a token has become busy, or is, so that the others should hear of it soon. */
  isBusy(): boolean
}

interface Bucket {
  /** What is left over all instances, as far as it is known here. */
  left: number
  /** What of it this instance may take before it hears of the others again. */
  own: number
  share: number
  at: number
  /** Since the last report: requests that came, and that were let in. */
  asked: number
  taken: number
  /** The same, in all reports since the token became busy. */
  told: { asked: number; taken: number; times: number } | undefined
  /** How many came lately, here and elsewhere, between two reports; older ones count less. */
  here: number
  elsewhere: number
}

const bucketsMax = 100_000
/** Size of a burst in seconds of requests. */
export const burst = 2
/** Beyond so many busy tokens, or with longer names, each instance counts for itself. */
const toldMax = 1_000
const keyMax = 256
/** Less than this has been taken: nobody needs to hear of it. */
const calm = 0.95
/** As good as none came lately. */
const idle = 0.01
/** What is heard first after so many reports began before anyone here listened. */
const freshTimes = 3

/** What an instance knows of all tokens. */
interface Limiter {
  perSecond: number
  /** For all tokens of an environment together; 0 for any number. */
  environmentPerSecond: number
  /** Whether other instances may take of it. */
  shared: boolean
  buckets: LRUCache<string, Bucket>
  /** Those that may have to be told of. */
  active: Set<string>
  /** What others told last. */
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
  // What costs more than there can ever be is let in when all of it is there.
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
    // Of a token that was quiet the others hear as soon as it matters.
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

/** Takes off what others took, and gives to each instance what is left, by what came to it. */
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
