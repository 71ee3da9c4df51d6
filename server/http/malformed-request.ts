// Responds to input that is not an HTTP request. The parser has failed, so there is no request object.
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { ProblemCode } from '../../contract/problem.ts'
import { ApiProblem, formatProblemBody } from '../platform/error/problems.ts'
import { createId } from '../platform/value/ids.ts'
import type { HeaderList, HttpExchange, ReplyContext } from './exchange.ts'

const problemsByCode: Record<string, { code: ProblemCode; message: string; line: string }> = {
  HPE_HEADER_OVERFLOW: {
    code: 'HEADERS_TOO_LARGE',
    message: 'The request line and headers are too large.',
    line: '431 Request Header Fields Too Large',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    code: 'BAD_REQUEST',
    message: 'The request took too long to arrive.',
    line: '400 Bad Request',
  },
}
const malformed = {
  code: 'BAD_REQUEST',
  message: 'This is not a well-formed HTTP request.',
  line: '400 Bad Request',
} as const

/**
 * Time for a client to read the last response, in milliseconds. Without it, the connection would be cut while the
 * client still writes.
 */
const closeDelayMs = 1_500

/** Sockets that got a last response. Further input on them is ignored. */
const answeredSockets = new WeakSet<Socket>()

/** Sends a last response. Then closes the connection after a short time, even if the client keeps its side open. */
function sendLastResponse(socket: Socket, text: string): void {
  answeredSockets.add(socket)
  socket.end(text)
  // Reads and ignores all further input, also its end.
  socket.resume()
  const cut = setTimeout(() => socket.destroy(), closeDelayMs).unref()
  socket.once('close', () => clearTimeout(cut))
}

export function refuseBrokenRequest(
  error: Error & { code?: string },
  socket: Socket,
  { headers, publicUrl }: Pick<ReplyContext, 'headers' | 'publicUrl'>,
): void {
  if (answeredSockets.has(socket)) return
  // An earlier, complete request of this connection still waits for its response. The client would take this error for
  // that response.
  const { _httpMessage: pending } = socket as { _httpMessage?: ServerResponse | null }
  if (error.code === 'ECONNRESET' || !socket.writable || pending?.req.complete) {
    socket.destroy()
    return
  }
  // Browsers open connections ahead, and would mistake an early response for the response to their first request. After
  // a delay of this process, the request may be unread: the next turn of the event loop reads it.
  if (socket.bytesRead === 0) {
    setImmediate(() => {
      if (socket.bytesRead === 0) socket.destroy()
    })
    return
  }
  const { code, message, line } = problemsByCode[error.code ?? ''] ?? malformed
  const requestId = createId()
  const body = formatProblemBody(new ApiProblem(code, { message }), requestId, publicUrl)
  sendLastResponse(
    socket,
    `HTTP/1.1 ${line}\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nX-Request-Id: ${requestId}\r\n` +
      `${linesOf(headers)}Connection: close\r\n\r\n${body}`,
  )
}

/** Formats header lines without the headers of a persistent connection. */
function linesOf(headers: HeaderList): string {
  let lines = ''
  for (let index = 0; index < headers.length; index += 2)
    if (headers[index] !== 'Keep-Alive') lines += `${headers[index]}: ${headers[index + 1]}\r\n`
  return lines
}

/** Cuts off a client that takes too long to send its body, and rejects the read of the body. */
export function closeLateRequest(exchange: HttpExchange): void {
  const { request, response, answering } = exchange
  const late = Object.assign(new Error('late'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
  exchange.isLate = true
  exchange.onLate?.()
  if (response.headersSent) request.socket.destroy()
  else refuseBrokenRequest(late, request.socket, answering)
}
