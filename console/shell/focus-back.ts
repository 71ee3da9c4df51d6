// Returns the keyboard focus after a dialog.
import { useEffect } from 'react'

/** Returns the focus to the element that had it before an overlay opened, or to the list if the element is gone. */
export function useFocusBack(isOver: boolean): void {
  useEffect(() => {
    if (!isOver) return
    const before = document.activeElement
    return () => {
      const isThere = before instanceof HTMLElement && before !== document.body && before.isConnected
      const next = isThere ? before : document.querySelector<HTMLElement>('[role=grid]')
      next?.focus({ preventScroll: true })
    }
  }, [isOver])
}
