// Runs a command, or focuses a field, of another page as soon as the page offers it.
import { shortcutStore } from './shortcuts.ts'

/** Maximum waiting time for the command or the field of another page, in milliseconds. */
const waitMs = 10_000

/** Runs a command as soon as the page offers it and its condition is met. */
export function runWhenAvailable(keys: string | undefined, label: string): void {
  const run = () => {
    const found = shortcutStore.get().findLast((shortcut) => shortcut.keys === keys && shortcut.label === label)
    if (!found || found.needs !== undefined) return false
    found.run(new KeyboardEvent('keydown'))
    return true
  }
  waitFor(run, (retry) => shortcutStore.follow(retry))
}

/** Focuses the field with this label as soon as it is on the page. */
export function moveFocusWhenAvailable(label: string): void {
  const focus = () => {
    const found = [...document.querySelectorAll('main label')].find(({ textContent }) => textContent === label)
    if (!found) return false
    found.scrollIntoView({ block: 'center' })
    document.getElementById((found as HTMLLabelElement).htmlFor)?.focus()
    return true
  }
  waitFor(focus, (retry) => {
    const observer = new MutationObserver(retry)
    observer.observe(document.body, { subtree: true, childList: true })
    return () => observer.disconnect()
  })
}

function waitFor(act: () => boolean, follow: (again: () => void) => () => void): void {
  if (act()) return
  const timer = setTimeout(() => stop(), waitMs)
  const unfollow = follow(() => {
    if (isDone || !act()) return
    stop()
  })
  let isDone = false
  const stop = () => {
    isDone = true
    clearTimeout(timer)
    unfollow()
  }
}
