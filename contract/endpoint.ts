// The shape of an endpoint. Everything else (validation, OpenAPI, the client's types, the docs) is derived from it.

import type { ProblemCode } from './problem.ts'
import type { RecordType } from './record-type.ts'
import Type, { type Static, type TObject, type TSchema } from './schema.ts'

const subjects = [
  'consignments',
  'depots',
  'export',
  'loads',
  'fleet',
  'drivers',
  'pods',
  'settings',
  'webhooks',
  'people',
  'tokens',
] as const
type Subject = (typeof subjects)[number]
/** Subjects that `*` excludes, because their scopes give access to other people. A token must list these scopes. */
export const namedSubjects: readonly Subject[] = ['people', 'tokens']
export type TokenScope = `${Subject}:${'read' | 'write'}`
/** Scopes of a token: single ones, or `*` for all scopes except user and token scopes. */
export const tokenScopes: readonly (TokenScope | '*')[] = [
  '*',
  ...subjects.flatMap((s) => [`${s}:read`, `${s}:write`] as const),
]

/** Limits of tokens, in this file because commands use them without the schemas. */
export const tokenLimits = { nameLength: 128, tokens: 1_000, clients: 1_000, listed: 10_000 } as const

/** Minutes after a sign-in in which a user does not have to confirm the sign-in again. */
export const freshMinutes = 10

export interface EndpointShape {
  /** Unique name: the operationId of the OpenAPI document, and the name of the operation in the server. */
  id: string
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: `/v1/${string}`
  tag: string
  summary: string
  description?: string
  /** Scope that a token, or the role of a user, needs in the environment of the request. */
  scope?: TokenScope
  /** Who may send the request if no scope is needed: a signed-in user, a driver's device, or anyone. */
  access?: 'person' | 'driver' | 'anyone'
  /** The request is open to anyone, and does not read or set a cookie, so its origin is not checked. */
  cookieless?: true
  /** Whether a user may send the request before the required second factor is set up. */
  unprotected?: true
  /** Whether a user must have signed in within the last `freshMinutes`. Tokens are not concerned. */
  fresh?: true
  /** Scopes that may replace `scope`. The response depends on the scopes that the token has. */
  orScopes?: readonly TokenScope[]
  /** Additional scope that a part of the request needs. The description of the endpoint states the part. */
  partScope?: TokenScope
  /** Types of records whose events outdate a cached response. Every GET endpoint with a scope has this list. */
  affectedBy?: readonly RecordType[]
  params?: TObject
  query: TObject
  body?: TSchema
  /** The body is a file instead of JSON: its media types, its limit in bytes, and whether gzip is accepted. */
  upload?: { types: readonly string[]; bytesMax: number; zipped?: true }
  /**
   * Name of the list in the body whose elements are checked one by one. A stream of lines (NDJSON) is accepted as
   * well.
   */
  rows?: string
  /** Name of the list in the body whose elements are checked one by one. NDJSON is not accepted; see `rows`. */
  elements?: string
  /** Schema of `data` in a success; without it the response is `{"status":"OK"}`. */
  data?: TSchema
  /** Media types of a success that is a file instead of JSON. A file has an ETag. */
  download?: readonly string[]
  /** Whether the endpoint sends server-sent events on request. */
  stream?: true
  /** Whether a success is 201 instead of 200: always, or unless a record was replaced. */
  created?: true | 'unless replaced'
  /** URL of the created record. Names in braces are fields of `data`, or else of the body. */
  location?: `/v1/${string}`
  /** Whether responses have the version as their ETag. */
  etag?: true
  /** Whether the server sends the response while it reads the data. The response then has no ETag. */
  piecemeal?: true
  /** Whether a matching If-None-Match gets 304. */
  conditional?: true
  /** Whether If-Match is checked. */
  precondition?: true
  /**
   * The response is not stored, so an Idempotency-Key has no effect: it contains a secret or a cookie, or changes
   * each time.
   */
  unrepeatable?: true
  /** Problems of this endpoint, in addition to the common ones. */
  problems: readonly ProblemCode[]
}

/** The fields of most endpoints: no query parameters, and no problems in addition to the common ones. */
const defaults = {
  query: Type.Object({}, { title: 'NoQuery', additionalProperties: false }),
  problems: [],
} as const
type Defaults = typeof defaults

/** Returns the description with its defaults. The annotation lets bundlers omit unused endpoints. */
// @__NO_SIDE_EFFECTS__
export const describeEndpoint = <const E extends Omit<EndpointShape, keyof Defaults> & Partial<EndpointShape>>(
  shape: E,
): Omit<Defaults, keyof E> & E => ({ ...defaults, ...shape })

/** Returns the scopes of which a token needs one. */
export const listScopes = ({ scope, orScopes = [] }: EndpointShape): readonly TokenScope[] =>
  scope === undefined ? [] : [scope, ...orScopes]

export type QueryOf<E extends EndpointShape> = Static<E['query']>
export type ParamsOf<E extends EndpointShape> = E['params'] extends TSchema ? Static<E['params']> : undefined
export type BodyOf<E extends EndpointShape> = E['body'] extends TSchema
  ? Static<E['body']>
  : E['upload'] extends object
    ? Uint8Array
    : undefined
export type DataOf<E extends EndpointShape> = E['data'] extends TSchema
  ? Static<E['data']>
  : E['download'] extends object
    ? Blob
    : undefined

/** Returns whether a response has an ETag and a repeated request may get 304. */
export const isTagged = ({ method, stream, download, piecemeal }: EndpointShape): boolean =>
  method === 'GET' && !stream && !download && !piecemeal

/** Returns whether `If-None-Match: *` limits the request to creating a record. */
export const canOnlyCreate = ({ method, precondition }: EndpointShape): boolean =>
  method === 'PUT' && precondition === true

/** Returns whether an Idempotency-Key makes a repeated request safe. */
export const canHaveIdempotencyKey = ({ method, scope, unrepeatable }: EndpointShape): boolean =>
  (method === 'POST' || method === 'PATCH' || method === 'PUT') && scope !== undefined && !unrepeatable

/** Returns all problems of an endpoint: its own, and problems that follow from its shape. */
export function listProblems(e: EndpointShape): ProblemCode[] {
  const codes: ProblemCode[] = ['BAD_REQUEST']
  if (e.access !== 'anyone') codes.push('UNAUTHORIZED')
  if (e.scope !== undefined) codes.push('TOKEN_PERMISSIONS')
  if (e.access !== 'anyone' && e.access !== 'driver' && !e.unprotected) codes.push('SECOND_FACTOR_REQUIRED')
  if (e.fresh) codes.push('SIGN_IN_AGAIN')
  if (e.method !== 'GET' && e.access !== 'driver' && !e.cookieless) codes.push('CROSS_SITE')
  codes.push(...e.problems, 'NOT_ACCEPTABLE')
  if (e.precondition) codes.push('VERSION_MISMATCH')
  if (canHaveIdempotencyKey(e)) codes.push('IDEMPOTENCY_CONFLICT')
  if (e.body || e.upload) codes.push('BODY_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE')
  codes.push('RATE_LIMITED', 'HEADERS_TOO_LARGE', 'INTERNAL', 'UNAVAILABLE')
  return codes
}
