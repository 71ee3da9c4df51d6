// Proposals applied and undone, and the plan before and after: loads, their stops, and the times of their orders.
import { getConsignmentById } from '../../contract/consignment.ts'
import { createLoad, getLoadById, type Load, listLoads } from '../../contract/load.ts'
import { applyOptimisation, type Optimisation, undoOptimisation } from '../../contract/optimisation.ts'
import { at, day, leeds, stored } from './days.ts'
import type { Tenant } from './harness.ts'
import { aKey } from './orders.ts'

export const apply = ({ call }: Tenant, { optimisationId }: Pick<Optimisation, 'optimisationId'>, loads?: string[]) =>
  call(applyOptimisation, { params: { optimisationId }, body: loads ? { loads } : {} })
export const undo = ({ call }: Tenant, { optimisationId }: Optimisation) =>
  call(undoOptimisation, { params: { optimisationId } })
export const loadOf = async ({ call }: Tenant, loadId: string): Promise<Load> =>
  (await call(getLoadById, { params: { loadId } })).data
export const orderOf = async ({ call }: Tenant, consignmentId: string) =>
  (await call(getConsignmentById, { params: { consignmentId } })).data
export const idsOf = ({ stops }: { stops: readonly { consignmentId: string }[] }) =>
  stops.map(({ consignmentId }) => consignmentId)

/** All that a proposal may change, without what counts and dates the changes. */
export async function planOf(tenant: Tenant, ids: readonly string[]) {
  const loads = (await tenant.call(listLoads, {})).data
  const whole = await Promise.all(loads.map(({ loadId }) => loadOf(tenant, loadId)))
  const orders = await Promise.all(ids.map((id) => orderOf(tenant, id)))
  return {
    loads: whole.map((load) => ({ loadId: load.loadId, plannedStart: load.plannedStart, stops: idsOf(load) })),
    orders: orders.map(({ loadId, stopPosition, planned }) => ({ loadId, stopPosition, planned })),
  }
}

/** A load with orders on a line to the east, in a sequence that goes to and fro. */
export async function aDetour(tenant: Tenant, depotKey: string) {
  const ids = []
  for (const east of [0.3, 0.1, 0.4, 0.2]) ids.push(await stored(tenant, at(leeds.lat, leeds.lng + east)))
  const body = { key: aKey('LOAD'), startDepotKey: depotKey, endDepotKey: depotKey, plannedStart: `${day} 08:00:00` }
  const stops = ids.map((consignmentId) => ({ consignmentId }))
  const { loadId } = (await tenant.call(createLoad, { body: { ...body, stops } })).data
  return { loadId, ids, best: [ids[1]!, ids[3]!, ids[0]!, ids[2]!] }
}
