// What the limits share: a port of the system's choice, told to whoever started them, whom they do not outlive; and how they reply.
import type { Server, ServerResponse } from 'node:http'

export function listen(server: Server): void {
  server.keepAliveTimeout = 65_000
  server.listen(0, '127.0.0.1', () => process.send!((server.address() as { port: number }).port))
  process.on('disconnect', () => process.exit())
  process.on('SIGTERM', () => process.exit())
}

interface Ready {
  response: ServerResponse
  body: string
}
const send = ({ response, body }: Ready) => {
  const headers = { 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': Buffer.byteLength(body) }
  response.writeHead(200, headers).end(body)
}

/**
 * Replies at once, as anybody would write it, or holds the replies of one turn of the event loop and sends them together,
 * which is cheaper: it wakes the other side less often.
 */
export function replier(together: boolean): (response: ServerResponse, body: string) => void {
  let outbox: Ready[] = []
  const flush = () => {
    const replies = outbox
    outbox = []
    replies.forEach(send)
  }
  if (!together) return (response, body) => send({ response, body })
  return (response, body) => {
    if (outbox.push({ response, body }) === 1) setImmediate(flush)
  }
}
