// Builds the route of a load: start, end, start time, and the limits of its vehicle and driver.
import type { LoadSummary } from '../../../contract/load.ts'
import { shiftFrom } from '../../../contract/shift.ts'
import { timeOf } from '../../platform/day.ts'
import { type Crew, crewOf } from './crew.ts'
import { type Basics, depotPlace } from './data.ts'
import { estimated, instant, type PlanRoute } from './route.ts'

export function routeOf(load: LoadSummary | undefined, { depots, environment }: Basics, crew: Crew): PlanRoute {
  const { vehicle, driver } = crewOf(load, crew)
  const startsAt = instant(load?.plannedStart ?? null)
  const localOf = (at: number) => timeOf(new Date(at), environment.timezone)
  const shifts =
    startsAt === null ? [] : [vehicle, driver].flatMap((one) => (one ? [shiftFrom(one, startsAt, localOf)] : []))
  return {
    start: depotPlace(depots, load?.startDepotKey ?? null)?.position ?? null,
    end: depotPlace(depots, load?.endDepotKey ?? null)?.position ?? null,
    startsAt,
    weightCapacity: load?.weightCapacity ?? null,
    volumeCapacity: load?.volumeCapacity ?? null,
    packageCapacity: load?.packageCapacity ?? null,
    travel: environment.travel,
    roads: estimated,
    speedFactor: vehicle?.speedFactor ?? 1,
    breaks: shifts.flatMap(({ breaks }) => breaks),
    // The earlier end of both shifts.
    shiftEnds: shifts.reduce<number | null>(
      (first, { ends }) => (first === null || (ends !== null && ends < first) ? ends : first),
      null,
    ),
  }
}
