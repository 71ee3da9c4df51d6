// Serves the guide at `/guide`: its pages and their files.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { hasEntityTag } from '../platform/operation/version.ts'
import { immutableCacheHeaders, openAssets, sendAsset, sendFileNamed } from './assets.ts'
import type { ConsolePages } from './console.ts'
import { createHeaders, type HeaderList, type HttpExchange, type HttpRoute } from './exchange.ts'
import { sendBytes, sendUnchanged } from './reply.ts'
import type { VisitorSessions } from './visitors.ts'

const folder = join(import.meta.dirname, '../../guide/dist')
const common = ['Referrer-Policy', 'same-origin']
/** Names of pages. They contain no dot, so no path leaves the folder. */
const pageName = /^(?:[\w-]+\/)*[\w-]*$/
const missingPage = '404.html'

const hashOf = (text: string) => createHash('sha256').update(text).digest('base64')

const inlineScripts = (html: string) =>
  [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([^<]*)</g)].map(([, code]) => code!)

/**
 * Content security policy of a page. It contains the hashes of two short scripts that the build writes into each page.
 */
const policyOf = (html: string) =>
  [
    "default-src 'none'",
    ['script-src', "'self'", ...inlineScripts(html).map((code) => `'sha256-${hashOf(code)}'`)].join(' '),
    "style-src 'self'",
    // The colours of highlighted code are style attributes.
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

/** Returns a function that reads the headers of a page once for each build of the guide. */
function openHeaders(): (file: string) => { etag: string; headers: HeaderList } {
  let builtMs = 0
  const headersByFile = new Map<string, { etag: string; headers: HeaderList }>()
  return (file) => {
    const { mtimeMs } = statSync(join(folder, 'stamp'))
    if (mtimeMs !== builtMs) headersByFile.clear()
    builtMs = mtimeMs
    const stored = headersByFile.get(file)
    if (stored) return stored
    const html = readFileSync(join(folder, file), 'utf8')
    const etag = `"${hashOf(html)}"`
    const headers = [
      ...createHeaders({
        'Content-Security-Policy': policyOf(html),
        'Cache-Control': 'no-cache',
        // Weak, because the compressed forms of a page share it.
        ETag: `W/${etag}`,
        'Cross-Origin-Opener-Policy': 'same-origin',
      }),
      ...common,
    ]
    headersByFile.set(file, { etag, headers })
    return { etag, headers }
  }
}

/** Returns the file of a page, or the correct path if the requested path lacks a slash or has one too many. */
function findPage(name: string): { file: string } | { path: string } | undefined {
  const has = (file: string) => existsSync(join(folder, file))
  if (!pageName.test(name)) return undefined
  if (name === '' || name.endsWith('/')) {
    if (has(`${name}index.html`)) return { file: `${name}index.html` }
    return has(`${name.slice(0, -1)}.html`) ? { path: `/guide/${name.slice(0, -1)}` } : undefined
  }
  if (has(`${name}.html`)) return { file: `${name}.html` }
  return has(`${name}/index.html`) ? { path: `/guide/${name}/` } : undefined
}

export function createGuide(visitors: VisitorSessions): ConsolePages {
  const headersOf = openHeaders()
  const files = (below: string): HttpRoute => {
    const find = openAssets(join(folder, below))
    return {
      method: 'GET',
      path: `/guide/${below}/{file}`,
      handle(exchange) {
        visitors.admitToFiles(exchange)
        sendAsset(exchange, find, [...immutableCacheHeaders, ...common])
      },
    }
  }
  const send = (exchange: HttpExchange, status: number, file: string) => {
    const { etag, headers } = headersOf(file)
    if (status === 200 && hasEntityTag(exchange.request.headers['if-none-match'], etag))
      return void sendUnchanged(exchange, [...headers])
    const find = openAssets(join(folder, dirname(file)))
    sendFileNamed(exchange, basename(file), find, { status, headers })
  }
  return {
    routes: [
      files('assets'),
      files('assets/chunks'),
      {
        method: 'GET',
        path: '/guide/hashmap.json',
        handle(exchange) {
          visitors.admitToFiles(exchange)
          // An open tab reads the names of the new files here after an upgrade.
          sendFileNamed(exchange, 'hashmap.json', openAssets(folder), {
            status: 200,
            headers: ['Cache-Control', 'no-cache', ...common],
          })
        },
      },
    ],
    page(exchange) {
      const { method, url } = exchange.request
      const path = /^\/guide(\/[^?#]*)?(?:[?#]|$)/.exec(url!)
      if (!(method === 'GET' || method === 'HEAD') || !path || !existsSync(join(folder, missingPage))) return false
      visitors.admitToFiles(exchange)
      const target = path[1] === undefined ? { path: '/guide/' } : findPage(path[1].slice(1))
      if (!target) send(exchange, 404, missingPage)
      else if ('file' in target) send(exchange, 200, target.file)
      else sendBytes(exchange, 308, Buffer.alloc(0), ['Location', target.path, ...common])
      return true
    },
  }
}
