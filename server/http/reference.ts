// Serves the API reference: the documents for programs and the page for people. The page loads nothing from other
// hosts.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildAsyncapi } from '../../contract/asyncapi.ts'
import { buildOpenapi } from '../../contract/openapi.ts'
import { buildOpenapi30 } from '../../contract/openapi-older.ts'
import { ApiProblem } from '../platform/error/problems.ts'
import { chooseCoding, compressSync } from '../platform/value/coding.ts'
import type { CallerLimiter } from './callers.ts'
import { createHeaders, type HttpRoute, jsonType } from './exchange.ts'
import { sendBytes, sendCoded, sendText } from './reply.ts'

const security = createHeaders({
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; font-src 'self'; img-src 'self' " +
    "data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  // After an upgrade, the new page must not run a cached script of the old version.
  'Cache-Control': 'no-cache',
})

const files = {
  '/docs': { name: 'page.html', type: 'text/html; charset=utf-8' },
  '/docs/reference.css': { name: 'reference.css', type: 'text/css; charset=utf-8' },
  ...Object.fromEntries(
    ['reference', 'code', 'dom', 'samples', 'search', 'try'].map((name) => [
      `/docs/${name}.js`,
      { name: `${name}.js`, type: 'text/javascript; charset=utf-8' },
    ]),
  ),
}

/** Fonts of the built console. Without a built console, the page uses system fonts. */
const letters = join(import.meta.dirname, '../../console/dist/assets')
const readLetters = cacheResult(() => {
  const name = existsSync(letters) && readdirSync(letters).find((file) => /^inter-latin-wght-.*\.woff2$/.test(file))
  if (!name) throw new ApiProblem('NOT_FOUND', { message: 'This file does not exist.' })
  return readFileSync(join(letters, name))
})

export function createReferenceRoutes({ version, callers }: { version: string; callers: CallerLimiter }): HttpRoute[] {
  const page = (path: string, type: string, content: () => Buffer): HttpRoute => {
    const coded = {
      br: cacheResult(() => compressSync(content(), 'br')),
      gzip: cacheResult(() => compressSync(content(), 'gzip')),
    }
    return {
      method: 'GET',
      path,
      handle(exchange) {
        callers.admit(exchange)
        const headers = ['Content-Type', type, ...security]
        exchange.coding = chooseCoding(exchange.request.headers['accept-encoding'])
        if (exchange.coding === undefined) sendText(exchange, 200, content(), headers)
        else sendCoded(exchange, 200, coded[exchange.coding](), headers)
      },
    }
  }
  const document = (content: () => object) => cacheResult(() => Buffer.from(JSON.stringify(content())))
  return [
    page(
      '/openapi.json',
      jsonType,
      document(() => buildOpenapi(version)),
    ),
    page(
      '/openapi-3.0.json',
      jsonType,
      document(() => buildOpenapi30(version)),
    ),
    page(
      '/asyncapi.json',
      jsonType,
      document(() => buildAsyncapi(version)),
    ),
    {
      method: 'GET',
      path: '/docs/inter.woff2',
      handle(exchange) {
        callers.admit(exchange)
        const cacheHeaders = ['Cache-Control', 'public, max-age=86400']
        sendBytes(exchange, 200, readLetters(), ['Content-Type', 'font/woff2', ...cacheHeaders])
      },
    },
    ...Object.entries(files).map(([path, { name, type }]) =>
      page(
        path,
        type,
        cacheResult(() => readFileSync(new URL(`./reference/${name}`, import.meta.url))),
      ),
    ),
  ]
}

/** Creates a value on its first use, so that the start is not delayed, and shares it between all responses. */
function cacheResult(make: () => Buffer): () => Buffer {
  let made: Buffer | undefined
  return () => {
    made ??= make()
    return made
  }
}
