// A receiver of webhooks as they are in the world: it takes, fails, stalls, redirects, dies or talks without end.
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { certificate, privateKey } from './certificate.ts'
import { onLoopback } from './loopback.ts'

export interface Received {
  id: string
  headers: IncomingHttpHeaders
  body: string
  path: string
}
export type Behaviour = (received: Received, response: ServerResponse, request: IncomingMessage) => void

export interface Receiver {
  url: string
  port: number
  /** Everything that came, in its order. */
  received: Received[]
  /** Connections that were made, be it without a request. */
  connections(): number
  /** What it does from now on. */
  behave(behaviour: Behaviour): void
}

const answer =
  (status: number, headers: Record<string, string> = {}, body = ''): Behaviour =>
  (_received, response) =>
    void response.writeHead(status, headers).end(body)

export const behaviours = {
  take: answer(204),
  fail: answer(500, {}, 'out of order'),
  gone: answer(410),
  redirect: answer(307, { location: 'http://127.0.0.1:1/' }),
  stall: () => undefined,
  die: (_received, _response, request) => void request.socket.destroy(),
  /** A good status, and then a byte now and then that never ends it. */
  drip: (_received, response) => {
    response.writeHead(200)
    const timer = setInterval(() => response.write('.'), 20)
    response.on('close', () => clearInterval(timer))
  },
  flood: (_received, response) => {
    response.writeHead(200)
    const more = () => {
      while (!response.destroyed && response.write('x'.repeat(16_384)));
    }
    response.on('drain', more)
    more()
  },
  hugeHeaders: answer(200, { big: 'x'.repeat(40_000) }),
  nonsense: (_received, response) => void response.socket!.end('this is no HTTP\r\n\r\n'),
} satisfies Record<string, Behaviour>

export async function startReceiver(
  t: { after(fn: () => unknown): void },
  behaviour: Behaviour = behaviours.take,
  secure = false,
): Promise<Receiver> {
  const received: Received[] = []
  let now = behaviour
  let connections = 0
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    let body = ''
    for await (const chunk of request.setEncoding('utf8')) body += chunk
    const one = { id: String(request.headers['webhook-id']), headers: request.headers, body, path: request.url! }
    received.push(one)
    now(one, response, request)
  }
  const server = secure
    ? createSecureServer({ cert: certificate, key: privateKey }, (...given) => void handle(...given))
    : createServer((...given) => void handle(...given))
  server.on('connection', () => connections++)
  const port = await onLoopback(t, server)
  return {
    url: `${secure ? 'https' : 'http'}://127.0.0.1:${port}/hook`,
    port,
    received,
    connections: () => connections,
    behave(behaviour) {
      now = behaviour
    },
  }
}
