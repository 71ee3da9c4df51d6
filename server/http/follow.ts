// Serves clients that follow events, limits their time, and disconnects clients that do not read.
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { EndpointShape } from '../../contract/endpoint.ts'
import type { Feed } from '../integration/history/feed.ts'
import type { Executor, Following } from '../platform/operation/operation.ts'
import type { Principal } from '../platform/operation/principal.ts'
import { whenOver } from './ending.ts'
import type { Exchange, Headers } from './exchange.ts'
import { addCommon } from './reply.ts'

/** So often it is looked whether the token still holds, and whether the client reads. */
const checkMs = 1_000
/** A client that has taken nothing for so long is cut off; it comes back and goes on where it was. */
const stalledMs = 10_000

const eventStream = 'text/event-stream'

/** Returns whether a client accepts server-sent events and the endpoint has them. */
export function wantsEvents(accept: string | undefined, { stream }: EndpointShape): boolean {
  if (!stream || accept === undefined) return false
  return accept.split(',').some((range) => {
    const [type, ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
    return type === eventStream && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))
  })
}

/** Follows for one client, for as long as `identify` lets it in; answers how to end. */
export function followerOf(
  feed: Feed,
  executor: Executor,
  exchange: Exchange,
  identify: () => Principal | Promise<Principal>,
): { following: Following; end(): void } {
  const { environmentId } = exchange.principal!
  const leave = feed.enter(environmentId)
  let { scopes } = exchange.principal!
  const ending = new AbortController()
  const end = () => {
    if (ending.signal.aborted) return
    ending.abort()
    clearInterval(timer)
    feed.signal.removeEventListener('abort', end)
    leave()
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
  // Either may have happened already, which then ends it here.
  whenOver(exchange, end)
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

/** Sends events as they come, and no faster than they are read. */
export async function sendEvents(exchange: Exchange, events: AsyncIterable<string>): Promise<void> {
  const { request, response } = exchange
  const headers: Headers = ['Content-Type', eventStream, 'Cache-Control', 'no-store', 'X-Accel-Buffering', 'no']
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
