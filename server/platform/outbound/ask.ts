// Sends requests to a server of the operator, such as the travel server. Its address may be anywhere, but its responses
// are not trusted: their time and size are limited, and redirects are not followed.
import { connectionFault } from '../error/reason.ts'

export interface Asking {
  /** What to call it in words that a planner may read, such as `travel server`. */
  who: string
  url: string
  /** JSON of a POST; without it, it is a GET. */
  body?: string
  timeoutMs: number
  signal: AbortSignal
  headers?: Record<string, string>
  bytesMax?: number
}

/** Results of a request, for the metric. */
export const askResults = ['answered', 'timeout', 'connection', 'rejected', 'invalid'] as const
export type AskResult = (typeof askResults)[number]

/** Returns the error of a failed request in words that a planner may read. */
export const failed = (
  result: Exclude<AskResult, 'answered'>,
  message: string,
  response?: Response,
): Error & Refused & { result: AskResult } =>
  Object.assign(new Error(message), {
    result,
    status: response?.status,
    retryAfter: response?.headers.get('retry-after'),
  })
/** A response with an error status. */
export interface Refused {
  status?: number | undefined
  retryAfter?: string | null | undefined
}
export const resultOf = (error: unknown): AskResult | undefined => (error as { result?: AskResult } | null)?.result

const replyBytesMax = 8 * 2 ** 20
/** Status with which travel servers describe an error of a request, in JSON. */
const badRequest = 400

/** Fails by a failure of the list above, or by the signal's reason. */
export async function ask(asking: Asking): Promise<unknown> {
  const { who, url, body, timeoutMs, signal, headers = {}, bytesMax = replyBytesMax } = asking
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
    const text = await readBounded(response, who, bytesMax)
    if (!response.ok && response.status !== badRequest)
      throw failed('rejected', `The ${who} answered with the status ${response.status}.`, response)
    return parsed(text, who)
  } catch (error) {
    if (resultOf(error) !== undefined) throw error
    signal.throwIfAborted()
    if (timeout.aborted) throw failed('timeout', `The ${who} did not answer within ${timeoutMs / 1_000} seconds.`)
    // For operators; planners do not read that.
    const cause = new Error(connectionFault(error))
    throw Object.assign(failed('connection', `The connection to the ${who} failed.`), { cause })
  }
}

/**
 * Returns a `fetch` for libraries: it limits the time and the size of a response, and returns only complete responses.
 */
export const boundedFetch =
  (who: string, bytesMax: number) =>
  async (url: string, init: RequestInit): Promise<Response> => {
    const response = await fetch(url, init).catch((error: unknown) => {
      if (!(error instanceof TypeError)) throw error
      // Libraries pass on only the message of an error, and logs contain it.
      const message = `The connection to the ${who} failed: ${connectionFault(error)}.`
      throw new TypeError(message, { cause: error.cause })
    })
    const text = await readBounded(response, who, bytesMax)
    return new Response(text === '' ? null : text, { status: response.status, headers: response.headers })
  }

async function readBounded(response: Response, who: string, bytesMax: number): Promise<string> {
  const decoder = new TextDecoder()
  let bytes = 0
  let text = ''
  // Leaving the loop ends the connection.
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length
    if (bytes > bytesMax) throw failed('invalid', `The ${who} answered with far too much.`)
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

function parsed(text: string, who: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw failed('invalid', `The ${who} answered with something that is not JSON.`)
  }
}
