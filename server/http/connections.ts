// Connections: how many there may be, of all and of one address, and how much of each is worked on at a time.
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Config } from '../config.ts'
import { networkOf } from './callers.ts'

/** Requests of one connection that are worked on at the same time; those behind them wait their turn. */
export const unansweredMax = 8
/** Requests that wait their turn behind others, of all connections: each takes some five kilobytes. */
const waitingMax = 10_000
/** The part of all connections that one address may have. */
const addressPart = 0.2

interface Connection {
  socket: Socket
  address: Address
  unanswered: number
  waiting: (() => void)[]
  answered(): void
}

interface Address {
  name: string
  open: number
  idle: Set<Connection>
}

export interface Connections {
  /** Starts work on a request, or keeps it back until those before it are answered. */
  inTurn(request: IncomingMessage, response: ServerResponse, start: () => void): void
}

type Settings = Pick<Config, 'connectionsMax' | 'proxies' | 'replyTimeoutMs'>

/** Where there is no room, the connection that has been idle for longest gives way; where none is, the new one is closed. */
export function guardConnections(server: Server, { connectionsMax, proxies, replyTimeoutMs }: Settings): Connections {
  const open = new Map<Socket, Connection>()
  const addresses = new Map<string, Address>()
  // Both are sets in the order in which their members became idle.
  const idle = new Set<Connection>()
  let waiting = 0
  // All that come through a proxy of ours come from its address.
  const addressMax = proxies > 0 ? connectionsMax : Math.max(1, Math.floor(connectionsMax * addressPart))

  const rest = (connection: Connection): void => {
    idle.add(connection)
    connection.address.idle.add(connection)
  }
  const rouse = (connection: Connection): void => {
    idle.delete(connection)
    connection.address.idle.delete(connection)
  }
  const forget = (connection: Connection): void => {
    if (!open.delete(connection.socket)) return
    rouse(connection)
    waiting -= connection.waiting.length
    connection.waiting = []
    if (--connection.address.open === 0) addresses.delete(connection.address.name)
  }
  const makeRoom = (among: Set<Connection>): boolean => {
    const [longest] = among
    if (!longest) return false
    longest.socket.destroy()
    forget(longest)
    return true
  }

  server.on('connection', (socket: Socket) => {
    const name = networkOf({ headers: {}, socket }, 0)
    const address = addresses.get(name) ?? { name, open: 0, idle: new Set() }
    const hasRoom =
      (address.open < addressMax || makeRoom(address.idle)) && (open.size < connectionsMax || makeRoom(idle))
    if (!hasRoom) {
      socket.destroy()
      return
    }
    address.open++
    addresses.set(name, address)
    const connection: Connection = { socket, address, unanswered: 0, waiting: [], answered: () => answered(connection) }
    open.set(socket, connection)
    rest(connection)
    socket.once('close', () => forget(connection))
  })

  function answered(connection: Connection): void {
    connection.unanswered--
    const next = connection.waiting.shift()
    if (next) {
      waiting--
      if (connection.waiting.length === 0) connection.socket.resume()
      next()
    } else if (connection.unanswered === 0 && open.has(connection.socket)) rest(connection)
  }

  // It also comes for connections that are idle for too long, and for those whose reply is still being made.
  server.timeout = replyTimeoutMs
  server.on('timeout', (socket: Socket) => {
    const isIdle = (open.get(socket)?.unanswered ?? 0) === 0
    if (isIdle || socket.writableLength > 0) socket.destroy()
  })

  return {
    inTurn({ socket }, response, start) {
      const connection = open.get(socket)
      if (!connection) return
      if (connection.unanswered++ === 0) rouse(connection)
      response.once('finish', connection.answered)
      if (connection.unanswered <= unansweredMax) return start()
      connection.waiting.push(start)
      // What has been read is taken apart all the same; more is read when these have had their turn.
      socket.pause()
      if (++waiting > waitingMax) socket.destroy()
    },
  }
}
