// The stop that is pointed at, in the list, on the map or in a chart: it lights up in all of them, and nothing else is drawn again.
import { type ReactNode, useSyncExternalStore } from 'react'
import { createStore } from '../store.ts'

export const lit = createStore<string | null>(null)

export const useIsLit = (consignmentId: string): boolean =>
  useSyncExternalStore(lit.follow, () => lit.get() === consignmentId)

/** For whatever stands for a stop. */
export const lightsUp = (consignmentId: string) => ({
  onPointerEnter: () => lit.set(consignmentId),
  onPointerLeave: () => lit.set(null),
})

/** A part of a chart that belongs to a stop. */
export const Lit = ({
  id,
  className,
  children,
}: {
  id: string
  className: string | undefined
  children: ReactNode
}) => (
  <g className={className} data-lit={useIsLit(id) || undefined}>
    {children}
  </g>
)
