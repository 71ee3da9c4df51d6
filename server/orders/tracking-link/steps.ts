// Defines the transactions of tracking links: create, renew, turn e-mails off, and purge.
import { step } from '../../platform/operation/operation.ts'
import { dayMs, toIso } from '../../platform/value/times.ts'
import { link, setStopped } from './rules.ts'
import * as store from './store.ts'

export const addressOf = step(
  'addressOf',
  (tx, { renews, consignmentId }: { renews: boolean; consignmentId: string }, call) =>
    link(tx, { ...call, params: { consignmentId } }, renews),
)

/** Returns false if the order has no tracking link. */
export const setTrackingStopped = step(
  'setTrackingStopped',
  (tx, input: { consignmentId: string; isStopped: boolean }, call): Promise<boolean> => setStopped(tx, call, input),
)

/** Days after its end for which a link is kept: no setting keeps a page longer after an outcome. */
const keptDays = 365

/** Purges a batch of ended tracking links. Returns whether more may remain. */
export const purgeTracking = step(
  'purgeTracking',
  async (tx, environmentId: string, { now }): Promise<boolean> =>
    (await store.purge(tx, environmentId, toIso(now - keptDays * dayMs))) === store.purgedAtOnce,
)

export const steps = [addressOf, setTrackingStopped, purgeTracking]
