// Registers a device by a link or a typed code, and ends its session.
import { createStore } from '../../console/platform/store.ts'
import { currentTexts } from '../../console/words/language.ts'
import { closeDriveSession, openDriveSession } from '../../contract/drive.ts'
import { listUnfinishedDrafts, listWaitingItems } from './day.ts'
import { createSecret } from './ids.ts'
import { describeRegistrationError, isAnswered } from './refusal.ts'
import { driverState, notifyDriver, publishChange, refreshState } from './state.ts'
import * as storage from './storage.ts'
import { driverClient, sendNow } from './sync.ts'
import { driverTexts } from './words.ts'

/** Returns the secret after `#` in the URL, and removes it from the URL. */
export function takeSecret(): string | undefined {
  const [, secret] = /^#([^/].+)$/.exec(location.hash) ?? []
  // Replaces only the URL: the state of the history stays.
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
  const platform = /iPhone|iPad|Android|Windows|Macintosh|Linux/.exec(userAgent)?.[0] ?? ''
  const hints = await userAgentData?.getHighEntropyValues(['model']).catch(() => undefined)
  const model = hints?.model || (/Android [\d.]+; ([^;)]+)/.exec(userAgent)?.[1] ?? '')
  const browser = /Firefox|SamsungBrowser|Edg|CriOS|Chrome|Safari/.exec(userAgent)?.[0] ?? ''
  const name = { Edg: 'Edge', CriOS: 'Chrome', SamsungBrowser: 'Samsung Internet' }[browser] ?? browser
  return [platform, model, name]
    .filter((segment) => segment && segment !== 'K')
    .join(' · ')
    .slice(0, deviceNameMax)
}
/** Longest name of a device in characters, a limit of the service. */
const deviceNameMax = 200

export async function registerDevice(credential: { token: string } | { code: string }): Promise<void> {
  const { data } = await driverClient.call(openDriveSession, {
    // After a lost response, the same secret is sent again, so that the service registers the phone once.
    body: {
      ...credential,
      device: await deviceName(),
      deviceSecret: await storage.getRegistrationSecret(createSecret()),
    },
    signal: AbortSignal.timeout(20_000),
  })
  await storage.keepSession(data)
  await publishChange()
  await sendNow()
}

/** Secret of a link that would replace the current driver, until the person with the phone agrees. */
export const pendingLink = createStore<string | undefined>(undefined)

/**
 * Enters the app by a link. Asks first if the phone has unsent data: the driver of a link is unknown until it is used.
 */
export async function registerByLink(token: string, isConfirmed = false): Promise<void> {
  const view = driverState.get()
  const isHeld = listWaitingItems(view).length + listUnfinishedDrafts(view).length > 0
  pendingLink.set(isHeld && !isConfirmed ? token : undefined)
  if (pendingLink.get() !== undefined) return
  await registerDevice({ token }).catch((error) => {
    showLinkError(error, isConfirmed)
    // The link is still valid, so the question stays, and the driver can answer it again.
    if (isConfirmed && !isAnswered(error)) pendingLink.set(token)
  })
}

/** Shows the reason of a failed link. A registered driver who opened an old link sees no message. */
function showLinkError(error: unknown, isConfirmed: boolean): void {
  const texts = currentTexts(driverTexts)
  if (isConfirmed || !driverState.get().session)
    notifyDriver(describeRegistrationError(error, texts, texts.linkEnded), true)
}

/**
 * Leaves the session, if everything of the driver has been sent. Deletes the drafts: they contain personal data, and no
 * other driver could continue them.
 */
export async function signOut(): Promise<void> {
  await refreshState()
  const { session, drafts } = driverState.get()
  if (listWaitingItems(driverState.get()).length > 0) return
  await driverClient.call(closeDriveSession, { signal: AbortSignal.timeout(10_000) }).catch(() => undefined)
  for (const draft of drafts) if (storage.isOwnedBySession(session, draft)) await storage.dropDraft(draft.podId)
  await storage.forgetDay()
  await publishChange()
}
