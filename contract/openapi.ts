// The OpenAPI 3.1 document, folded from the endpoint table and the list of problems.
import { type EndpointShape, problemsOf, scopesOf, takesIdempotencyKey } from './endpoint.ts'
import { examples } from './examples.ts'
import { endpoints } from './index.ts'
import {
  bodySize,
  done,
  errorEnvelope,
  everyHeader,
  headers,
  introduction,
  type Json,
  json,
  oauthError,
  ok,
  pathsBeside,
  reference,
  type Schema,
  securitySchemes,
  sharedParameters,
  tags,
} from './openapi-parts.ts'
import { type ProblemCode, problems } from './problem.ts'
import { limits } from './shared.ts'
import { messageHeaders, WebhookMessage } from './webhook.ts'

// The other formats are names of our own validation: a foreign tool would only warn about them.
const publicFormats = ['email']
const lines = (schema: Json, example?: unknown) => ({
  'application/x-ndjson': { schema, ...(example === undefined ? {} : { example }) },
})

export function openapi(version: string) {
  const schemas: Record<string, Schema> = { Done: done, ErrorEnvelope: errorEnvelope, OAuthError: oauthError }
  const responses: Record<string, Json> = {}
  const paths: Record<string, Record<string, Json>> = {}

  // Titled objects become components, so that generated clients get one named type for each.
  const hoist = (schema: Schema): Schema => {
    const { title, format, 'x-read-only': _internal, ...plain } = schema
    const hoisted: Schema = { ...plain }
    if (format && publicFormats.includes(format)) hoisted.format = format
    if (plain.items) hoisted.items = hoist(plain.items)
    if (plain.anyOf) hoisted.anyOf = plain.anyOf.map(hoist)
    if (!plain.properties) return hoisted
    hoisted.properties = Object.fromEntries(Object.entries(plain.properties).map(([name, s]) => [name, hoist(s)]))
    if (!title) return hoisted
    const component = { ...hoisted, type: 'object' }
    const known = schemas[title]
    if (known && JSON.stringify(known) !== JSON.stringify(component)) throw new Error(`two schemas titled ${title}`)
    schemas[title] = component
    const ref: Schema = reference('schemas', title)
    return Array.isArray(plain.type) ? { anyOf: [ref, { type: 'null' }] } : ref
  }

  const failure = (codes: ProblemCode[]): Json => {
    const [code] = codes
    if (codes.length > 1) return failureOf(codes)
    responses[code!] = failureOf(codes)
    return reference('responses', code!)
  }

  const success = (e: EndpointShape) => {
    const repeatable = takesIdempotencyKey(e)
    return {
      description: e.data ? 'Success; the result is in `data`.' : 'Success.',
      headers: {
        ...everyHeader,
        ...(e.etag ? { ETag: reference('headers', 'ETag') } : {}),
        ...(repeatable ? { 'Idempotent-Replayed': reference('headers', 'IdempotentReplayed') } : {}),
      },
      content: {
        ...json(
          e.data
            ? {
                type: 'object',
                required: ['data', 'status'],
                properties: { data: hoist(e.data as Schema), status: ok },
              }
            : reference('schemas', 'Done'),
        ),
        ...(e.rows ? lines(reference('schemas', 'RowResult')) : {}),
        ...(e.stream ? { 'text/event-stream': { schema: { type: 'string' } } } : {}),
      },
    }
  }

  const rowOf = ({ body, rows }: EndpointShape): Schema => hoist((body as Schema).properties![rows!]!.items!)

  const operation = (e: EndpointShape): Json => {
    const codes = problemsOf(e)
    const statuses = [...new Set(codes.map((code) => problems[code].status))].sort()
    const example = (examples as Record<string, unknown>)[e.id]
    const content = e.body && json(hoist(e.body as Schema), example)
    return {
      operationId: e.id,
      tags: [e.tag],
      summary: e.summary,
      description: [e.description, needOf(e)].filter(Boolean).join(' '),
      ...(e.scope === undefined ? {} : { 'x-required-scope': e.scope }),
      security: securityOf(e),
      parameters: [
        ...parameters('path', e.params as unknown as Schema | undefined, hoist),
        ...parameters('query', e.query as unknown as Schema, hoist),
        ...(takesIdempotencyKey(e) ? [reference('parameters', 'IdempotencyKey')] : []),
        ...(e.precondition ? [reference('parameters', 'IfMatch')] : []),
        reference('parameters', 'RequestId'),
      ],
      ...(content && {
        requestBody: {
          required: true,
          description: e.rows
            ? `JSON in UTF-8, at most ${bodySize(limits.importBodies)}; or a stream of lines of at most ${bodySize(1)}, each one element of \`${e.rows}\`.`
            : `JSON in UTF-8, at most ${bodySize(1)}.`,
          content: {
            ...content,
            ...(e.method === 'PATCH' ? { 'application/merge-patch+json': content['application/json'] } : {}),
            ...(e.rows ? lines(rowOf(e), (example as Record<string, unknown[]>)[e.rows]![0]) : {}),
          },
        },
      }),
      responses: {
        ...(e.created === true ? {} : { '200': success(e) }),
        ...(e.created ? { '201': success(e) } : {}),
        ...Object.fromEntries(
          statuses.map((status) => [status, failure(codes.filter((code) => problems[code].status === status))]),
        ),
      },
    }
  }

  for (const e of Object.values(endpoints) as EndpointShape[]) {
    paths[e.path] = { ...paths[e.path], [e.method.toLowerCase()]: operation(e) }
  }

  const message: Json = {
    operationId: 'receiveEvent',
    tags: ['Webhooks'],
    summary: 'Receive an event at the URL of a webhook',
    description: 'Any 2xx response confirms receipt; anything else is retried.',
    parameters: Object.entries(messageHeaders).map(([name, description]) => ({
      name,
      in: 'header',
      required: true,
      description,
      schema: { type: 'string' },
    })),
    requestBody: {
      required: true,
      content: { 'application/json': { schema: hoist(WebhookMessage as unknown as Schema) } },
    },
    responses: { '2XX': { description: 'Received.' }, '410': { description: 'Gone: the webhook is paused.' } },
  }

  return {
    openapi: '3.1.0',
    info: {
      title: 'Dray',
      version,
      summary: 'Delivery and collection orders, depots, loads and an export list for route planning.',
      description: introduction,
      contact: { name: 'The operator of this installation' },
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/', description: 'The installation that serves this document.' }],
    tags,
    paths: { ...paths, ...pathsBeside },
    webhooks: { event: { post: message } },
    'x-problems': Object.entries(problems).map(([code, problem]) => ({ code, ...problem })),
    components: { schemas, responses, parameters: sharedParameters, headers, securitySchemes },
  }
}

function needOf(e: EndpointShape): string {
  const scopes = scopesOf(e).map((scope) => `\`${scope}\``)
  if (scopes.length > 1) return `Requires one of the scopes ${scopes.join(', ')}.`
  if (scopes.length > 0) return `Requires the scope ${scopes[0]}.`
  return e.access === 'person' ? 'Requires a signed-in person.' : 'Requires no token.'
}

function securityOf(e: EndpointShape): Json[] {
  const clients = scopesOf(e).map((scope) => ({ clientCredentials: [scope] }))
  if (clients.length > 0) return [{ bearer: [] }, ...clients, { session: [] }]
  return e.access === 'person' ? [{ session: [] }] : []
}

function parameters(place: 'path' | 'query', schema: Schema | undefined, hoist: (schema: Schema) => Schema) {
  return Object.entries(schema?.properties ?? {}).map(([name, property]) => {
    const { description, ...rest } = hoist(property)
    const required = place === 'path' || (schema?.required?.includes(name) ?? false)
    return { name, in: place, required, description, schema: rest }
  })
}

function failureOf(codes: ProblemCode[]): Json {
  const status = problems[codes[0]!].status
  return {
    description: codes.map((code) => `\`${code}\`: ${problems[code].when} ${problems[code].remedy}`).join('\n\n'),
    headers: {
      'X-Request-Id': everyHeader['X-Request-Id'],
      ...(status === 429 || status === 503 ? { 'Retry-After': reference('headers', 'RetryAfter') } : {}),
      ...(status === 401 ? { 'WWW-Authenticate': reference('headers', 'WWWAuthenticate') } : {}),
    },
    content: json({
      allOf: [
        reference('schemas', 'ErrorEnvelope'),
        {
          type: 'object',
          properties: { data: { type: 'object', properties: { code: { type: 'string', enum: codes } } } },
        },
      ],
    }),
  }
}
