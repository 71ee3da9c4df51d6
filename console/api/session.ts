// Stores the session of the user and the environment of this tab. A request that needs a sign-in waits for a promise.
import type { Scope } from '../../contract/endpoint.ts'
import type { Me } from '../../contract/person.ts'
import { createStore } from '../platform/store.ts'

export type Session = Me

/** `undefined` until the service has been asked, `null` when nobody is signed in. */
export const session = createStore<Session | null | undefined>(undefined)

const place = 'dray.environment'
/** Each tab has its own; a new tab starts with the one used last. */
export const environmentId = createStore(sessionStorage.getItem(place) ?? localStorage.getItem(place) ?? '')

export function chooseEnvironment(id: string): void {
  sessionStorage.setItem(place, id)
  localStorage.setItem(place, id)
  environmentId.set(id)
}

/** Into the environment that a link names, if the person may see it. */
export function enterEnvironment(id: string): void {
  if (session.get()?.environments.some((one) => one.environmentId === id)) chooseEnvironment(id)
}

/** How many have begun in this tab: whoever was refused before the last one need not ask for another. */
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

/** There while the dialog that asks for a new sign-in is open. */
export const asked = createStore<PromiseWithResolvers<void> | undefined>(undefined)

export function signInAgain(): Promise<void> {
  if (!asked.get()) asked.set(Promise.withResolvers<void>())
  return asked.get()!.promise
}

/** There while the dialog that asks who it is is open; answers whether that was confirmed. */
export const confirming = createStore<PromiseWithResolvers<boolean> | undefined>(undefined)

export function confirmWho(): Promise<boolean> {
  if (!confirming.get()) confirming.set(Promise.withResolvers<boolean>())
  return confirming.get()!.promise
}

/** The service has refused something until a second factor is set up: that comes first now. */
export function demandSecondFactor(): void {
  const known = session.get()
  if (known) session.set({ ...known, secondFactor: 'due' })
}

/** Whether the person may do something in the environment of this tab; what they may not is not offered. */
export function useMay(scope: Scope): boolean {
  const current = environmentId.use()
  const environment = session.use()?.environments.find((one) => one.environmentId === current)
  return environment?.scopes.includes(scope) ?? false
}
