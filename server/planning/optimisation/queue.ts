// Defines the transactions of a search: lease, progress, end.
import { createStep } from '../../platform/operation/operation.ts'
import type { LeaseClaim } from '../../platform/process/leased-worker.ts'
import { formatIso } from '../../platform/value/times.ts'
import * as store from './store.ts'

export interface OptimisationClaim extends LeaseClaim {
  optimisationId: string
}

/** The request of a client, and the best proposal until now. */
export type LeasedOptimisation = Pick<store.OptimisationRow, 'request' | 'day' | 'proposal'>

/** Takes the lease of an optimisation. Returns its request and its best proposal; undefined if the lease is taken. */
export const leaseOptimisation = createStep(
  'leaseOptimisation',
  async (tx, { optimisationId, owner, leaseMs, overUntil }: OptimisationClaim, { environmentId, now }) => {
    const lease = { owner, now, until: now + leaseMs, overUntil }
    const isLeased = await store.takeLease(tx, environmentId, optimisationId, lease)
    const row = isLeased ? await store.findOptimisation(tx, environmentId, optimisationId) : undefined
    return row && { request: row.request, day: row.day, proposal: row.proposal }
  },
)

export const releaseOptimisation = createStep(
  'releaseOptimisation',
  async (tx, { optimisationId, owner }: OptimisationClaim, { environmentId }) => {
    await store.releaseLease(tx, environmentId, optimisationId, owner)
  },
)

export interface SearchUpdate extends OptimisationClaim {
  standing: Omit<store.SearchStatus, 'leaseUntil'>
}
/** Stores the state of a search. Returns false if another instance has the lease, or a client has ended the search. */
export const saveOptimisation = createStep(
  'saveOptimisation',
  (tx, { optimisationId, owner, leaseMs, standing }: SearchUpdate, { environmentId, now }) =>
    store.saveStatus(tx, environmentId, optimisationId, {
      owner,
      now: formatIso(now),
      standing: { ...standing, leaseUntil: standing.state === 'running' ? now + leaseMs : 0 },
    }),
)

export const optimisationSteps = [leaseOptimisation, releaseOptimisation, saveOptimisation]
