// Sends requests to the API with the public client, the session of the user and the environment of the tab.
import { createClient } from '../../client/client.ts'
import { isAttended } from './attention.ts'
import { recordConnectionLoss, recordResponse } from './connection.ts'
import { confirmIdentity, countSessions, environmentId, requestSignIn, requireSecondFactor } from './session.ts'

/** Returns the headers of every request of the session. */
export const buildSessionHeaders = (): Record<string, string> => ({
  ...(environmentId.get() === '' ? {} : { 'dray-environment': environmentId.get() }),
  // Pages of other sites cannot send this header, so the API accepts changes with it.
  'x-dray-console': '1',
  ...(isAttended() ? {} : { 'x-dray-unattended': '1' }),
})

/** Sends a request of the session. After the session has ended, it waits for a sign-in and sends the request again. */
export async function fetchInSession(input: string | URL | Request, init: RequestInit = {}): Promise<Response> {
  for (;;) {
    const headers = new Headers({ ...Object.fromEntries(new Headers(init.headers)), ...buildSessionHeaders() })
    const sessionCount = countSessions()
    const response = await plainFetch(input, { ...init, headers })
    if (response.status === 403 && (await isConfirmed(response))) continue
    if (response.status !== 401) return response
    // The response may belong to a request from before a sign-in.
    if (countSessions() === sessionCount) await requestSignIn()
    init.signal?.throwIfAborted()
  }
}

/** Handles a refusal that the user can resolve in a dialog. Returns whether the user did. */
async function isConfirmed(response: Response): Promise<boolean> {
  const body = (await response
    .clone()
    .json()
    .catch(() => undefined)) as { data?: { code?: string } } | undefined
  if (body?.data?.code === 'SECOND_FACTOR_REQUIRED') requireSecondFactor()
  return body?.data?.code === 'SIGN_IN_AGAIN' && confirmIdentity()
}

/** Sends a request without a session, such as a sign-in. */
async function plainFetch(input: string | URL | Request, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers)
  headers.set('x-dray-console', '1')
  const sentAt = performance.now()
  try {
    const response = await fetch(input, { ...init, headers, credentials: 'same-origin' })
    recordResponse(sentAt)
    return response
  } catch (error) {
    if (!init.signal?.aborted) recordConnectionLoss()
    throw error
  }
}

export const apiClient = createClient({ baseUrl: '', fetch: fetchInSession })
export const guestClient = createClient({ baseUrl: '', fetch: plainFetch })
