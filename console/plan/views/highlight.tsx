// Highlights a stop in the list, on the map and in the charts. Only the elements of this stop render again.
import { type ReactNode, useSyncExternalStore } from 'react'
import { createStore } from '../../platform/store.ts'

export const highlightedStop = createStore<string | null>(null)

export const useIsHighlighted = (consignmentId: string): boolean =>
  useSyncExternalStore(highlightedStop.follow, () => highlightedStop.get() === consignmentId)

/** Returns the event handlers that highlight a stop under the pointer. */
export const createHoverHandlers = (consignmentId: string) => ({
  onPointerEnter: () => highlightedStop.set(consignmentId),
  onPointerLeave: () => highlightedStop.set(null),
})

/** Draws a part of a chart that belongs to a stop. */
export const HighlightableGroup = ({
  id,
  className,
  children,
}: {
  id: string
  className: string | undefined
  children: ReactNode
}) => (
  <g className={className} data-highlighted={useIsHighlighted(id) || undefined}>
    {children}
  </g>
)
