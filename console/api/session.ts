// Stores the session of the user and the environment of this tab. A request that needs a sign-in waits for a promise.
import type { Scope } from '../../contract/endpoint.ts'
import type { Me } from '../../contract/person.ts'
import { createStore } from '../platform/store.ts'

export type Session = Me

/** The session: `undefined` until it is read, `null` without a signed-in user. */
export const session = createStore<Session | null | undefined>(undefined)

const place = 'dray.environment'
/** The environment of this tab. A new tab starts with the one used last. */
export const environmentId = createStore(sessionStorage.getItem(place) ?? localStorage.getItem(place) ?? '')

export function chooseEnvironment(id: string): void {
  sessionStorage.setItem(place, id)
  localStorage.setItem(place, id)
  environmentId.set(id)
}

/** Opens the environment of a link, if the user has access to it. */
export function enterEnvironment(id: string): void {
  if (session.get()?.environments.some((one) => one.environmentId === id)) chooseEnvironment(id)
}

/**
 * Returns the number of sessions in this tab. A request that was refused before the latest one needs no new sign-in.
 */
export const sessionsBegun = () => begun
let begun = 0

/** Starts a session in the environment of this name. Otherwise the tab keeps its environment or takes the first. */
export function startSession(started: Session, name?: string | null): void {
  const { environments } = started
  const wanted = environments.find((one) => one.name === name)
  const before = environments.find((one) => one.environmentId === environmentId.get())
  const place = wanted ?? before ?? environments[0]
  if (place) chooseEnvironment(place.environmentId)
  session.set(started)
  begun++
  asked.get()?.resolve()
  asked.set(undefined)
}

/** Resolves after a new sign-in; defined while the sign-in dialog is open. */
export const asked = createStore<PromiseWithResolvers<void> | undefined>(undefined)

export function signInAgain(): Promise<void> {
  if (!asked.get()) asked.set(Promise.withResolvers<void>())
  return asked.get()!.promise
}

/** Resolves with whether the user confirmed the identity; defined while the dialog is open. */
export const confirming = createStore<PromiseWithResolvers<boolean> | undefined>(undefined)

export function confirmWho(): Promise<boolean> {
  if (!confirming.get()) confirming.set(Promise.withResolvers<boolean>())
  return confirming.get()!.promise
}

/** Opens the setup of a second factor, after the API required one. */
export function demandSecondFactor(): void {
  const known = session.get()
  if (known) session.set({ ...known, secondFactor: 'due' })
}

/** Returns whether the user has a scope in the environment of this tab. */
export function useMay(scope: Scope): boolean {
  const current = environmentId.use()
  const environment = session.use()?.environments.find((one) => one.environmentId === current)
  return environment?.scopes.includes(scope) ?? false
}
