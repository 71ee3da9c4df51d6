// Calls every endpoint of the contract with its types, in Node, Deno, Bun and browsers.
import {
  type BodyOf,
  canHaveIdempotencyKey,
  type DataOf,
  type EndpointShape,
  type ParamsOf,
  type QueryOf,
} from '../contract/endpoint.ts'
import type { ErrorValues, FieldError, ProblemCode, SecondFactorMethod } from '../contract/problem.ts'

export interface ClientOptions {
  /** URL of the service, such as `https://dray.example.com`. It may contain a path. */
  baseUrl: string
  /** An access token, or a function that returns one for each attempt. Omit it if `fetch` sends a session cookie. */
  token?: string | (() => string | Promise<string>)
  fetch?: typeof globalThis.fetch
  /** Number of retries of a request that is safe to repeat. */
  retries?: number
}

interface CommonOptions {
  headers?: Record<string, string>
  /** Default: a new key for POST, PATCH and PUT. `false` sends no key, and does not retry them. */
  idempotencyKey?: string | false
  /** The ETag of a response, or `*`. */
  ifMatch?: string
  signal?: AbortSignal
}
type RequiredOption<Name extends string, Value> = [Value] extends [undefined]
  ? { [K in Name]?: undefined }
  : { [K in Name]: Value }
export type CallOptions<E extends EndpointShape> = CommonOptions & { query?: QueryOf<E> } & RequiredOption<
    'params',
    ParamsOf<E>
  > &
  RequiredOption<'body', E['upload'] extends object ? Blob : BodyOf<E>>
interface GivenOptions extends CommonOptions {
  params?: object | undefined
  query?: object | undefined
  body?: unknown
}
export type CallArguments<E extends EndpointShape> =
  Record<never, never> extends CallOptions<E> ? [options?: CallOptions<E>] : [options: CallOptions<E>]

export interface ApiResponse<Data> {
  data: Data
  status: number
  headers: Headers
  etag: string | undefined
  requestId: string | undefined
}
export interface Client {
  call<E extends EndpointShape>(endpoint: E, ...options: CallArguments<E>): Promise<ApiResponse<DataOf<E>>>
}

/** An error response of the service, or of a server in between. */
export class ApiProblem extends Error {
  override name = 'ApiProblem'
  /** `UNREADABLE` if the response is not from Dray, such as the page of a proxy. */
  code: ProblemCode | 'UNREADABLE'
  status: number
  /** Each of `errors` has its own values. */
  values: ErrorValues | undefined
  errors: FieldError[]
  /** Link to the section about the code in the guide. */
  help: string | undefined
  requestId: string | undefined
  consignmentId: string | undefined
  loadId: string | undefined
  /** Token of a sign-in that waits for its second factor, and the possible methods. */
  token: string | undefined
  ways: readonly SecondFactorMethod[]
  /** Seconds. */
  retryAfter: number | undefined

  constructor(response: Response, data: Partial<ProblemData>) {
    super(data.message ?? `The service returned the status ${response.status} without an explanation.`)
    this.code = data.code ?? 'UNREADABLE'
    this.status = response.status
    this.values = data.values
    this.errors = data.errors ?? []
    this.help = data.help
    this.requestId = data.requestId ?? response.headers.get('x-request-id') ?? undefined
    this.consignmentId = data.consignmentId
    this.loadId = data.loadId
    this.token = data.token
    this.ways = data.ways ?? []
    this.retryAfter = secondsOf(response.headers.get('retry-after'))
  }
}
export type ProblemData = Omit<ApiProblem, 'name' | 'code' | 'status' | 'retryAfter'> & { code: ProblemCode }

const retryDelayMilliseconds = 200
const waitSecondsMax = 60

export function createClient(settings: ClientOptions): Client {
  const send = settings.fetch ?? globalThis.fetch
  const retries = settings.retries ?? 2

  async function call<E extends EndpointShape>(endpoint: E, ...[options]: CallArguments<E>) {
    const callOptions: GivenOptions = options ?? {}
    const url = settings.baseUrl.replace(/\/+$/, '') + target(endpoint, callOptions)
    const headers = headersOf(endpoint, callOptions)
    const repeatable = endpoint.method === 'GET' || endpoint.method === 'DELETE' || headers.has('idempotency-key')

    for (let attempt = 0; ; attempt++) {
      callOptions.signal?.throwIfAborted()
      const token = typeof settings.token === 'function' ? await settings.token() : settings.token
      if (token !== undefined) headers.set('authorization', `Bearer ${token}`)
      try {
        const response = await send(url, {
          method: endpoint.method,
          headers,
          ...(callOptions.body === undefined
            ? {}
            : { body: endpoint.upload ? (callOptions.body as Blob) : JSON.stringify(callOptions.body) }),
          ...(callOptions.signal ? { signal: callOptions.signal } : {}),
        })
        return await answerOf<DataOf<E>>(response, endpoint)
      } catch (error) {
        if (!repeatable || attempt >= retries || !passing(error, callOptions.signal)) throw error
        await pause(attempt, error instanceof ApiProblem ? error.retryAfter : undefined, callOptions.signal)
      }
    }
  }
  return { call }
}

function target(endpoint: EndpointShape, options: GivenOptions) {
  const params: Record<string, unknown> = { ...options.params }
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(options.query ?? {})) if (value != null) query.set(name, String(value))
  return query.size > 0 ? `${path}?${query}` : path
}

function headersOf(endpoint: EndpointShape, options: GivenOptions) {
  const headers = new Headers({ accept: endpoint.download ? '*/*' : 'application/json', ...options.headers })
  // The caller sets the content type of a file.
  if (options.body !== undefined && !endpoint.upload) headers.set('content-type', 'application/json')
  if (options.ifMatch !== undefined) headers.set('if-match', options.ifMatch)
  if (canHaveIdempotencyKey(endpoint) && options.idempotencyKey !== false && !headers.has('idempotency-key')) {
    headers.set('idempotency-key', options.idempotencyKey ?? randomKey())
  }
  return headers
}

async function answerOf<Data>(response: Response, { download }: EndpointShape): Promise<ApiResponse<Data>> {
  return {
    data: (response.ok && download ? await response.blob() : await dataOf(response)) as Data,
    status: response.status,
    headers: response.headers,
    etag: response.headers.get('etag') ?? undefined,
    requestId: response.headers.get('x-request-id') ?? undefined,
  }
}

async function dataOf(response: Response): Promise<unknown> {
  const body = parse(await response.text()) as { status?: unknown; data?: unknown } | undefined
  if (!response.ok || body?.status !== 'OK') {
    throw new ApiProblem(response, (body?.status === 'ERROR' ? body.data : undefined) ?? {})
  }
  return body.data
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Returns whether a retry may succeed: the network failed, or the service asked for a later retry. */
function passing(error: unknown, signal: AbortSignal | undefined) {
  if (signal?.aborted || !(error instanceof Error)) return false
  if (!(error instanceof ApiProblem)) return true
  return (error.status === 429 || error.status === 503) && (error.retryAfter ?? 0) <= waitSecondsMax
}

async function pause(attempt: number, retryAfterSeconds: number | undefined, signal: AbortSignal | undefined) {
  // The jitter prevents many clients that failed at the same time from retrying at the same time.
  const backoff = retryDelayMilliseconds * 2 ** attempt * (0.5 + Math.random())
  await waitFor(Math.max(backoff, (retryAfterSeconds ?? 0) * 1_000), signal)
}

export const waitFor = (milliseconds: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, milliseconds)
    signal?.addEventListener('abort', stop, { once: true })
  })

const secondsOf = (header: string | null) => (header && /^\d+$/.test(header) ? Number(header) : undefined)

// crypto.randomUUID is missing in browsers on plain http.
const randomKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
