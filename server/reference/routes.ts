// The API reference: the OpenAPI document and the page that renders it, without anything from outside.
import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { openapi } from '../../contract/openapi.ts'

const security = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  // A new release must not meet the script of the old one.
  'cache-control': 'no-cache',
}

const files = {
  '/docs': { name: 'page.html', type: 'text/html; charset=utf-8' },
  '/docs/reference.css': { name: 'reference.css', type: 'text/css; charset=utf-8' },
  '/docs/reference.js': { name: 'reference.js', type: 'text/javascript; charset=utf-8' },
}

export function reference(app: FastifyInstance, options: { version: string }): void {
  const serve = (path: string, type: string, content: string) => {
    app.get(path, (_request, reply) => reply.headers(security).type(type).send(content))
  }
  serve('/openapi.json', 'application/json; charset=utf-8', JSON.stringify(openapi(options.version)))
  for (const [path, { name, type }] of Object.entries(files)) {
    serve(path, type, readFileSync(new URL(name, import.meta.url), 'utf8'))
  }
}
