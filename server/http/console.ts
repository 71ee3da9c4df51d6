// The web console: its page for every path that a person may open, and the files that the page is made of.
import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import type { Config } from '../config.ts'
import { Problem } from '../core/problems.ts'
import type { Exchange, Route } from './exchange.ts'
import { sendBytes } from './reply.ts'
import type { Visitors } from './visitors.ts'

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.csv': 'text/csv; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
}
const common = ['Referrer-Policy', 'same-origin']
const year = 31_536_000
const folder = join(import.meta.dirname, '../../console/dist')
const isFront = (url: string) => /^\/(\?|$)/.test(url)

/** Styles that the page makes while it runs carry the nonce of their page; scripts come from files only. */
const policy = (nonce: string, mapOrigin: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    `img-src 'self' data: blob: ${mapOrigin}`.trimEnd(),
    "font-src 'self'",
    `connect-src 'self' ${mapOrigin}`.trimEnd(),
    "worker-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

export interface Console {
  routes: Route[]
  /** Answers a path that nothing else is at, when a browser asks for a page. */
  page(exchange: Exchange): boolean
}

/** `mapStyleUrl` is the operator's street map, if there is one: the only other place that a page may fetch from. */
export function createConsole({ mapStyleUrl }: Pick<Config, 'mapStyleUrl'>, visitors: Visitors): Console {
  const mapOrigin = mapStyleUrl ? new URL(mapStyleUrl).origin : ''
  const find = openAssets(join(folder, 'assets'))
  return {
    routes: [
      {
        method: 'GET',
        path: '/assets/{file}',
        handle(exchange) {
          visitors.admitToFiles(exchange)
          sendAsset(exchange, find)
        },
      },
    ],
    page(exchange) {
      const { method, url, headers } = exchange.request
      // Who asks for the front page by hand, or to see whether it is there, rarely says in which form.
      const asks = (method === 'GET' || method === 'HEAD') && (headers.accept?.includes('text/html') || isFront(url!))
      if (!asks || /^\/(v1|t|docs|health|assets)\b/.test(url!) || !existsSync(join(folder, 'index.html'))) return false
      visitors.admitToFiles(exchange)
      const nonce = randomBytes(16).toString('base64url')
      const html = readFileSync(join(folder, 'index.html'), 'utf8')
        .replace('__NONCE__', nonce)
        .replace('__MAP_STYLE__', () => attribute(mapStyleUrl))
      sendBytes(exchange, 200, Buffer.from(html), [
        ...['Content-Type', 'text/html; charset=utf-8', 'Content-Security-Policy', policy(nonce, mapOrigin)],
        ...['Cache-Control', 'no-store', 'Cross-Origin-Opener-Policy', 'same-origin', ...common],
      ])
      return true
    },
  }
}

const attribute = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')

/** Reads each file when it is first asked for, and keeps it: its name changes with what is in it. */
function openAssets(folder: string): (name: string) => Buffer | undefined {
  const kept = new Map<string, Buffer>()
  return (name) => {
    const known = kept.get(name)
    if (known) return known
    // A name is looked up among those that are there, so that no name can lead out of the folder.
    if (!existsSync(folder) || !readdirSync(folder).includes(name)) return undefined
    const bytes = readFileSync(join(folder, name))
    kept.set(name, bytes)
    return bytes
  }
}

function sendAsset(exchange: Exchange, find: (name: string) => Buffer | undefined): void {
  const name = exchange.parameters[0]!
  const type = types[extname(name)]
  const accepted = exchange.request.headers['accept-encoding'] ?? ''
  const encoding = (['br', 'gzip'] as const).find((one) => accepted.includes(one) && find(name + suffixes[one]))
  const bytes = find(name + (encoding ? suffixes[encoding] : ''))
  if (!bytes || type === undefined) throw new Problem('NOT_FOUND', { message: 'There is no such file.' })
  sendBytes(exchange, 200, bytes, [
    ...['Content-Type', type, 'Cache-Control', `public, max-age=${year}, immutable`, 'Vary', 'Accept-Encoding'],
    ...(encoding ? ['Content-Encoding', encoding] : []),
    ...common,
  ])
}
const suffixes = { br: '.br', gzip: '.gz' } as const
