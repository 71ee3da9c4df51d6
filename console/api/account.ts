// Requests of the sign-in pages: sign in, sign out, and the one-time links of e-mails.
import type { ApiProblem } from '../../client/client.ts'
import type { BodyOf, DataOf } from '../../contract/endpoint.ts'
import { demoName } from '../../contract/environment.ts'
import * as factors from '../../contract/factor.ts'
import * as people from '../../contract/person.ts'
import { apiClient, guestClient } from './client.ts'
import { hasCode } from './problems.ts'
import { queryClient } from './query.ts'
import { currentSession, startSession, type UserSession } from './session.ts'
import { forgetAllWork } from './unfinished-work.ts'

export type OneTimeLink = DataOf<typeof people.readLink>

/** Reads the session of this browser when the tab starts. */
export async function findSession(): Promise<UserSession | null> {
  const current = currentSession.get()
  if (current !== undefined) return current
  try {
    startSession((await guestClient.call(people.getMe)).data)
  } catch {
    currentSession.set(null)
  }
  return currentSession.get()!
}

function entered(data: UserSession): void {
  const previousPersonId = currentSession.get()?.personId
  // A new user must not see the page of the previous user.
  if (previousPersonId !== undefined && previousPersonId !== data.personId) location.reload()
  startSession(data)
}

export const signIn = async (email: string, password: string): Promise<void> =>
  entered((await guestClient.call(people.signIn, { body: { email, password } })).data)

/** A sign-in that waits for the second factor. */
export interface PendingSignIn {
  token: string
  methods: ApiProblem['ways']
}

/** Returns the waiting sign-in, if the API refused it only because the second factor is missing. */
export const findPendingSignIn = (error: unknown): PendingSignIn | undefined =>
  hasCode(error, 'SECOND_FACTOR') && error.token !== undefined ? { token: error.token, methods: error.ways } : undefined

export const submitCode = async ({ token }: PendingSignIn, code: string): Promise<void> =>
  entered((await guestClient.call(factors.enterCode, { body: { token, code } })).data)

export const submitPasskey = async (body: BodyOf<typeof factors.signInWithPasskey>): Promise<void> =>
  entered((await guestClient.call(factors.signInWithPasskey, { body })).data)

/** Reads the user's own account again after a change. */
export async function readMe(): Promise<void> {
  currentSession.set((await apiClient.call(people.getMe)).data)
}

export async function signOut(): Promise<void> {
  await apiClient.call(people.signOut)
  currentSession.set(null)
  queryClient.clear()
  await forgetAllWork()
  location.assign('/sign-in')
}

export const readLink = async (token: string): Promise<OneTimeLink> =>
  (await guestClient.call(people.readLink, { body: { token } })).data

interface LinkChoice {
  token: string
  email?: string
  name?: string
  password?: string
}

/** Uses a one-time link, and opens the environment of the invitation or, for the first owner, the demo. */
export async function useLink(link: OneTimeLink, body: LinkChoice): Promise<void> {
  const environmentName = link.kind === 'owner' ? demoName : link.environment
  try {
    startSession((await guestClient.call(people.useLink, { body })).data, environmentName)
  } catch (error) {
    if (!hasCode(error, 'NOT_FOUND') || !(await hasUsed(link, body))) throw error
    startSession(currentSession.get()!, environmentName)
  }
}

/**
 * Checks whether this user has already used a link. After a lost response, the client sends the link again. It then
 * gets access with the password or the environment of the first attempt.
 */
async function hasUsed(link: OneTimeLink, { email = link.email ?? '', password }: LinkChoice): Promise<boolean> {
  if (password === undefined)
    return currentSession.get()?.environments.some(({ name }) => name === link.environment) ?? false
  try {
    await signIn(email, password)
    return true
  } catch (error) {
    if (hasCode(error, 'UNAUTHORIZED')) return false
    throw error
  }
}

/** Returns the sign-in methods of this service besides a password. */
export const readSignInMethods = async () => (await guestClient.call(people.getSignIn)).data
