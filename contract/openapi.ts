// Builds the OpenAPI 3.1 document from the endpoint table and the list of problems.
import { RowResult } from './bulk.ts'
import { ChangeEvent } from './change.ts'
import {
  canHaveIdempotencyKey,
  canOnlyCreate,
  type EndpointShape,
  isTagged,
  listProblems,
  listScopes,
} from './endpoint.ts'
import { requestExamples } from './examples.ts'
import { endpoints } from './index.ts'
import {
  apiIntroduction,
  apiTags,
  buildFailureExample,
  buildJsonContent,
  createReference,
  doneSchema,
  errorEnvelope,
  everyHeader,
  formatBodySize,
  type JsonObject,
  type JsonSchema,
  oauthError,
  okStatus,
  pathsOutsideV1,
  responseHeaders,
  securitySchemes,
  sharedParameters,
} from './openapi-parts.ts'
import { buildParameterSchema, collectTitles, type DocumentComponents, extractComponents } from './openapi-schema.ts'
import { type ProblemCode, problemDefinitions } from './problem.ts'
import { productDescription } from './product.ts'
import { sampleOf } from './sample.ts'
import { recordLimits } from './shared.ts'
import { messageHeaders, WebhookCloudEvent, WebhookMessage } from './webhook.ts'

const lines = (schema: JsonObject, example?: unknown) => ({
  'application/x-ndjson': { schema, ...(example === undefined ? {} : { example }) },
})

export function buildOpenapi(version: string) {
  const components: DocumentComponents = {
    schemas: { Done: doneSchema, ErrorEnvelope: errorEnvelope, OAuthError: oauthError },
    responses: {},
    answered: collectResponseTitles(),
  }
  const paths: Record<string, Record<string, JsonObject>> = {}
  for (const e of table()) {
    paths[e.path] = { ...paths[e.path], [e.method.toLowerCase()]: operation(components, e) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Dray',
      version,
      summary: productDescription,
      description: apiIntroduction,
      contact: { name: 'The operator of this installation' },
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/', description: 'The installation that serves this document.' }],
    tags: apiTags,
    paths: { ...paths, ...pathsOutsideV1 },
    webhooks: { event: { post: message(components) } },
    'x-problems': Object.entries(problemDefinitions).map(([code, problem]) => ({ code, ...problem })),
    components: {
      schemas: components.schemas,
      responses: components.responses,
      parameters: sharedParameters,
      headers: responseHeaders,
      securitySchemes,
    },
  }
}

const table = () => Object.values(endpoints) as EndpointShape[]
/** Returns the titles of all objects in responses and messages. */
export const collectResponseTitles = (): ReadonlySet<string> =>
  new Set(
    [...table().map(({ data }) => data), WebhookMessage].flatMap((schema) => [
      ...collectTitles((schema ?? {}) as JsonSchema),
    ]),
  )

function operation(components: DocumentComponents, e: EndpointShape): JsonObject {
  const requestBody = e.upload ? fileBodyOf(e.upload) : e.body && requestBodyOf(components, e)
  return {
    operationId: e.id,
    tags: [e.tag],
    summary: e.summary,
    description: [e.description, needOf(e)].filter(Boolean).join(' '),
    ...(e.scope === undefined ? {} : { 'x-required-scope': e.scope }),
    security: securityOf(e),
    parameters: [
      ...parameters(components, 'path', e.params as unknown as JsonSchema | undefined),
      ...parameters(components, 'query', e.query as unknown as JsonSchema),
      ...(canHaveIdempotencyKey(e) ? [createReference('parameters', 'IdempotencyKey')] : []),
      ...(e.precondition ? [createReference('parameters', 'IfMatch')] : []),
      ...(isTagged(e) || e.download ? [createReference('parameters', 'IfNoneMatch')] : []),
      ...(canOnlyCreate(e) ? [createReference('parameters', 'OnlyCreate')] : []),
      createReference('parameters', 'RequestId'),
    ],
    ...(requestBody && { requestBody }),
    responses: responsesOf(components, e),
  }
}

const binary = (types: readonly string[], example?: string): JsonObject =>
  Object.fromEntries(
    types.map((type) => [
      type,
      { schema: { type: 'string', format: 'binary' }, ...(type === 'text/csv' && example ? { example } : {}) },
    ]),
  )
/** Example of an imported file. */
const sentTable = 'order,name,street,city,postcode,country\nORDER-1001,Example Ltd,1 High Street,London,N1 1AA,GB\n'
const answeredTable =
  'order,street,city,postcode,country,import errors\r\nORDER-1002,7 Mill Lane,Leeds,LS2 2AA,ZZ,country: Must be an ' +
  'ISO 3166-1 alpha-2 code.\r\n'

const fileBodyOf = ({ types, bytesMax, zipped }: NonNullable<EndpointShape['upload']>): JsonObject => ({
  required: true,
  description:
    `A file of at most ${bytesMax / 1024 ** 2} MiB (${bytesMax} ` +
    `bytes)${zipped ? ', as it is or with `Content-Encoding: gzip`' : ''}. A slow upload is accepted as long as ` +
    'bytes keep arriving.',
  content: binary(types, sentTable),
})

function requestBodyOf(components: DocumentComponents, e: EndpointShape): JsonObject {
  const example = (requestExamples as Record<string, unknown>)[e.id]
  const content = buildJsonContent(extractComponents(components, e.body as JsonSchema), example)
  return {
    required: true,
    description: e.rows
      ? `JSON in UTF-8, at most ${formatBodySize(recordLimits.importBodies)}; or a stream of lines of at most ` +
        `${formatBodySize(1)}, each with one element of \`${e.rows}\`.`
      : `JSON in UTF-8, at most ${formatBodySize(1)}.`,
    content: {
      ...content,
      ...(e.method === 'PATCH' ? { 'application/merge-patch+json': content['application/json'] } : {}),
      ...(e.rows ? lines(rowOf(components, e), (example as Record<string, unknown[]>)[e.rows]![0]) : {}),
    },
  }
}

function responsesOf(components: DocumentComponents, e: EndpointShape): JsonObject {
  const codes = listProblems(e)
  const statuses = [...new Set(codes.map((code) => problemDefinitions[code].status))].sort()
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
          codes.filter((code) => problemDefinitions[code].status === status),
        ),
      ]),
    ),
  }
}

function success(components: DocumentComponents, e: EndpointShape, location?: string): JsonObject {
  if (e.download)
    return {
      description: 'The file.',
      headers: { ...everyHeader, ETag: createReference('headers', 'ETag') },
      content: binary(e.download, answeredTable),
    }
  const repeatable = canHaveIdempotencyKey(e)
  return {
    description: e.data ? 'Success; the result is in `data`.' : 'Success.',
    headers: {
      ...everyHeader,
      ...(e.etag || isTagged(e) ? { ETag: createReference('headers', 'ETag') } : {}),
      ...(location ? { Location: createReference('headers', 'Location') } : {}),
      ...(repeatable ? { 'Idempotent-Replayed': createReference('headers', 'IdempotentReplayed') } : {}),
    },
    content: {
      ...buildJsonContent(
        e.data
          ? {
              type: 'object',
              required: ['data', 'status'],
              properties: { data: extractComponents(components, e.data as JsonSchema), status: okStatus },
            }
          : createReference('schemas', 'Done'),
        e.data ? { data: sampleOf(e.data as JsonSchema), status: 'OK' } : { status: 'OK' },
      ),
      ...(e.rows
        ? lines(
            extractComponents(components, RowResult as unknown as JsonSchema),
            sampleOf(RowResult as unknown as JsonSchema),
          )
        : {}),
      ...(e.stream ? { 'text/event-stream': { schema: { type: 'string' }, example: streamExample } } : {}),
    },
  }
}

function failure({ responses }: DocumentComponents, codes: ProblemCode[]): JsonObject {
  const name = codes.join('_or_')
  responses[name] ??= failureOf(codes)
  return createReference('responses', name)
}

const eventExample = JSON.stringify(sampleOf(ChangeEvent as unknown as JsonSchema))
/** One event of a stream, as it is sent. */
const streamExample = `id: 0000000000001042\nevent: consignment.created\ndata: ${eventExample}\n\n`

const rowOf = (components: DocumentComponents, { body, rows }: EndpointShape): JsonSchema =>
  extractComponents(components, (body as JsonSchema).properties![rows!]!.items!)

const message = (components: DocumentComponents): JsonObject => ({
  operationId: 'receiveEvent',
  tags: ['Webhooks'],
  summary: 'Receive an event at the URL of a webhook',
  description: 'Any 2xx response confirms receipt. Dray repeats the request after any other response except 410.',
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
      ...buildJsonContent(
        extractComponents(components, WebhookMessage as unknown as JsonSchema),
        sampleOf(WebhookMessage as unknown as JsonSchema),
      ),
      'application/cloudevents+json': {
        schema: extractComponents(components, WebhookCloudEvent as unknown as JsonSchema),
        example: sampleOf(WebhookCloudEvent as unknown as JsonSchema),
      },
    },
  },
  responses: {
    '2XX': { description: 'Received.' },
    '410': { description: 'The receiver has ended the subscription, and Dray pauses the webhook.' },
  },
})

function needOf(e: EndpointShape): string {
  const scopes = listScopes(e).map((scope) => `\`${scope}\``)
  if (scopes.length > 1) return `Requires one of the scopes ${scopes.join(', ')}.`
  if (scopes.length > 0) return `Requires the scope ${scopes[0]}.`
  if (e.access === 'driver') return "Requires the token of a driver's device."
  return e.access === 'person' ? 'Requires a signed-in user.' : 'Requires no token.'
}

function securityOf(e: EndpointShape): JsonObject[] {
  const clients = listScopes(e).map((scope) => ({ clientCredentials: [scope] }))
  if (clients.length > 0) return [{ bearer: [] }, ...clients, { session: [] }]
  if (e.access === 'driver') return [{ device: [] }]
  return e.access === 'person' ? [{ session: [] }] : []
}

function parameters(components: DocumentComponents, location: 'path' | 'query', schema: JsonSchema | undefined) {
  return Object.entries(schema?.properties ?? {}).map(([name, property]) => {
    const { description, ...rest } = buildParameterSchema(components, property)
    const required = location === 'path' || (schema?.required?.includes(name) ?? false)
    return { name, in: location, required, description, schema: rest }
  })
}

function failureOf(codes: ProblemCode[]): JsonObject {
  const status = problemDefinitions[codes[0]!].status
  return {
    description: codes
      .map((code) => `\`${code}\`: ${problemDefinitions[code].when} ${problemDefinitions[code].remedy}`)
      .join('\n\n'),
    headers: {
      'X-Request-Id': everyHeader['X-Request-Id'],
      ...(status === 429 || status === 503 ? { 'Retry-After': createReference('headers', 'RetryAfter') } : {}),
      ...(status === 401 || codes.includes('TOKEN_PERMISSIONS')
        ? { 'WWW-Authenticate': createReference('headers', 'WWWAuthenticate') }
        : {}),
    },
    content: {
      'application/json': {
        schema: createReference('schemas', 'ErrorEnvelope'),
        examples: Object.fromEntries(codes.map((code) => [code, { value: buildFailureExample(code) }])),
      },
    },
  }
}
