// Proposes planned times from the estimated start of work at each stop.
import type { StopArrival } from '../../../contract/arrivals.ts'
import type { PlanStop } from './route.ts'

export interface TimeProposal {
  key: string
  planned: string | null
}

/** Proposes planned times to the second. Omits stops without an estimate. */
export function proposePlannedTimes(stops: readonly PlanStop[], arrivals: readonly StopArrival[]): TimeProposal[] {
  return stops.flatMap(({ key }, index) => {
    const { begins = null } = arrivals[index] ?? {}
    return begins === null ? [] : [{ key, planned: new Date(begins).toISOString() }]
  })
}
