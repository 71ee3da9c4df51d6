// A link to an order. The link opens the order over the page, or on its own page in a new tab.
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useOpenOrder } from '../platform/open-order.ts'

export function OrderLink({ consignmentId, children }: { consignmentId: string; children: ReactNode }) {
  const { open } = useOpenOrder()
  return (
    <Link
      to="/consignments/$consignmentId"
      params={{ consignmentId }}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
        event.preventDefault()
        open(consignmentId)
      }}
    >
      {children}
    </Link>
  )
}
