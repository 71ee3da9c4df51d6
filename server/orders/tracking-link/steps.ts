// Defines the transactions of tracking links: create, renew, turn e-mails off, and purge.
import { createStep } from '../../platform/operation/operation.ts'
import { dayMs, formatIso } from '../../platform/value/times.ts'
import { getTrackingLink, setStopped } from './rules.ts'
import * as store from './store.ts'

export const addressOf = createStep(
  'addressOf',
  (tx, { renews, consignmentId }: { renews: boolean; consignmentId: string }, call) =>
    getTrackingLink(tx, { ...call, params: { consignmentId } }, renews),
)

/** Returns false if the order has no tracking link. */
export const setTrackingStopped = createStep(
  'setTrackingStopped',
  (tx, input: { consignmentId: string; isStopped: boolean }, call): Promise<boolean> => setStopped(tx, call, input),
)

/** Days after its end for which a link is kept: no setting keeps a page longer after an outcome. */
const keptDays = 365

/** Purges a batch of ended tracking links. Returns whether more may remain. */
export const purgeTracking = createStep(
  'purgeTracking',
  async (tx, environmentId: string, { now }): Promise<boolean> =>
    (await store.purgeLinks(tx, environmentId, formatIso(now - keptDays * dayMs))) === store.purgedAtOnce,
)

export const trackingLinkSteps = [addressOf, setTrackingStopped, purgeTracking]
