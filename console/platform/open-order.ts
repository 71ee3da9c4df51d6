// Stores the order that is open over the page in the URL: a user can send the link, and Back closes the order.
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useStableHandlers } from './stable-handlers.ts'
import { createStore } from './store.ts'

export interface OrderSearch {
  order?: string
  /** Whether the drawer shows all fields instead of the summary. */
  fields?: 'all'
}

/** Reads the open order from the URL of a page. */
export const orderSearch = ({ order, fields }: Record<string, unknown>): OrderSearch =>
  typeof order === 'string' && order !== '' ? { order, ...(fields === 'all' ? { fields } : {}) } : {}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Whether the previous entry of the browser history is the same page without the order. */
    isOverPage?: boolean
  }
}

export const useOpenedOrder = (): OrderSearch => orderSearch(useSearch({ strict: false }))

export function useOpenOrder() {
  const navigate = useNavigate()
  const router = useRouter()
  const change = (next: OrderSearch, replace: boolean) => {
    const search = (latest: Record<string, unknown>) => ({ ...latest, order: undefined, fields: undefined, ...next })
    const isOverPage = !replace || router.state.location.state.isOverPage === true
    void navigate({ to: '.', search: search as never, replace, state: { isOverPage } })
  }
  const opened = () => orderSearch(router.state.location.search)
  return useStableHandlers({
    open(consignmentId: string) {
      const { order, fields } = opened()
      change({ order: consignmentId, ...(fields ? { fields } : {}) }, order !== undefined)
    },
    showAll(isAll: boolean) {
      const { order } = opened()
      if (order !== undefined) change({ order, ...(isAll ? { fields: 'all' } : {}) }, true)
    },
    close() {
      if (router.state.location.state.isOverPage) router.history.back()
      else change({}, true)
    },
  })
}

/** Opens the order before or after the open one in the list of the page. */
export type OrderTrail = (from: string, by: 1 | -1) => void
export const orderTrail = createStore<OrderTrail | undefined>(undefined)

/** Registers the list of the page for the keys of the open order. */
export function useOrderTrail(trail: OrderTrail): void {
  const { go } = useStableHandlers({ go: trail })
  useEffect(() => {
    orderTrail.set(go)
    return () => {
      if (orderTrail.get() === go) orderTrail.set(undefined)
    }
  }, [go])
}

/** Registers complete lists of ids for the keys of the open order. */
export function useOrderList(...lists: (readonly string[])[]): void {
  const { open } = useOpenOrder()
  useOrderTrail((orderId, offset) => {
    const ids = lists.find((list) => list.includes(orderId))
    const next = ids?.[ids.indexOf(orderId) + offset]
    if (next !== undefined) open(next)
  })
}
