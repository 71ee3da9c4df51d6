// The rate limit: a token bucket for each token.
import { LRUCache } from 'lru-cache'

interface Bucket {
  tokens: number
  at: number
}
export interface Allowance {
  allowed: boolean
  limit: number
  remaining: number
  /** Seconds until the bucket is full, or, when refused, until the next request is allowed. */
  resetSeconds: number
}

const bucketsMax = 100_000
const burst = 2

/** `perSecond` requests with bursts of twice that; undefined when there is no limit. */
export function rateLimiter(perSecond: number): ((key: string, now: number) => Allowance) | undefined {
  if (perSecond === 0) return undefined
  const limit = perSecond * burst
  const buckets = new LRUCache<string, Bucket>({ max: bucketsMax })
  return (key, now) => {
    const bucket = buckets.get(key) ?? { tokens: limit, at: now }
    buckets.set(key, bucket)
    // A clock that was set back gives nothing and takes nothing.
    bucket.tokens = Math.min(limit, bucket.tokens + (Math.max(0, now - bucket.at) * perSecond) / 1_000)
    bucket.at = now
    const allowed = bucket.tokens >= 1
    if (allowed) bucket.tokens--
    const missing = allowed ? limit - bucket.tokens : 1 - bucket.tokens
    return { allowed, limit, remaining: Math.floor(bucket.tokens), resetSeconds: Math.ceil(missing / perSecond) }
  }
}
