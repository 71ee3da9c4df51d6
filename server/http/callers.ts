// Those who ask before it is known who they are: the address that they come from, and how often it may.
import type { IncomingMessage } from 'node:http'
import { isIPv6 } from 'node:net'
import { LRUCache } from 'lru-cache'
import { Problem } from '../core/problems.ts'
import { type Allowance, burst, type RateLimiter } from '../instance/limits.ts'
import type { Exchange } from './exchange.ts'

/** The address that is counted by. One household or office has a whole IPv6 network of 64 bits. */
export function networkOf({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>, proxies: number): string {
  const forwarded = proxies === 0 ? [] : String(headers['x-forwarded-for'] ?? '').split(',')
  // Each proxy of ours appends whom it heard from; what stands before that is hearsay.
  const address = (forwarded.at(-proxies)?.trim() || socket.remoteAddress) ?? ''
  if (!isIPv6(address)) return address
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)
  if (mapped) return mapped[1]!
  const [head = '', tail = ''] = address.split('%')[0]!.split('::')
  const groups = head === '' ? [] : head.split(':')
  const missing = 8 - groups.length - (tail === '' ? 0 : tail.split(':').length)
  return [...groups, ...Array<string>(address.includes('::') ? missing : 0).fill('0')]
    .concat(tail === '' ? [] : tail.split(':'))
    .slice(0, 4)
    .join(':')
}

export interface Callers {
  /** What the rate limit of an address counts by. */
  key(request: IncomingMessage): string
  /** Counts one more request of the address; false when there were too many. */
  allows(exchange: Exchange): boolean
  /** The same, and refuses. Who comes with something that is known to be good is not counted. */
  admit(exchange: Exchange, secretHash?: string): void
  /** Whether what somebody came with turned out to be good: others of the same address cannot shut them out then. */
  know(secretHash: string, good: boolean): void
}

const knownMax = 10_000

/** The limit is that of a token, as are its bursts, and all instances share it. */
export function createCallers(limiter: RateLimiter | undefined, proxies: number): Callers {
  const known = new LRUCache<string, true>({ max: knownMax })
  const key = (request: IncomingMessage) => `address ${networkOf(request, proxies)}`
  const allows = (exchange: Exchange): boolean => {
    exchange.allowance = limiter?.ask(key(exchange.request), performance.now())
    return exchange.allowance?.allowed !== false
  }
  return {
    key,
    allows,
    admit(exchange, secretHash) {
      if (secretHash !== undefined && known.has(secretHash)) return
      if (!allows(exchange)) throw tooMany(exchange.allowance!)
    },
    know(secretHash, good) {
      if (good) known.set(secretHash, true)
      else known.delete(secretHash)
    },
  }
}

/** The limit is how many may come in one burst; what is allowed for longer is told with it. */
export const tooMany = ({ limit, resetSeconds }: Allowance): Problem =>
  new Problem('RATE_LIMITED', {
    message: `Too many requests: at most ${limit / burst} a second, with bursts of up to ${limit}.`,
    retryAfterSeconds: resetSeconds,
  })
