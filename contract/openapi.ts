// The OpenAPI 3.1 document, folded from the endpoint table and the list of problems.
import { RowResult } from './bulk.ts'
import { Event } from './change.ts'
import { canOnlyCreate, type EndpointShape, isTagged, problemsOf, scopesOf, takesIdempotencyKey } from './endpoint.ts'
import { examples } from './examples.ts'
import { endpoints } from './index.ts'
import {
  bodySize,
  done,
  errorEnvelope,
  everyHeader,
  failureExample,
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
import { type Components, hoist, parameterSchema, titlesIn } from './openapi-schema.ts'
import { type ProblemCode, problems } from './problem.ts'
import { productDescription } from './product.ts'
import { sampleOf } from './sample.ts'
import { limits } from './shared.ts'
import { messageHeaders, WebhookCloudEvent, WebhookMessage } from './webhook.ts'

const lines = (schema: Json, example?: unknown) => ({
  'application/x-ndjson': { schema, ...(example === undefined ? {} : { example }) },
})

export function openapi(version: string) {
  const components: Components = {
    schemas: { Done: done, ErrorEnvelope: errorEnvelope, OAuthError: oauthError },
    responses: {},
    answered: answered(),
  }
  const paths: Record<string, Record<string, Json>> = {}
  for (const e of table()) {
    paths[e.path] = { ...paths[e.path], [e.method.toLowerCase()]: operation(components, e) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Dray',
      version,
      summary: productDescription,
      description: introduction,
      contact: { name: 'The operator of this installation' },
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/', description: 'The installation that serves this document.' }],
    tags,
    paths: { ...paths, ...pathsBeside },
    webhooks: { event: { post: message(components) } },
    'x-problems': Object.entries(problems).map(([code, problem]) => ({ code, ...problem })),
    components: {
      schemas: components.schemas,
      responses: components.responses,
      parameters: sharedParameters,
      headers,
      securitySchemes,
    },
  }
}

const table = () => Object.values(endpoints) as EndpointShape[]
/** Titles of the objects that answers and messages are made of. */
export const answered = (): ReadonlySet<string> =>
  new Set([...table().map(({ data }) => data), WebhookMessage].flatMap((each) => [...titlesIn((each ?? {}) as Schema)]))

function operation(components: Components, e: EndpointShape): Json {
  const requestBody = e.upload ? fileBodyOf(e.upload) : e.body && requestBodyOf(components, e)
  return {
    operationId: e.id,
    tags: [e.tag],
    summary: e.summary,
    description: [e.description, needOf(e)].filter(Boolean).join(' '),
    ...(e.scope === undefined ? {} : { 'x-required-scope': e.scope }),
    security: securityOf(e),
    parameters: [
      ...parameters(components, 'path', e.params as unknown as Schema | undefined),
      ...parameters(components, 'query', e.query as unknown as Schema),
      ...(takesIdempotencyKey(e) ? [reference('parameters', 'IdempotencyKey')] : []),
      ...(e.precondition ? [reference('parameters', 'IfMatch')] : []),
      ...(isTagged(e) || e.download ? [reference('parameters', 'IfNoneMatch')] : []),
      ...(canOnlyCreate(e) ? [reference('parameters', 'OnlyCreate')] : []),
      reference('parameters', 'RequestId'),
    ],
    ...(requestBody && { requestBody }),
    responses: responsesOf(components, e),
  }
}

const binary = (types: readonly string[], example?: string): Json =>
  Object.fromEntries(
    types.map((type) => [
      type,
      { schema: { type: 'string', format: 'binary' }, ...(type === 'text/csv' && example ? { example } : {}) },
    ]),
  )
/** Of a file that is sent, and of one that is answered. */
const sentTable = 'order,name,street,city,postcode,country\nORDER-1001,Example Ltd,1 High Street,London,N1 1AA,GB\n'
const answeredTable =
  'order,street,city,postcode,country,import errors\r\nORDER-1002,7 Mill Lane,Leeds,LS2 2AA,ZZ,country: Must be an ' +
  'ISO 3166-1 alpha-2 code.\r\n'

const fileBodyOf = ({ types, bytesMax, zipped }: NonNullable<EndpointShape['upload']>): Json => ({
  required: true,
  description:
    `A file of at most ${bytesMax / 1024 ** 2} MiB (${bytesMax} bytes)` +
    `${zipped ? ', as it is or with `Content-Encoding: gzip`' : ''}. ` +
    'It may take a while to arrive, as long as it keeps coming.',
  content: binary(types, sentTable),
})

function requestBodyOf(components: Components, e: EndpointShape): Json {
  const example = (examples as Record<string, unknown>)[e.id]
  const content = json(hoist(components, e.body as Schema), example)
  return {
    required: true,
    description: e.rows
      ? `JSON in UTF-8, at most ${bodySize(limits.importBodies)}; ` +
        `or a stream of lines of at most ${bodySize(1)}, each one element of \`${e.rows}\`.`
      : `JSON in UTF-8, at most ${bodySize(1)}.`,
    content: {
      ...content,
      ...(e.method === 'PATCH' ? { 'application/merge-patch+json': content['application/json'] } : {}),
      ...(e.rows ? lines(rowOf(components, e), (example as Record<string, unknown[]>)[e.rows]![0]) : {}),
    },
  }
}

function responsesOf(components: Components, e: EndpointShape): Json {
  const codes = problemsOf(e)
  const statuses = [...new Set(codes.map((code) => problems[code].status))].sort()
  return {
    ...(e.created === true ? {} : { '200': success(components, e) }),
    ...(e.created ? { '201': success(components, e, e.location) } : {}),
    ...(e.download || isTagged(e)
      ? { '304': { description: 'The content still has the ETag of `If-None-Match`.', headers: everyHeader } }
      : {}),
    ...Object.fromEntries(
      statuses.map((status) => [
        status,
        failure(
          components,
          codes.filter((code) => problems[code].status === status),
        ),
      ]),
    ),
  }
}

function success(components: Components, e: EndpointShape, location?: string): Json {
  if (e.download)
    return {
      description: 'The file.',
      headers: { ...everyHeader, ETag: reference('headers', 'ETag') },
      content: binary(e.download, answeredTable),
    }
  const repeatable = takesIdempotencyKey(e)
  return {
    description: e.data ? 'Success; the result is in `data`.' : 'Success.',
    headers: {
      ...everyHeader,
      ...(e.etag || isTagged(e) ? { ETag: reference('headers', 'ETag') } : {}),
      ...(location ? { Location: reference('headers', 'Location') } : {}),
      ...(repeatable ? { 'Idempotent-Replayed': reference('headers', 'IdempotentReplayed') } : {}),
    },
    content: {
      ...json(
        e.data
          ? {
              type: 'object',
              required: ['data', 'status'],
              properties: { data: hoist(components, e.data as Schema), status: ok },
            }
          : reference('schemas', 'Done'),
        e.data ? { data: sampleOf(e.data as Schema), status: 'OK' } : { status: 'OK' },
      ),
      ...(e.rows
        ? lines(hoist(components, RowResult as unknown as Schema), sampleOf(RowResult as unknown as Schema))
        : {}),
      ...(e.stream ? { 'text/event-stream': { schema: { type: 'string' }, example: streamExample } } : {}),
    },
  }
}

function failure({ responses }: Components, codes: ProblemCode[]): Json {
  const name = codes.join('_or_')
  responses[name] ??= failureOf(codes)
  return reference('responses', name)
}

const eventExample = JSON.stringify(sampleOf(Event as unknown as Schema))
/** One event of a stream, as it is sent. */
const streamExample = `id: 0000000000001042\nevent: consignment.created\ndata: ${eventExample}\n\n`

const rowOf = (components: Components, { body, rows }: EndpointShape): Schema =>
  hoist(components, (body as Schema).properties![rows!]!.items!)

const message = (components: Components): Json => ({
  operationId: 'receiveEvent',
  tags: ['Webhooks'],
  summary: 'Receive an event at the URL of a webhook',
  description: 'Any 2xx response confirms receipt; anything else is retried.',
  security: [{ webhookSignature: [] }],
  parameters: Object.entries(messageHeaders).map(([name, description]) => ({
    name,
    in: 'header',
    required: true,
    description,
    schema: { type: 'string' },
  })),
  requestBody: {
    required: true,
    content: {
      ...json(hoist(components, WebhookMessage as unknown as Schema), sampleOf(WebhookMessage as unknown as Schema)),
      'application/cloudevents+json': {
        schema: hoist(components, WebhookCloudEvent as unknown as Schema),
        example: sampleOf(WebhookCloudEvent as unknown as Schema),
      },
    },
  },
  responses: {
    '2XX': { description: 'Received.' },
    '410': { description: 'The receiver has ended the subscription, and Dray pauses the webhook.' },
  },
})

function needOf(e: EndpointShape): string {
  const scopes = scopesOf(e).map((scope) => `\`${scope}\``)
  if (scopes.length > 1) return `Requires one of the scopes ${scopes.join(', ')}.`
  if (scopes.length > 0) return `Requires the scope ${scopes[0]}.`
  if (e.access === 'driver') return "Requires the token of a driver's device."
  return e.access === 'person' ? 'Requires a signed-in user.' : 'Requires no token.'
}

function securityOf(e: EndpointShape): Json[] {
  const clients = scopesOf(e).map((scope) => ({ clientCredentials: [scope] }))
  if (clients.length > 0) return [{ bearer: [] }, ...clients, { session: [] }]
  if (e.access === 'driver') return [{ device: [] }]
  return e.access === 'person' ? [{ session: [] }] : []
}

function parameters(components: Components, place: 'path' | 'query', schema: Schema | undefined) {
  return Object.entries(schema?.properties ?? {}).map(([name, property]) => {
    const { description, ...rest } = parameterSchema(components, property)
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
      ...(status === 401 || codes.includes('TOKEN_PERMISSIONS')
        ? { 'WWW-Authenticate': reference('headers', 'WWWAuthenticate') }
        : {}),
    },
    content: {
      'application/json': {
        schema: reference('schemas', 'ErrorEnvelope'),
        examples: Object.fromEntries(codes.map((code) => [code, { value: failureExample(code) }])),
      },
    },
  }
}
