// Signing in and out, and the links that let a person in: what the pages of the session ask of the service.
import type { DataOf } from '../../contract/endpoint.ts'
import { demoName } from '../../contract/environment.ts'
import * as people from '../../contract/person.ts'
import { client, guestClient } from './client.ts'
import { queryClient } from './query.ts'
import { type Session, session, startSession } from './session.ts'

export type Link = DataOf<typeof people.readLink>

/** Asks once, at the start of the tab, who is signed in. */
export async function findSession(): Promise<Session | null> {
  const known = session.get()
  if (known !== undefined) return known
  try {
    startSession((await guestClient.call(people.getMe)).data)
  } catch {
    session.set(null)
  }
  return session.get()!
}

export async function signIn(email: string, password: string): Promise<void> {
  const before = session.get()?.personId
  const { data } = await guestClient.call(people.signIn, { body: { email, password } })
  // Another person must not see what the one before them had on the page.
  if (before !== undefined && before !== data.personId) location.reload()
  startSession(data)
}

export async function signOut(): Promise<void> {
  await client.call(people.signOut)
  session.set(null)
  queryClient.clear()
  location.assign('/sign-in')
}

export const readLink = async (token: string): Promise<Link> =>
  (await guestClient.call(people.readLink, { body: { token } })).data

/** Leads to where the person is invited, and the first owner to the demo, where there is something to see. */
export async function useLink(link: Link, body: { token: string; email?: string; name?: string; password?: string }) {
  const { data } = await guestClient.call(people.useLink, { body })
  startSession(data, link.kind === 'owner' ? demoName : link.environment)
}

/** The ways in that this service has beside a password. */
export const waysIn = async () => (await guestClient.call(people.getSignIn)).data
