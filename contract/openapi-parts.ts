// Builds the common parts of the OpenAPI document: shared responses, and the paths outside /v1.
import { tokenScopes } from './endpoint.ts'
import { errorValues } from './error-values.ts'
import { fieldErrorCodes, helpPath, type ProblemCode, problemDefinitions, secondFactorMethods } from './problem.ts'
import { recordLimits } from './shared.ts'

export type JsonObject = Record<string, unknown>
export interface JsonSchema extends JsonObject {
  type?: string | string[]
  title?: string
  format?: string
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  anyOf?: JsonSchema[]
}

export const formatBodySize = (bodies: number) =>
  `${(bodies * recordLimits.bodyBytes) / 1024 ** 2} MiB (${bodies * recordLimits.bodyBytes} bytes)`
export const createReference = (section: string, name: string) => ({ $ref: `#/components/${section}/${name}` })
export const buildJsonContent = (schema: JsonObject, example?: unknown) => ({
  'application/json': { schema, ...(example === undefined ? {} : { example }) },
})

export const scopeMeanings = Object.fromEntries(tokenScopes.map((scope) => [scope, meaningOf(scope)]))
function meaningOf(scope: string) {
  if (scope === '*') return 'Everything except users and tokens.'
  const [name, verb] = scope.split(':')
  const subjects: Record<string, string> = {
    export: 'the export list',
    fleet: 'vehicles and drivers',
    pods: 'proofs',
  }
  const subject = subjects[name!] ?? name
  return verb === 'read' ? `Read ${subject}.` : `Read and change ${subject}.`
}

export const apiIntroduction = [
  'An environment is one isolated account with its data, settings, users and tokens. A token gives access to one ' +
    'environment only.',
  'A success response is `{"status":"OK"}`, with `data` if the endpoint returns data. An error response is ' +
    '`{"status":"ERROR","data":{…}}` with a stable `code`, a message that states what to do, and the path of each ' +
    'error.',
  `Bodies are JSON of at most ${formatBodySize(1)}, nested at most 32 deep, with at most 60,000 values; an import ` +
    `may be ${recordLimits.importBodies} times as large. A request with an unknown field or parameter is rejected, ` +
    'and the error contains its name. `HEAD` works like `GET`.',
].join('\n\n')

export const apiTags = [
  { name: 'Consignments', description: 'Delivery and collection orders; the API calls an order `consignment`.' },
  { name: 'Imports', description: 'Imports of orders from CSV and XLSX files: progress, failed rows and undo.' },
  { name: 'Export list', description: 'Orders and proofs that another system fetches and acknowledges.' },
  { name: 'Depots', description: 'Locations from which orders are delivered, or to which they are collected.' },
  { name: 'Fleet', description: 'Vehicles, and the drivers who usually drive them.' },
  { name: 'Loads', description: 'Orders that one vehicle carries on one route, as a sequence of stops.' },
  { name: 'Proofs', description: 'Proofs of delivery: outcomes of orders with reasons, photos and signatures.' },
  {
    name: "Driver's app",
    description: "Requests of a driver's device: the loads of the driver, and the outcomes of their stops.",
  },
  { name: 'Optimisation', description: 'Searches for better routes. You can apply and undo their proposals.' },
  { name: 'Environment', description: 'Settings of the environment.' },
  { name: 'People', description: 'Users who can sign in, with their environments and roles.' },
  { name: 'Notices', description: 'E-mails about orders: to recipients, and to the addresses in the settings.' },
  { name: 'Tracking', description: 'Public pages on which recipients track their orders.' },
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
/** Returns the schema of a list of codes that may grow: clients must expect new codes. */
const growing = (codes: readonly string[], description: string) => ({
  anyOf: [{ type: 'string', enum: codes }, { type: 'string' }],
  description,
})
export const okStatus = { type: 'string', enum: ['OK'] }
export const doneSchema: JsonSchema = { type: 'object', required: ['status'], properties: { status: okStatus } }
export const errorEnvelope: JsonSchema = {
  type: 'object',
  description: 'The response to every failed request.',
  required: ['status', 'data'],
  properties: {
    status: { type: 'string', enum: ['ERROR'] },
    data: {
      type: 'object',
      required: ['code', 'message', 'requestId'],
      properties: {
        code: growing(Object.keys(problemDefinitions), 'Stable code; base decisions on it. New codes may be added.'),
        message: text('Description of the error and its correction, for a reader. The wording may change.'),
        values: errorValues,
        errors: {
          type: 'array',
          maxItems: 1000,
          description: 'Every error found, up to 1000. Omitted if the failure does not concern a part of the request.',
          items: {
            type: 'object',
            required: ['path', 'code', 'message'],
            properties: {
              path: text('JSON Pointer into the body, `?name` for a query parameter, `Header-Name:` for a header.'),
              code: growing(fieldErrorCodes, 'Kind of error, such as `required`. New kinds may be added.'),
              message: text('Change that corrects the error.'),
              values: errorValues,
            },
          },
        },
        help: text('Link to the section about the code in the guide of the installation.'),
        requestId: text('Id of the request, as in the header `X-Request-Id`.'),
        token: text(
          'With `SECOND_FACTOR`: identifies the sign-in that waits for its second factor; valid for ten minutes.',
        ),
        ways: {
          type: 'array',
          maxItems: secondFactorMethods.length,
          items: { type: 'string', enum: secondFactorMethods },
          description: 'With `SECOND_FACTOR`: the second factors of the account; one of them is sufficient.',
        },
        consignmentId: text('With `KEY_EXISTS`: id of the order that already has the key.'),
        loadId: text('Id of the load that already has the key or does not allow the change.'),
      },
    },
  },
}
export const oauthError: JsonSchema = {
  type: 'object',
  description: 'An error response as defined in RFC 6749.',
  required: ['error'],
  properties: {
    error: growing(
      ['invalid_request', 'invalid_client', 'unsupported_grant_type', 'invalid_scope', 'temporarily_unavailable'],
      'Stable code.',
    ),
    error_description: text('Change that corrects the error.'),
  },
}

/** Returns the example of a failure with this code. */
export const buildFailureExample = (code: ProblemCode): JsonObject => ({
  status: 'ERROR',
  data: {
    code,
    message: code === 'BAD_REQUEST' ? '`line1` is required.' : problemDefinitions[code].when,
    ...(code === 'BAD_REQUEST'
      ? { errors: [{ path: '/consigneeAddress/line1', code: 'required', message: '`line1` is required.' }] }
      : {}),
    ...(code === 'KEY_EXISTS' ? { consignmentId: '01K0EXAMPLE0CONSIGNMENT001' } : {}),
    help: `https://dray.example.com${helpPath(code)}`,
    requestId: 'import-2026-07-01-0001',
  },
})

export const responseHeaders = {
  Location: {
    description: 'URL of the created record.',
    schema: { type: 'string', format: 'uri-reference', examples: ['/v1/consignment/01K0EXAMPLE0CONSIGNMENT001'] },
  },
  ETag: {
    description:
      'Identifies the returned content: send it as `If-None-Match` to read the content again only if it has changed. ' +
      'For a single record it is the version in quotes, which also works as `If-Match`. A request with ' +
      '`If-None-Match` gets a longer ETag, which works in both headers too.',
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
  RateLimitRemaining: {
    description: 'Number of requests that the token may send immediately.',
    schema: { type: 'integer' },
  },
  RateLimitReset: { description: 'Seconds until the full burst is available again.', schema: { type: 'integer' } },
  RetryAfter: { description: 'Seconds to wait before the next attempt.', schema: { type: 'integer' } },
  WWWAuthenticate: {
    description: 'The authentication scheme, the error of the token, and with 403 the missing scope.',
    schema: { type: 'string' },
  },
}
export const everyHeader = {
  'X-Request-Id': createReference('headers', 'RequestId'),
  'RateLimit-Limit': createReference('headers', 'RateLimitLimit'),
  'RateLimit-Remaining': createReference('headers', 'RateLimitRemaining'),
  'RateLimit-Reset': createReference('headers', 'RateLimitReset'),
}
const headerParameter = (name: string, description: string, example: string) => ({
  name,
  in: 'header',
  required: false,
  description,
  schema: { type: 'string', minLength: 1, maxLength: recordLimits.keyLength, examples: [example] },
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
    'Returns 304 without a body if this is still the `ETag` of the content.',
    '"1"',
  ),
  OnlyCreate: headerParameter(
    'If-None-Match',
    '`*` creates the record only if it does not exist. An existing record is not replaced, and the response is ' +
      '412. All other values are rejected.',
    '*',
  ),
  RequestId: headerParameter(
    'X-Request-Id',
    'Your own id for the request, used in the log: letters and digits, dots, dashes and underscores.',
    'import-2026-07-01-0001',
  ),
}
export const securitySchemes = {
  webhookSignature: {
    type: 'apiKey',
    in: 'header',
    name: 'webhook-signature',
    description:
      'Dray sends this header to the receivers of webhooks. It contains signatures of the message with the secret of ' +
      'the webhook, as in the Standard Webhooks specification. Verify a signature before you trust a message.',
  },
  bearer: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description:
      'A token of one environment, with scopes. `write` includes `read`; `*` includes everything except users and ' +
      'tokens.',
  },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'dray_session',
    description:
      'The session of a user, in the environment named by the header `Dray-Environment`. Changes require the ' +
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
    description: 'A token of one environment, which a program fetches with a client id and secret.',
    flows: { clientCredentials: { tokenUrl: '/oauth/token', scopes: scopeMeanings } },
  },
}

const openUnder =
  (tag: string) =>
  (id: string, summary: string, description: string, responses: JsonObject): JsonObject => ({
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
  content: buildJsonContent(createReference('schemas', 'ErrorEnvelope'), buildFailureExample(code)),
})
const refused = (error: string, description: string, content = 'Change that corrects the error.') => ({
  description,
  content: buildJsonContent(createReference('schemas', 'OAuthError'), { error, error_description: content }),
})
/** Response that every path may return. */
const malformed = failed('BAD_REQUEST', 'This is not a well-formed HTTP request.')
const tooMany = failed('RATE_LIMITED', 'The IP address sent too many requests. Wait for the seconds in `Retry-After`.')
const broken = {
  '500': failed('INTERNAL', 'The service failed unexpectedly.'),
  '503': failed('UNAVAILABLE', 'The service is starting, stopping or overloaded, or cannot reach its storage.'),
}

// Paths outside /v1, which follow other standards and are written out.
export const pathsOutsideV1: Record<string, Record<string, JsonObject>> = {
  '/oauth/token': {
    post: {
      ...authentication(
        'issueToken',
        'Get an access token',
        'OAuth 2 client credentials (RFC 6749, 4.4). The client may also use HTTP Basic authentication.',
        {
          '200': {
            description: 'The token. Request a new token before this token expires.',
            content: buildJsonContent(
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
            '`temporarily_unavailable`: the IP address sent too many requests. Wait for the seconds in `Retry-After`.',
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
                client_id: text('Omit this field with HTTP Basic authentication.'),
                client_secret: text('Omit this field with HTTP Basic authentication.'),
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
        content: buildJsonContent(
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
      'Read the OAuth 2 server metadata',
      'The metadata of RFC 8414, with which OAuth libraries configure themselves.',
      {
        '200': {
          description: 'URL and methods for token requests.',
          content: buildJsonContent(
            {
              type: 'object',
              required: ['issuer', 'token_endpoint', 'jwks_uri', 'response_types_supported'],
              properties: {
                issuer: text('Base URL of the service.'),
                token_endpoint: text('URL for token requests.'),
                jwks_uri: text('URL of the public signing keys.'),
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
      '200': {
        description: 'The process is running.',
        content: buildJsonContent(createReference('schemas', 'Done'), { status: 'OK' }),
      },
      '400': malformed,
    }),
  },
  '/health/ready': {
    get: operation('getReady', 'Check that requests are served', 'Checks the storage as well.', {
      '200': {
        description: 'Requests are served.',
        content: buildJsonContent(createReference('schemas', 'Done'), { status: 'OK' }),
      },
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
      'Counters and timings in the Prometheus text format. If the operator has set a token for the metrics ' +
        '(`--metrics-token`), send it as `Authorization: Bearer`. Otherwise, only clients on the machine of the ' +
        'service can read the metrics.',
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
