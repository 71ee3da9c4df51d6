// One request to the server of roads. The operator has named its address, so it may be anywhere; what it answers is not
// trusted: it comes in time, is no larger than an answer can be, and leads nowhere else.

export interface Asking {
  url: string
  /** JSON of a POST; without it, it is a GET. */
  body?: string
  timeoutMs: number
  signal: AbortSignal
}

/** For the metric: how a request went. */
export const askResults = ['answered', 'timeout', 'connection', 'rejected', 'invalid'] as const
export type AskResult = (typeof askResults)[number]

/** What it failed by, in words that a planner may read. */
export const failed = (result: Exclude<AskResult, 'answered'>, message: string): Error & { result: AskResult } =>
  Object.assign(new Error(message), { result })
export const resultOf = (error: unknown): AskResult | undefined => (error as { result?: AskResult } | null)?.result

const replyBytesMax = 8 * 2 ** 20
/** Both engines say with it what is wrong with a request, in JSON. */
const badRequest = 400

/** Fails by a failure of the list above, or by the signal's reason. */
export async function ask({ url, body, timeoutMs, signal }: Asking): Promise<unknown> {
  const timeout = AbortSignal.timeout(timeoutMs)
  try {
    const response = await fetch(url, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { accept: 'application/json', ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      redirect: 'error',
      signal: AbortSignal.any([timeout, signal]),
      ...(body === undefined ? {} : { body }),
    })
    const text = await readBounded(response)
    if (!response.ok && response.status !== badRequest)
      throw failed('rejected', `The travel server answered with the status ${response.status}.`)
    return parsed(text)
  } catch (error) {
    if (resultOf(error) !== undefined) throw error
    signal.throwIfAborted()
    if (timeout.aborted)
      throw failed('timeout', `The travel server did not answer within ${timeoutMs / 1_000} seconds.`)
    throw failed('connection', 'The connection to the travel server failed.')
  }
}

async function readBounded(response: Response): Promise<string> {
  const decoder = new TextDecoder()
  let bytes = 0
  let text = ''
  // Leaving the loop ends the connection.
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length
    if (bytes > replyBytesMax) throw failed('invalid', 'The travel server answered with far too much.')
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw failed('invalid', 'The travel server answered with something that is not JSON.')
  }
}
