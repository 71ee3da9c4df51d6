// The API reference: the documents for programs and the page for people, without anything from outside.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { asyncapi } from '../../contract/asyncapi.ts'
import { openapi } from '../../contract/openapi.ts'
import { openapi30 } from '../../contract/openapi-older.ts'
import { Problem } from '../platform/error/problems.ts'
import { codingOf, compressNow } from '../platform/value/coding.ts'
import type { Callers } from './callers.ts'
import { headersFrom, json, type Route } from './exchange.ts'
import { sendBytes, sendCoded, sendText } from './reply.ts'

const security = headersFrom({
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; font-src 'self'; img-src 'self' " +
    "data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  // A new release must not meet the script of the old one.
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

/** The letters of the console, where it is built; the page does without them otherwise. */
const letters = join(import.meta.dirname, '../../console/dist/assets')
const readLetters = once(() => {
  const name = existsSync(letters) && readdirSync(letters).find((each) => /^inter-latin-wght-.*\.woff2$/.test(each))
  if (!name) throw new Problem('NOT_FOUND', { message: 'This file does not exist.' })
  return readFileSync(join(letters, name))
})

export function referenceRoutes({ version, callers }: { version: string; callers: Callers }): Route[] {
  const page = (path: string, type: string, content: () => Buffer): Route => {
    const coded = { br: once(() => compressNow(content(), 'br')), gzip: once(() => compressNow(content(), 'gzip')) }
    return {
      method: 'GET',
      path,
      handle(exchange) {
        callers.admit(exchange)
        const headers = ['Content-Type', type, ...security]
        exchange.coding = codingOf(exchange.request.headers['accept-encoding'])
        if (exchange.coding === undefined) sendText(exchange, 200, content(), headers)
        else sendCoded(exchange, 200, coded[exchange.coding](), headers)
      },
    }
  }
  const document = (content: () => object) => once(() => Buffer.from(JSON.stringify(content())))
  return [
    page(
      '/openapi.json',
      json,
      document(() => openapi(version)),
    ),
    page(
      '/openapi-3.0.json',
      json,
      document(() => openapi30(version)),
    ),
    page(
      '/asyncapi.json',
      json,
      document(() => asyncapi(version)),
    ),
    {
      method: 'GET',
      path: '/docs/inter.woff2',
      handle(exchange) {
        callers.admit(exchange)
        const kept = ['Cache-Control', 'public, max-age=86400']
        sendBytes(exchange, 200, readLetters(), ['Content-Type', 'font/woff2', ...kept])
      },
    },
    ...Object.entries(files).map(([path, { name, type }]) =>
      page(
        path,
        type,
        once(() => readFileSync(new URL(`./reference/${name}`, import.meta.url))),
      ),
    ),
  ]
}

/** Made when it is first asked for, as a start has better things to do, and shared by all replies. */
function once(make: () => Buffer): () => Buffer {
  let made: Buffer | undefined
  return () => {
    made ??= make()
    return made
  }
}
