// Calculates the peak number of packages of each load, which the list of loads lacks, from the orders of the day.
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { LoadSummary } from '../../../contract/load.ts'
import { createDayOrdersQuery, selectDrawnLoads } from './day-routes.ts'
import { addPeakPackages } from './overload.ts'

export function useWithPackages(loads: readonly LoadSummary[]): readonly LoadSummary[] {
  const drawn = useMemo(() => selectDrawnLoads(loads), [loads])
  const { data } = useQuery(createDayOrdersQuery(drawn.map(({ loadId }) => loadId)))
  return useMemo(() => addPeakPackages(loads, data ?? []), [loads, data])
}
