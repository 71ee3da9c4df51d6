// Finds the name of a driver by the driver's key.
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { listDrivers } from '../../contract/fleet.ts'
import { buildQuery } from './query.ts'
import { useMay } from './session.ts'

export type DriverName = (key: string) => string

/**
 * Returns a function from key to name. Returns the key itself for a deleted driver, or if the user may not read the
 * fleet.
 */
export function useDriverName(): DriverName {
  const enabled = useMay('fleet:read')
  const drivers = useQuery({ ...buildQuery(listDrivers), enabled }).data?.data
  return useMemo(() => {
    const names = new Map(drivers?.map(({ key, name }) => [key, name]))
    return (key) => names.get(key) ?? key
  }, [drivers])
}
