// Draws the parts of a long page one after another, so that keys and clicks in between get a fast response.
import { Children, type ReactNode, startTransition, useEffect, useState } from 'react'

/**
 * Draws its children one after another, so that the frame appears first. `isImmediate` draws all of them immediately.
 */
export function DrawnGradually({ isImmediate = false, children }: { isImmediate?: boolean; children: ReactNode }) {
  const sections = Children.toArray(children)
  const [drawn, setDrawn] = useState(0)
  if (isImmediate && drawn < sections.length) setDrawn(sections.length)
  useEffect(() => {
    if (drawn < sections.length) startTransition(() => setDrawn((current) => Math.max(current, drawn + 1)))
  }, [drawn, sections.length])
  return sections.slice(0, drawn)
}
