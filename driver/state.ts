// What the screens show: a copy of what the phone keeps, the same in every tab.
import { createStore } from '../console/store.ts'
import { type Contents, readAll } from './storage.ts'

export interface State extends Contents {
  isRead: boolean
}
export const state = createStore<State>({
  isRead: false,
  session: undefined,
  kept: undefined,
  drafts: [],
  outbox: [],
})

const others = 'BroadcastChannel' in globalThis ? new BroadcastChannel('dray-driver') : undefined

/** Reads everything anew; the storage is small, the bytes of photos aside. */
export async function refresh(): Promise<void> {
  state.set({ ...(await readAll()), isRead: true })
}

/** After a change of what is kept. */
export async function changed(): Promise<void> {
  await refresh()
  others?.postMessage('changed')
}
others?.addEventListener('message', () => void refresh())

/** A line at the foot of the screen, gone again after a while. */
export const notice = createStore<{ text: string; isFault: boolean } | undefined>(undefined)
let timer: ReturnType<typeof setTimeout> | undefined
export function tell(text: string, isFault = false): void {
  notice.set({ text, isFault })
  clearTimeout(timer)
  timer = setTimeout(() => notice.set(undefined), isFault ? 8_000 : 2_500)
}
