// How many packages orders have, where a load says how many it takes: only the orders themselves know.
import { membersOf } from '../consignment/document.ts'
import type { Reader } from '../database/database.ts'
import * as store from './store.ts'

/** By the ids of orders. */
export type Packages = ReadonlyMap<string, number>
const noPackages: Packages = new Map()

/** As many as are expected, or else as are listed. */
export function packagesIn(document: string): number {
  const { plannedPackages } = membersOf(document, ['plannedPackages'])
  return plannedPackages ?? membersOf(document, ['packages']).packages!.length
}

const loadsAtOnce = 50

/** Of the stops of those loads that have a limit, and of the orders that may join them; nothing where no load has one. */
export async function packagesOf(
  tx: Reader,
  environmentId: string,
  loads: readonly store.LoadRow[],
  joining: readonly store.Candidate[],
): Promise<Packages> {
  const limited = loads.flatMap(({ loadId, packageCapacity }) => (packageCapacity === null ? [] : [loadId]))
  if (limited.length === 0 || joining.length === 0) return noPackages
  const found = new Map<string, number>()
  const ids = joining.map(({ consignmentId }) => consignmentId)
  for (const { consignmentId, document } of await store.documents(tx, environmentId, ids))
    found.set(consignmentId, packagesIn(document))
  // What takes no room needs none.
  if ([...found.values()].every((count) => count === 0)) return noPackages
  for (let start = 0; start < limited.length; start += loadsAtOnce)
    for (const { consignmentId, document } of await store.wholeStopsOfLoads(
      tx,
      environmentId,
      limited.slice(start, start + loadsAtOnce),
    ))
      found.set(consignmentId, packagesIn(document))
  return found
}
