// Reads vehicles and drivers for the plan: shifts, breaks, speed, and the choices of a load.
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type Driver, listDrivers, listVehicles, type Vehicle } from '../../../contract/fleet.ts'
import type { LoadSummary } from '../../../contract/load.ts'
import { buildQuery } from '../../api/query.ts'
import { useMay } from '../../api/session.ts'

export interface CrewRecords {
  vehicles: readonly Vehicle[]
  drivers: readonly Driver[]
}
export const noCrew: CrewRecords = { vehicles: [], drivers: [] }

/** Reads vehicles and drivers; undefined while they are read or if the user may not see them. */
export function useCrew(): CrewRecords | undefined {
  const enabled = useMay('fleet:read')
  const vehicles = useQuery({ ...buildQuery(listVehicles), enabled })
  const drivers = useQuery({ ...buildQuery(listDrivers), enabled })
  const crew = useMemo(
    () => (vehicles.data && drivers.data ? { vehicles: vehicles.data.data, drivers: drivers.data.data } : noCrew),
    [vehicles.data, drivers.data],
  )
  return enabled && (vehicles.isPending || drivers.isPending) ? undefined : crew
}

/** Returns the vehicle and the driver of a load, if known. */
export const findCrew = (
  load: Pick<LoadSummary, 'vehicleKey' | 'driverKey'> | undefined,
  { vehicles, drivers }: CrewRecords,
): { vehicle: Vehicle | undefined; driver: Driver | undefined } => ({
  vehicle: vehicles.find(({ key }) => key === load?.vehicleKey),
  driver: drivers.find(({ key }) => key === load?.driverKey),
})
