// Proposes planned times from the estimated start of work at each stop.
import type { Arrival } from '../../../contract/arrivals.ts'
import type { PlanStop } from './route.ts'

export interface Proposal {
  key: string
  planned: string | null
}

/** Proposes planned times to the second. Stops without an estimate are left out. */
export function proposedTimes(stops: readonly PlanStop[], arrivals: readonly Arrival[]): Proposal[] {
  return stops.flatMap(({ key }, index) => {
    const { begins = null } = arrivals[index] ?? {}
    return begins === null ? [] : [{ key, planned: new Date(begins).toISOString() }]
  })
}
