// Keeps event handlers identical between renders, so that components that receive them do not render again.
import { useRef, useState } from 'react'

// biome-ignore lint/suspicious/noExplicitAny: handlers of every shape
type Handlers = Record<string, (...given: any[]) => unknown>

/** Returns the same object in every render. Each of its functions calls the handler of the latest render. */
export function useStableHandlers<H extends Handlers>(handlers: H): H {
  const latest = useRef(handlers)
  latest.current = handlers
  const [stable] = useState(
    () =>
      Object.fromEntries(
        Object.keys(handlers).map((name) => [name, (...args: unknown[]) => latest.current[name]!(...args)]),
      ) as H,
  )
  return stable
}
