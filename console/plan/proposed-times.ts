// When the work at each stop begins by the estimate: what planned times are proposed from.
import type { Arrival, PlanStop } from './route.ts'

export interface Proposal {
  key: string
  planned: string | null
}

const minute = 60_000

/** In whole minutes, and never before the vehicle is there; what has no estimate is left out. */
export function proposedTimes(stops: readonly PlanStop[], arrivals: readonly Arrival[]): Proposal[] {
  return stops.flatMap(({ key }, index) => {
    const begins = beginsAt(arrivals[index])
    return begins === null ? [] : [{ key, planned: new Date(Math.ceil(begins / minute) * minute).toISOString() }]
  })
}

/** After waiting for the window to open. */
export const beginsAt = (arrival: Arrival | undefined): number | null =>
  arrival?.arrives == null ? null : arrival.arrives + arrival.waitsMinutes * minute
