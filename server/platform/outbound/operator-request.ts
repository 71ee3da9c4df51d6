// Sends requests to a server of the operator, such as the travel server. Its address may be anywhere, but its responses
// are not trusted: their time and size are limited, and redirects are not followed.
import { describeConnectionError } from '../error/reason.ts'

export interface OperatorRequest {
  /** Name of the server in messages to planners, such as `travel server`. */
  serverName: string
  url: string
  /** JSON body of a POST. Without a body, the request is a GET. */
  body?: string
  timeoutMs: number
  signal: AbortSignal
  headers?: Record<string, string>
  bytesMax?: number
}

/** Results of a request, for the metric. */
export const requestResults = ['answered', 'timeout', 'connection', 'rejected', 'invalid'] as const
export type RequestResult = (typeof requestResults)[number]

/** Returns the error of a failed request in words that a planner may read. */
export const createRequestError = (
  result: Exclude<RequestResult, 'answered'>,
  message: string,
  response?: Response,
): Error & RefusedResponse & { result: RequestResult } =>
  Object.assign(new Error(message), {
    result,
    status: response?.status,
    retryAfter: response?.headers.get('retry-after'),
  })
/** A response with an error status. */
export interface RefusedResponse {
  status?: number | undefined
  retryAfter?: string | null | undefined
}
export const getRequestResult = (error: unknown): RequestResult | undefined =>
  (error as { result?: RequestResult } | null)?.result

const replyBytesMax = 8 * 2 ** 20
/** Status with which travel servers describe an error of a request, in JSON. */
const badRequest = 400

/**
 * Sends a request and returns the parsed response. Throws an error with one of `requestResults`, or the signal's
 * reason.
 */
export async function sendRequest(request: OperatorRequest): Promise<unknown> {
  const { serverName, url, body, timeoutMs, signal, headers = {}, bytesMax = replyBytesMax } = request
  const timeout = AbortSignal.timeout(timeoutMs)
  try {
    const response = await fetch(url, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      redirect: 'error',
      signal: AbortSignal.any([timeout, signal]),
      ...(body === undefined ? {} : { body }),
    })
    const text = await readBounded(response, serverName, bytesMax)
    if (!response.ok && response.status !== badRequest)
      throw createRequestError('rejected', `The ${serverName} answered with the status ${response.status}.`, response)
    return parsed(text, serverName)
  } catch (error) {
    if (getRequestResult(error) !== undefined) throw error
    signal.throwIfAborted()
    if (timeout.aborted)
      throw createRequestError('timeout', `The ${serverName} did not answer within ${timeoutMs / 1_000} seconds.`)
    // The cause is for operators only; planners see the message.
    const cause = new Error(describeConnectionError(error))
    throw Object.assign(createRequestError('connection', `The connection to the ${serverName} failed.`), { cause })
  }
}

/**
 * Returns a `fetch` for libraries: it limits the time and the size of a response, and returns only complete responses.
 */
export const createBoundedFetch =
  (serverName: string, bytesMax: number) =>
  async (url: string, init: RequestInit): Promise<Response> => {
    const response = await fetch(url, init).catch((error: unknown) => {
      if (!(error instanceof TypeError)) throw error
      // Libraries pass on only the message of an error, and logs contain it.
      const message = `The connection to the ${serverName} failed: ${describeConnectionError(error)}.`
      throw new TypeError(message, { cause: error.cause })
    })
    const text = await readBounded(response, serverName, bytesMax)
    return new Response(text === '' ? null : text, { status: response.status, headers: response.headers })
  }

async function readBounded(response: Response, serverName: string, bytesMax: number): Promise<string> {
  const decoder = new TextDecoder()
  let bytes = 0
  let text = ''
  // Leaving the loop ends the connection.
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length
    if (bytes > bytesMax) throw createRequestError('invalid', `The response of the ${serverName} is too large.`)
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

function parsed(text: string, serverName: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw createRequestError('invalid', `The response of the ${serverName} is not JSON.`)
  }
}
