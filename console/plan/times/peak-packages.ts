// How many packages the loads of the day have on board at most: a list of loads does not tell, but the orders of the day are read anyway.
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { LoadSummary } from '../../../contract/load.ts'
import { drawnOf, ordersOfDay } from './day-routes.ts'
import { withPackages } from './overload.ts'

export function useWithPackages(loads: readonly LoadSummary[]): readonly LoadSummary[] {
  const drawn = useMemo(() => drawnOf(loads), [loads])
  const { data } = useQuery(ordersOfDay(drawn.map(({ loadId }) => loadId)))
  return useMemo(() => withPackages(loads, data ?? []), [loads, data])
}
