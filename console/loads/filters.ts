// The filters of the list of loads, as they stand in the address.
import { type LoadStatus, type LoadSummary, loadStatuses } from '../../contract/load.ts'
import { asDay, dayOf } from '../plan/day.ts'

export interface LoadFilters {
  status?: LoadStatus | undefined
  depot?: string | undefined
  /** Days of the planned start. */
  from?: string | undefined
  to?: string | undefined
}

export const loadFilters = ({ status, depot, from, to }: Record<string, unknown>): LoadFilters => ({
  status: loadStatuses.find((one) => one === status),
  depot: typeof depot === 'string' && depot !== '' ? depot : undefined,
  from: asDay(from),
  to: asDay(to),
})

export const isFiltered = (filters: LoadFilters): boolean => Object.values(filters).some((value) => value !== undefined)

export function passes(load: LoadSummary, { status, depot, from, to }: LoadFilters, zone: string): boolean {
  if (status && load.status !== status) return false
  if (depot && load.startDepotKey !== depot && load.endDepotKey !== depot) return false
  if (!from && !to) return true
  const day = load.plannedStart && dayOf(new Date(load.plannedStart), zone)
  return day !== null && (!from || day >= from) && (!to || day <= to)
}
