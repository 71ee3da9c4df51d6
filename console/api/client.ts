// Sends requests to the API with the public client, the session of the user and the environment of the tab.
import { createClient } from '../../client/client.ts'
import { isAttended } from './attention.ts'
import { answered, unreachable } from './connection.ts'
import { confirmWho, demandSecondFactor, environmentId, sessionsBegun, signInAgain } from './session.ts'

/** Returns the headers of every request of the session. */
export const sessionHeaders = (): Record<string, string> => ({
  ...(environmentId.get() === '' ? {} : { 'dray-environment': environmentId.get() }),
  // Pages of other sites cannot send this header, so the API accepts changes with it.
  'x-dray-console': '1',
  ...(isAttended() ? {} : { 'x-dray-unattended': '1' }),
})

/** Sends a request of the session. After the session has ended, it waits for a sign-in and sends the request again. */
export async function sessionFetch(input: string | URL | Request, init: RequestInit = {}): Promise<Response> {
  for (;;) {
    const headers = new Headers({ ...Object.fromEntries(new Headers(init.headers)), ...sessionHeaders() })
    const before = sessionsBegun()
    const response = await plainFetch(input, { ...init, headers })
    if (response.status === 403 && (await isConfirmed(response))) continue
    if (response.status !== 401) return response
    // The response may belong to a request from before a sign-in.
    if (sessionsBegun() === before) await signInAgain()
    init.signal?.throwIfAborted()
  }
}

/** Handles a refusal that the user can resolve in a dialog. Returns whether the user did. */
async function isConfirmed(response: Response): Promise<boolean> {
  const body = (await response
    .clone()
    .json()
    .catch(() => undefined)) as { data?: { code?: string } } | undefined
  if (body?.data?.code === 'SECOND_FACTOR_REQUIRED') demandSecondFactor()
  return body?.data?.code === 'SIGN_IN_AGAIN' && confirmWho()
}

/** Sends a request without a session, such as a sign-in. */
async function plainFetch(input: string | URL | Request, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers)
  headers.set('x-dray-console', '1')
  const sentAt = performance.now()
  try {
    const response = await fetch(input, { ...init, headers, credentials: 'same-origin' })
    answered(sentAt)
    return response
  } catch (error) {
    if (!init.signal?.aborted) unreachable()
    throw error
  }
}

export const client = createClient({ baseUrl: '', fetch: sessionFetch })
export const guestClient = createClient({ baseUrl: '', fetch: plainFetch })
