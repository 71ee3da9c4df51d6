// Waits for the end of a reply: the client has taken it or has disconnected. Also waits for its turn on the connection.
import { once } from 'node:events'
import type { Exchange } from './exchange.ts'
import { clientGone } from './request.ts'

/** Calls back when the response is sent or its client has disconnected. */
export function whenOver({ request: { socket }, response }: Exchange, tell: () => void): void {
  const over = () => {
    socket.off('close', over)
    response.off('finish', over)
    tell()
  }
  if (socket.closed) {
    tell()
    return
  }
  // Node emits no event for a response that waits in its connection when the connection ends.
  socket.once('close', over)
  response.once('finish', over)
}

/** Returns a signal that aborts if the client disconnects before it has the whole response. */
export function goneOf(exchange: Exchange): AbortSignal {
  const gone = new AbortController()
  whenOver(exchange, () => {
    if (!exchange.response.writableFinished) gone.abort(clientGone())
  })
  return gone.signal
}

/**
 * Resolves when the client has taken all earlier replies on the connection. A reply that starts sooner stays in memory,
 * and Node does not report the end of the connection to it.
 */
export async function untilItsTurn({ response }: Exchange, gone: AbortSignal): Promise<void> {
  if (response.socket) return
  await once(response, 'socket', { signal: gone }).catch(() => {
    throw gone.reason
  })
}
