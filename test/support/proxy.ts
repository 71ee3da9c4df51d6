// A proxy between the service and its database that can cut all connections, refuse new ones, or pass nothing on.
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

export interface Proxy {
  /** The same database, through the proxy. */
  url: string
  /** Drops every connection; with `refuse`, also those that come. */
  cut(refuse?: boolean): void
  /** Nobody listens there any more: the system itself refuses. */
  vanish(): void
  /** Takes so many more connections, and then none. */
  takeOnly(count: number): void
  /** Connections stay, but nothing moves on them. */
  stall(): void
  /** All is well again. */
  restore(): void
}

export async function startProxy(t: { after(fn: () => unknown): void }, target: string): Promise<Proxy> {
  const { hostname, port } = new URL(target)
  const sockets = new Set<Socket>()
  let state: 'open' | 'refusing' | 'stalled' = 'open'
  let left = Number.POSITIVE_INFINITY
  const server = createServer((client) => {
    if (state === 'refusing' || --left < 0) {
      client.destroy()
      return
    }
    const upstream = connect(Number(port), hostname)
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from)
      from.on('error', () => undefined)
      from.on('close', () => {
        sockets.delete(from)
        to.destroy()
      })
      from.on('data', (chunk) => to.write(chunk))
      if (state === 'stalled') from.pause()
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  t.after(() => {
    cut()
    server.close()
  })
  const url = new URL(target)
  url.hostname = '127.0.0.1'
  const { port: ownPort } = server.address() as { port: number }
  url.port = String(ownPort)
  return {
    url: url.href,
    vanish() {
      cut()
      server.close()
    },
    takeOnly(count) {
      left = count
    },
    cut(refuse = false) {
      if (refuse) state = 'refusing'
      cut()
    },
    stall() {
      state = 'stalled'
      for (const socket of sockets) socket.pause()
    },
    restore() {
      state = 'open'
      left = Number.POSITIVE_INFINITY
      if (!server.listening) server.listen(ownPort, '127.0.0.1')
      for (const socket of sockets) socket.resume()
    },
  }
}
