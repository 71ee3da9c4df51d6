// Maps the status of a load to the triggers of tracking e-mails.
import { type LoadStatus, loadStatuses } from '../../../contract/load.ts'
import { type TrackingTrigger, trackingTriggers } from '../../../contract/road.ts'

/** Trigger of each status, in the sequence of the statuses. */
const meanings: Partial<Record<LoadStatus, TrackingTrigger>> = {
  planned: 'planned',
  released: 'released',
  started: 'inTransit',
}

/**
 * Returns the triggers of the statuses that a load has passed, including the new one. Returns none for a completed
 * load.
 */
export const findPassedTriggers = (from: LoadStatus, to: LoadStatus): TrackingTrigger[] =>
  to === 'completed'
    ? []
    : loadStatuses
        .slice(loadStatuses.indexOf(from) + 1, loadStatuses.indexOf(to) + 1)
        .flatMap((status) => meanings[status] ?? [])

/** Returns whether a trigger still applies. `status` is the status of the order's load; undefined without a load. */
export const isTriggerValid = (trigger: TrackingTrigger, status: LoadStatus | undefined): boolean =>
  trigger === 'registered' || (status !== undefined && findPassedTriggers('planning', status).includes(trigger))

/** Returns the triggers that follow a trigger. */
export const listLaterTriggers = (trigger: TrackingTrigger): TrackingTrigger[] =>
  trackingTriggers.slice(trackingTriggers.indexOf(trigger) + 1)
