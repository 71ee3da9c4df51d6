// Draws the parts of a long page one after another, so that keys and clicks in between get a fast response.
import { Children, type ReactNode, startTransition, useEffect, useState } from 'react'

/** Draws its children one after another, so that the frame appears first. `isWhole` draws all of them immediately. */
export function DrawnGradually({ isWhole = false, children }: { isWhole?: boolean; children: ReactNode }) {
  const parts = Children.toArray(children)
  const [drawn, setDrawn] = useState(0)
  if (isWhole && drawn < parts.length) setDrawn(parts.length)
  useEffect(() => {
    if (drawn < parts.length) startTransition(() => setDrawn((before) => Math.max(before, drawn + 1)))
  }, [drawn, parts.length])
  return parts.slice(0, drawn)
}
