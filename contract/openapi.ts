// The OpenAPI 3.1 document, folded from the endpoint table and the list of problems.
import { type EndpointShape, problemsOf, scopes, scopesOf, takesIdempotencyKey } from './endpoint.ts'
import { examples } from './examples.ts'
import { endpoints } from './index.ts'
import { type ProblemCode, problems } from './problem.ts'
import { limits } from './shared.ts'
import { messageHeaders, WebhookMessage } from './webhook.ts'

type Json = Record<string, unknown>
interface Schema extends Json {
  type?: string | string[]
  title?: string
  format?: string
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
}

const bodySize = (bodies: number) =>
  `${(bodies * limits.bodyBytes) / 1024 ** 2} MiB (${bodies * limits.bodyBytes} bytes)`
// The other formats are names of our own validation: a foreign tool would only warn about them.
const publicFormats = ['email']
const reference = (kind: string, name: string) => ({ $ref: `#/components/${kind}/${name}` })
const json = (schema: Json, example?: unknown) => ({
  'application/json': { schema, ...(example === undefined ? {} : { example }) },
})

const lines = (schema: Json, example?: unknown) => ({
  'application/x-ndjson': { schema, ...(example === undefined ? {} : { example }) },
})

export const scopeMeanings = Object.fromEntries(scopes.map((scope) => [scope, meaningOf(scope)]))
function meaningOf(scope: string) {
  if (scope === '*') return 'Everything but people and tokens.'
  const [subject, verb] = scope.split(':')
  return verb === 'read' ? `Read ${subject}.` : `Read and change ${subject}.`
}

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
      description: e.data ? 'Done; `data` is the answer.' : 'Done.',
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
            ? `At most ${bodySize(limits.importBodies)} of JSON in UTF-8, or lines of at most ${bodySize(1)}, each one element of \`${e.rows}\`.`
            : `At most ${bodySize(1)} of JSON in UTF-8.`,
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
    summary: 'An event, sent to the URL of a webhook',
    description: 'Any 2xx means that it is taken; everything else is tried again.',
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
    responses: { '2XX': { description: 'Taken.' }, '410': { description: 'Gone: the webhook is paused.' } },
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
  if (scopes.length > 0) return `Needs the scope ${scopes.join(' or ')}.`
  return e.access === 'person' ? 'Needs a signed-in person.' : 'Needs no token.'
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

const introduction = `An environment is the account of one customer; a token belongs to one environment and sees nothing else.

Every success is \`{"status":"OK"}\`, with \`data\` where there is something to return. Every failure is \`{"status":"ERROR","data":{…}}\` with a stable \`code\`, a message that says what to do, and the place of each fault.

Bodies are JSON of at most ${bodySize(1)}, nested at most 32 deep, with at most 60,000 values; those of an import are ${limits.importBodies} times as large. Unknown members and parameters are refused by name. \`HEAD\` answers as \`GET\` does.`

const tags = [
  { name: 'Consignments', description: 'Delivery and collection orders.' },
  { name: 'Export list', description: 'Consignments that wait to be taken over by another system.' },
  { name: 'Depots', description: 'Places that consignments are delivered from or collected to.' },
  { name: 'Loads', description: 'What one vehicle carries on one route, as ordered stops.' },
  { name: 'Environment', description: 'Settings of the account.' },
  { name: 'People', description: 'Who signs in, to which environments, and as what.' },
  {
    name: 'Webhooks',
    description: 'Where the service tells of changes by itself, by the Standard Webhooks specification.',
  },
  { name: 'Events', description: 'Following what changes.' },
  { name: 'API access', description: 'Tokens and clients of the environment.' },
  { name: 'Authentication', description: 'Getting and checking tokens.' },
  { name: 'Operation', description: 'For whoever runs the service: health and metrics.' },
]

const text = (description: string) => ({ type: 'string', description })
const ok = { type: 'string', enum: ['OK'] }
const done: Schema = { type: 'object', required: ['status'], properties: { status: ok } }
const errorEnvelope: Schema = {
  type: 'object',
  description: 'How every failure is answered.',
  required: ['status', 'data'],
  properties: {
    status: { type: 'string', enum: ['ERROR'] },
    data: {
      type: 'object',
      required: ['code', 'message', 'requestId'],
      properties: {
        code: { type: 'string', enum: Object.keys(problems), description: 'Stable; decide by this.' },
        message: text('What is wrong and what to do, for a human reader. Its wording may change.'),
        errors: {
          type: 'array',
          maxItems: 1000,
          description: 'Every fault found, up to 1000. Left out where the fault has no place in the request.',
          items: {
            type: 'object',
            required: ['path', 'code', 'message'],
            properties: {
              path: text('JSON Pointer into the body, `?name` for a query parameter, `Header-Name:` for a header.'),
              code: text('Kind of the fault, such as `required`.'),
              message: text('What to change.'),
            },
          },
        },
        requestId: text('The same as in `X-Request-Id`.'),
        consignmentId: text('With `KEY_EXISTS`: the consignment that holds the key.'),
        loadId: text('The load that holds the key or stands in the way.'),
      },
    },
  },
}
const oauthError: Schema = {
  type: 'object',
  description: 'A refusal as RFC 6749 words it.',
  required: ['error'],
  properties: {
    error: {
      type: 'string',
      enum: ['invalid_request', 'invalid_client', 'unsupported_grant_type', 'invalid_scope'],
    },
    error_description: text('What to change.'),
  },
}

const headers = {
  ETag: {
    description: 'The version, in quotes; send it as `If-Match`.',
    schema: { type: 'string', examples: ['"1"'] },
  },
  RequestId: { description: 'Names this request in the log.', schema: { type: 'string' } },
  IdempotentReplayed: {
    description: '`true` when this is the kept answer to an earlier request with the same Idempotency-Key.',
    schema: { type: 'string', enum: ['true'] },
  },
  RateLimitLimit: { description: 'Requests that the token may send in a burst.', schema: { type: 'integer' } },
  RateLimitRemaining: { description: 'Requests left right now.', schema: { type: 'integer' } },
  RateLimitReset: { description: 'Seconds until the whole burst is available again.', schema: { type: 'integer' } },
  RetryAfter: { description: 'Seconds to wait before the next attempt.', schema: { type: 'integer' } },
  WWWAuthenticate: { description: 'Names the scheme and what is wrong with the token.', schema: { type: 'string' } },
}
const everyHeader = {
  'X-Request-Id': reference('headers', 'RequestId'),
  'RateLimit-Limit': reference('headers', 'RateLimitLimit'),
  'RateLimit-Remaining': reference('headers', 'RateLimitRemaining'),
  'RateLimit-Reset': reference('headers', 'RateLimitReset'),
}
const headerParameter = (name: string, description: string, example: string) => ({
  name,
  in: 'header',
  required: false,
  description,
  schema: { type: 'string', minLength: 1, maxLength: limits.keyLength, examples: [example] },
})
const sharedParameters = {
  IdempotencyKey: headerParameter(
    'Idempotency-Key',
    'Makes a repeat safe: the first success is kept for 24 hours and replayed.',
    '7f3c0d8e-order-1001',
  ),
  IfMatch: headerParameter(
    'If-Match',
    'Only if the record still has this version, as its `ETag` gave it; `*` matches any existing record.',
    '"1"',
  ),
  RequestId: headerParameter('X-Request-Id', 'Your own name for the request, for the log.', 'import-2026-07-01-0001'),
}
const securitySchemes = {
  bearer: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description:
      'A token of one environment, with scopes. `write` includes `read`, and `*` includes all but people and tokens.',
  },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'dray_session',
    description:
      'The session of a person, in the environment that the header `Dray-Environment` names. Changes need the header `X-Dray-Console: 1` and the `Origin` of the service. Over https the cookie is called `__Host-dray_session`.',
  },
  clientCredentials: {
    type: 'oauth2',
    description: 'The same tokens, fetched with a client id and secret.',
    flows: { clientCredentials: { tokenUrl: '/oauth/token', scopes: scopeMeanings } },
  },
}

const open = (id: string, tag: string, summary: string, description: string, responses: Json): Json => ({
  operationId: id,
  tags: [tag],
  summary,
  description: `${description} Needs no token.`,
  security: [],
  responses,
})
const unavailable = (description: string) => ({
  description,
  content: json(reference('schemas', 'ErrorEnvelope')),
})
const refused = (description: string) => ({ description, content: json(reference('schemas', 'OAuthError')) })

// What stands beside /v1 follows other standards, and so is written out.
const pathsBeside: Record<string, Record<string, Json>> = {
  '/oauth/token': {
    post: {
      ...open(
        'issueToken',
        'Authentication',
        'Get an access token',
        'OAuth 2 client credentials (RFC 6749, 4.4). The client may also name itself with HTTP Basic authentication.',
        {
          '200': {
            description: 'The token. Ask for the next one before this one ends.',
            content: json({
              type: 'object',
              required: ['access_token', 'token_type', 'expires_in', 'scope'],
              properties: {
                access_token: text('JWT for the `Authorization` header.'),
                token_type: { type: 'string', enum: ['Bearer'] },
                expires_in: { type: 'integer', minimum: 1, description: 'Seconds.' },
                scope: text('The scopes granted, with spaces between.'),
              },
            }),
          },
          '400': refused('`invalid_request`, `unsupported_grant_type` or `invalid_scope`.'),
          '401': refused('`invalid_client`: unknown client, wrong secret, or no longer active.'),
        },
      ),
      requestBody: {
        required: true,
        content: {
          'application/x-www-form-urlencoded': {
            schema: {
              type: 'object',
              required: ['grant_type'],
              properties: {
                grant_type: { type: 'string', enum: ['client_credentials'] },
                client_id: text('Left out with HTTP Basic authentication.'),
                client_secret: text('Left out with HTTP Basic authentication.'),
                scope: text('Scopes with spaces between; left out: all that the client may have.'),
              },
            },
            example: { grant_type: 'client_credentials', client_id: 'example-client', client_secret: 'example-secret' },
          },
        },
      },
    },
  },
  '/.well-known/jwks.json': {
    get: open('getKeys', 'Authentication', 'Read the public signing keys', 'A JSON Web Key Set (RFC 7517).', {
      '200': {
        description: 'The keys that tokens may be signed with now.',
        content: json({
          type: 'object',
          required: ['keys'],
          properties: { keys: { type: 'array', items: { type: 'object' } } },
        }),
      },
    }),
  },
  '/health/live': {
    get: open('getLive', 'Operation', 'Ask whether the process runs', 'Touches nothing but the process itself.', {
      '200': { description: 'It runs.', content: json(reference('schemas', 'Done')) },
    }),
  },
  '/health/ready': {
    get: open('getReady', 'Operation', 'Ask whether requests are served', 'Looks at the storage as well.', {
      '200': { description: 'Send requests.', content: json(reference('schemas', 'Done')) },
      '503': unavailable('Send none: it is starting, stopping, or cannot reach its storage.'),
    }),
  },
  '/metrics': {
    get: open('getMetrics', 'Operation', 'Read the metrics', 'Counters and timings in the Prometheus text format.', {
      '200': { description: 'The metrics.', content: { 'text/plain': { schema: { type: 'string' } } } },
    }),
  },
}
