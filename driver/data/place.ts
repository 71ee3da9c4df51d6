// Stores the current screen in the address after `#/`, so that the back button of the phone works.
import { createStore } from '../../console/platform/store.ts'

const read = () => (/^#\/(.*)$/.exec(location.hash)?.[1] ?? '').split('/').filter(Boolean).map(decodeURIComponent)
export const place = createStore<string[]>(read())

/**
 * Paths behind the current screen, for the phone's back button. The history of the browser stores them, so that a
 * reload keeps them.
 */
let behind: string[] = history.state?.behind ?? []
history.replaceState({ behind }, '')
// Each screen chooses its own position: the browser would restore the position of the screen before it.
history.scrollRestoration = 'manual'
/** Patience in milliseconds until a step back must be done; otherwise the history is shorter than recorded. */
const patienceMs = 300
/** Heading: target of the current step back. A second tap does not go further. */
let heading: string | undefined

addEventListener('hashchange', () => {
  heading = undefined
  // After a step back, the history contains the earlier paths.
  behind = history.state?.behind ?? [...behind, pathTo(...place.get())]
  show()
})

function show(): void {
  history.replaceState({ behind }, '')
  place.set(read())
  scrollTo(0, 0)
}

export const pathTo = (...parts: string[]) => `#/${parts.map(encodeURIComponent).join('/')}`
export const go = (...parts: string[]) => {
  location.hash = pathTo(...parts)
}
/** Returns to a screen above this one, like the back button. If that screen was never shown, it replaces this one. */
export function goBack(...parts: string[]): void {
  const path = pathTo(...parts)
  const at = behind.lastIndexOf(path)
  if (path === heading || path === pathTo(...place.get())) return
  if (at === -1) {
    replaceBy(path)
    return
  }
  heading = path
  history.go(at - behind.length)
  setTimeout(() => {
    if (heading !== path) return
    heading = undefined
    behind = behind.slice(0, at)
    replaceBy(path)
  }, patienceMs)
}

function replaceBy(path: string): void {
  history.replaceState({ behind }, '', path)
  show()
}
