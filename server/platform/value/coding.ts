// Chooses the content coding from `Accept-Encoding`, and compresses text whole or as a stream.
import type { Transform } from 'node:stream'
import { promisify } from 'node:util'
import {
  brotliCompress,
  brotliCompressSync,
  constants,
  createBrotliCompress,
  createGzip,
  gzip,
  gzipSync,
} from 'node:zlib'

export type ContentCoding = 'br' | 'gzip'

/** Size from which text is compressed, in bytes. Shorter text fits into one packet anyway. */
export const compressedFromBytes = 1_024

/** Options of the fastest level. A higher level takes more time than sending the bytes that it saves. */
const gzipOptions = { level: 1 }
const brotliOptions = {
  params: {
    [constants.BROTLI_PARAM_QUALITY]: 1,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    // A window of 256 KiB, because a stream keeps its window until it ends.
    [constants.BROTLI_PARAM_LGWIN]: 18,
  },
}
const [gzipAside, brotliAside] = [promisify(gzip), promisify(brotliCompress)] as const

/** Returns the coding that a client prefers; with equal preference, the coding with fewer bytes. */
export function chooseCoding(accept: string | undefined): ContentCoding | undefined {
  if (accept === undefined || accept === '') return undefined
  const weights = new Map(
    accept.split(',').map((range): [string, number] => {
      const [name, ...parameters] = range.split(';').map((field) => field.trim().toLowerCase())
      const weight = parameters.find((parameter) => parameter.startsWith('q='))
      return [name!, weight === undefined ? 1 : Number(weight.slice(2)) || 0]
    }),
  )
  const weightOf = (coding: string) => weights.get(coding) ?? weights.get('*') ?? 0
  const [brotli, zipped] = [weightOf('br'), weights.get('x-gzip') ?? weightOf('gzip')]
  if (brotli <= 0 && zipped <= 0) return undefined
  return brotli >= zipped ? 'br' : 'gzip'
}

export const compressSync = (bytes: Uint8Array, coding: ContentCoding): Buffer =>
  coding === 'br' ? brotliCompressSync(bytes, brotliOptions) : gzipSync(bytes, gzipOptions)

/** Compresses bytes in another thread, because large ones would delay requests. */
export const compressAsync = (bytes: Uint8Array, coding: ContentCoding): Promise<Buffer> =>
  coding === 'br' ? brotliAside(bytes, brotliOptions) : gzipAside(bytes, gzipOptions)

/**
 * Returns a stream that compresses its input. Each written piece is sent immediately, so that its reader need not wait
 * for the next piece.
 */
export const createCompressor = (coding: ContentCoding): Transform =>
  coding === 'br'
    ? createBrotliCompress({ ...brotliOptions, flush: constants.BROTLI_OPERATION_FLUSH })
    : createGzip({ ...gzipOptions, flush: constants.Z_SYNC_FLUSH })
