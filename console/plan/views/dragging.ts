// Handles drag and drop on the route plan: stops within their load, and orders into a load.
import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { createStore } from '../../platform/store.ts'
import { listMovedOrders } from '../load/selection.ts'

export interface DraggedCard {
  kind: 'stop' | 'order'
  id: string
  /** Ids of the dragged orders: the selected orders, or the single dragged order. */
  ids: readonly string[]
}
type Edge = 'before' | 'after'

const isDragged = (data: Record<string | symbol, unknown>): data is Record<string | symbol, unknown> & DraggedCard =>
  (data.kind === 'stop' || data.kind === 'order') && typeof data.id === 'string' && Array.isArray(data.ids)

/** Ids of the orders that are dragged now. */
export const draggedOrders = createStore<readonly string[]>([])

interface CardOptions {
  dragged: Pick<DraggedCard, 'kind' | 'id'>
  /** Whether the card can be dragged and accepts drops. */
  enabled: boolean
  handle?: RefObject<HTMLElement | null>
  onDrop?: (dragged: DraggedCard, edge: Edge) => void
}

/** Makes a card draggable. With `onDrop`, other cards can be dropped before or after it. */
export function useDragging(element: RefObject<HTMLElement | null>, options: CardOptions) {
  const [isDragging, setDragging] = useState(false)
  const [edge, setEdge] = useState<Edge | null>(null)
  const latest = useRef(options)
  latest.current = options
  const { enabled } = options
  const { kind, id } = options.dragged
  const takesDrops = options.onDrop !== undefined
  useEffect(() => {
    if (!enabled || !element.current) return
    const card = element.current
    const handle = latest.current.handle?.current
    const edgeAt = (clientY: number): Edge => {
      const { top, height } = card.getBoundingClientRect()
      return clientY < top + height / 2 ? 'before' : 'after'
    }
    const source = draggable({
      element: card,
      ...(handle ? { dragHandle: handle } : {}),
      getInitialData: () => ({ kind, id, ids: listMovedOrders(id) }),
      onDragStart() {
        setDragging(true)
        draggedOrders.set(listMovedOrders(id))
      },
      onDrop() {
        setDragging(false)
        draggedOrders.set([])
      },
    })
    if (!takesDrops) return source
    return combine(
      source,
      dropTargetForElements({
        element: card,
        canDrop: ({ source: { data } }) => isDragged(data) && !data.ids.includes(id),
        onDrag: ({ location }) => setEdge(edgeAt(location.current.input.clientY)),
        onDragLeave: () => setEdge(null),
        onDrop({ source: { data }, location }) {
          setEdge(null)
          // The list behind the card handles drops between the cards.
          if (isDragged(data) && location.current.dropTargets[0]?.element === card)
            latest.current.onDrop?.(
              { kind: data.kind, id: data.id, ids: data.ids },
              edgeAt(location.current.input.clientY),
            )
        },
      }),
    )
  }, [element, enabled, kind, id, takesDrops])
  return { isDragging, edge }
}

/** Makes an element a drop target as a whole, such as a load in the list of loads. */
export function useDropping(
  element: RefObject<HTMLElement | null>,
  enabled: boolean,
  onDrop: (dragged: DraggedCard) => void,
): boolean {
  const [isOver, setOver] = useState(false)
  const latest = useRef(onDrop)
  latest.current = onDrop
  useEffect(() => {
    if (!enabled || !element.current) return
    const target = element.current
    return dropTargetForElements({
      element: target,
      canDrop: ({ source: { data } }) => isDragged(data),
      onDragEnter: () => setOver(true),
      onDragLeave: () => setOver(false),
      onDrop({ source: { data }, location }) {
        setOver(false)
        if (isDragged(data) && location.current.dropTargets[0]?.element === target)
          latest.current({ kind: data.kind, id: data.id, ids: data.ids })
      },
    })
  }, [element, enabled])
  return isOver
}
