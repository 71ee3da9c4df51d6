// Sends requests to URLs that a client has named. It resolves a host name once, checks every IP address, connects to no
// other address, and limits the response.
import { Resolver } from 'node:dns/promises'
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isOfEncryption } from '../error/reason.ts'
import type { OutboundClient, OutboundFailure, OutboundRequest, UrlError } from '../operation/services.ts'
import { isLongerThan } from '../value/characters.ts'
import { createReachableCheck } from './addresses.ts'

export interface OutboundOptions {
  /** Whether plain http is allowed too, for receivers on the same machine. */
  allowHttp: boolean
  /** Networks that are allowed although they are not public, and networks that are never allowed. */
  allowNets: readonly string[]
  denyNets: readonly string[]
  /** Time limit for the name, the connection, the request and the response together, in milliseconds. */
  timeoutMs: number
  /** Returns all addresses of a name. */
  resolve?: (host: string, signal: AbortSignal) => Promise<string[]>
  /** Certificates to trust instead of the system's. */
  ca?: string
}

/** Maximum length of a URL in characters, as in the contract. */
const urlLengthMax = 2_048
const bodyBytesMax = 65_536
const headersBytesMax = 16_384
/** Ports below this number belong to services of a machine, which are not receivers. */
const firstUserPort = 1_024

/** Returns whether RFC 6761 reserves a host name for this machine. Such names are resolved without a name server. */
const isLocal = (host: string) => /(^|\.)localhost\.?$/.test(host)
const loopback = ['127.0.0.1', '::1']

const failed = (failure: OutboundFailure, message: string) => Object.assign(new Error(message), { failure })

export function createOutbound(options: OutboundOptions): OutboundClient {
  const { allowHttp, timeoutMs, ca, resolve = resolveName } = options
  const isReachable = createReachableCheck(options.allowNets, options.denyNets)
  // Separate agents, because the global agents may use a proxy of the process environment. No connection is reused, so
  // that each request uses an address that was just checked.
  const agents = { 'http:': new HttpAgent({ keepAlive: false }), 'https:': new HttpsAgent({ keepAlive: false }) }
  const findUrlError = (text: string) => checkUrl(text, allowHttp, isReachable)

  async function addressesOf(url: URL, signal: AbortSignal): Promise<string[]> {
    const host = url.hostname.replace(/^\[|\]$/g, '')
    const addresses = isIP(host) ? [host] : isLocal(host) ? loopback.filter(isReachable) : await resolve(host, signal)
    if (addresses.length === 0) throw failed('dns', 'The host name has no IP address.')
    // A name with public and private addresses may be an attack that later resolves to a private address only.
    if (!addresses.every(isReachable))
      throw failed('refused', 'The host name resolves to an IP address that is not public.')
    return addresses
  }

  async function attempt(request: OutboundRequest, signal: AbortSignal): Promise<{ status: number; body: Buffer }> {
    const urlError = findUrlError(request.url)
    if (urlError !== undefined) throw failed('refused', urlError.message)
    const url = new URL(request.url)
    const addresses = await unlessAborted(addressesOf(url, signal), signal)
    const secure = url.protocol === 'https:'
    const sent = (secure ? httpsRequest : httpRequest)(url, {
      method: request.method,
      headers: { ...request.headers, 'accept-encoding': 'identity', connection: 'close' },
      agent: agents[url.protocol as keyof typeof agents],
      lookup: pinnedTo(addresses),
      maxHeaderSize: headersBytesMax,
      signal,
      ...(ca === undefined ? {} : { ca }),
    })
    return new Promise((resolve, reject) => {
      let answered = false
      sent.on('response', (response) => {
        answered = true
        readBounded(response).then(resolve, reject)
      })
      sent.on('error', reject)
      // Rejects every end of a connection without a response, such as an unrequested upgrade.
      sent.on('close', () => answered || reject(failed('protocol', 'The connection was closed without a response.')))
      sent.end(request.body)
    })
  }

  return {
    findUrlError,
    async send(request) {
      const started = performance.now()
      const durationMs = () => Math.round(performance.now() - started)
      const timeout = AbortSignal.timeout(timeoutMs)
      const signal = request.signal ? AbortSignal.any([timeout, request.signal]) : timeout
      try {
        const { status, body } = await attempt(request, signal)
        return { status, body, durationMs: durationMs() }
      } catch (error) {
        const failure = timeout.aborted ? 'timeout' : request.signal?.aborted ? 'aborted' : failureOf(error)
        return { failure, message: messageOf(failure, error, timeoutMs), durationMs: durationMs() }
      }
    },
  }
}

const urlErrors = {
  too_long: `The URL must have at most ${urlLengthMax} characters.`,
  characters: 'The URL must not contain white space, control characters or backslashes.',
  absolute: 'The URL must be an absolute URL such as `https://example.com/hooks`.',
  https: 'The URL must begin with `https://`.',
  credentials: 'The URL must not contain a user or password.',
  fragment: 'The URL must not contain a fragment.',
  port: `The URL must use port 443, or a port from ${firstUserPort} up.`,
  own_machine: 'The URL must not point to this machine.',
  decimal: 'The URL must write an IPv4 address as four decimal numbers.',
  public: 'The URL must point to a public address.',
}

/** Returns the error of a URL that its text shows. */
function checkUrl(text: string, allowHttp: boolean, isReachable: (address: string) => boolean): UrlError | undefined {
  const reason = findUrlReason(text, allowHttp, isReachable)
  return reason && { message: urlErrors[reason], values: { reason } }
}

function findUrlReason(
  text: string,
  allowHttp: boolean,
  isReachable: (address: string) => boolean,
): keyof typeof urlErrors | undefined {
  if (isLongerThan(text, urlLengthMax)) return 'too_long'
  // Some parsers drop or correct these characters silently, and others do not.
  if (/[\s\\\p{Cc}]/u.test(text)) return 'characters'
  const url = URL.parse(text)
  const authority = /^[a-z]+:\/\/([^/?#]+)/i.exec(text)?.[1]
  if (!url || authority === undefined) return 'absolute'
  if (url.protocol !== 'https:' && !(allowHttp && url.protocol === 'http:')) return 'https'
  if (authority.includes('@')) return 'credentials'
  if (text.includes('#')) return 'fragment'
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80))
  if (port < firstUserPort && port !== 443 && !(url.protocol === 'http:' && port === 80)) return 'port'
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) === 0) return isLocal(host) && !loopback.some(isReachable) ? 'own_machine' : undefined
  // Some programs read `2130706433` or `0x7f.1` as an IP address, and others as a name.
  if (isIP(host) === 4 && authority.replace(/:\d*$/, '') !== host) return 'decimal'
  return isReachable(host) ? undefined : 'public'
}

/** Returns a lookup with fixed addresses, so that a name is not resolved again between the check and the connection. */
const pinnedTo =
  (addresses: string[]): LookupFunction =>
  (_host, { all }, callback) => {
    const resolved = addresses.map((address) => ({ address, family: isIP(address) }))
    if (all) callback(null, resolved)
    else callback(null, resolved[0]!.address, resolved[0]!.family)
  }

const queryTimeoutMs = 2_000

/**
 * Resolves a name with the name servers instead of the lookup of the system. The system's lookup uses a few threads of
 * the process, so one slow name would delay all others. The file of hosts is not used.
 */
async function resolveName(host: string, signal: AbortSignal): Promise<string[]> {
  // RFC 6761 reserves these names, so they are never resolved.
  if (/\.invalid\.?$/.test(host)) throw failed('dns', 'The host name was not found (it is reserved).')
  const resolver = new Resolver({ timeout: queryTimeoutMs, tries: 2 })
  const cancel = () => resolver.cancel()
  signal.addEventListener('abort', cancel, { once: true })
  try {
    const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
    const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
    const broken = answers.find((answer) => answer.status === 'rejected')
    if (addresses.length === 0 && broken) throw failed('dns', `The name was not found (${codeOf(broken.reason)}).`)
    return addresses
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}

const unlessAborted = <T>(work: Promise<T>, signal: AbortSignal): Promise<T> =>
  new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason)
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })

/** Reads the status and a limited part of the body, and drops the rest. */
async function readBounded(response: IncomingMessage): Promise<{ status: number; body: Buffer }> {
  const status = response.statusCode!
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes >= bodyBytesMax) break
  }
  return { status, body: Buffer.concat(chunks).subarray(0, bodyBytesMax) }
}

const codeOf = (error: unknown): string => String((error as { code?: unknown } | null)?.code ?? 'unknown')

function failureOf(error: unknown): OutboundFailure {
  const failure = (error as { failure?: OutboundFailure } | null)?.failure
  if (failure) return failure
  const code = codeOf(error)
  if (isOfEncryption(code)) return 'tls'
  if (/^HPE_|PROTOCOL/.test(code)) return 'protocol'
  return 'connection'
}

/** Returns a message with codes only, without text of the other program. */
function messageOf(failure: OutboundFailure, error: unknown, timeoutMs: number): string {
  if (failure === 'timeout') return `There was no complete response within ${timeoutMs / 1_000} seconds.`
  if (failure === 'aborted') return 'The attempt was cancelled.'
  if ((error as { failure?: OutboundFailure } | null)?.failure) return (error as Error).message
  if (failure === 'tls') return `The certificate or the encryption was not accepted (${codeOf(error)}).`
  if (failure === 'protocol') return `The response is not HTTP (${codeOf(error)}).`
  return `The connection failed (${codeOf(error)}).`
}
