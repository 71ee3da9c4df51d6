// Where keys go on after a dialog.
import { useEffect } from 'react'

/** What lies over the page has the focus; afterwards what had it before has it again or, where that is gone, the list. */
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
