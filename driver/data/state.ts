// Holds the data of the screens: a copy of the storage of the phone, the same in every tab.
import { createStore } from '../../console/platform/store.ts'
import { applySentItem } from './day.ts'
import { type OutcomeDraft, readAll, type StorageContents, type StoredDay } from './storage.ts'

export interface DriverState extends Omit<StorageContents, 'sent'> {
  isRead: boolean
}
export const driverState = createStore<DriverState>({
  isRead: false,
  session: undefined,
  kept: undefined,
  drafts: [],
  outbox: [],
})

const tabChannel = 'BroadcastChannel' in globalThis ? new BroadcastChannel('dray-driver') : undefined

/** Drafts that are being stored. A read of the storage does not contain them yet. */
const unsavedDrafts = new Map<string, OutcomeDraft>()

/** A day that a full phone could not store. It is shown until a day can be stored. */
let unsavedDay: StoredDay | undefined

/** Refreshes the state from the whole storage, which is small without the bytes of photos. */
export async function refreshState(): Promise<void> {
  const { sent, ...contents } = await readAll()
  if (contents.session?.token !== driverState.get().session?.token) unsavedDay = undefined
  const isNewer = unsavedDay && unsavedDay.fetched >= (contents.kept?.fetched ?? 0)
  const drafts = [...contents.drafts.filter(({ podId }) => !unsavedDrafts.has(podId)), ...unsavedDrafts.values()]
  const storedDay = isNewer ? unsavedDay : sent.reduce((day, item) => applySentItem(day, item) ?? day, contents.kept)
  driverState.set({ ...contents, kept: storedDay, drafts, isRead: true })
}

/** Stores a day by `work`, and shows the day even if it could not be stored. */
export async function showDay(day: StoredDay | undefined, work: () => Promise<void>): Promise<void> {
  try {
    await work()
    if (day) unsavedDay = undefined
  } catch (error) {
    unsavedDay = day ?? unsavedDay
    throw error
  }
}

/** Shows a draft, then stores it by `work`. If that fails, shows the stored state again. */
export async function showDraft(draft: OutcomeDraft, work: () => Promise<boolean>): Promise<void> {
  unsavedDrafts.set(draft.podId, draft)
  const remainingDrafts = driverState.get().drafts.filter(({ podId }) => podId !== draft.podId)
  driverState.set({ ...driverState.get(), drafts: [...remainingDrafts, draft] })
  const settled = () => {
    if (unsavedDrafts.get(draft.podId) === draft) unsavedDrafts.delete(draft.podId)
  }
  try {
    const isKept = await work()
    settled()
    if (!isKept) await refreshState()
    tabChannel?.postMessage('changed')
  } catch (error) {
    settled()
    await refreshState()
    throw error
  }
}

/** Reads the changed storage, and informs the other tabs. */
export async function publishChange(): Promise<void> {
  await refreshState()
  tabChannel?.postMessage('changed')
}
tabChannel?.addEventListener('message', () => void refreshState())

interface Message {
  text: string
  isError: boolean
  undo?: () => void
}
/** The notice at the bottom of the screen, which disappears after some seconds. */
export const screenMessage = createStore<Message | undefined>(undefined)
let timer: ReturnType<typeof setTimeout> | undefined
/** Runs when the shown message disappears, unless the driver tapped **Undo**. */
let onMessageHidden: (() => void) | undefined

export const notifyDriver = (text: string, isError = false): void =>
  showMessage({ text, isError }, isError ? 8_000 : 2_500)

/** Shows a message with **Undo**. `forget` runs when the message disappears without a tap on **Undo**. */
export function offerUndo(text: string, { undo, forget }: { undo(): void; forget(): void }): void {
  const takeBack = () => {
    onMessageHidden = undefined
    hideMessage()
    undo()
  }
  showMessage({ text, isError: false, undo: takeBack }, 8_000, forget)
}

function showMessage(message: Message, ms: number, forget?: () => void): void {
  hideMessage()
  screenMessage.set(message)
  onMessageHidden = forget
  timer = setTimeout(hideMessage, ms)
}

function hideMessage(): void {
  clearTimeout(timer)
  screenMessage.set(undefined)
  const forget = onMessageHidden
  onMessageHidden = undefined
  forget?.()
}
