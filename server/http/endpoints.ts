// Serves the endpoints of the contract: admits, reads, performs and answers each request, in this order.
import { setTimeout as sleep } from 'node:timers/promises'
import { type EndpointShape, isTagged } from '../../contract/endpoint.ts'
import { type EndpointId, endpoints } from '../../contract/index.ts'
import type { TokenAuthenticator } from '../access/token/authenticate.ts'
import type { EventFeed } from '../integration/history/feed.ts'
import { createUnavailableError } from '../platform/database/database.ts'
import { threadContention } from '../platform/fairness/contention.ts'
import { readLines } from '../platform/operation/lines.ts'
import type { FileResponse, OperationCall, OperationResponse } from '../platform/operation/operation.ts'
import type { ProcessServices } from '../platform/operation/services.ts'
import { buildResponseTag, hasEntityTag } from '../platform/operation/version.ts'
import type { RateLimiter } from '../platform/rate-limit/limits.ts'
import { type ContentCoding, chooseCoding } from '../platform/value/coding.ts'
import {
  findQueueKey,
  isFile,
  isLong,
  isStream,
  type PerformContext,
  performLines,
  performRequest,
  type RequestOutcome,
} from '../runtime/perform.ts'
import type { BackgroundThread } from '../runtime/slow-requests.ts'
import {
  chargeExtraCost,
  chargeRequest,
  chargeUnpackedBytes,
  createAdmission,
  expectNothing,
  hasLines,
  linesType,
  type RequestAdmission,
} from './admission.ts'
import { createCall, createUnreadCall, getBodyLimit, listPathParameters } from './call.ts'
import type { DeviceAuthenticator } from './devices.ts'
import { type HeaderList, type HttpExchange, type HttpRoute, jsonType } from './exchange.ts'
import { reportMistake, reportSlow, requestLine } from './failures.ts'
import { type ChargedFile, sendFile, type UploadLimiter } from './file.ts'
import { createFollower, mayStreamEvents, sendEvents } from './follow.ts'
import { createLocationBuilder, type LocationBuilder } from './location.ts'
import type { ServiceMetrics } from './metrics.ts'
import { expectUnreadCapacity, sendCoded, sendPages, sendProblem, sendReply, sendText, sendUnchanged } from './reply.ts'
import { hasBody, readBody, readChunks, strangerBytesMax } from './request.ts'
import { joinFairQueue, yieldInSlices } from './request-queue.ts'
import { getClientAbortSignal } from './response-end.ts'
import type { VisitorSessions } from './visitors.ts'

export interface ServingContext extends PerformContext {
  backgroundThread: BackgroundThread
  feed: EventFeed
  authenticator: TokenAuthenticator
  visitors: VisitorSessions
  devices: DeviceAuthenticator
  services: ProcessServices
  rateLimiter: RateLimiter | undefined
  metrics: ServiceMetrics
  uploads: UploadLimiter
  config: { logRequests: boolean; bodyBytesMax: number; requestTimeoutMs: number }
}

/** A served endpoint, with its values that do not depend on a request. */
interface Served extends RequestAdmission {
  id: EndpointId
  endpoint: EndpointShape
  parameterNames: string[]
  locate: LocationBuilder | undefined
  serving: ServingContext
}

type FileUpload = NonNullable<EndpointShape['upload']>
type Bytes = Uint8Array<ArrayBuffer>

const slowMs = 1_000

export const createEndpointRoutes = (serving: ServingContext): HttpRoute[] =>
  (Object.entries(endpoints) as [EndpointId, EndpointShape][]).map(([id, endpoint]) =>
    routeOf({
      id,
      endpoint,
      serving,
      parameterNames: listPathParameters(endpoint.path),
      locate: createLocationBuilder(endpoint),
      ...createAdmission(endpoint, serving),
    }),
  )

function routeOf(served: Served): HttpRoute {
  const { id, serving } = served
  const { method, path, stream } = served.endpoint
  const { logRequests } = serving.config
  const observe = serving.metrics.route(method, path)
  const done = (exchange: HttpExchange, status: number): void => {
    const ms = performance.now() - exchange.receivedMs
    observe(status, ms / 1_000)
    const isSlow = ms > slowMs && stream !== true
    // `sendProblem` has already logged the reason of a 5xx status.
    if (logRequests)
      exchange.answering.logger[isSlow || status >= 500 ? 'warn' : 'info'](requestLine(exchange, status), 'request')
    else if (isSlow && status < 500) reportSlow(exchange, status)
  }
  return {
    method,
    path,
    handle(exchange) {
      exchange.operation = id
      return answer(served, exchange).then(
        (status) => done(exchange, status),
        (error) => done(exchange, sendProblem(exchange, error)),
      )
    },
  }
}

/** Handles a request from the first byte of its body to its response. Returns the status. */
async function answer(served: Served, exchange: HttpExchange): Promise<number> {
  const { id, endpoint, serving, parameterNames } = served
  const admitted = served.admit(exchange)
  if (admitted) await admitted
  threadContention.record(exchange.principal!.environmentId)
  exchange.coding = codingFor(endpoint, exchange)
  if (!endpoint.body && !endpoint.upload && hasBody(exchange.request)) await expectNothing(exchange, endpoint)
  if (endpoint.rows !== undefined && hasLines(exchange.request)) return answerLines(served, exchange)
  if (isLong(id)) return answerLong(served, exchange)
  if (endpoint.upload) return answerUpload(served, exchange, endpoint.upload)
  const bytes = endpoint.body && (await readBody(exchange, bytesMaxOf(served, exchange)))
  if (bytes) chargeBody(serving, exchange, bytes)
  const queued = joinFairQueue(queueKey(served, exchange), bytes?.length)
  if (queued) await queued
  const call = createCall(exchange, endpoint, parameterNames, bytes)
  if (endpoint.stream) return answerFollower(served, exchange, call)
  const located = served.locate?.(call)
  const outcome = await performRequest(serving, { id, call, asker: askerOf(served, exchange) })
  return reply(served, exchange, outcome, located)
}

const queueKey = ({ id, serving }: Served, { principal, parameters }: HttpExchange): string =>
  findQueueKey(id, serving.services, parameters) ?? principal!.environmentId

function chargeBody({ rateLimiter }: ServingContext, exchange: HttpExchange, bytes: Buffer): void {
  if (rateLimiter) chargeUnpackedBytes(rateLimiter, exchange, bytes.length)
}

/**
 * Returns the content coding of a response. The length of a compressed response reveals how similar its parts are, so a
 * response with a secret is not compressed. A response to a session cookie is compressed only for our own pages, since
 * no other page can send such a request.
 */
function codingFor(
  { access, unrepeatable }: EndpointShape,
  { request, principal }: HttpExchange,
): ContentCoding | undefined {
  const { 'accept-encoding': accept, 'sec-fetch-site': site } = request.headers
  if (accept === undefined || unrepeatable || (access !== undefined && access !== 'driver')) return undefined
  return principal!.session && site !== 'same-origin' ? undefined : chooseCoding(accept)
}

const askerOf =
  ({ serving: { visitors, services } }: Served, exchange: HttpExchange) =>
  () => ({ ...visitors.about(exchange), services })

const bytesMaxOf = ({ endpoint, serving }: Served, { principal }: HttpExchange): number => {
  const { bodyBytesMax } = serving.config
  const isStranger = endpoint.access === 'anyone' && !principal!.session
  return isStranger ? Math.min(strangerBytesMax, bodyBytesMax) : getBodyLimit(endpoint) * bodyBytesMax
}

function reply(
  { endpoint, serving }: Served,
  exchange: HttpExchange,
  outcome: RequestOutcome,
  located?: (reply: string) => string,
): number | Promise<number> {
  if (isStream(outcome)) return sendPages(exchange, outcome, headersOf(endpoint, exchange)).then(() => 200)
  if (isFile(outcome)) return sendFile(exchange, charged(serving, exchange, outcome))
  reportMistakes(exchange, outcome)
  if (isTagged(endpoint) && !endpoint.conditional && outcome.status === 200) tag(exchange, outcome)
  if (outcome.status === 304) return sendUnchanged(exchange, unchangedHeaders(endpoint, exchange, outcome.etag!))
  const headers = headersOf(endpoint, exchange, outcome)
  expectUnreadCapacity(exchange, outcome.body)
  if (outcome.status === 201 && located) headers.push('Location', located(outcome.body))
  sendReply(exchange, outcome.status, outcome.body, headers)
  return outcome.status
}

/** Logs mistakes of the service that failed a row. The log line has the request id that the row contains. */
function reportMistakes(exchange: HttpExchange, { mistakes = [] }: Pick<OperationResponse, 'mistakes'>): void {
  for (const err of mistakes) reportMistake(exchange, err, 'row failed')
}

/** Wraps a generated file so that opening it is charged. A client that has the current file is not charged. */
const charged = ({ rateLimiter }: ServingContext, exchange: HttpExchange, file: FileResponse): ChargedFile => ({
  ...file,
  async open(signal) {
    if (rateLimiter) chargeExtraCost(rateLimiter, exchange, file.cost ?? 0)
    return file.open(signal, (cost) => {
      // The real cost may exceed the estimate. The request is already admitted, so the charge is at most the remaining
      // allowance.
      const { remaining } = exchange.allowance ?? { remaining: 0 }
      if (rateLimiter && cost > 0)
        exchange.allowance = chargeRequest(rateLimiter, exchange.principal!, Math.min(cost, remaining))
    })
  },
})

/**
 * Sets the ETag of a response. A client without `If-None-Match` gets the version of the record, which needs no hash of
 * the whole response.
 */
function tag(exchange: HttpExchange, outcome: OperationResponse): void {
  const { 'if-none-match': known } = exchange.request.headers
  if (known === undefined && outcome.etag !== undefined) return
  const etag = buildResponseTag(outcome.body, outcome.etag)
  outcome.etag = `W/${etag}`
  if (hasEntityTag(known, etag)) outcome.status = 304
}

/** Returns whether a response may be cached: not for a person, and not with a secret. */
const isKept = ({ access, unrepeatable }: EndpointShape, { principal }: HttpExchange): boolean =>
  !(principal!.session || access || unrepeatable)

const unchangedHeaders = (endpoint: EndpointShape, exchange: HttpExchange, etag: string): HeaderList =>
  isKept(endpoint, exchange) ? ['ETag', etag] : ['ETag', etag, 'Cache-Control', 'no-store']

function headersOf(
  endpoint: EndpointShape,
  exchange: HttpExchange,
  reply: Omit<Partial<OperationResponse>, 'body'> = {},
): HeaderList {
  const headers: HeaderList = ['Content-Type', jsonType]
  if (!isKept(endpoint, exchange)) headers.push('Cache-Control', 'no-store')
  if (reply.etag !== undefined) headers.push('ETag', reply.etag)
  if (reply.cookie !== undefined) headers.push('Set-Cookie', reply.cookie)
  if (reply.deviceCookie !== undefined) headers.push('Set-Cookie', reply.deviceCookie)
  if (reply.replayed) headers.push('Idempotent-Replayed', 'true')
  return headers
}

/** Performs a slow request in its own thread, which also parses its body. */
async function answerLong(served: Served, exchange: HttpExchange): Promise<number> {
  const { id, endpoint, serving, parameterNames } = served
  const { bodyBytesMax, requestTimeoutMs } = serving.config
  const bodies = getBodyLimit(endpoint)
  exchange.bodyDeadlineMs = Number.POSITIVE_INFINITY
  const read = async () => {
    exchange.bodyDeadlineMs = performance.now() + requestTimeoutMs
    const body = endpoint.body && (await readBody(exchange, bodies * bodyBytesMax))
    if (body) chargeBody(serving, exchange, body)
    const call = createUnreadCall(exchange, endpoint, parameterNames, body)
    // The transfer to the thread moves the whole buffer, so the buffer must contain nothing but the body.
    const bytes = body && (body.length === body.buffer.byteLength ? (body as Bytes) : new Uint8Array(body))
    const { 'if-none-match': ifNoneMatch } = exchange.request.headers
    const tagged = isTagged(endpoint) && !endpoint.conditional
    return { id, call, bytes, bodies, isTagged: tagged, ifNoneMatch, coding: exchange.coding }
  }
  const { environmentId, device } = exchange.principal!
  // Requests of drivers have a separate queue, so that lists of planners do not delay them.
  const fairKey = device ? `${environmentId} drivers` : environmentId
  const reply = await serving.backgroundThread.perform(fairKey, read, getClientAbortSignal(exchange))
  reportMistakes(exchange, reply)
  if (reply.status === 304) return sendUnchanged(exchange, unchangedHeaders(endpoint, exchange, reply.etag!))
  const { buffer, byteOffset, length } = reply.bytes
  const bytes = Buffer.from(buffer, byteOffset, length)
  const headers = headersOf(endpoint, exchange, reply)
  if (reply.coded) sendCoded(exchange, reply.status, bytes, headers)
  else {
    exchange.coding = undefined
    sendText(exchange, reply.status, bytes, headers)
  }
  return reply.status
}

/** Answers an upload. The file is the body of the call, and its bytes stay reserved until the work has ended. */
function answerUpload(served: Served, exchange: HttpExchange, upload: FileUpload): Promise<number> {
  const { id, endpoint, serving, parameterNames } = served
  return serving.uploads.take(exchange, upload.bytesMax, async (bytes) => {
    chargeBody(serving, exchange, bytes)
    const call = createUnreadCall(exchange, endpoint, parameterNames, bytes)
    call.body = bytes
    const located = served.locate?.(call)
    return reply(
      served,
      exchange,
      await performRequest(serving, { id, call, asker: askerOf(served, exchange) }),
      located,
    )
  })
}

/** Reads rows as lines and writes results at the same time, not faster than the client sends and reads. */
async function answerLines(served: Served, exchange: HttpExchange): Promise<number> {
  const { id, endpoint, serving, parameterNames } = served
  const { bodyBytesMax, requestTimeoutMs } = serving.config
  const { isStaying } = exchange.answering
  const allowed = async () => {
    if (!isStaying()) throw createUnavailableError('The service is stopping.')
    // A stream may last for hours. A client that has lost its permission since is rejected here.
    served.permit(await served.identify(exchange))
    await pay(serving, exchange)
  }
  const report = (error: unknown) => reportMistake(exchange, error, 'import failed')
  const call = createCall(exchange, endpoint, parameterNames, undefined)
  // The announced bytes were charged at admission.
  let paidBytes = Number(exchange.request.headers['content-length'] ?? 0)
  const chunks = yieldInSlices(
    exchange.principal!.environmentId,
    readChunks(exchange, requestTimeoutMs, getClientAbortSignal(exchange)),
    async (bytes) => {
      paidBytes -= bytes
      if (paidBytes < 0) await pay(serving, exchange)
    },
  )
  const lines = readLines(chunks, bodyBytesMax)
  const results = performLines(serving, { id, call, lines, allowed, report })
  await sendPages(exchange, results, ['Content-Type', linesType])
  return 200
}

/** Charges a stream for its next bytes. Waits until the allowance has room. */
async function pay({ rateLimiter }: ServingContext, { principal }: HttpExchange): Promise<void> {
  for (;;) {
    const allowance = rateLimiter && chargeRequest(rateLimiter, principal!, 1)
    if (allowance?.allowed !== false) return
    await sleep(allowance.resetSeconds * 1_000)
  }
}

/** Answers a client that waits for events: with one response or a stream. */
async function answerFollower(served: Served, exchange: HttpExchange, call: OperationCall): Promise<number> {
  const { id, endpoint, serving } = served
  const streams = mayStreamEvents(exchange.request.headers.accept, endpoint)
  const { following, end } = createFollower(serving.feed, serving.executor, exchange, () => served.identify(exchange))
  try {
    const outcome = await performRequest(serving, { id, call, follower: { following, streams } })
    if (!isStream(outcome)) return await reply(served, exchange, outcome)
    await sendEvents(exchange, outcome)
    return 200
  } finally {
    end()
  }
}
