// Limits open connections, in total and per address, and the requests in progress on each.
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { ServiceConfig } from '../platform/config/config.ts'
import { getClientNetwork } from './callers.ts'
import type { HttpExchange } from './exchange.ts'
import { closeLateRequest } from './malformed-request.ts'

/** Maximum number of requests of one connection in progress; the following requests wait. */
const unansweredMax = 8
/** Maximum number of waiting requests of all connections. Each uses five kilobytes. */
const waitingMax = 10_000
/** Largest share of all connections for one address, from 0 to 1. */
const addressPart = 0.2

interface Connection {
  socket: Socket
  address: Address
  unanswered: number
  /** Whether a request has arrived on the connection. */
  used: boolean
  /** Time at which the connection last became idle. */
  idleSinceMs: number
  waiting: (() => void)[]
  /** The connection's last request with a body. The body may still be arriving. */
  receiving: HttpExchange | undefined
}

interface Address {
  name: string
  open: number
  idle: Set<Connection>
}

export interface ConnectionLimiter {
  /** Starts a request, or delays it until earlier requests of the connection are answered. */
  inTurn(request: IncomingMessage, response: ServerResponse, start: () => void): void
  /** Ensures that a request receives its body in time. */
  receives(exchange: HttpExchange): void
}

type Settings = Pick<
  ServiceConfig,
  'connectionsMax' | 'proxies' | 'replyTimeoutMs' | 'keepAliveTimeoutMs' | 'headersTimeoutMs' | 'requestTimeoutMs'
>

const sweepMsMax = 1_000
/**
 * Milliseconds added to the announced keep-alive time, so that a client that sends at the last moment finds the
 * connection open.
 */
const graceMs = 1_000

export function limitConnections(server: Server, settings: Settings): ConnectionLimiter {
  const { connectionsMax, proxies } = settings
  // All clients of a proxy have the address of the proxy.
  const addressMax = proxies > 0 ? connectionsMax : Math.max(1, Math.floor(connectionsMax * addressPart))
  const book = createBook(connectionsMax, addressMax)
  let waiting = 0

  server.on('connection', (socket: Socket) => {
    // Node removes its listener when it hands the socket over. Without a listener, a broken connection ends the
    // process.
    socket.on('error', () => undefined)
    const connection = book.enter(socket)
    if (!connection) {
      socket.destroy()
      return
    }
    // Each request in progress may add listeners for the end of the connection.
    socket.setMaxListeners(socket.getMaxListeners() + 2 * unansweredMax)
    socket.once('close', () => {
      waiting -= connection.waiting.length
      connection.waiting = []
      book.leave(connection)
    })
  })

  closeUnused(server, book, settings)

  function finished(this: ServerResponse): void {
    const connection = book.find(this.req.socket)
    if (connection) answered(connection)
  }

  function answered(connection: Connection): void {
    connection.unanswered--
    const next = connection.waiting.shift()
    if (next) {
      waiting--
      if (connection.waiting.length === 0) connection.socket.resume()
      next()
    } else if (connection.unanswered === 0) book.rest(connection)
  }

  return {
    inTurn({ socket }, response, start) {
      const connection = book.find(socket)
      // Input after the last response, such as the rest of late headers, gets no response.
      if (!connection || !socket.writable) return
      connection.used = true
      if (connection.unanswered++ === 0) book.rouse(connection)
      response.on('finish', finished)
      if (connection.unanswered <= unansweredMax) return start()
      connection.waiting.push(start)
      // Requests that are already read are still parsed. Reading continues after these requests.
      socket.pause()
      if (++waiting > waitingMax) socket.destroy()
    },
    receives(exchange) {
      const connection = book.find(exchange.request.socket)
      if (connection) connection.receiving = exchange
    },
  }
}

/**
 * Closes idle connections, connections whose client does not read its reply, and requests that arrive too slowly. One
 * interval checks all connections. Timers of Node would be reset with every request and reply, which takes more time.
 */
function closeUnused(server: Server, book: Book, settings: Settings): void {
  const { keepAliveTimeoutMs, replyTimeoutMs, requestTimeoutMs } = settings
  server.keepAliveTimeout = 0
  const unreadMs = Math.ceil(replyTimeoutMs / 2)
  const sweep = (now: number) => {
    closeIdle(book, now, settings)
    for (const connection of book.busy()) {
      const { socket, receiving } = connection
      // Node checks whether bytes have left since its last check, so a timeout takes up to twice this time.
      if (socket.writableLength > 0 && !socket.timeout) socket.setTimeout(unreadMs)
      if (!receiving || receiving.request.complete || receiving.bodyDeadlineMs > now) continue
      connection.receiving = undefined
      closeLateRequest(receiving)
    }
  }
  // After a delay of this process, input may still be unread when the timer runs: the next turn of the event loop reads
  // it.
  const sweeping = setInterval(
    () => setImmediate(sweep, performance.now()),
    Math.min(sweepMsMax, unreadMs, keepAliveTimeoutMs || sweepMsMax, requestTimeoutMs),
  ).unref()
  server.on('close', () => clearInterval(sweeping))
  server.on('timeout', (socket: Socket) => {
    if (socket.writableLength > 0 || !book.find(socket)) socket.destroy()
    else socket.setTimeout(0)
  })
}

function closeIdle(book: Book, now: number, { keepAliveTimeoutMs, headersTimeoutMs }: Settings): void {
  if (keepAliveTimeoutMs > 0)
    for (const { socket, used } of book.idleSince(now - keepAliveTimeoutMs - graceMs)) if (used) socket.destroy()
  // Node checks the time limit of the first headers only once. If the limit was over before any byte was read, the
  // headers get the same time again.
  for (const { socket, used } of book.idleSince(now - 2 * headersTimeoutMs - graceMs))
    if (!used && socket.bytesRead > 0) socket.destroy()
}

type Book = ReturnType<typeof createBook>

/**
 * Creates the list of open connections. When it is full, it closes the connection that was idle for longest; without an
 * idle connection, it refuses the new one.
 */
function createBook(connectionsMax: number, addressMax: number) {
  const open = new Map<Socket, Connection>()
  const addresses = new Map<string, Address>()
  // Idle connections, in the order in which they became idle, like the connections of each address.
  const idle = new Set<Connection>()

  const setIdle = (connection: Connection): void => {
    if (!open.has(connection.socket)) return
    connection.idleSinceMs = performance.now()
    connection.receiving = undefined
    idle.add(connection)
    connection.address.idle.add(connection)
  }
  const rouse = (connection: Connection): void => {
    idle.delete(connection)
    connection.address.idle.delete(connection)
  }
  const removeConnection = (connection: Connection): void => {
    if (!open.delete(connection.socket)) return
    rouse(connection)
    if (--connection.address.open === 0) addresses.delete(connection.address.name)
  }
  const closeLongestIdle = (candidates: Set<Connection>): boolean => {
    const [longest] = candidates
    if (!longest) return false
    longest.socket.destroy()
    removeConnection(longest)
    return true
  }
  const enter = (socket: Socket): Connection | undefined => {
    const name = getClientNetwork({ headers: {}, socket }, 0)
    const address = addresses.get(name) ?? { name, open: 0, idle: new Set() }
    if (address.open >= addressMax && !closeLongestIdle(address.idle)) return undefined
    if (open.size >= connectionsMax && !closeLongestIdle(idle)) return undefined
    address.open++
    addresses.set(name, address)
    const connection: Connection = {
      socket,
      address,
      unanswered: 0,
      used: false,
      idleSinceMs: 0,
      waiting: [],
      receiving: undefined,
    }
    open.set(socket, connection)
    setIdle(connection)
    return connection
  }
  /** Yields the connections that became idle before a time, the longest idle first. */
  function* idleSince(ms: number): Generator<Connection> {
    for (const connection of idle) {
      if (connection.idleSinceMs > ms) return
      yield connection
    }
  }
  const busy = () => open.values().filter(({ unanswered }) => unanswered > 0)
  return {
    find: (socket: Socket) => open.get(socket),
    enter,
    leave: removeConnection,
    rest: setIdle,
    rouse,
    idleSince,
    busy,
  }
}
