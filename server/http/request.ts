// Reads requests within limits: the query, a whole body, or a body as it arrives.
import type { IncomingMessage } from 'node:http'
import { promisify } from 'node:util'
import { createGunzip, type Gunzip, gunzip } from 'node:zlib'
import { ApiProblem, createBadRequest } from '../platform/error/problems.ts'
import type { HttpExchange } from './exchange.ts'

/**
 * Size of the largest body without a sign-in, in bytes. Such a body contains an e-mail address, a password or a link.
 */
export const strangerBytesMax = 8_192

/** Returns whether a request has a body. */
export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'

export function decodeUrlText(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw createBadRequest('', 'malformed', 'The URL is not well-formed: check its percent-encoding.')
  }
}

const plainPair = /^([a-zA-Z]+)=([\w.~-]*)$/

/** Returns the parameters of a query. Throws for a repeated parameter, because only one value could be used. */
export function readQuery(text: string): Record<string, string> {
  const query: Record<string, string> = {}
  if (text === '') return query
  for (const pair of text.includes('&') ? text.split('&') : [text]) {
    const plain = plainPair.exec(pair)
    if (plain) add(query, plain[1]!, plain[2]!)
    else if (pair !== '') {
      const equals = pair.indexOf('=')
      const decoded = (encoded: string) => decodeUrlText(encoded.replaceAll('+', ' '))
      add(
        query,
        decoded(equals === -1 ? pair : pair.slice(0, equals)),
        equals === -1 ? '' : decoded(pair.slice(equals + 1)),
      )
    }
  }
  return query
}

function add(query: Record<string, string>, name: string, value: string): void {
  if (Object.hasOwn(query, name))
    throw createBadRequest(`?${name}`, 'duplicate', `\`${name}\` appears in the query more than once.`, { name })
  // An assignment to `__proto__` would not create a field of that name.
  if (name === '__proto__') Object.defineProperty(query, name, { value, enumerable: true })
  else query[name] = value
}

/** Returns the error of a request whose client has disconnected. */
export const createDisconnectError = (cause?: unknown) =>
  Object.assign(new Error('The client has disconnected.', { cause }), { code: 'ERR_STREAM_PREMATURE_CLOSE' })

const largeBytes = 131_072

/** Returns whether the body is compressed with gzip, the only accepted coding. */
export const isZipped = ({ headers }: IncomingMessage): boolean => {
  const { 'content-encoding': coding } = headers
  return coding !== undefined && /^(x-)?gzip$/i.test(coding)
}

const bodyTooLarge = (bytesMax: number) =>
  new ApiProblem('BODY_TOO_LARGE', {
    message: `The body is larger than ${bytesMax} bytes.`,
    values: { maxBytes: bytesMax },
  })
const notZipped = () =>
  createBadRequest('', 'malformed', 'The body does not match its Content-Encoding: it is not valid gzip.')
const unzip = promisify(gunzip)

/** Reads and decompresses a body. Decompression stops at `bytesMax`. */
export async function readBody(exchange: HttpExchange, bytesMax: number): Promise<Buffer> {
  const bytes = await readSent(exchange, bytesMax)
  if (!isZipped(exchange.request) || bytes.length === 0) return bytes
  try {
    return await unzip(bytes, { maxOutputLength: bytesMax })
  } catch (error) {
    throw (error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE' ? bodyTooLarge(bytesMax) : notZipped()
  }
}

/** Reads the sent bytes of a body. A client that disconnects early gets no response. */
function readSent(exchange: HttpExchange, bytesMax: number): Promise<Buffer> {
  const { request } = exchange
  return new Promise((resolve, reject) => {
    const tooLarge = () => reject(bodyTooLarge(bytesMax))
    const onClose = () => reject(createDisconnectError())
    if (request.destroyed || exchange.isLate) return onClose()
    request.on('close', onClose)
    exchange.onLate = onClose
    const length = Number(request.headers['content-length'] ?? 0)
    if (length > bytesMax) return tooLarge()
    // A large body is copied while it arrives: joining it at its end would block all other requests.
    const body = length > largeBytes ? Buffer.from(new ArrayBuffer(length)) : undefined
    const chunks: Buffer[] = []
    let bytes = 0
    request.on('data', (chunk: Buffer) => {
      if (body) chunk.copy(body, bytes)
      else if (bytes + chunk.length <= bytesMax) chunks.push(chunk)
      else tooLarge()
      bytes += chunk.length
    })
    request.on('end', () => {
      // Every request closes after its end. `onClose` would then create an error that is never read, which takes time.
      request.off('close', onClose)
      resolve(body ?? (chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)))
    })
  })
}

/**
 * Writes the received pieces to the decompression, whose reader gets the errors. The request stays open for its
 * response.
 */
async function feed(unzipped: Gunzip, sent: AsyncIterable<Buffer>): Promise<void> {
  try {
    for await (const chunk of sent) {
      if (unzipped.destroyed) return
      if (!unzipped.write(chunk))
        await new Promise<void>((resolve) => {
          for (const event of ['drain', 'close']) unzipped.once(event, () => resolve())
        })
    }
    unzipped.end()
  } catch (error) {
    unzipped.destroy(error as Error)
  }
}

/**
 * Decompresses a body as fast as it is read. Stops when the client disconnects, because decompressing the arrived bytes
 * may take minutes.
 */
async function* unzipping(sent: AsyncIterable<Buffer>, signal: AbortSignal): AsyncGenerator<Buffer> {
  const unzipped = createGunzip()
  const stop = () => unzipped.destroy(signal.reason)
  signal.addEventListener('abort', stop)
  void feed(unzipped, sent)
  try {
    for await (const chunk of unzipped) yield chunk as Buffer
  } catch (error) {
    throw /^(Z_|ERR_ZLIB|ERR_BROTLI)/.test(String((error as { code?: string }).code)) ? notZipped() : error
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

/**
 * Yields the chunks of a body while they arrive. It has no time limit as long as bytes arrive, and ends if the client
 * disconnects.
 */
export async function* readChunks(exchange: HttpExchange, idleMs: number, signal: AbortSignal): AsyncGenerator<Buffer> {
  if (exchange.isLate || signal.aborted) throw createDisconnectError()
  exchange.bodyDeadlineMs = Number.POSITIVE_INFINITY
  const { request } = exchange
  const { socket } = request
  const cutOff = () => socket.destroy()
  const beforeMs = socket.timeout ?? 0
  socket.setTimeout(idleMs, cutOff)
  try {
    const sent: AsyncIterable<Buffer> = request.iterator({ destroyOnReturn: false })
    for await (const chunk of isZipped(request) ? unzipping(sent, signal) : sent) yield chunk
  } catch (error) {
    // A partial last line is not a row.
    if (!request.destroyed || error instanceof ApiProblem) throw error
    throw createDisconnectError(error)
  } finally {
    // Removed, because the connection may carry many more requests.
    socket.off('timeout', cutOff)
    socket.setTimeout(beforeMs)
  }
}
