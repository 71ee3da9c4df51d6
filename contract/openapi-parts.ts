// The parts of the OpenAPI document that follow from no table: what all answers share, and the paths beside /v1.
import { scopes } from './endpoint.ts'
import { errorValues } from './error-values.ts'
import { faultCodes, type ProblemCode, problems, secondFactorWays } from './problem.ts'
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
  const subjects: Record<string, string> = {
    export: 'the export list',
    fleet: 'vehicles and drivers',
    pods: 'proofs',
  }
  const subject = subjects[name!] ?? name
  return verb === 'read' ? `Read ${subject}.` : `Read and change ${subject}.`
}

export const introduction = [
  'An environment is the account of one customer; a token belongs to one environment and sees nothing else.',
  'Every success is `{"status":"OK"}`, with `data` where there is something to return. Every failure is ' +
    '`{"status":"ERROR","data":{…}}` with a stable `code`, a message that says what to do, and the place of each ' +
    'error.',
  `Bodies are JSON of at most ${bodySize(1)}, nested at most 32 deep, with at most 60,000 values; ` +
    `an import may be ${limits.importBodies} times as large. ` +
    'Unknown members and parameters are refused by name. `HEAD` works like `GET`.',
].join('\n\n')

export const tags = [
  { name: 'Consignments', description: 'Delivery and collection orders, called consignments here.' },
  { name: 'Imports', description: 'Orders from CSV and XLSX files, followed, corrected and undone.' },
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
/** Codes of today: who reads them has to expect others. */
const growing = (codes: readonly string[], description: string) => ({
  anyOf: [{ type: 'string', enum: codes }, { type: 'string' }],
  description,
})
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
        code: growing(Object.keys(problems), 'Stable code; base decisions on it. More codes may come.'),
        message: text('What is wrong and how to fix it, for a human reader. The wording may change.'),
        values: errorValues,
        errors: {
          type: 'array',
          maxItems: 1000,
          description: 'Every error found, up to 1000. Left out if the failure has no place in the request.',
          items: {
            type: 'object',
            required: ['path', 'code', 'message'],
            properties: {
              path: text('JSON Pointer into the body, `?name` for a query parameter, `Header-Name:` for a header.'),
              code: growing(faultCodes, 'Kind of error, such as `required`. More kinds may come.'),
              message: text('What to change.'),
              values: errorValues,
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
    error: growing(
      ['invalid_request', 'invalid_client', 'unsupported_grant_type', 'invalid_scope', 'temporarily_unavailable'],
      'Stable code.',
    ),
    error_description: text('What to change.'),
  },
}

/** What a request that failed with this code is answered. */
export const failureExample = (code: ProblemCode): Json => ({
  status: 'ERROR',
  data: {
    code,
    message: code === 'BAD_REQUEST' ? '`line1` is required.' : problems[code].when,
    ...(code === 'BAD_REQUEST'
      ? { errors: [{ path: '/consigneeAddress/line1', code: 'required', message: '`line1` is required.' }] }
      : {}),
    ...(code === 'KEY_EXISTS' ? { consignmentId: '01K0EXAMPLE0CONSIGNMENT001' } : {}),
    requestId: 'import-2026-07-01-0001',
  },
})

export const headers = {
  Location: {
    description: 'Where what was created can be read.',
    schema: { type: 'string', format: 'uri-reference', examples: ['/v1/consignment/01K0EXAMPLE0CONSIGNMENT001'] },
  },
  ETag: {
    description:
      'Stands for what is returned: send it as `If-None-Match` to read it again only if it has changed. For a ' +
      'single record it is the version in quotes, which also works as `If-Match`; a request with `If-None-Match` ' +
      'gets a longer one, which works for both too.',
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
    description: 'The authentication scheme, what is wrong with the token, and with 403 the scope that it lacks.',
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
  OnlyCreate: headerParameter(
    'If-None-Match',
    '`*` creates the record only if there is none yet: an existing one is not replaced, and the answer is 412. ' +
      'Other values are refused.',
    '*',
  ),
  RequestId: headerParameter(
    'X-Request-Id',
    'Your own id for the request, used in the log: letters, digits, dots, dashes and underscores.',
    'import-2026-07-01-0001',
  ),
}
export const securitySchemes = {
  webhookSignature: {
    type: 'apiKey',
    in: 'header',
    name: 'webhook-signature',
    description:
      'Sent by this service to receivers of webhooks: signatures of the message by the secret of the webhook, as in ' +
      'the Standard Webhooks specification. Verify it before you believe a message.',
  },
  bearer: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description:
      'A token of one environment, with scopes. `write` includes `read`; `*` includes everything except people and ' +
      'tokens.',
  },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'dray_session',
    description:
      'The session of a person, in the environment named by the header `Dray-Environment`. Changes require the ' +
      'header `X-Dray-Console: 1` and the `Origin` of the service. Over https the cookie is called ' +
      '`__Host-dray_session`.',
  },
  device: {
    type: 'http',
    scheme: 'bearer',
    description:
      "The token of a driver's device, as `POST /v1/drive/session` returns it. It works for `/v1/drive/…` only, and " +
      'no other token works there.',
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
const failed = (code: ProblemCode, description: string) => ({
  description,
  content: json(reference('schemas', 'ErrorEnvelope'), failureExample(code)),
})
const refused = (error: string, description: string, content = 'What to change.') => ({
  description,
  content: json(reference('schemas', 'OAuthError'), { error, error_description: content }),
})
/** What every path may answer. */
const malformed = failed('BAD_REQUEST', 'This is not a well-formed HTTP request.')
const tooMany = failed('RATE_LIMITED', 'The address sent too many requests. Wait for the seconds in `Retry-After`.')
const broken = {
  '500': failed('INTERNAL', 'The service failed unexpectedly.'),
  '503': failed('UNAVAILABLE', 'The service is starting, stopping or overloaded, or cannot reach its storage.'),
}

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
            content: json(
              {
                type: 'object',
                required: ['access_token', 'token_type', 'expires_in', 'scope'],
                properties: {
                  access_token: text('JWT for the `Authorization` header.'),
                  token_type: { type: 'string', enum: ['Bearer'] },
                  expires_in: { type: 'integer', minimum: 1, description: 'Lifetime in seconds.' },
                  scope: text('The granted scopes, separated by spaces.'),
                },
              },
              {
                access_token: 'eyJhbGciOiJFZERTQSJ9.example.token',
                token_type: 'Bearer',
                expires_in: 3600,
                scope: 'consignments:write',
              },
            ),
          },
          '400': refused('invalid_scope', '`invalid_request`, `unsupported_grant_type` or `invalid_scope`.'),
          '401': refused(
            'invalid_client',
            '`invalid_client`: the client is unknown or no longer active, or the secret is wrong.',
          ),
          '413': refused('invalid_request', '`invalid_request`: the body is too large.'),
          '429': refused(
            'temporarily_unavailable',
            '`temporarily_unavailable`: the address sent too many requests. Wait for the seconds in `Retry-After`.',
          ),
          '431': failed('HEADERS_TOO_LARGE', 'The request line and headers exceed the size limit.'),
          ...broken,
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
        content: json(
          {
            type: 'object',
            required: ['keys'],
            properties: { keys: { type: 'array', items: { type: 'object', additionalProperties: true } } },
          },
          { keys: [{ kty: 'OKP', crv: 'Ed25519', kid: 'example', use: 'sig', alg: 'EdDSA', x: 'example' }] },
        ),
      },
      '429': tooMany,
    }),
  },
  '/.well-known/oauth-authorization-server': {
    get: authentication(
      'getAuthorizationServer',
      'Read where tokens are issued',
      'The metadata of RFC 8414, from which OAuth libraries set themselves up.',
      {
        '200': {
          description: 'Where tokens are issued, and how.',
          content: json(
            {
              type: 'object',
              required: ['issuer', 'token_endpoint', 'jwks_uri', 'response_types_supported'],
              properties: {
                issuer: text('Base URL of the service.'),
                token_endpoint: text('Where tokens are issued.'),
                jwks_uri: text('Where the public signing keys are.'),
                ...Object.fromEntries(
                  [
                    'response_types_supported',
                    'grant_types_supported',
                    'token_endpoint_auth_methods_supported',
                    'scopes_supported',
                  ].map((name) => [name, { type: 'array', items: { type: 'string' } }]),
                ),
                service_documentation: text('The reference of the API.'),
              },
            },
            {
              issuer: 'https://dray.example.com',
              token_endpoint: 'https://dray.example.com/oauth/token',
              jwks_uri: 'https://dray.example.com/.well-known/jwks.json',
              response_types_supported: [],
              grant_types_supported: ['client_credentials'],
              token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
              scopes_supported: ['consignments:read', 'consignments:write'],
              service_documentation: 'https://dray.example.com/docs',
            },
          ),
        },
        '429': tooMany,
      },
    ),
  },
  '/health/live': {
    get: operation('getLive', 'Check that the process is running', 'Checks only the process itself.', {
      '200': { description: 'The process is running.', content: json(reference('schemas', 'Done'), { status: 'OK' }) },
      '400': malformed,
    }),
  },
  '/health/ready': {
    get: operation('getReady', 'Check that requests are served', 'Checks the storage as well.', {
      '200': { description: 'Requests are served.', content: json(reference('schemas', 'Done'), { status: 'OK' }) },
      '400': malformed,
      '503': failed(
        'UNAVAILABLE',
        'Requests are not served: the service is starting, stopping, or cannot reach its storage.',
      ),
    }),
  },
  '/metrics': {
    get: operation(
      'getMetrics',
      'Read the metrics',
      'Counters and timings in the Prometheus text format. If the operator has set a token for them ' +
        '(`--metrics-token`), send it as `Authorization: Bearer`. Without one, they are open only to the machine ' +
        'itself.',
      {
        '200': {
          description: 'The metrics.',
          content: { 'text/plain': { schema: { type: 'string' }, example: 'process_cpu_seconds_total 12.5\n' } },
        },
        '401': failed('UNAUTHORIZED', 'The token of the metrics is missing or wrong.'),
      },
    ),
  },
}
