// Builds the route of a load: start, end, start time, and the limits of its vehicle and driver.
import type { LoadSummary } from '../../../contract/load.ts'
import { shiftFrom } from '../../../contract/shift.ts'
import { getZonedTime } from '../../platform/day.ts'
import { type CrewRecords, findCrew } from './crew.ts'
import { findDepotLocation, type PlanBasics } from './data.ts'
import { estimatedRoads, type PlanRoute, parseInstant } from './route.ts'

export function routeOf(
  load: LoadSummary | undefined,
  { depots, environment }: PlanBasics,
  crew: CrewRecords,
): PlanRoute {
  const { vehicle, driver } = findCrew(load, crew)
  const startsAt = parseInstant(load?.plannedStart ?? null)
  const localOf = (timeMs: number) => getZonedTime(new Date(timeMs), environment.timezone)
  const shifts =
    startsAt === null ? [] : [vehicle, driver].flatMap((item) => (item ? [shiftFrom(item, startsAt, localOf)] : []))
  return {
    start: findDepotLocation(depots, load?.startDepotKey ?? null)?.position ?? null,
    end: findDepotLocation(depots, load?.endDepotKey ?? null)?.position ?? null,
    startsAt,
    weightCapacity: load?.weightCapacity ?? null,
    volumeCapacity: load?.volumeCapacity ?? null,
    packageCapacity: load?.packageCapacity ?? null,
    travel: environment.travel,
    roads: estimatedRoads,
    speedFactor: vehicle?.speedFactor ?? 1,
    breaks: shifts.flatMap(({ breaks }) => breaks),
    // The earlier end of both shifts.
    shiftEnds: shifts.reduce<number | null>(
      (first, { ends }) => (first === null || (ends !== null && ends < first) ? ends : first),
      null,
    ),
  }
}
