// Waits for the end of a reply: the client has taken it or has disconnected. Also waits for its turn on the connection.
import { once } from 'node:events'
import type { Exchange } from './exchange.ts'
import { clientGone } from './request.ts'

/** Calls back when the reply has been taken, or its client has gone. */
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
  // Of a reply that waits behind others, Node tells nothing when its connection ends.
  socket.once('close', over)
  response.once('finish', over)
}

/** Aborted when the client goes before it has the whole reply. */
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
