// Installs the app on the home screen, where it opens without browser controls and its data is not cleared.
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

/** Returns whether the phone runs iOS, which never offers an installation: the driver needs instructions. */
export const isIos = () =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1)
