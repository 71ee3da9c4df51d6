// Serves the files of pages in a browser. Their names change with their content, and the smallest encoding is sent.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { ApiProblem } from '../platform/error/problems.ts'
import { createHeaders, type HeaderList, type HttpExchange } from './exchange.ts'
import { sendBytes } from './reply.ts'

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.csv': 'text/csv; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
}
/** Cache headers of files whose names change with their content. */
export const immutableCacheHeaders = ['Cache-Control', 'public, max-age=31536000, immutable']

/** Returns a function that reads each file on its first request, and keeps it in memory. */
export function openAssets(folder: string): (name: string) => Buffer | undefined {
  const cache = new Map<string, Buffer>()
  return (name) => {
    const cached = cache.get(name)
    if (cached) return cached
    // A name has to be in the folder's list, so that no path can leave the folder.
    if (!existsSync(folder) || !readdirSync(folder).includes(name)) return undefined
    const bytes = readFileSync(join(folder, name))
    cache.set(name, bytes)
    return bytes
  }
}

export function sendAsset(
  exchange: HttpExchange,
  find: (name: string) => Buffer | undefined,
  extraHeaders: HeaderList,
): void {
  const name = exchange.parameters[0]!
  const type = types[extname(name)]
  const accepted = exchange.request.headers['accept-encoding'] ?? ''
  const encoding = (['br', 'gzip'] as const).find((type) => accepted.includes(type) && find(name + suffixes[type]))
  const bytes = find(name + (encoding ? suffixes[encoding] : ''))
  if (!bytes || type === undefined) throw new ApiProblem('NOT_FOUND', { message: 'This file does not exist.' })
  sendBytes(exchange, 200, bytes, [
    ...createHeaders({ 'Content-Type': type, Vary: 'Accept-Encoding' }),
    ...(encoding ? ['Content-Encoding', encoding] : []),
    ...extraHeaders,
  ])
}
const suffixes = { br: '.br', gzip: '.gz' } as const
