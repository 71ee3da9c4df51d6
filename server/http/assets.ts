// Serves the files of pages in a browser. Their names change with their content, and the smallest encoding is sent.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { extname, join } from 'node:path'
import { ApiProblem } from '../platform/error/problems.ts'
import { type ContentCoding, compressAsync, compressedFromBytes } from '../platform/value/coding.ts'
import { createHeaders, type HeaderList, type HttpExchange } from './exchange.ts'
import { sendBytes } from './reply.ts'

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.csv': 'text/csv; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}
/** Cache headers of files whose names change with their content. */
export const immutableCacheHeaders = ['Cache-Control', 'public, max-age=31536000, immutable']

/** Returns a function that reads each file at its first request and keeps it in memory. */
export function openAssets(folder: string): FindFile {
  const cache = new Map<string, Buffer>()
  return (name) => {
    const cached = cache.get(name)
    if (cached) return cached
    // A name has to be in the folder's list, so that no path can leave the folder.
    if (!existsSync(folder) || !readdirSync(folder).includes(name)) return undefined
    if (!statSync(join(folder, name)).isFile()) return undefined
    const bytes = readFileSync(join(folder, name))
    cache.set(name, bytes)
    return bytes
  }
}

/** Sends the file that the path names, or a problem if it does not exist. */
export function sendAsset(exchange: HttpExchange, find: FindFile, more: HeaderList): void {
  sendFileNamed(exchange, exchange.parameters[0]!, find, { status: 200, headers: more })
}

export type FindFile = (name: string) => Buffer | undefined

export function sendFileNamed(
  exchange: HttpExchange,
  name: string,
  find: FindFile,
  { status, headers }: { status: number; headers: HeaderList },
): void {
  const type = types[extname(name)]
  const accepted = exchange.request.headers['accept-encoding'] ?? ''
  const encoding = (['br', 'gzip'] as const).find((type) => accepted.includes(type) && find(name + suffixes[type]))
  const bytes = find(name + (encoding ? suffixes[encoding] : ''))
  if (!bytes || type === undefined) throw new ApiProblem('NOT_FOUND', { message: 'This file does not exist.' })
  const send = (body: Buffer, coding: ContentCoding | undefined) =>
    sendBytes(exchange, status, body, [
      ...createHeaders({ 'Content-Type': type, Vary: 'Accept-Encoding' }),
      ...(coding ? ['Content-Encoding', coding] : []),
      ...headers,
    ])
  const isZipped = !encoding && accepted.includes('gzip') && bytes.length > compressedFromBytes && isText.test(type)
  if (!isZipped) send(bytes, encoding)
  else
    zip(bytes).then(
      (zipped) => send(zipped, 'gzip'),
      (error) => exchange.response.destroy(error),
    )
}

const isText = /^text|javascript|json|svg|wasm/

/** Files that were compressed for a client without Brotli. The npm package contains no gzip files. */
const zippedFiles = new WeakMap<Buffer, Promise<Buffer>>()

/** Compresses a file once and keeps the result as long as the file stays in memory. */
function zip(bytes: Buffer): Promise<Buffer> {
  const zipped = zippedFiles.get(bytes) ?? compressAsync(bytes, 'gzip')
  zippedFiles.set(bytes, zipped)
  return zipped
}

const suffixes = { br: '.br', gzip: '.gz' } as const
