// Finds the address of a client and limits its requests before authentication.
import type { IncomingMessage } from 'node:http'
import { isIPv4, isIPv6 } from 'node:net'
import { LRUCache } from 'lru-cache'
import { ApiProblem } from '../platform/error/problems.ts'
import { burstSeconds, type RateAllowance, type RateLimiter } from '../platform/rate-limit/limits.ts'
import type { HttpExchange } from './exchange.ts'

/** Returns the client's network, by which requests are counted. Ignores an invalid address from a proxy. */
export function getClientNetwork(
  { headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>,
  proxies: number,
): string {
  // Each of the operator's proxies appends the address of its client. Clients can forge the earlier addresses in the
  // header.
  const forwarded = proxies === 0 ? [] : String(headers['x-forwarded-for'] ?? '').split(',')
  return networkIn(forwarded.at(-proxies)?.trim()) ?? networkIn(socket.remoteAddress) ?? ''
}

/** An address with a port as some proxies write it: IPv6 in brackets. The port differs for each connection. */
const withPort = /^\[(.+)\](?::\d{1,5})?$|^([\d.]+):\d{1,5}$/
/** Prefix of an IPv4 address on a socket for both versions. */
const mapped = '::ffff:'

/** Returns the network of an address, or undefined for an invalid address. */
function networkIn(text: string | undefined): string | undefined {
  if (text === undefined || isIPv4(text)) return text
  if (text.startsWith(mapped) && isIPv4(text.slice(mapped.length))) return text.slice(mapped.length)
  if (isIPv6(text)) return networkOfIPv6(text)
  const [, ipv6 = '', ipv4 = ''] = withPort.exec(text) ?? []
  if (isIPv4(ipv4)) return ipv4
  return isIPv6(ipv6) ? networkOfIPv6(ipv6) : undefined
}

/** Returns the network of an IPv6 address: its first 64 bits, which one household or office has. */
function networkOfIPv6(address: string): string {
  const groups = groupsOf(address)
  const [high, low] = groups.slice(6) as [number, number]
  const isMapped = groups[5] === 0xffff && groups.slice(0, 5).every((group) => group === 0)
  if (isMapped) return [high >> 8, high & 255, low >> 8, low & 255].join('.')
  return groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')
}

/** Returns all eight groups of an IPv6 address in any spelling. */
function groupsOf(address: string): number[] {
  const [head = [], tail = []] = address.split('%')[0]!.split('::').map(numbersOf)
  return [...head, ...Array<number>(8 - head.length - tail.length).fill(0), ...tail]
}

/** Converts groups of an IPv6 address to numbers. The last two groups may be written as an IPv4 address. */
const numbersOf = (groups: string): number[] =>
  groups === ''
    ? []
    : groups.split(':').flatMap((group) => (group.includes('.') ? pairOf(group) : [Number(`0x${group}`)]))

function pairOf(ipv4: string): [number, number] {
  const [a, b, c, d] = ipv4.split('.').map(Number) as [number, number, number, number]
  return [a * 256 + b, c * 256 + d]
}

export interface CallerLimiter {
  /** Returns the key of the rate limit of an address. */
  key(request: IncomingMessage): string
  /** Charges one more request to the address. Returns false if the address has sent too many. */
  allows(exchange: HttpExchange): boolean
  /** Counts a request and rejects it over the limit. A request with a recently valid secret does not count. */
  admit(exchange: HttpExchange, secretHash?: string): void
  /**
   * Stores whether a secret is valid. A client with a valid secret stays admitted if other clients of its address
   * exhaust the limit.
   */
  know(secretHash: string, good: boolean): void
}

const trustedMax = 10_000

/**
 * Creates the limiter of requests per client network. It has the rate and burst of a token, and all instances share the
 * counts.
 */
export function createCallers(limiter: RateLimiter | undefined, proxies: number): CallerLimiter {
  const trustedSecrets = new LRUCache<string, true>({ max: trustedMax })
  const key = (request: IncomingMessage) => `address ${getClientNetwork(request, proxies)}`
  const allows = (exchange: HttpExchange): boolean => {
    exchange.allowance = limiter?.requestAllowance(key(exchange.request), performance.now())
    return exchange.allowance?.allowed !== false
  }
  return {
    key,
    allows,
    admit(exchange, secretHash) {
      if (secretHash !== undefined && trustedSecrets.has(secretHash)) return
      if (!allows(exchange)) throw createRateLimitProblem(exchange.allowance!)
    },
    know(secretHash, good) {
      if (good) trustedSecrets.set(secretHash, true)
      else trustedSecrets.delete(secretHash)
    },
  }
}

/**
 * Returns the error of too many requests. `limit` is the size of one burst; the message also states the permanent rate.
 */
export const createRateLimitProblem = ({ limit, resetSeconds }: RateAllowance): ApiProblem =>
  new ApiProblem('RATE_LIMITED', {
    message: `Too many requests: at most ${limit / burstSeconds} a second, with bursts of up to ${limit}.`,
    values: { perSecond: limit / burstSeconds, burst: limit },
    retryAfterSeconds: resetSeconds,
  })
