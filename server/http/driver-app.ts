// Serves the driver app: its page at `/driver`, its service worker, its manifest and its files.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { immutableCacheHeaders, openAssets, sendAsset } from './assets.ts'
import type { ConsolePages } from './console.ts'
import { createHeaders, type HttpRoute } from './exchange.ts'
import { sendBytes } from './reply.ts'
import type { VisitorSessions } from './visitors.ts'

const folder = join(import.meta.dirname, '../../driver/dist')
// The URL of a device link contains a secret, so the app sends no referrer.
const common = ['Referrer-Policy', 'no-referrer']
/** Headers of the service worker: its file is below `/driver/`, and it also controls the page `/driver`. */
const fresh = ['Cache-Control', 'no-cache', 'Service-Worker-Allowed', '/driver']

/** Content security policy of the app. It allows WebAssembly, which reads barcodes. */
const policy = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "media-src 'self' blob:",
  "worker-src 'self'",
  "manifest-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

export function createDriverApp(visitors: VisitorSessions): ConsolePages {
  const route = (path: string, find: ReturnType<typeof openAssets>, headers: string[]): HttpRoute => ({
    method: 'GET',
    path,
    handle(exchange) {
      visitors.admitToFiles(exchange)
      sendAsset(exchange, find, [...headers, ...common])
    },
  })
  return {
    routes: [
      // Files that keep their names when they change are read for each request.
      route('/driver/{file}', (name) => openAssets(join(folder, 'root'))(name), fresh),
      route('/driver/assets/{file}', openAssets(join(folder, 'assets')), immutableCacheHeaders),
    ],
    page(exchange) {
      const { method, url } = exchange.request
      if (!(method === 'GET' || method === 'HEAD') || !/^\/driver\/?(\?|$)/.test(url!)) return false
      if (!existsSync(join(folder, 'index.html'))) return false
      visitors.admitToFiles(exchange)
      sendBytes(exchange, 200, readFileSync(join(folder, 'index.html')), [
        ...createHeaders({
          'Content-Type': 'text/html; charset=utf-8',
          'Content-Security-Policy': policy,
          'Cache-Control': 'no-cache',
          'Permissions-Policy': 'camera=(self), geolocation=(self), microphone=()',
          'Cross-Origin-Opener-Policy': 'same-origin',
        }),
        ...common,
      ])
      return true
    },
  }
}
