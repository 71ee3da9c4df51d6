// What the status of a load means to those who wait for its orders.
import { type LoadStatus, loadStatuses } from '../../../contract/load.ts'
import { type TrackingTrigger, trackingTriggers } from '../../../contract/road.ts'

/** In the sequence in which a load moves. */
const meanings: Partial<Record<LoadStatus, TrackingTrigger>> = {
  planned: 'planned',
  released: 'released',
  started: 'inTransit',
}

/** Returns the triggers of a load that changes from one status to another. A load that is completed has none. */
export const passed = (from: LoadStatus, to: LoadStatus): TrackingTrigger[] =>
  to === 'completed'
    ? []
    : loadStatuses
        .slice(loadStatuses.indexOf(from) + 1, loadStatuses.indexOf(to) + 1)
        .flatMap((status) => meanings[status] ?? [])

/** Whether this can still be said of an order whose load has this status; undefined for one without a load. */
export const holds = (trigger: TrackingTrigger, status: LoadStatus | undefined): boolean =>
  trigger === 'registered' || (status !== undefined && passed('planning', status).includes(trigger))

/** What tells more. */
export const laterThan = (trigger: TrackingTrigger): TrackingTrigger[] =>
  trackingTriggers.slice(trackingTriggers.indexOf(trigger) + 1)
