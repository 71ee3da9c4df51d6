// Registers a device by a link or a typed code, and ends its session.
import { createStore } from '../../console/platform/store.ts'
import { currentWords } from '../../console/words/language.ts'
import { closeDriveSession, openDriveSession } from '../../contract/drive.ts'
import { unfinishedOf, waitingOf } from './day.ts'
import { newSecret } from './ids.ts'
import { faultAtDoor, isAnswered } from './refusal.ts'
import { changed, refresh, state, tell } from './state.ts'
import * as storage from './storage.ts'
import { client, sendNow } from './sync.ts'
import { driverWords } from './words.ts'

/** Returns the secret after `#` of the address, and removes it from the address. */
export function takeSecret(): string | undefined {
  const [, secret] = /^#([^/].+)$/.exec(location.hash) ?? []
  // Replaces only the address: the state of the history stays.
  if (secret !== undefined) history.replaceState(history.state, '', location.pathname)
  return secret
}

interface UserAgentData {
  getHighEntropyValues(hints: string[]): Promise<{ model?: string }>
}

/**
 * Returns the name of the phone for the planner: system, model and browser. Chrome omits the model from the user agent.
 */
async function deviceName(): Promise<string> {
  const { userAgent } = navigator
  const { userAgentData } = navigator as { userAgentData?: UserAgentData }
  const kind = /iPhone|iPad|Android|Windows|Macintosh|Linux/.exec(userAgent)?.[0] ?? ''
  const hints = await userAgentData?.getHighEntropyValues(['model']).catch(() => undefined)
  const model = hints?.model || (/Android [\d.]+; ([^;)]+)/.exec(userAgent)?.[1] ?? '')
  const browser = /Firefox|SamsungBrowser|Edg|CriOS|Chrome|Safari/.exec(userAgent)?.[0] ?? ''
  const name = { Edg: 'Edge', CriOS: 'Chrome', SamsungBrowser: 'Samsung Internet' }[browser] ?? browser
  return [kind, model, name]
    .filter((part) => part && part !== 'K')
    .join(' · ')
    .slice(0, deviceNameMax)
}
/** Longest name of a device in characters, a limit of the service. */
const deviceNameMax = 200

export async function letIn(by: { token: string } | { code: string }): Promise<void> {
  const { data } = await client.call(openDriveSession, {
    // The same secret after a lost response, so that the service registers the phone once.
    body: { ...by, device: await deviceName(), deviceSecret: await storage.secretToEnter(newSecret()) },
    signal: AbortSignal.timeout(20_000),
  })
  await storage.keepSession(data)
  await changed()
  await sendNow()
}

/** Secret of a link that would replace the current driver, until the person with the phone agrees. */
export const otherLink = createStore<string | undefined>(undefined)

/**
 * Enters the app by a link. Asks first if the phone has unsent data: the driver of a link is unknown until it is used.
 */
export async function enterBy(token: string, isAsked = false): Promise<void> {
  const view = state.get()
  const isHeld = waitingOf(view).length + unfinishedOf(view).length > 0
  otherLink.set(isHeld && !isAsked ? token : undefined)
  if (otherLink.get() !== undefined) return
  await letIn({ token }).catch((error) => {
    tellWhy(error, isAsked)
    // The link is as good as before: the question stays, to be answered again.
    if (isAsked && !isAnswered(error)) otherLink.set(token)
  })
}

/** Shows the reason of a failed link. A registered driver who opened an old link sees no message. */
function tellWhy(error: unknown, isAsked: boolean): void {
  const words = currentWords(driverWords)
  if (isAsked || !state.get().session) tell(faultAtDoor(error, words, words.linkEnded), true)
}

/**
 * Leaves the session, if everything of the driver has been sent. Deletes the drafts: they contain personal data, and no
 * other driver could continue them.
 */
export async function leave(): Promise<void> {
  await refresh()
  const { session, drafts } = state.get()
  if (waitingOf(state.get()).length > 0) return
  await client.call(closeDriveSession, { signal: AbortSignal.timeout(10_000) }).catch(() => undefined)
  for (const draft of drafts) if (storage.isOf(session, draft)) await storage.dropDraft(draft.podId)
  await storage.forgetDay()
  await changed()
}
