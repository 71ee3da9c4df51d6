// The shape of an endpoint. Everything else (validation, OpenAPI, the client's types, the docs) is derived from it.

import type { ProblemCode } from './problem.ts'
import type { RecordType } from './record-type.ts'
import type { Static, TObject, TSchema } from './schema.ts'

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
/** Not part of `*`: whoever has these lets others in, so a token has them by name or not at all. */
export const namedSubjects: readonly Subject[] = ['people', 'tokens']
export type Scope = `${Subject}:${'read' | 'write'}`
/** What a token may carry: single scopes, or `*` for all of them but those of people and tokens. */
export const scopes: readonly (Scope | '*')[] = ['*', ...subjects.flatMap((s) => [`${s}:read`, `${s}:write`] as const)]

/** Here, since commands need them without all the schemas. */
export const tokenLimits = { nameLength: 128, tokens: 1_000, clients: 1_000, listed: 10_000 } as const

/** For so long after it, a sign-in proves who it is. */
export const freshMinutes = 10

export interface EndpointShape {
  /** Unique; the operationId of the OpenAPI document and the name by which the server knows it. */
  id: string
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: `/v1/${string}`
  tag: string
  summary: string
  description?: string
  /** What a token, or the role of a person, must allow in the environment that is asked for. */
  scope?: Scope
  /** Without a scope: whether only a signed-in person, only a driver's device, or anyone may ask. */
  access?: 'person' | 'driver' | 'anyone'
  /** Open to anyone, and neither goes by a cookie nor sets one: it does not matter which page it comes from. */
  cookieless?: true
  /** Also for a person who has not set up the second factor that is required of them. */
  unprotected?: true
  /** A person must have signed in, or confirmed who they are, within the last minutes; tokens are not asked. */
  fresh?: true
  /** Each of these will do instead of the scope; what is answered is up to those that the token has. */
  orScopes?: readonly Scope[]
  /** Needed beside the scope for a part of what it does; its description says for which. */
  partScope?: Scope
  /** Types of records whose events outdate a cached response. Every read that needs a scope has a list. */
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
  /** The same for a list that comes as JSON only. */
  elements?: string
  /** What stands in `data` of a success; without it the answer is `{"status":"OK"}` alone. */
  data?: TSchema
  /** Instead of JSON, a success is a file of one of these media types, with an ETag. */
  download?: readonly string[]
  /** Answers server-sent events when these are asked for. */
  stream?: true
  /** Answers 201 instead of 200: always, or when there was nothing to replace. */
  created?: true | 'unless replaced'
  /** Where what was created is read: names in braces stand for members of `data`, or else of the body. */
  location?: `/v1/${string}`
  /** Replies carry the version as an ETag. */
  etag?: true
  /** Its answer is sent while it is still being read, so it has no ETag. */
  piecemeal?: true
  /** Answers 304 to an If-None-Match that names what would be answered. */
  conditional?: true
  /** Honours If-Match. */
  precondition?: true
  /**
   * The response is not stored, so an Idempotency-Key has no effect: it contains a secret or a cookie, or changes
   * each time.
   */
  unrepeatable?: true
  /** The business problems of this endpoint, beside those that every endpoint has. */
  problems: readonly ProblemCode[]
}

export const endpoint = <const E extends EndpointShape>(shape: E): E => shape

/** The scopes any of which lets a token in. */
export const scopesOf = ({ scope, orScopes = [] }: EndpointShape): readonly Scope[] =>
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

/** Whether it tells by an ETag what it answers, and answers 304 to those who have it already. */
export const isTagged = ({ method, stream, download, piecemeal }: EndpointShape): boolean =>
  method === 'GET' && !stream && !download && !piecemeal

/** Whether `If-None-Match: *` keeps it to creating: it would replace a record otherwise. */
export const canOnlyCreate = ({ method, precondition }: EndpointShape): boolean =>
  method === 'PUT' && precondition === true

/** Whether an Idempotency-Key makes a repeat of it safe. */
export const takesIdempotencyKey = ({ method, scope, unrepeatable }: EndpointShape): boolean =>
  (method === 'POST' || method === 'PATCH' || method === 'PUT') && scope !== undefined && !unrepeatable

/** Every problem an endpoint may answer: its own and those that follow from its shape. */
export function problemsOf(e: EndpointShape): ProblemCode[] {
  const codes: ProblemCode[] = ['BAD_REQUEST']
  if (e.access !== 'anyone') codes.push('UNAUTHORIZED')
  if (e.scope !== undefined) codes.push('TOKEN_PERMISSIONS')
  if (e.access !== 'anyone' && e.access !== 'driver' && !e.unprotected) codes.push('SECOND_FACTOR_REQUIRED')
  if (e.fresh) codes.push('SIGN_IN_AGAIN')
  if (e.method !== 'GET' && e.access !== 'driver' && !e.cookieless) codes.push('CROSS_SITE')
  codes.push(...e.problems, 'NOT_ACCEPTABLE')
  if (e.precondition) codes.push('VERSION_MISMATCH')
  if (takesIdempotencyKey(e)) codes.push('IDEMPOTENCY_CONFLICT')
  if (e.body || e.upload) codes.push('BODY_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE')
  codes.push('RATE_LIMITED', 'HEADERS_TOO_LARGE', 'INTERNAL', 'UNAVAILABLE')
  return codes
}
