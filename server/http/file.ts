// Receives and sends files over HTTP, with limits for the bytes in transit and for slow connections.
import type { IncomingMessage } from 'node:http'
import { createUnavailableError } from '../platform/database/database.ts'
import { ApiProblem, createBadRequest } from '../platform/error/problems.ts'
import type { FileResponse } from '../platform/operation/operation.ts'
import { hasEntityTag } from '../platform/operation/version.ts'
import { createHeaders, type HeaderList, type HttpExchange } from './exchange.ts'
import { addCommon, sendBytes, sendChunks } from './reply.ts'
import { isZipped, readBody } from './request.ts'
import { getClientAbortSignal, waitForSocket } from './response-end.ts'

/** Largest share of all reserved bytes for one environment, from 0 to 1. */
const environmentPart = 0.25
/** Lowest accepted speed of an upload, in bytes per second: 32 kbit/s. */
const bytesPerSecondMin = 4_096

export interface UploadLimiter {
  /** Reads the file of a request and passes it to `work`. Its bytes stay reserved until the work has ended. */
  take<T>(exchange: HttpExchange, bytesMax: number, work: (bytes: Buffer) => Promise<T>): Promise<T>
}

export function openUploads(allBytesMax: number): UploadLimiter {
  const reservedBytes = new Map<string, number>()
  let totalBytes = 0
  const reserve = (environmentId: string, bytes: number): void => {
    const environmentBytes = (reservedBytes.get(environmentId) ?? 0) + bytes
    totalBytes += bytes
    if (environmentBytes === 0) reservedBytes.delete(environmentId)
    else reservedBytes.set(environmentId, environmentBytes)
  }
  return {
    async take(exchange, bytesMax, work) {
      const { environmentId } = exchange.principal!
      const sent = lengthOf(exchange.request) ?? bytesMax
      if (sent > bytesMax) throw tooLarge(bytesMax)
      // The unpacked size of a compressed file is unknown before it is read.
      const length = isZipped(exchange.request) ? bytesMax : sent
      const environmentBytes = reservedBytes.get(environmentId) ?? 0
      // One file is always accepted, also if the share is smaller.
      const isFull = environmentBytes > 0 && environmentBytes + length > allBytesMax * environmentPart
      if (isFull || (totalBytes > 0 && totalBytes + length > allBytesMax))
        throw createUnavailableError('Too many files are being uploaded.')
      reserve(environmentId, length)
      try {
        const bytes = await readSlowly(exchange, bytesMax, sent)
        if (bytes.length === 0) throw createBadRequest('', 'required', 'The file is empty.')
        return await work(bytes)
      } finally {
        reserve(environmentId, -length)
      }
    },
  }
}

const lengthOf = ({ headers }: IncomingMessage): number | undefined =>
  headers['content-length'] === undefined ? undefined : Number(headers['content-length'])

const tooLarge = (bytesMax: number) =>
  new ApiProblem('BODY_TOO_LARGE', {
    message: `The file is larger than ${bytesMax} bytes.`,
    values: { maxBytes: bytesMax },
  })

/**
 * Reads a file from a slow connection. While bytes arrive at the lowest speed or faster, each of them extends the
 * deadline.
 */
function readSlowly(exchange: HttpExchange, bytesMax: number, length: number): Promise<Buffer> {
  const { receivedMs, bodyDeadlineMs } = exchange
  const extensionEndMs = performance.now() + (length / bytesPerSecondMin) * 1_000
  const bytes = readBody(exchange, bytesMax)
  exchange.request.on('data', () => {
    const now = performance.now()
    if (now < extensionEndMs) exchange.bodyDeadlineMs = now + bodyDeadlineMs - receivedMs
  })
  return bytes
}

/** Headers that keep a browser from running a file as a script, and other sites from showing it. */
const fileHeaders = createHeaders({
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'Cross-Origin-Resource-Policy': 'same-origin',
})

/** A file whose cost is charged when it is opened. */
export interface ChargedFile extends Omit<FileResponse, 'cost' | 'open'> {
  open(gone: AbortSignal): ReturnType<FileResponse['open']>
}

/** Sends a file, or confirms the client's copy. Returns the status. */
export async function sendFile(exchange: HttpExchange, file: ChargedFile): Promise<number> {
  const { request, response } = exchange
  // A browser may show its copy again, but must ask first, because the file may have been erased.
  const headers: HeaderList = ['ETag', file.etag, 'Cache-Control', 'private, no-cache']
  if (hasEntityTag(request.headers['if-none-match'], file.etag)) {
    addCommon(exchange, headers)
    response.writeHead(304, headers).end()
    return 304
  }
  const signal = getClientAbortSignal(exchange)
  await waitForSocket(exchange, signal)
  const content = await file.open(signal)
  headers.push('Content-Type', file.type, 'Content-Disposition', dispositionOf(file), ...fileHeaders)
  if (content instanceof Uint8Array) {
    const { buffer, byteOffset, length } = content
    sendBytes(exchange, 200, Buffer.from(buffer, byteOffset, length), headers)
  } else {
    if (content.bytes !== undefined) headers.push('Content-Length', content.bytes)
    await sendChunks(exchange, 200, content.chunks, headers)
  }
  return 200
}

/** Returns the `Content-Disposition` with the name in ASCII for old clients, and in full for the others. */
function dispositionOf({ name, isAttachment }: ChargedFile): string {
  const plain = name.replace(/[^\w.-]+/g, '_')
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16)}`)
  const extendedName = plain === name ? '' : `; filename*=UTF-8''${encoded}`
  return `${isAttachment ? 'attachment' : 'inline'}; filename="${plain}"${extendedName}`
}
