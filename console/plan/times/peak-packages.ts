// Calculates the peak number of packages of each load, which the list of loads lacks, from the orders of the day.
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
