// The API reference: the documents for programs and the page for people, without anything from outside.
import { readFileSync } from 'node:fs'
import { asyncapi } from '../../contract/asyncapi.ts'
import { openapi } from '../../contract/openapi.ts'
import { openapi30 } from '../../contract/openapi-older.ts'
import { codingOf } from '../core/coding.ts'
import type { Callers } from './callers.ts'
import { json, type Route } from './exchange.ts'
import { sendText } from './reply.ts'

const security = [
  'Content-Security-Policy',
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  ...['Referrer-Policy', 'no-referrer'],
  // A new release must not meet the script of the old one.
  ...['Cache-Control', 'no-cache'],
]

const files = {
  '/docs': { name: 'page.html', type: 'text/html; charset=utf-8' },
  '/docs/reference.css': { name: 'reference.css', type: 'text/css; charset=utf-8' },
  '/docs/reference.js': { name: 'reference.js', type: 'text/javascript; charset=utf-8' },
}

export function referenceRoutes({ version, callers }: { version: string; callers: Callers }): Route[] {
  const page = (path: string, type: string, content: () => Buffer): Route => ({
    method: 'GET',
    path,
    handle(exchange) {
      callers.admit(exchange)
      exchange.coding = codingOf(exchange.request.headers['accept-encoding'])
      sendText(exchange, 200, content(), ['Content-Type', type, ...security])
    },
  })
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
    ...Object.entries(files).map(([path, { name, type }]) =>
      page(
        path,
        type,
        once(() => readFileSync(new URL(`../reference/${name}`, import.meta.url))),
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
