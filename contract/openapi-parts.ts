// The parts of the OpenAPI document that follow from no table: what all answers share, and the paths beside /v1.
import { scopes } from './endpoint.ts'
import { problems } from './problem.ts'
import { limits } from './shared.ts'

export type Json = Record<string, unknown>
export interface Schema extends Json {
  type?: string | string[]
  title?: string
  format?: string
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
}

export const bodySize = (bodies: number) =>
  `${(bodies * limits.bodyBytes) / 1024 ** 2} MiB (${bodies * limits.bodyBytes} bytes)`
export const reference = (kind: string, name: string) => ({ $ref: `#/components/${kind}/${name}` })
export const json = (schema: Json, example?: unknown) => ({
  'application/json': { schema, ...(example === undefined ? {} : { example }) },
})

export const scopeMeanings = Object.fromEntries(scopes.map((scope) => [scope, meaningOf(scope)]))
function meaningOf(scope: string) {
  if (scope === '*') return 'Everything but people and tokens.'
  const [subject, verb] = scope.split(':')
  return verb === 'read' ? `Read ${subject}.` : `Read and change ${subject}.`
}

export const introduction = `An environment is the account of one customer; a token belongs to one environment and sees nothing else.

Every success is \`{"status":"OK"}\`, with \`data\` where there is something to return. Every failure is \`{"status":"ERROR","data":{…}}\` with a stable \`code\`, a message that says what to do, and the place of each fault.

Bodies are JSON of at most ${bodySize(1)}, nested at most 32 deep, with at most 60,000 values; those of an import are ${limits.importBodies} times as large. Unknown members and parameters are refused by name. \`HEAD\` answers as \`GET\` does.`

export const tags = [
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
export const ok = { type: 'string', enum: ['OK'] }
export const done: Schema = { type: 'object', required: ['status'], properties: { status: ok } }
export const errorEnvelope: Schema = {
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
export const oauthError: Schema = {
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

export const headers = {
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
export const everyHeader = {
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
export const sharedParameters = {
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
export const securitySchemes = {
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

const openUnder =
  (tag: string) =>
  (id: string, summary: string, description: string, responses: Json): Json => ({
    operationId: id,
    tags: [tag],
    summary,
    description: `${description} Needs no token.`,
    security: [],
    responses,
  })
const authentication = openUnder('Authentication')
const operation = openUnder('Operation')
const unavailable = (description: string) => ({
  description,
  content: json(reference('schemas', 'ErrorEnvelope')),
})
const refused = (description: string) => ({ description, content: json(reference('schemas', 'OAuthError')) })

// What stands beside /v1 follows other standards, and so is written out.
export const pathsBeside: Record<string, Record<string, Json>> = {
  '/oauth/token': {
    post: {
      ...authentication(
        'issueToken',
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
    get: authentication('getKeys', 'Read the public signing keys', 'A JSON Web Key Set (RFC 7517).', {
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
    get: operation('getLive', 'Ask whether the process runs', 'Touches nothing but the process itself.', {
      '200': { description: 'It runs.', content: json(reference('schemas', 'Done')) },
    }),
  },
  '/health/ready': {
    get: operation('getReady', 'Ask whether requests are served', 'Looks at the storage as well.', {
      '200': { description: 'Send requests.', content: json(reference('schemas', 'Done')) },
      '503': unavailable('Send none: it is starting, stopping, or cannot reach its storage.'),
    }),
  },
  '/metrics': {
    get: operation('getMetrics', 'Read the metrics', 'Counters and timings in the Prometheus text format.', {
      '200': { description: 'The metrics.', content: { 'text/plain': { schema: { type: 'string' } } } },
    }),
  },
}
