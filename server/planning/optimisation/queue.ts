// Defines the transactions of a search: lease, progress, end.
import { step } from '../../platform/operation/operation.ts'
import type { Claim } from '../../platform/process/leased-worker.ts'
import { toIso } from '../../platform/value/times.ts'
import * as store from './store.ts'

export interface OptimisationClaim extends Claim {
  optimisationId: string
}

/** The request of a client, and the best proposal until now. */
export type Asked = Pick<store.OptimisationRow, 'request' | 'day' | 'proposal'>

/** Takes the lease of an optimisation. Returns its request and its best proposal; undefined if the lease is taken. */
export const leaseOptimisation = step(
  'leaseOptimisation',
  async (tx, { optimisationId, owner, leaseMs, overUntil }: OptimisationClaim, { environmentId, now }) => {
    const lease = { owner, now, until: now + leaseMs, overUntil }
    const isOurs = await store.lease(tx, environmentId, optimisationId, lease)
    const row = isOurs ? await store.find(tx, environmentId, optimisationId) : undefined
    return row && { request: row.request, day: row.day, proposal: row.proposal }
  },
)

export const releaseOptimisation = step(
  'releaseOptimisation',
  async (tx, { optimisationId, owner }: OptimisationClaim, { environmentId }) => {
    await store.release(tx, environmentId, optimisationId, owner)
  },
)

export interface Found extends OptimisationClaim {
  standing: Omit<store.Standing, 'leaseUntil'>
}
/** Stores the state of a search. Returns false if another instance has the lease, or a client has ended the search. */
export const saveOptimisation = step(
  'saveOptimisation',
  (tx, { optimisationId, owner, leaseMs, standing }: Found, { environmentId, now }) =>
    store.save(tx, environmentId, optimisationId, {
      owner,
      now: toIso(now),
      standing: { ...standing, leaseUntil: standing.state === 'running' ? now + leaseMs : 0 },
    }),
)

export const steps = [leaseOptimisation, releaseOptimisation, saveOptimisation]
