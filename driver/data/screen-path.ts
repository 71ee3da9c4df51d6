// Stores the current screen in the URL after `#/`, so that the back button of the phone works.
import { createStore } from '../../console/platform/store.ts'

const read = () => (/^#\/(.*)$/.exec(location.hash)?.[1] ?? '').split('/').filter(Boolean).map(decodeURIComponent)
export const screenPath = createStore<string[]>(read())

/**
 * Paths behind the current screen, for the phone's back button. The history of the browser stores them, so that a
 * reload keeps them.
 */
let earlierPaths: string[] = history.state?.behind ?? []
history.replaceState({ behind: earlierPaths }, '')
// Each screen chooses its own position: the browser would restore the position of the screen before it.
history.scrollRestoration = 'manual'
/** Time limit of a step back, in milliseconds. When it is over, the history of the browser is shorter than recorded. */
const backTimeoutMs = 300
/** Target of the current step back. A second tap does not go farther back. */
let heading: string | undefined

addEventListener('hashchange', () => {
  heading = undefined
  // After a step back, the history contains the earlier paths.
  earlierPaths = history.state?.behind ?? [...earlierPaths, formatPath(...screenPath.get())]
  show()
})

function show(): void {
  history.replaceState({ behind: earlierPaths }, '')
  screenPath.set(read())
  scrollTo(0, 0)
}

export const formatPath = (...segments: string[]) => `#/${segments.map(encodeURIComponent).join('/')}`
export const openScreen = (...segments: string[]) => {
  location.hash = formatPath(...segments)
}
/**
 * Returns to a screen above this one, like the back button. A screen that was never shown replaces the current screen.
 */
export function returnToScreen(...segments: string[]): void {
  const path = formatPath(...segments)
  const index = earlierPaths.lastIndexOf(path)
  if (path === heading || path === formatPath(...screenPath.get())) return
  if (index === -1) {
    replaceBy(path)
    return
  }
  heading = path
  history.go(index - earlierPaths.length)
  setTimeout(() => {
    if (heading !== path) return
    heading = undefined
    earlierPaths = earlierPaths.slice(0, index)
    replaceBy(path)
  }, backTimeoutMs)
}

function replaceBy(path: string): void {
  history.replaceState({ behind: earlierPaths }, '', path)
  show()
}
