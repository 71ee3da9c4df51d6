// How the orders of loads are served, as far as times and figures go by it: where, when, and how many packages.
import { LRUCache } from 'lru-cache'
import { servedWithin } from '../../contract/arrivals.ts'
import type { Address } from '../../contract/shared.ts'
import { membersUpTo } from '../consignment/document.ts'
import type { Reader } from '../database/database.ts'
import { countPackages, packagesIn } from './packages.ts'
import type { StopRow } from './store.ts'
import { textsUpTo } from './texts.ts'

export interface Served {
  position: Address['geoLocation']
  /** Milliseconds since 1970. */
  opensAt: number | null
  closesAt: number | null
  /** As somebody has set it. */
  planned: string | null
  /** Undefined while nobody has asked, where there are so many that they have to be counted. */
  packages: number | undefined
}

/**
 * By the version of an order, with which all that it says changes: what is shown again and again, also to people whom nobody
 * knows, is read once.
 */
const kept = new LRUCache<string, Served>({ max: 20_000 })

/** What a transaction has changed itself is not known by that name before it is committed, and may be undone. */
const isCommitted = (tx: Reader): boolean => !('run' in tx)

type Stop = Pick<StopRow, 'consignmentId' | 'orderVersion'>

/** By the ids of the orders. */
export async function servedOf(
  tx: Reader,
  environmentId: string,
  stops: readonly Stop[],
): Promise<Map<string, Served>> {
  const found = new Map<string, Served>()
  const names = new Map<string, string>()
  for (const { consignmentId, orderVersion } of stops) {
    const name = `${environmentId} ${consignmentId} ${orderVersion}`
    const known = kept.get(name)
    if (known) found.set(consignmentId, known)
    else names.set(consignmentId, name)
  }
  for await (const texts of textsUpTo(tx, environmentId, [...names.keys()], 'consigneeAddress'))
    for (const { consignmentId, text } of texts) {
      const served = servedIn(text)
      found.set(consignmentId, served)
      if (isCommitted(tx)) kept.set(names.get(consignmentId)!, served)
    }
  return found
}

/** The same, with all packages counted. */
export async function servedWithPackages(
  tx: Reader,
  environmentId: string,
  stops: readonly Stop[],
): Promise<Map<string, Served & { packages: number }>> {
  const found = await servedOf(tx, environmentId, stops)
  const uncounted = [...found]
    .filter(([, { packages }]) => packages === undefined)
    .map(([consignmentId]) => consignmentId)
  for (const [consignmentId, packages] of await countPackages(tx, environmentId, uncounted))
    found.get(consignmentId)!.packages = packages
  return found as Map<string, Served & { packages: number }>
}

function servedIn(text: string): Served {
  const order = membersUpTo(text, 'consigneeAddress')
  return {
    position: order.consigneeAddress!.geoLocation,
    ...servedWithin(order),
    planned: order.planned!,
    packages: packagesIn(text, order),
  }
}
