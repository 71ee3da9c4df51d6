// Returns the keyboard focus after a dialog.
import { useEffect } from 'react'

/** Returns the focus to the element that had it before an overlay opened, or to the list if the element is gone. */
export function useFocusBack(isOver: boolean): void {
  useEffect(() => {
    if (!isOver) return
    const previous = document.activeElement
    return () => {
      const isAvailable = previous instanceof HTMLElement && previous !== document.body && previous.isConnected
      const next = isAvailable ? previous : document.querySelector<HTMLElement>('[role=grid]')
      next?.focus({ preventScroll: true })
    }
  }, [isOver])
}
