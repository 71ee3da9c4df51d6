// Keeps the keyboard focus in the dialog while its steps change.
import { type RefObject, useEffect, useRef } from 'react'

/** Focuses the main button of the first step, so that Enter continues. */
export function useFirstFocus(): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => void button.current?.focus({ preventScroll: true }), [])
  return button
}

/**
 * Moves a lost focus to the frame of the steps, after a step ends or its button becomes inactive. Steps change by
 * themselves, and a key that was meant for one step must not accept a plan in the next.
 */
export function useKeptFocus(step: string): RefObject<HTMLDivElement | null> {
  const frame = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at again with every step
  useEffect(() => {
    const isLost = document.activeElement?.matches('body, :disabled') ?? true
    if (isLost) frame.current?.focus({ preventScroll: true })
  }, [step])
  return frame
}
