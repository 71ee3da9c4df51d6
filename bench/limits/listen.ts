// What the limits share: a port of the system's choice, told to whoever started them, whom they do not outlive.
import type { Server } from 'node:http'

export function listen(server: Server): void {
  server.keepAliveTimeout = 65_000
  server.listen(0, '127.0.0.1', () => process.send!((server.address() as { port: number }).port))
  process.on('disconnect', () => process.exit())
  process.on('SIGTERM', () => process.exit())
}
