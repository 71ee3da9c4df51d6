// The parts of the OpenAPI document that follow from no table: what all answers share, and the paths beside /v1.
import { scopes } from './endpoint.ts'
import { problems, secondFactorWays } from './problem.ts'
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
  if (scope === '*') return 'Everything except people and tokens.'
  const [name, verb] = scope.split(':')
  const subject = name === 'export' ? 'the export list' : name === 'fleet' ? 'vehicles and drivers' : name
  return verb === 'read' ? `Read ${subject}.` : `Read and change ${subject}.`
}

export const introduction = `An environment is the account of one customer; a token belongs to one environment and sees nothing else.

Every success is \`{"status":"OK"}\`, with \`data\` where there is something to return. Every failure is \`{"status":"ERROR","data":{…}}\` with a stable \`code\`, a message that says what to do, and the place of each error.

Bodies are JSON of at most ${bodySize(1)}, nested at most 32 deep, with at most 60,000 values; an import may be ${limits.importBodies} times as large. Unknown members and parameters are refused by name. \`HEAD\` works like \`GET\`.`

export const tags = [
  { name: 'Consignments', description: 'Delivery and collection orders, called consignments here.' },
  { name: 'Export list', description: 'Consignments that are waiting to be exported to another system.' },
  { name: 'Depots', description: 'Places that consignments are delivered from or collected to.' },
  { name: 'Fleet', description: 'Vehicles, and the drivers who usually drive them.' },
  { name: 'Loads', description: 'What one vehicle carries on one route, as a sequence of stops.' },
  { name: 'Proofs', description: 'What became of consignments: outcomes with reasons, photos and signatures.' },
  {
    name: "Driver's app",
    description: "What a driver's device may ask: the loads that name the driver, and what became of their stops.",
  },
  { name: 'Optimisation', description: 'Searches for better routes, their proposals, and applying and undoing them.' },
  { name: 'Environment', description: 'Settings of the customer account.' },
  { name: 'People', description: 'Who can sign in, to which environments, and with which role.' },
  { name: 'Notices', description: 'Letters about orders: to consignees, and to the addresses in the settings.' },
  { name: 'Tracking', description: 'Public pages on which consignees follow their orders.' },
  {
    name: 'Webhooks',
    description: 'Sends changes to your systems automatically, following the Standard Webhooks specification.',
  },
  { name: 'Events', description: 'Follow all changes.' },
  { name: 'API access', description: 'Tokens and OAuth 2 clients of the environment.' },
  { name: 'Authentication', description: 'Get and verify tokens.' },
  { name: 'Operation', description: 'Health and metrics, for operators.' },
]

const text = (description: string) => ({ type: 'string', description })
export const ok = { type: 'string', enum: ['OK'] }
export const done: Schema = { type: 'object', required: ['status'], properties: { status: ok } }
export const errorEnvelope: Schema = {
  type: 'object',
  description: 'The response to every failed request.',
  required: ['status', 'data'],
  properties: {
    status: { type: 'string', enum: ['ERROR'] },
    data: {
      type: 'object',
      required: ['code', 'message', 'requestId'],
      properties: {
        code: { type: 'string', enum: Object.keys(problems), description: 'Stable code; base decisions on it.' },
        message: text('What is wrong and how to fix it, for a human reader. The wording may change.'),
        errors: {
          type: 'array',
          maxItems: 1000,
          description: 'Every error found, up to 1000. Left out if the failure has no place in the request.',
          items: {
            type: 'object',
            required: ['path', 'code', 'message'],
            properties: {
              path: text('JSON Pointer into the body, `?name` for a query parameter, `Header-Name:` for a header.'),
              code: text('Kind of error, such as `required`.'),
              message: text('What to change.'),
            },
          },
        },
        requestId: text('The same as in `X-Request-Id`.'),
        token: text('With `SECOND_FACTOR`: names the sign-in that waits for its second factor, for ten minutes.'),
        ways: {
          type: 'array',
          maxItems: secondFactorWays.length,
          items: { type: 'string', enum: secondFactorWays },
          description: 'With `SECOND_FACTOR`: what the account has, any of which will do.',
        },
        consignmentId: text('With `KEY_EXISTS`: id of the consignment that already has the key.'),
        loadId: text('Id of the load that already has the key or does not allow the change.'),
      },
    },
  },
}
export const oauthError: Schema = {
  type: 'object',
  description: 'An error response as defined in RFC 6749.',
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
    description: 'The current version in quotes; send it as `If-Match`.',
    schema: { type: 'string', examples: ['"1"'] },
  },
  RequestId: { description: 'Identifies this request in the log.', schema: { type: 'string' } },
  IdempotentReplayed: {
    description: '`true` if this is the stored response to an earlier request with the same Idempotency-Key.',
    schema: { type: 'string', enum: ['true'] },
  },
  RateLimitLimit: {
    description: 'Number of requests that the token may send in a burst.',
    schema: { type: 'integer' },
  },
  RateLimitRemaining: { description: 'Number of requests left right now.', schema: { type: 'integer' } },
  RateLimitReset: { description: 'Seconds until the full burst is available again.', schema: { type: 'integer' } },
  RetryAfter: { description: 'Seconds to wait before the next attempt.', schema: { type: 'integer' } },
  WWWAuthenticate: {
    description: 'The authentication scheme, and what is wrong with the token.',
    schema: { type: 'string' },
  },
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
    'Makes retries safe: the first successful response is stored for 24 hours and replayed.',
    '7f3c0d8e-order-1001',
  ),
  IfMatch: headerParameter(
    'If-Match',
    'Proceed only if the record still has this version, as given in its `ETag`; `*` matches any existing record.',
    '"1"',
  ),
  IfNoneMatch: headerParameter(
    'If-None-Match',
    'Answers 304 without a body if this is still the `ETag` of what would be returned.',
    '"1"',
  ),
  RequestId: headerParameter(
    'X-Request-Id',
    'Your own id for the request, used in the log: letters, digits, dots, dashes and underscores.',
    'import-2026-07-01-0001',
  ),
}
export const securitySchemes = {
  bearer: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description:
      'A token of one environment, with scopes. `write` includes `read`; `*` includes everything except people and tokens.',
  },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'dray_session',
    description:
      'The session of a person, in the environment named by the header `Dray-Environment`. Changes require the header `X-Dray-Console: 1` and the `Origin` of the service. Over https the cookie is called `__Host-dray_session`.',
  },
  device: {
    type: 'http',
    scheme: 'bearer',
    description:
      "The token of a driver's device, as `POST /v1/drive/session` returns it. It works for `/v1/drive/…` only, and no other token works there.",
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
    description: `${description} Requires no token.`,
    security: [],
    responses,
  })
const authentication = openUnder('Authentication')
const operation = openUnder('Operation')
const failed = (description: string) => ({
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
        'OAuth 2 client credentials (RFC 6749, 4.4). The client may also use HTTP Basic authentication.',
        {
          '200': {
            description: 'The token. Request the next one before this one expires.',
            content: json({
              type: 'object',
              required: ['access_token', 'token_type', 'expires_in', 'scope'],
              properties: {
                access_token: text('JWT for the `Authorization` header.'),
                token_type: { type: 'string', enum: ['Bearer'] },
                expires_in: { type: 'integer', minimum: 1, description: 'Lifetime in seconds.' },
                scope: text('The granted scopes, separated by spaces.'),
              },
            }),
          },
          '400': refused('`invalid_request`, `unsupported_grant_type` or `invalid_scope`.'),
          '401': refused('`invalid_client`: the client is unknown or no longer active, or the secret is wrong.'),
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
                client_id: text('Leave out with HTTP Basic authentication.'),
                client_secret: text('Leave out with HTTP Basic authentication.'),
                scope: text('Scopes, separated by spaces. Default: all scopes of the client.'),
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
        description: 'The keys with which tokens can currently be verified.',
        content: json({
          type: 'object',
          required: ['keys'],
          properties: { keys: { type: 'array', items: { type: 'object' } } },
        }),
      },
    }),
  },
  '/health/live': {
    get: operation('getLive', 'Check that the process is running', 'Checks only the process itself.', {
      '200': { description: 'The process is running.', content: json(reference('schemas', 'Done')) },
    }),
  },
  '/health/ready': {
    get: operation('getReady', 'Check that requests are served', 'Checks the storage as well.', {
      '200': { description: 'Requests are served.', content: json(reference('schemas', 'Done')) },
      '503': failed('Requests are not served: the service is starting, stopping, or cannot reach its storage.'),
    }),
  },
  '/metrics': {
    get: operation(
      'getMetrics',
      'Read the metrics',
      'Counters and timings in the Prometheus text format. If the operator has set a token for them (`--metrics-token`), send it as `Authorization: Bearer`. Without one, they are open only to the machine itself.',
      {
        '200': { description: 'The metrics.', content: { 'text/plain': { schema: { type: 'string' } } } },
        '401': failed('The token of the metrics is missing or wrong.'),
      },
    ),
  },
}
