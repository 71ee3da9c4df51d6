// Stores the order that is open over the page in the address: a user can send the link, and Back closes the order.
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useStableHandlers } from './stable-handlers.ts'
import { createStore } from './store.ts'

export interface OrderSearch {
  order?: string
  /** Everything there is of it, and not only what matters most. */
  fields?: 'all'
}

/** Takes it from the address of any page. */
export const orderSearch = ({ order, fields }: Record<string, unknown>): OrderSearch =>
  typeof order === 'string' && order !== '' ? { order, ...(fields === 'all' ? { fields } : {}) } : {}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The page without the order is the one before in the history. */
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

/** Goes to the order before or after the open one, in the list that the page shows. */
export type Trail = (from: string, by: 1 | -1) => void
export const orderTrail = createStore<Trail | undefined>(undefined)

/** While the page is shown, its list is what the keys go through. */
export function useOrderTrail(trail: Trail): void {
  const { go } = useStableHandlers({ go: trail })
  useEffect(() => {
    orderTrail.set(go)
    return () => {
      if (orderTrail.get() === go) orderTrail.set(undefined)
    }
  }, [go])
}

/** The trail of lists that are there as a whole. */
export function useOrderList(...lists: (readonly string[])[]): void {
  const { open } = useOpenOrder()
  useOrderTrail((from, by) => {
    const ids = lists.find((list) => list.includes(from))
    const next = ids?.[ids.indexOf(from) + by]
    if (next !== undefined) open(next)
  })
}
