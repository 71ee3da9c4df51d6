// Puts the app on the home screen: there it opens without a browser around it, and what it keeps is not cleared away.
import { createStore } from '../../console/platform/store.ts'

interface InstallEvent extends Event {
  prompt(): Promise<void>
}
export const installEvent = createStore<InstallEvent | undefined>(undefined)

export function keepInstallPrompt(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    installEvent.set(event as InstallEvent)
  })
  addEventListener('appinstalled', () => installEvent.set(undefined))
}

export const isInstalled = () =>
  matchMedia('(display-mode: standalone)').matches || (navigator as { standalone?: boolean }).standalone === true

/** There the browser never asks, and the driver must know where to tap. */
export const isIos = () =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1)
