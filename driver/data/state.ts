// Holds the data of the screens: a copy of the storage of the phone, the same in every tab.
import { createStore } from '../../console/platform/store.ts'
import { withSent } from './day.ts'
import { type Contents, type Draft, type KeptDay, readAll } from './storage.ts'

export interface State extends Omit<Contents, 'sent'> {
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

/** Drafts under way to the storage: a read of it does not contain them yet. */
const underway = new Map<string, Draft>()

/** The unkept day, which a full phone could not store, shown until one can be stored. */
let unkept: KeptDay | undefined

/** Refreshes the state from the whole storage, which is small without the bytes of photos. */
export async function refresh(): Promise<void> {
  const { sent, ...contents } = await readAll()
  if (contents.session?.token !== state.get().session?.token) unkept = undefined
  const isNewer = unkept && unkept.fetched >= (contents.kept?.fetched ?? 0)
  const drafts = [...contents.drafts.filter(({ podId }) => !underway.has(podId)), ...underway.values()]
  const kept = isNewer ? unkept : sent.reduce((day, item) => withSent(day, item) ?? day, contents.kept)
  state.set({ ...contents, kept, drafts, isRead: true })
}

/** Stores a day by `work`, and shows the day even if it could not be stored. */
export async function showDay(day: KeptDay | undefined, work: () => Promise<void>): Promise<void> {
  try {
    await work()
    if (day) unkept = undefined
  } catch (error) {
    unkept = day ?? unkept
    throw error
  }
}

/** Shows a draft, then stores it by `work`. If that fails, shows the stored state again. */
export async function showDraft(draft: Draft, work: () => Promise<boolean>): Promise<void> {
  underway.set(draft.podId, draft)
  const rest = state.get().drafts.filter(({ podId }) => podId !== draft.podId)
  state.set({ ...state.get(), drafts: [...rest, draft] })
  const settled = () => {
    if (underway.get(draft.podId) === draft) underway.delete(draft.podId)
  }
  try {
    const isKept = await work()
    settled()
    if (!isKept) await refresh()
    others?.postMessage('changed')
  } catch (error) {
    settled()
    await refresh()
    throw error
  }
}

/** Reads the changed storage, and informs the other tabs. */
export async function changed(): Promise<void> {
  await refresh()
  others?.postMessage('changed')
}
others?.addEventListener('message', () => void refresh())

interface Message {
  text: string
  isFault: boolean
  undo?: () => void
}
/** The notice at the bottom of the screen, which disappears after some seconds. */
export const notice = createStore<Message | undefined>(undefined)
let timer: ReturnType<typeof setTimeout> | undefined
/** Runs when the shown message disappears, unless the driver tapped **Undo**. */
let whenGone: (() => void) | undefined

export const tell = (text: string, isFault = false): void => showMessage({ text, isFault }, isFault ? 8_000 : 2_500)

/** Shows a message with **Undo**. `forget` runs when the message disappears without a tap on **Undo**. */
export function offerUndo(text: string, { undo, forget }: { undo(): void; forget(): void }): void {
  const takeBack = () => {
    whenGone = undefined
    hideMessage()
    undo()
  }
  showMessage({ text, isFault: false, undo: takeBack }, 8_000, forget)
}

function showMessage(message: Message, ms: number, forget?: () => void): void {
  hideMessage()
  notice.set(message)
  whenGone = forget
  timer = setTimeout(hideMessage, ms)
}

function hideMessage(): void {
  clearTimeout(timer)
  notice.set(undefined)
  const forget = whenGone
  whenGone = undefined
  forget?.()
}
