// Stores optimisations, and reads the orders that they plan.
import type { OptimisationState, optimisationModes } from '../../../contract/optimisation.ts'
import { buildOrdersQuery, type ConsignmentRow, isUnplanned } from '../../orders/record/store.ts'
import {
  type Awaitable,
  buildValueList,
  joinFragments,
  piece,
  type ReadTransaction,
  sql,
  type WriteTransaction,
} from '../../platform/database/database.ts'
import type { LeaseRequest } from '../../platform/process/leases.ts'

export interface SummaryRow {
  optimisationId: string
  state: OptimisationState
  day: string
  mode: (typeof optimisationModes)[number]
  progress: number
  message: string | null
  /** JSON of the figures before and after. */
  figures: string | null
  created: string
  updated: string
}
export interface OptimisationRow extends SummaryRow {
  /** The user or token that started it. */
  actor: string
  /** JSON of the request. */
  request: string
  /** JSON of the versions of the records from which the proposal was calculated. */
  basis: string | null
  /** JSON of the best proposal until now. */
  proposal: string | null
  /** JSON of the changes that the proposal caused when it was applied. */
  applied: string | null
  leaseOwner: string | null
  leaseUntil: number
}

export const insertOptimisation = (
  tx: WriteTransaction,
  environmentId: string,
  row: Pick<OptimisationRow, 'optimisationId' | 'day' | 'mode' | 'actor' | 'request' | 'created'>,
) =>
  tx.run(
    sql`insert into optimisations (environment_id, optimisation_id, state, day, mode, actor, request, progress,
        lease_until, created, updated)
      values (${environmentId}, ${row.optimisationId}, 'queued', ${row.day}, ${row.mode}, ${row.actor}, ${row.request},
        0, 0, ${row.created}, ${row.created})`,
  )

const selectOptimisation = (environmentId: string, optimisationId: string) =>
  sql`select optimisation_id as "optimisationId", state, day, mode, actor, request, progress, message, figures, basis,
      proposal, applied, lease_owner as "leaseOwner", lease_until as "leaseUntil", created, updated
    from optimisations where environment_id = ${environmentId} and optimisation_id = ${optimisationId}`

export const findOptimisation = (tx: ReadTransaction, environmentId: string, optimisationId: string) =>
  tx.get<OptimisationRow>(selectOptimisation(environmentId, optimisationId))

export const lockOptimisation = (tx: WriteTransaction, environmentId: string, optimisationId: string) =>
  tx.lock<OptimisationRow>(selectOptimisation(environmentId, optimisationId))

/** Lists optimisations from the newest on: ids begin with the time of creation. */
export const listSummaries = (tx: ReadTransaction, environmentId: string, limit: number) =>
  tx.all<SummaryRow>(
    sql`select optimisation_id as "optimisationId", state, day, mode, progress, message, figures, created, updated
    from optimisations where environment_id = ${environmentId} order by optimisation_id desc limit ${limit}`,
  )

export const countOpen = async (tx: ReadTransaction, environmentId: string) =>
  (await tx.get<{ total: number }>(
    sql`select count(*) as total from optimisations
      where environment_id = ${environmentId} and state in ('queued', 'running')`,
  ))!.total

export interface OpenOptimisation {
  environmentId: string
  optimisationId: string
  leaseOwner: string | null
  leaseUntil: number
}

/** Lists the open optimisations of all environments, the oldest first. */
export const listOpenOptimisations = (tx: ReadTransaction) =>
  tx.all<OpenOptimisation>(
    sql`select o.environment_id as "environmentId", o.optimisation_id as "optimisationId",
        o.lease_owner as "leaseOwner", o.lease_until as "leaseUntil"
      from environments e join optimisations o on o.environment_id = e.environment_id
      where o.state in ('queued', 'running') order by o.optimisation_id`,
  )

/**
 * Takes or renews the lease of an open optimisation. Returns whether the owner now has the lease. Fails if another
 * instance has a valid lease, unless this instance saw that lease expire (`overUntil`).
 */
export const takeLease = async (
  tx: WriteTransaction,
  environmentId: string,
  optimisationId: string,
  { owner, now, until, overUntil = 0 }: LeaseRequest,
) =>
  (await tx.run(
    sql`update optimisations set state = 'running', lease_owner = ${owner}, lease_until = ${until}
      where environment_id = ${environmentId} and optimisation_id = ${optimisationId} and state in ('queued', 'running')
        and (lease_owner = ${owner} or lease_until <= ${now} or lease_until = ${overUntil})`,
  )) === 1

/** Ends the owner's lease, so that another instance can take it. */
export const releaseLease = (tx: WriteTransaction, environmentId: string, optimisationId: string, owner: string) =>
  tx.run(
    sql`update optimisations set lease_owner = null, lease_until = 0
      where environment_id = ${environmentId} and optimisation_id = ${optimisationId} and lease_owner = ${owner}`,
  )

export interface SearchStatus {
  state: OptimisationState
  progress: number
  message: string | null
  figures: string | null
  basis: string | null
  proposal: string | null
  leaseUntil: number
}
/** Stores the state of a search. Returns false if another instance has taken its lease or the search has ended. */
export const saveStatus = async (
  tx: WriteTransaction,
  environmentId: string,
  optimisationId: string,
  { owner, now, standing }: { owner: string; now: string; standing: SearchStatus },
) =>
  (await tx.run(
    sql`update optimisations set state = ${standing.state}, progress = ${standing.progress},
        message = ${standing.message}, figures = ${standing.figures}, basis = ${standing.basis},
        proposal = ${standing.proposal}, lease_until = ${standing.leaseUntil}, updated = ${now}
      where environment_id = ${environmentId} and optimisation_id = ${optimisationId} and state = 'running'
        and lease_owner = ${owner}`,
  )) === 1

export const setState = (
  tx: WriteTransaction,
  environmentId: string,
  optimisationId: string,
  { state, applied, now }: { state: OptimisationState; applied: string | null; now: string },
) =>
  tx.run(
    sql`update optimisations set state = ${state}, applied = ${applied}, updated = ${now}
      where environment_id = ${environmentId} and optimisation_id = ${optimisationId}`,
  )

/** Deletes ended optimisations that are older than the newest `keptCount` optimisations. */
export async function deleteEnded(tx: WriteTransaction, environmentId: string, keptCount: number): Promise<void> {
  const oldest = await tx.get<{ optimisationId: string }>(
    sql`select optimisation_id as "optimisationId" from optimisations
      where environment_id = ${environmentId} order by optimisation_id desc limit 1 offset ${keptCount}`,
  )
  if (oldest)
    await tx.run(
      sql`delete from optimisations
        where environment_id = ${environmentId} and optimisation_id <= ${oldest.optimisationId}
          and state not in ('queued', 'running')`,
    )
}

export interface UnplannedRow {
  consignmentId: string
  /** `~` if the order has no such time. */
  requiredFrom: string
  requiredTo: string
  planned: string
}
/** Finds unplanned orders after a position in the list, the earliest window first. */
export const listUnplannedOrders = (
  tx: ReadTransaction,
  environmentId: string,
  afterOrder: Pick<UnplannedRow, 'requiredTo' | 'consignmentId'> | undefined,
  limit: number,
) =>
  tx.all<UnplannedRow>(
    joinFragments(
      piece`select l.consignment_id as "consignmentId", l.required_from as "requiredFrom",
          l.required_to as "requiredTo", l.planned
        from consignment_list l where l.environment_id = ${environmentId} and `,
      isUnplanned(environmentId),
      piece` = 1 and (l.required_to, l.consignment_id) > (${afterOrder?.requiredTo ?? ''},
          ${afterOrder?.consignmentId ?? ''})
        order by l.required_to, l.consignment_id limit ${limit}`,
    ),
  )

/** Orders per statement; other statements run in between. */
export const ordersAtOnce = 200

export interface AgreedRow {
  consignmentId: string
  document: string
}
/** Finds the orders with a committed time. The order list has no column for it, because few orders have one. */
export const findCommittedOrders = (tx: ReadTransaction, environmentId: string, ids: readonly string[]) =>
  tx.all<AgreedRow>(
    joinFragments(
      piece`select c.consignment_id as "consignmentId", c.document from consignments c
        where c.environment_id = ${environmentId} and c.document like '%"committed":"%' and c.consignment_id in `,
      buildValueList(ids, ordersAtOnce),
    ),
  )

export const findOrders = (
  tx: ReadTransaction,
  environmentId: string,
  ids: readonly string[],
): Awaitable<ConsignmentRow[]> =>
  ids.length === 0
    ? []
    : tx.all<ConsignmentRow>(
        joinFragments(
          buildOrdersQuery(environmentId),
          piece` and c.consignment_id in `,
          buildValueList(ids, ordersAtOnce),
        ),
      )

export interface HomeRow {
  consignmentId: string
  loadId: string | null
}
/** Finds the loads of these orders. */
export const findOrderLoads = (tx: ReadTransaction, environmentId: string, ids: readonly string[]) =>
  tx.all<HomeRow>(
    joinFragments(
      piece`select c.consignment_id as "consignmentId", s.load_id as "loadId" from consignments c
    left join stops s on s.environment_id = c.environment_id and s.consignment_id = c.consignment_id
    where c.environment_id = ${environmentId} and c.consignment_id in `,
      buildValueList(ids, ordersAtOnce),
    ),
  )
