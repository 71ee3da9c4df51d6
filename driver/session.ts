// How a device is let in, by an address or a typed code, and out again.
import { closeDriveSession, openDriveSession } from '../contract/drive.ts'
import { newSecret } from './ids.ts'
import { changed, refresh, state } from './state.ts'
import * as storage from './storage.ts'
import { client, sync } from './sync.ts'

/** The secret behind `#`, taken out of the address before anything else can see it. */
export function takeSecret(): string | undefined {
  const [, secret] = /^#([^/].+)$/.exec(location.hash) ?? []
  if (secret !== undefined) history.replaceState(null, '', location.pathname)
  return secret
}

/** What the planner knows the phone by. */
function deviceName(): string {
  const { userAgent } = navigator
  const kind = /iPhone|iPad|Android|Windows|Macintosh|Linux/.exec(userAgent)?.[0] ?? ''
  const model = /Android [\d.]+; ([^;)]+)/.exec(userAgent)?.[1] ?? ''
  const browser = /Firefox|SamsungBrowser|Edg|CriOS|Chrome|Safari/.exec(userAgent)?.[0] ?? ''
  return [kind, model, browser].filter((part) => part && part !== 'K').join(' · ')
}

export async function letIn(by: { token: string } | { code: string }): Promise<void> {
  const { data } = await client.call(openDriveSession, {
    // Asked again after an answer that got lost, the service knows the phone by it, and lets it in as the same.
    body: { ...by, device: deviceName(), deviceSecret: await storage.secretToEnter(newSecret()) },
    signal: AbortSignal.timeout(20_000),
  })
  await storage.forgetDay()
  await storage.keepSession(data)
  await changed()
  await sync()
}

/** Only once everything has been sent: what waits would have nobody to send it. */
export async function leave(): Promise<void> {
  await refresh()
  if (state.get().outbox.length > 0) return
  await client.call(closeDriveSession).catch(() => undefined)
  await storage.forgetDay()
  await changed()
}
