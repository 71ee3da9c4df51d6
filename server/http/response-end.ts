// Waits for the end of a reply, when the client has received it or has disconnected. Also waits until a reply may use
// its connection.
import { once } from 'node:events'
import type { HttpExchange } from './exchange.ts'
import { createDisconnectError } from './request.ts'

/** Calls back when the response is sent or its client has disconnected. */
export function onResponseEnd({ request: { socket }, response }: HttpExchange, callback: () => void): void {
  const over = () => {
    socket.off('close', over)
    response.off('finish', over)
    callback()
  }
  if (socket.closed) {
    callback()
    return
  }
  // Node emits no event for a response that waits in its connection when the connection ends.
  socket.once('close', over)
  response.once('finish', over)
}

/** Returns a signal that aborts if the client disconnects before it has the whole response. */
export function getClientAbortSignal(exchange: HttpExchange): AbortSignal {
  const controller = new AbortController()
  onResponseEnd(exchange, () => {
    if (!exchange.response.writableFinished) controller.abort(createDisconnectError())
  })
  return controller.signal
}

/**
 * Resolves when the client has taken all earlier replies on the connection. A reply that starts sooner stays in memory,
 * and Node does not report the end of the connection to it.
 */
export async function waitForSocket({ response }: HttpExchange, signal: AbortSignal): Promise<void> {
  if (response.socket) return
  await once(response, 'socket', { signal: signal }).catch(() => {
    throw signal.reason
  })
}
