// What a step of the dialog is for has the focus when it comes: Enter goes on.
import { type RefObject, useEffect, useRef } from 'react'

/** Once, as soon as the button can have it: one that is still busy refuses the focus. */
export function useFirstFocus(isReady: boolean): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null)
  const wasFocused = useRef(false)
  useEffect(() => {
    if (!isReady || wasFocused.current) return
    wasFocused.current = true
    button.current?.focus({ preventScroll: true })
  }, [isReady])
  return button
}
