// Where the focus is while the dialog goes from step to step.
import { type RefObject, useEffect, useRef } from 'react'

/** What the first step is for has the focus when it comes: Enter goes on. */
export function useFirstFocus(): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => void button.current?.focus({ preventScroll: true }), [])
  return button
}

/**
 * Whoever loses the focus with a step that is over, or with a button that is busy, has it on the frame of the steps: they come
 * by themselves, and a key that is pressed for another one must not accept a plan.
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
