// Stores the session of the user and the environment of this tab. A request that needs a sign-in waits for a promise.
import type { TokenScope } from '../../contract/endpoint.ts'
import type { CurrentUser } from '../../contract/person.ts'
import { createStore } from '../platform/store.ts'

export type UserSession = CurrentUser

/** The session: `undefined` until it is read, `null` without a signed-in user. */
export const currentSession = createStore<UserSession | null | undefined>(undefined)

const storageKey = 'dray.environment'
/** The environment of this tab. A new tab starts with the environment that was used last. */
export const environmentId = createStore(sessionStorage.getItem(storageKey) ?? localStorage.getItem(storageKey) ?? '')

export function chooseEnvironment(id: string): void {
  sessionStorage.setItem(storageKey, id)
  localStorage.setItem(storageKey, id)
  environmentId.set(id)
}

/** Opens the environment of a link, if the user has access to it. */
export function openEnvironment(id: string): void {
  if (currentSession.get()?.environments.some((environment) => environment.environmentId === id)) chooseEnvironment(id)
}

/**
 * Returns the number of sessions in this tab. A request that was refused before the latest session needs no new
 * sign-in.
 */
export const countSessions = () => begun
let begun = 0

/** Starts a session in the environment of this name. Otherwise the tab keeps its environment or takes the first. */
export function startSession(started: UserSession, name?: string | null): void {
  const { environments } = started
  const namedEnvironment = environments.find((environment) => environment.name === name)
  const currentEnvironment = environments.find((environment) => environment.environmentId === environmentId.get())
  const chosenEnvironment = namedEnvironment ?? currentEnvironment ?? environments[0]
  if (chosenEnvironment) chooseEnvironment(chosenEnvironment.environmentId)
  currentSession.set(started)
  begun++
  signInRequest.get()?.resolve()
  signInRequest.set(undefined)
}

/** Resolves after a new sign-in; defined while the sign-in dialog is open. */
export const signInRequest = createStore<PromiseWithResolvers<void> | undefined>(undefined)

export function requestSignIn(): Promise<void> {
  if (!signInRequest.get()) signInRequest.set(Promise.withResolvers<void>())
  return signInRequest.get()!.promise
}

/** Resolves with whether the user confirmed the identity; defined while the dialog is open. */
export const confirmationRequest = createStore<PromiseWithResolvers<boolean> | undefined>(undefined)

export function confirmIdentity(): Promise<boolean> {
  if (!confirmationRequest.get()) confirmationRequest.set(Promise.withResolvers<boolean>())
  return confirmationRequest.get()!.promise
}

/** Opens the setup of a second factor, after the API required one. */
export function requireSecondFactor(): void {
  const current = currentSession.get()
  if (current) currentSession.set({ ...current, secondFactor: 'due' })
}

/** Returns whether the user has a scope in the environment of this tab. */
export function useMay(scope: TokenScope): boolean {
  const current = environmentId.use()
  const environment = currentSession.use()?.environments.find((candidate) => candidate.environmentId === current)
  return environment?.scopes.includes(scope) ?? false
}
