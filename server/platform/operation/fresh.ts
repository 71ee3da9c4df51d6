// Checks that a person has recently shown who they are: some operations need more than a session, which may be stolen.
import { freshMinutes } from '../../../contract/endpoint.ts'
import { ApiProblem } from '../error/problems.ts'
import type { UserSession } from './principal.ts'

/**
 * Returns whether a session is fresh. A request without a session has a token, which proves itself with every request.
 */
export const isFresh = (session: Pick<UserSession, 'proved'> | undefined, now: number): boolean =>
  session === undefined || now - session.proved <= freshMinutes * 60_000

export const createSignInProblem = (): ApiProblem => new ApiProblem('SIGN_IN_AGAIN')

export function expectFresh({ session, now }: { session?: UserSession | undefined; now: number }): void {
  if (!isFresh(session, now)) throw createSignInProblem()
}
