// The transactions of tracking: making and renewing addresses, and forgetting those that have ended.
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

/** No setting keeps a page for longer after the last outcome that it can have. */
const keptDays = 365

/** Some at a time; answers whether there may be more. */
export const purgeTracking = step(
  'purgeTracking',
  async (tx, environmentId: string, { now }): Promise<boolean> =>
    (await store.purge(tx, environmentId, toIso(now - keptDays * dayMs))) === store.purgedAtOnce,
)

export const steps = [addressOf, setTrackingStopped, purgeTracking]
