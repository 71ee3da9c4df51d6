// Shared by the limits: listens on a free port, reports it to the parent process and ends with it, reads bodies, and
// sends responses.
import { createServer, type Server, type ServerResponse } from 'node:http'

export function listen(server: Server): void {
  server.keepAliveTimeout = 65_000
  server.listen(0, '127.0.0.1', () => process.send!((server.address() as { port: number }).port))
  process.on('disconnect', () => process.exit())
  process.on('SIGTERM', () => process.exit())
}

/** A server of requests with a body, which is read as bytes and handed on as text. */
export const bodyServer = (take: (text: string, url: string, response: ServerResponse) => void): Server =>
  createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('end', () => {
      const bytes = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)
      take(bytes.toString('utf8'), request.url!, response)
    })
  })

interface Ready {
  response: ServerResponse
  body: string
}
const send = ({ response, body }: Ready) => {
  const headers = { 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': Buffer.byteLength(body) }
  response.writeHead(200, headers).end(body)
}

/**
 * Returns a function that sends a response: immediately, or together with all responses of the same turn of the event
 * loop. The latter is cheaper, because it wakes the client less often.
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
