// Starts the app from the storage of the phone, then contacts the service, which may be offline.
import './driver.css'
import './forms.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { currentLanguage } from '../console/words/language.ts'
import { textDirections } from '../console/words/words.ts'
import { DriverApp } from './app.tsx'
import { prepareDetector } from './camera/detector.ts'
import { keepInstallPrompt } from './data/install.ts'
import { followPosition } from './data/positions.ts'
import { screenPath } from './data/screen-path.ts'
import { registerByLink, takeSecret } from './data/session.ts'
import { driverState, refreshState } from './data/state.ts'
import { scheduleSync } from './data/sync.ts'

const secret = takeSecret()
document.documentElement.lang = currentLanguage.get()
document.documentElement.dir = textDirections[currentLanguage.get()]
keepInstallPrompt()
createRoot(document.getElementById('app')!).render(
  <StrictMode>
    <DriverApp />
  </StrictMode>,
)
void start()

async function start(): Promise<void> {
  await refreshState()
  if (secret !== undefined) await registerByLink(secret)
  // If the app is already open, a link does not load the page again.
  addEventListener('hashchange', () => {
    const next = takeSecret()
    if (next !== undefined) void registerByLink(next)
  })
  scheduleSync()
  followPosition()
  // Without this, the browser may delete unsent data when the phone has little space.
  void navigator.storage?.persist?.()
  void keepOnPhone()
}

/** Keeps the app on the phone: installs the service worker and fetches the scanner. No screen waits for them. */
async function keepOnPhone(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const hadOne = navigator.serviceWorker.controller !== null
  const registration = await navigator.serviceWorker.register('/driver/worker.js', { scope: '/driver' })
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    if (hadOne) isOutdated = true
  })
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void registration.update().catch(() => undefined)
  })
  await navigator.serviceWorker.ready
  if (driverState.get().kept?.day.pod.scan !== 'off') await prepareDetector().catch(() => undefined)
}

let isOutdated = false
// A new release is loaded between two stops, not while a driver is at a stop.
screenPath.follow(() => {
  if (isOutdated && !['stop', 'outcome'].includes(screenPath.get()[0] ?? '')) location.reload()
})
