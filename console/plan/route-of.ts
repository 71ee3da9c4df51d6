// The route of a load: where it starts and ends, when, and what its vehicle takes.
import type { LoadSummary } from '../../contract/load.ts'
import { type Basics, depotPlace } from './data.ts'
import { estimated, instant, type PlanRoute } from './route.ts'

export const routeOf = (load: LoadSummary | undefined, { depots, environment }: Basics): PlanRoute => ({
  start: depotPlace(depots, load?.startDepotKey ?? null)?.position ?? null,
  end: depotPlace(depots, load?.endDepotKey ?? null)?.position ?? null,
  startsAt: instant(load?.plannedStart ?? null),
  weightCapacity: load?.weightCapacity ?? null,
  volumeCapacity: load?.volumeCapacity ?? null,
  travel: environment.travel,
  roads: estimated,
})
