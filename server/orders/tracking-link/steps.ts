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

/** Turns the tracking e-mails of an order off or on. Returns false if the order has no tracking link. */
export const setTrackingStopped = createStep(
  'setTrackingStopped',
  (tx, input: { consignmentId: string; isStopped: boolean }, call): Promise<boolean> => setStopped(tx, call, input),
)

/** Days for which an expired link is kept. No setting keeps a tracking page longer than this after an outcome. */
const keptDays = 365

/** Purges a batch of ended tracking links. Returns whether more may remain. */
export const purgeTracking = createStep(
  'purgeTracking',
  async (tx, environmentId: string, { now }): Promise<boolean> =>
    (await store.purgeLinks(tx, environmentId, formatIso(now - keptDays * dayMs))) === store.purgedAtOnce,
)

export const trackingLinkSteps = [addressOf, setTrackingStopped, purgeTracking]
