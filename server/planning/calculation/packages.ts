// Counts the packages of orders, for loads with a package capacity. Only the order documents contain them.
import {
  countDocumentPackages,
  hasCompleteField,
  type OrderDocument,
  readFields,
} from '../../orders/record/document.ts'
import * as store from '../../orders/stop/store.ts'
import type { ReadTransaction } from '../../platform/database/database.ts'
import { splitIntoBatches } from '../../platform/value/batches.ts'
import { readTextsUpTo } from './texts.ts'

/** Numbers of packages, by order id. */
export type PackageCounts = ReadonlyMap<string, number>
const noPackages: PackageCounts = new Map()

/**
 * Returns the planned number of packages, otherwise the number of listed packages; undefined if `text` ends within the
 * list.
 */
export const readPackageCount = (text: string, { plannedPackages }: Partial<OrderDocument>): number | undefined =>
  plannedPackages ?? (hasCompleteField(text, 'packages') ? countDocumentPackages(text) : undefined)

export async function countPackages(
  tx: ReadTransaction,
  environmentId: string,
  ids: readonly string[],
): Promise<PackageCounts> {
  const found = new Map<string, number>()
  for await (const texts of readTextsUpTo(tx, environmentId, ids, 'packages'))
    for (const { consignmentId, text } of texts)
      found.set(consignmentId, readPackageCount(text, readFields(text, ['plannedPackages']))!)
  return found
}

const loadsAtOnce = 500

/** Counts the packages of loads with a capacity, and of orders that may join them; empty if no load has a capacity. */
export async function countPackagesOfLoads(
  tx: ReadTransaction,
  environmentId: string,
  loads: readonly store.LoadRow[],
  joining: readonly store.LoadCandidate[],
): Promise<PackageCounts> {
  const limited = loads.flatMap(({ loadId, packageCapacity }) => (packageCapacity === null ? [] : [loadId]))
  if (limited.length === 0 || joining.length === 0) return noPackages
  const idsOf = (orders: readonly { consignmentId: string }[]) => orders.map(({ consignmentId }) => consignmentId)
  const found = [await countPackages(tx, environmentId, idsOf(joining))]
  // Orders without packages need no capacity.
  if (found[0]!.values().every((count) => count === 0)) return noPackages
  for (const loadIds of splitIntoBatches(limited, loadsAtOnce)) {
    const stops = await store.listLoadStops(tx, environmentId, loadIds)
    found.push(await countPackages(tx, environmentId, idsOf(stops)))
  }
  return new Map(found.flatMap((counts) => [...counts]))
}
