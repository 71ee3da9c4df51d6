// How a reply ends: taken by its client, or left behind by one that has gone; and when its turn comes on its connection.
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
 * Resolves when all replies before it on its connection have been taken: what is made sooner lies in memory, and Node tells
 * nothing to it when the connection ends.
 */
export async function untilItsTurn({ response }: Exchange, gone: AbortSignal): Promise<void> {
  if (response.socket) return
  await once(response, 'socket', { signal: gone }).catch(() => {
    throw gone.reason
  })
}
