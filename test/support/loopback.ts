// A server of a test's own on loopback, for as long as the test lasts.
import { once } from 'node:events'
import type { AddressInfo, Server } from 'node:net'

type Listening = Server & { closeAllConnections?(): void }

/** Answers the port that it listens at. */
export async function onLoopback(t: { after(fn: () => unknown): void }, server: Listening): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.close()
    server.closeAllConnections?.()
  })
  return (server.address() as AddressInfo).port
}
