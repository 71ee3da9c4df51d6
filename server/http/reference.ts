// The API reference: the OpenAPI document and the page that renders it, without anything from outside.
import { readFileSync } from 'node:fs'
import { openapi } from '../../contract/openapi.ts'
import { json, type Route } from './exchange.ts'
import { send } from './reply.ts'

const security = [
  'Content-Security-Policy',
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  ...['X-Content-Type-Options', 'nosniff', 'Referrer-Policy', 'no-referrer'],
  // A new release must not meet the script of the old one.
  ...['Cache-Control', 'no-cache'],
]

const files = {
  '/docs': { name: 'page.html', type: 'text/html; charset=utf-8' },
  '/docs/reference.css': { name: 'reference.css', type: 'text/css; charset=utf-8' },
  '/docs/reference.js': { name: 'reference.js', type: 'text/javascript; charset=utf-8' },
}

export function referenceRoutes(version: string): Route[] {
  const page = (path: string, type: string, content: () => string): Route => ({
    method: 'GET',
    path,
    handle: (exchange) => send(exchange, 200, content(), ['Content-Type', type, ...security]),
  })
  const document = once(() => JSON.stringify(openapi(version)))
  return [
    page('/openapi.json', json, document),
    ...Object.entries(files).map(([path, { name, type }]) =>
      page(
        path,
        type,
        once(() => readFileSync(new URL(`../reference/${name}`, import.meta.url), 'utf8')),
      ),
    ),
  ]
}

/** Made when it is first asked for: a start has better things to do. */
function once(make: () => string): () => string {
  let made: string | undefined
  return () => {
    made ??= make()
    return made
  }
}
