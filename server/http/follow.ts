// Serves clients that follow events, limits their time, and disconnects clients that do not read.
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { EndpointShape } from '../../contract/endpoint.ts'
import type { EventFeed } from '../integration/history/feed.ts'
import type { FollowContext, OperationExecutor } from '../platform/operation/operation.ts'
import type { RequestPrincipal } from '../platform/operation/principal.ts'
import type { HeaderList, HttpExchange } from './exchange.ts'
import { addCommon } from './reply.ts'
import { onResponseEnd } from './response-end.ts'

/** Interval of checks of the token and of slow clients, in milliseconds. */
const checkMs = 1_000
/**
 * Time without a read after which a stalled client is disconnected, in milliseconds. It reconnects and continues at its
 * position.
 */
const stalledMs = 10_000

const eventStream = 'text/event-stream'

/** Returns whether a client accepts server-sent events and the endpoint has them. */
export function mayStreamEvents(accept: string | undefined, { stream }: EndpointShape): boolean {
  if (!stream || accept === undefined) return false
  return accept.split(',').some((range) => {
    const [type, ...parameters] = range.split(';').map((text) => text.trim().toLowerCase())
    return type === eventStream && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))
  })
}

/** Creates the follower of one client. It ends when `identify` rejects the client, or when the caller calls `end`. */
export function createFollower(
  feed: EventFeed,
  executor: OperationExecutor,
  exchange: HttpExchange,
  identify: () => RequestPrincipal | Promise<RequestPrincipal>,
): { following: FollowContext; end(): void } {
  const { environmentId } = exchange.principal!
  const release = feed.enter(environmentId)
  let { scopes } = exchange.principal!
  const ending = new AbortController()
  const end = () => {
    if (ending.signal.aborted) return
    ending.abort()
    clearInterval(timer)
    feed.signal.removeEventListener('abort', end)
    release()
  }
  const check = async () => {
    try {
      scopes = (await identify()).scopes
    } catch {
      end()
    }
  }
  const timer = setInterval(() => void check(), checkMs).unref()
  feed.signal.addEventListener('abort', end)
  // The response or the feed may have ended already. The follower then ends here.
  onResponseEnd(exchange, end)
  if (feed.signal.aborted) end()
  const lastEventId = exchange.request.headers['last-event-id']
  return {
    end,
    following: {
      read: (work) => executor.read(work, undefined, exchange.principal!.environmentId),
      settled: () => feed.settled(environmentId),
      more: (position, ms) => feed.more(environmentId, position, ms, ending.signal),
      scopes: () => scopes,
      lastEventId: typeof lastEventId === 'string' && lastEventId !== '' ? lastEventId : undefined,
      signal: ending.signal,
    },
  }
}

/** Sends events as soon as they exist, at the speed of the client. */
export async function sendEvents(exchange: HttpExchange, events: AsyncIterable<string>): Promise<void> {
  const { request, response } = exchange
  const headers: HeaderList = ['Content-Type', eventStream, 'Cache-Control', 'no-store', 'X-Accel-Buffering', 'no']
  addCommon(exchange, headers)
  response.writeHead(200, headers)
  if (request.method === 'HEAD') {
    response.end()
    return
  }
  let sinceMs = performance.now()
  const timer = setInterval(() => {
    if (!response.writableNeedDrain) sinceMs = performance.now()
    else if (performance.now() - sinceMs > stalledMs) response.destroy()
  }, checkMs).unref()
  try {
    await pipeline(Readable.from(events, { objectMode: false }), response)
  } finally {
    clearInterval(timer)
  }
}
