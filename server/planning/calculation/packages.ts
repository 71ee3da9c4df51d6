// Counts the packages of orders, for loads with a package capacity. Only the order documents contain them.
import { type Document, membersOf, packagesListed, reaches } from '../../orders/record/document.ts'
import * as store from '../../orders/stop/store.ts'
import type { Reader } from '../../platform/database/database.ts'
import { piecesOf } from '../../platform/value/pieces.ts'
import { textsUpTo } from './texts.ts'

/** Numbers of packages, by order id. */
export type Packages = ReadonlyMap<string, number>
const noPackages: Packages = new Map()

/** Returns the planned number of packages, or else the listed ones; undefined if the text ends before the last one. */
export const packagesIn = (text: string, { plannedPackages }: Partial<Document>): number | undefined =>
  plannedPackages ?? (reaches(text, 'packages') ? packagesListed(text) : undefined)

export async function countPackages(tx: Reader, environmentId: string, ids: readonly string[]): Promise<Packages> {
  const found = new Map<string, number>()
  for await (const texts of textsUpTo(tx, environmentId, ids, 'packages'))
    for (const { consignmentId, text } of texts)
      found.set(consignmentId, packagesIn(text, membersOf(text, ['plannedPackages']))!)
  return found
}

const loadsAtOnce = 500

/** Counts the packages of loads with a capacity, and of orders that may join them; empty if no load has a capacity. */
export async function packagesOf(
  tx: Reader,
  environmentId: string,
  loads: readonly store.LoadRow[],
  joining: readonly store.Candidate[],
): Promise<Packages> {
  const limited = loads.flatMap(({ loadId, packageCapacity }) => (packageCapacity === null ? [] : [loadId]))
  if (limited.length === 0 || joining.length === 0) return noPackages
  const idsOf = (orders: readonly { consignmentId: string }[]) => orders.map(({ consignmentId }) => consignmentId)
  const found = [await countPackages(tx, environmentId, idsOf(joining))]
  // Orders without packages need no capacity.
  if (found[0]!.values().every((count) => count === 0)) return noPackages
  for (const some of piecesOf(limited, loadsAtOnce)) {
    const stops = await store.stopsOfLoads(tx, environmentId, some)
    found.push(await countPackages(tx, environmentId, idsOf(stops)))
  }
  return new Map(found.flatMap((counts) => [...counts]))
}
