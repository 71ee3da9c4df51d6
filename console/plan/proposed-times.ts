// When the work at each stop begins by the estimate: what planned times are proposed from.
import type { Arrival } from '../../contract/arrivals.ts'
import type { PlanStop } from './route.ts'

export interface Proposal {
  key: string
  planned: string | null
}

const minute = 60_000

/** To the second, as the estimate beside it; what has no estimate is left out. */
export function proposedTimes(stops: readonly PlanStop[], arrivals: readonly Arrival[]): Proposal[] {
  return stops.flatMap(({ key, timeAtStop }, index) => {
    const { leaves = null } = arrivals[index] ?? {}
    // Waiting is counted in whole minutes; when the work ends is known to the second.
    const begins = leaves === null ? beginsAt(arrivals[index]) : leaves - timeAtStop * minute
    return begins === null ? [] : [{ key, planned: new Date(begins).toISOString() }]
  })
}

/** After waiting for the window to open. */
export const beginsAt = (arrival: Arrival | undefined): number | null =>
  arrival?.arrives == null ? null : arrival.arrives + arrival.waitsMinutes * minute
