// Serves the console: the page for every path that a user may open, and its files.
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ServiceConfig } from '../platform/config/config.ts'
import { immutableCacheHeaders, openAssets, sendAsset } from './assets.ts'
import { createHeaders, type HttpExchange, type HttpRoute } from './exchange.ts'
import { sendBytes } from './reply.ts'
import type { VisitorSessions } from './visitors.ts'

const common = ['Referrer-Policy', 'same-origin']
const folder = join(import.meta.dirname, '../../console/dist')
const isFront = (url: string) => /^\/(\?|$)/.test(url)

/** Content security policy of the console. Styles that the page creates carry its nonce; scripts are files only. */
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

export interface ConsolePages {
  routes: HttpRoute[]
  /** Serves a page for a path without a route. Returns false if the request is not for a page. */
  page(exchange: HttpExchange): boolean
}

/**
 * Creates the pages of the console. They may load data from one other origin: the operator's street map at
 * `mapStyleUrl`.
 */
export function createConsole(
  { mapStyleUrl, mapFile }: Pick<ServiceConfig, 'mapStyleUrl' | 'mapFile'>,
  visitors: VisitorSessions,
): ConsolePages {
  const mapOrigin = mapStyleUrl ? new URL(mapStyleUrl).origin : ''
  const find = openAssets(join(folder, 'assets'))
  return {
    routes: [
      {
        method: 'GET',
        path: '/assets/{file}',
        handle(exchange) {
          visitors.admitToFiles(exchange)
          sendAsset(exchange, find, [...immutableCacheHeaders, ...common])
        },
      },
    ],
    page(exchange) {
      const { method, url, headers } = exchange.request
      // A person or monitor that requests the front page rarely sends an `Accept` header for HTML.
      const asks = (method === 'GET' || method === 'HEAD') && (headers.accept?.includes('text/html') || isFront(url!))
      if (
        !asks ||
        /^\/(v1|docs|guide|health|assets|map|driver|t)\b/.test(url!) ||
        !existsSync(join(folder, 'index.html'))
      )
        return false
      visitors.admitToFiles(exchange)
      const nonce = randomBytes(16).toString('base64url')
      const html = readFileSync(join(folder, 'index.html'), 'utf8')
        .replace('__NONCE__', nonce)
        .replace('__MAP_STYLE__', () => attribute(mapStyleUrl))
        .replace('__MAP_FILE__', mapFile === '' ? '' : '/map/region.pmtiles')
      sendBytes(exchange, 200, Buffer.from(html), [
        ...createHeaders({
          'Content-Type': 'text/html; charset=utf-8',
          'Content-Security-Policy': policy(nonce, mapOrigin),
          'Cache-Control': 'no-store',
          'Cross-Origin-Opener-Policy': 'same-origin',
        }),
        ...common,
      ])
      return true
    },
  }
}

const attribute = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
