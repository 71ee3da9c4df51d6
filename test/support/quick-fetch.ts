// `fetch` over Node's own keep-alive client: tests send hundreds of thousands of requests, and this costs half of the platform's.
import { Agent, request as send } from 'node:http'
import { Readable } from 'node:stream'

/** Longer than any request here takes. Where none is set, Node does not heed for how long a server keeps idle connections. */
const timeout = 600_000
const agent = new Agent({ keepAlive: true, timeout })
const withoutBody = new Set([204, 205, 304])

export const quickFetch: typeof fetch = (input, init = {}) => {
  const body = init.body ?? undefined
  // Whatever is more than a text or bytes for a URL is left to the platform.
  if (input instanceof Request || !(body === undefined || typeof body === 'string' || body instanceof Uint8Array))
    return fetch(input, init)
  const url = new URL(input)
  if (url.protocol !== 'http:' || init.redirect === 'follow') return fetch(input, init)
  return new Promise((resolve, reject) => {
    const outgoing = send(url, {
      agent,
      method: init.method ?? 'GET',
      headers: { ...plain(init.headers), ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }) },
      ...(init.signal ? { signal: init.signal } : {}),
    })
    outgoing.once('error', (error) => reject(init.signal?.aborted ? init.signal.reason : error))
    outgoing.once('response', (incoming) => {
      const told = {
        status: incoming.statusCode!,
        statusText: incoming.statusMessage!,
        headers: headersOf(incoming.rawHeaders),
      }
      if (incoming.headers['content-length'] === undefined && !withoutBody.has(told.status)) {
        resolve(new Response(Readable.toWeb(incoming) as ReadableStream, told))
        return
      }
      const chunks: Buffer[] = []
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
      incoming.once('error', reject)
      incoming.once('end', () => resolve(received(told, Buffer.concat(chunks))))
    })
    outgoing.end(body)
  })
}

interface Told {
  status: number
  statusText: string
  headers: Headers
}

/**
 * The platform's answer has a stream for its body, which costs about a quarter of a request here, and nearly all are read as
 * one text: it is made when something else is asked of it.
 */
function received(told: Told, bytes: Buffer<ArrayBuffer>): Response {
  let isRead = false
  /** As often as the platform's own: once. */
  const take = () => {
    if (isRead) throw new TypeError('Body is unusable: Body has already been read')
    isRead = true
  }
  const platforms = () => new Response(withoutBody.has(told.status) ? null : bytes, told)
  const quick: Partial<Response> = {
    ...told,
    ok: told.status >= 200 && told.status < 300,
    async text() {
      take()
      return decoder.decode(bytes)
    },
    async blob() {
      take()
      return platforms().blob()
    },
    clone() {
      take()
      isRead = false
      return platforms()
    },
    get bodyUsed() {
      return isRead
    },
  }
  return quick as Response
}
const decoder = new TextDecoder()

const plain = (headers: RequestInit['headers']): Record<string, string> =>
  headers instanceof Headers || Array.isArray(headers)
    ? Object.fromEntries(headers as Iterable<[string, string]>)
    : ((headers ?? {}) as Record<string, string>)

function headersOf(raw: readonly string[]): Headers {
  const headers = new Headers()
  for (let at = 0; at < raw.length; at += 2) headers.append(raw[at]!, raw[at + 1]!)
  return headers
}
