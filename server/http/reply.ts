// Sends replies: in one piece, in chunks or page by page, and errors as problems in the envelope.
import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createUnavailableError } from '../platform/database/database.ts'
import { convertToProblem, formatProblemBody } from '../platform/error/problems.ts'
import { runAtTickEnd } from '../platform/fairness/contention.ts'
import { compressAsync, compressedFromBytes, compressSync, createCompressor } from '../platform/value/coding.ts'
import { type HeaderList, type HttpExchange, jsonType } from './exchange.ts'
import { reportFailure } from './failures.ts'
import { createDisconnectError, hasBody } from './request.ts'
import { onResponseEnd } from './response-end.ts'

interface Ready {
  response: ServerResponse
  status: number
  headers: HeaderList
  body: string
  encoding: 'latin1' | 'utf8'
}
let outbox: Ready[] = []

/**
 * Sends all replies of one turn of the event loop together. One wake-up of the receiver per turn takes a third less
 * time.
 */
function flush(): void {
  const replies = outbox
  outbox = []
  for (const { response, status, headers, body, encoding } of replies)
    if (response.req.complete || !hasBody(response.req)) response.writeHead(status, headers).end(body, encoding)
    else sendEarly(response.writeHead(status, headers), body, encoding)
}

const delayMsMax = 15_000

/**
 * Sends a reply before the request body has arrived, and discards the rest of the body. Closing the connection now
 * would interrupt a client that still writes, and many clients then do not read the reply.
 */
function sendEarly(response: ServerResponse, body: string, encoding: 'latin1' | 'utf8'): void {
  response.write(body, encoding)
  const { req } = response
  // Without this timer, a client that sends lines could keep the connection open without end.
  const cut = setTimeout(() => req.socket.destroy(), delayMsMax)
  req.once('close', () => {
    clearTimeout(cut)
    response.end()
  })
  req.resume()
}

/** Size from which a response counts as unread, in bytes. A smaller one hardly exceeds the buffers of a connection. */
const countedFromBytes = 65_536

/** Counts a response to an environment until the client has read it. */
function count(exchange: HttpExchange, bytes: number): void {
  const { principal, answering } = exchange
  if (principal && bytes >= countedFromBytes)
    onResponseEnd(exchange, answering.unreadResponses.add(principal.environmentId, bytes))
}

/** Rejects a repeatable request before a large response if the environment has too many unread responses. */
export function expectUnreadCapacity({ principal, answering, request }: HttpExchange, body: string): void {
  if (body.length < countedFromBytes || request.method !== 'GET' || !principal) return
  if (!answering.unreadResponses.hasCapacity(principal.environmentId))
    throw createUnavailableError(
      'Too many large responses to this environment are unread. Read or close them, then repeat the request.',
    )
}

/** Sends a reply. ASCII text is sent as Latin-1: the same bytes, without encoding. */
export function sendReply(exchange: HttpExchange, status: number, body: string, headers: HeaderList): void {
  const bytes = Buffer.byteLength(body)
  if (exchange.coding !== undefined && bytes > compressedFromBytes) {
    sendText(exchange, status, Buffer.from(body), headers)
    return
  }
  count(exchange, bytes)
  headers.push('Content-Length', bytes)
  if (bytes > compressedFromBytes) headers.push(...varies)
  addCommon(exchange, headers)
  const encoding = bytes === body.length ? 'latin1' : 'utf8'
  if (outbox.push({ response: exchange.response, status, headers, body, encoding }) === 1) runAtTickEnd(flush)
}

/** Headers of text whose form depends on the accepted encoding. */
const varies: HeaderList = ['Vary', 'Accept-Encoding']
/** Size up to which a response is compressed in this thread, in bytes. */
const compressedHereBytes = 16_384

/** Sends the bytes of a text, in a coding that the client accepts. */
export function sendText(exchange: HttpExchange, status: number, body: Buffer, headers: HeaderList): void {
  const { coding } = exchange
  const isLong = body.length > compressedFromBytes
  if (coding === undefined || !isLong) sendBytes(exchange, status, body, isLong ? headers.concat(varies) : headers)
  else if (body.length <= compressedHereBytes) sendCoded(exchange, status, compressSync(body, coding), headers)
  else
    compressAsync(body, coding).then(
      (bytes) => sendCoded(exchange, status, bytes, headers),
      (error) => exchange.response.destroy(error),
    )
}

/** Sends compressed bytes, in the coding of the exchange. */
export function sendCoded(exchange: HttpExchange, status: number, bytes: Buffer, headers: HeaderList): void {
  headers.push('Content-Encoding', exchange.coding!, ...varies)
  sendBytes(exchange, status, bytes, headers)
}

/** Sends bytes as they are. */
export function sendBytes(exchange: HttpExchange, status: number, body: Buffer, headers: HeaderList): void {
  count(exchange, body.length)
  headers.push('Content-Length', body.length)
  addCommon(exchange, headers)
  exchange.response.writeHead(status, headers).end(body)
}

/**
 * Sends bytes chunk by chunk. It waits until the client has taken each chunk, so that an unread reply uses little
 * memory. The headers contain the total length if it is fixed.
 */
export async function sendChunks(
  exchange: HttpExchange,
  status: number,
  chunks: AsyncIterable<Uint8Array>,
  headers: HeaderList,
): Promise<void> {
  const { request, response } = exchange
  addCommon(exchange, headers)
  response.writeHead(status, headers)
  if (request.method === 'HEAD') await chunks[Symbol.asyncIterator]().return?.()
  else for await (const chunk of chunks) await writeChunk(response, chunk)
  response.end()
}

/**
 * Writes a chunk and waits for it. Node never calls back for a write after an unreported end of the connection, so
 * `close` rejects too.
 */
const writeChunk = (response: ServerResponse, chunk: Uint8Array): Promise<void> =>
  new Promise((resolve, reject) => {
    const onClose = () => reject(createDisconnectError())
    response.once('close', onClose)
    response.write(chunk, (error) => {
      response.off('close', onClose)
      if (error) reject(createDisconnectError(error))
      else resolve()
    })
  })

/** Confirms that the client's copy is unchanged. Returns the status. */
export function sendUnchanged(exchange: HttpExchange, headers: HeaderList): number {
  headers.push(...varies)
  addCommon(exchange, headers)
  exchange.response.writeHead(304, headers).end()
  return 304
}

/**
 * Sends a reply page by page, as fast as the client reads it. An error before the first page becomes a problem
 * response.
 */
export async function sendPages(
  exchange: HttpExchange,
  pages: AsyncIterable<string>,
  headers: HeaderList,
): Promise<void> {
  const { request, response } = exchange
  const iterator = pages[Symbol.asyncIterator]()
  const first = request.method === 'HEAD' ? undefined : await iterator.next()
  const isLong = first !== undefined && !first.done && first.value.length > compressedFromBytes
  const coding = isLong ? exchange.coding : undefined
  headers.push(...varies)
  if (coding) headers.push('Content-Encoding', coding)
  addCommon(exchange, headers)
  response.writeHead(200, headers)
  if (!first) return void response.end()
  const text = Readable.from(startingWith(first, iterator), { objectMode: false })
  await (coding ? pipeline(text, createCompressor(coding), response) : pipeline(text, response))
}

async function* startingWith(first: IteratorResult<string>, remaining: AsyncIterator<string>): AsyncGenerator<string> {
  try {
    for (let page = first; !page.done; page = await remaining.next()) yield page.value
  } finally {
    await remaining.return?.()
  }
}

/** Adds the common headers of every reply. */
export function addCommon({ requestId, allowance, answering, crossOrigin }: HttpExchange, headers: HeaderList): void {
  headers.push('X-Request-Id', requestId, ...answering.headers, ...crossOrigin)
  // A draining server answers requests of open connections, and asks clients to reconnect.
  if (!answering.isStaying()) headers.push('Connection', 'close')
  if (allowance) {
    headers.push('RateLimit-Limit', allowance.limit, 'RateLimit-Remaining', allowance.remaining)
    headers.push('RateLimit-Reset', allowance.resetSeconds)
  }
}

/** Status in metrics and logs for a client that disconnected before it had the whole reply. */
const disconnectStatus = 499
const disconnectCodes = new Set(['ERR_STREAM_PREMATURE_CLOSE', 'ERR_STREAM_UNABLE_TO_PIPE'])

/** Sends an error as a problem response and returns the status. It logs unexpected errors and never shows them. */
export function sendProblem(exchange: HttpExchange, error: unknown): number {
  const { requestId, response, answering } = exchange
  if (disconnectCodes.has((error as { code?: string }).code ?? '')) return disconnectStatus
  const problem = convertToProblem(error)
  if (problem.status >= 500) reportFailure(exchange, error)
  if (response.headersSent) {
    // A half-sent response cannot be corrected; the cut connection shows the failure.
    response.destroy()
    return problem.status
  }
  const { retryAfterSeconds, headers } = problem.details
  const all: HeaderList = ['Content-Type', jsonType]
  if (retryAfterSeconds !== undefined) all.push('Retry-After', retryAfterSeconds)
  for (const [name, value] of Object.entries(headers ?? {})) all.push(name, value)
  sendReply(exchange, problem.status, formatProblemBody(problem, requestId, answering.publicUrl), all)
  return problem.status
}
