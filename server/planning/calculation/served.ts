// Reads place, time window and packages of the orders of loads, for times and figures.
import { calculateServiceWindow } from '../../../contract/arrivals.ts'
import type { Address } from '../../../contract/shared.ts'
import type { GeoPosition } from '../../../contract/travel.ts'
import { readLeadingFields } from '../../orders/record/document.ts'
import { findNewestOrders, postcodesAtOnce, type SortedPostcode } from '../../orders/stop/postcode-store.ts'
import type { StopRow } from '../../orders/stop/store.ts'
import type { ReadTransaction } from '../../platform/database/database.ts'
import { openCache } from '../../platform/process/cache.ts'
import { splitIntoBatches } from '../../platform/value/batches.ts'
import { normalisePostcode } from '../../platform/value/postcode.ts'
import { countPackages, readPackageCount } from './packages.ts'
import { readTextsUpTo } from './texts.ts'

export interface ServedOrder {
  /** Place for driving times: the location of the order, or of its postal code; null if both are missing. */
  position: GeoPosition | null
  placedByPostcode: boolean
  /** Postcode with country; null without a postal code. */
  postcode: string | null
  /** Time window, in milliseconds since the epoch. */
  opensAt: number | null
  closesAt: number | null
  /** Planned time that a planner has set. */
  planned: string | null
  /** Number of packages; undefined if the beginning of the document that was read does not contain the whole list. */
  packages: number | undefined
}

/** Cached orders by id and version, because tracking pages and loads are read often. */
const cachedOrders = openCache<ServedOrder>({ max: 20_000 })

/** Returns whether reads see committed data only. A version that a transaction writes may be rolled back. */
const isCommitted = (tx: ReadTransaction): boolean => !('run' in tx)

type Stop = Pick<StopRow, 'consignmentId' | 'orderVersion'>

/** Reads the orders of stops, by order id, without places from postal codes. */
async function readOrders(
  tx: ReadTransaction,
  environmentId: string,
  stops: readonly Stop[],
): Promise<Map<string, ServedOrder>> {
  const found = new Map<string, ServedOrder>()
  const names = new Map<string, string>()
  for (const { consignmentId, orderVersion } of stops) {
    const name = `${environmentId} ${consignmentId} ${orderVersion}`
    const cachedOrder = cachedOrders.get(name)
    if (cachedOrder) found.set(consignmentId, cachedOrder)
    else names.set(consignmentId, name)
  }
  for await (const texts of readTextsUpTo(tx, environmentId, [...names.keys()], 'consigneeAddress'))
    for (const { consignmentId, text } of texts) {
      const served = servedIn(text)
      found.set(consignmentId, served)
      if (isCommitted(tx)) cachedOrders.set(names.get(consignmentId)!, served)
    }
  return found
}

/** Reads the orders of stops, by order id. An order without a location gets the place of its postal code. */
export async function readServedOrders(
  tx: ReadTransaction,
  environmentId: string,
  stops: readonly Stop[],
): Promise<Map<string, ServedOrder>> {
  return placed(tx, environmentId, await readOrders(tx, environmentId, stops))
}

async function placed<S extends ServedOrder>(
  tx: ReadTransaction,
  environmentId: string,
  orders: Map<string, S>,
): Promise<Map<string, S>> {
  const nowhere = [...orders].filter(([, { position }]) => !position)
  const locations = await findPostcodeLocations(
    tx,
    environmentId,
    nowhere.map(([, { postcode }]) => postcode),
  )
  for (const [consignmentId, served] of nowhere) {
    const position = served.postcode === null ? undefined : locations.get(served.postcode)
    // A copy, because the cache contains the order itself without the place of its postal code.
    if (position) orders.set(consignmentId, { ...served, position, placedByPostcode: true })
  }
  return orders
}

/** Returns a postal code with its country, because countries use the same digits. */
export function formatPostcode({ country, postalCode }: Pick<Address, 'country' | 'postalCode'>): string | null {
  const code = normalisePostcode(postalCode)
  return code === '' ? null : `${country} ${code}`
}

/**
 * Decimals of a location from a postal code, about 100 metres: the location must not reveal the address of another
 * order.
 */
const decimals = 3
const round = (degrees: number) => Number(degrees.toFixed(decimals))

/** Cached places by environment and postal code; null if no order has one. */
const cachedLocations = openCache<{ position: GeoPosition | null }>({ max: 20_000, ttl: 2_000 })

/** Returns the places of postal codes, from the newest orders with a location. */
export async function findPostcodeLocations(
  tx: ReadTransaction,
  environmentId: string,
  names: readonly (string | null)[],
): Promise<Map<string, GeoPosition>> {
  const found = new Map<string, GeoPosition>()
  const uncached: string[] = []
  for (const name of new Set(names)) {
    if (name === null) continue
    const cached = cachedLocations.get(`${environmentId} ${name}`)
    if (!cached) uncached.push(name)
    else if (cached.position) found.set(name, cached.position)
  }
  for (const [name, position] of await searchLocations(tx, environmentId, uncached)) {
    if (position) found.set(name, position)
    if (isCommitted(tx)) cachedLocations.set(`${environmentId} ${name}`, { position })
  }
  return found
}

async function searchLocations(
  tx: ReadTransaction,
  environmentId: string,
  names: readonly string[],
): Promise<Map<string, GeoPosition | null>> {
  const newest: Stop[] = []
  for (const postcodes of splitIntoBatches(names.map(partsOf), postcodesAtOnce))
    newest.push(...(await findNewestOrders(tx, environmentId, postcodes)))
  const found = new Map<string, GeoPosition | null>(names.map((name) => [name, null]))
  for (const { postcode, position } of (await readOrders(tx, environmentId, newest)).values())
    if (postcode !== null && position) found.set(postcode, { lat: round(position.lat), lng: round(position.lng) })
  return found
}

function partsOf(name: string): SortedPostcode {
  const [country, code] = name.split(' ') as [string, string]
  return { country, code }
}

/** Reads the orders of stops like `readServedOrders`, with all packages counted. */
export async function readOrdersWithPackages(
  tx: ReadTransaction,
  environmentId: string,
  stops: readonly Stop[],
): Promise<Map<string, ServedOrder & { packages: number }>> {
  const found = await readOrders(tx, environmentId, stops)
  const uncounted = [...found]
    .filter(([, { packages }]) => packages === undefined)
    .map(([consignmentId]) => consignmentId)
  for (const [consignmentId, packages] of await countPackages(tx, environmentId, uncounted))
    found.get(consignmentId)!.packages = packages
  return placed(tx, environmentId, found as Map<string, ServedOrder & { packages: number }>)
}

function servedIn(text: string): ServedOrder {
  const order = readLeadingFields(text, 'consigneeAddress')
  const address = order.consigneeAddress!
  return {
    position: address.geoLocation,
    placedByPostcode: false,
    postcode: formatPostcode(address),
    ...calculateServiceWindow(order),
    planned: order.planned!,
    packages: readPackageCount(text, order),
  }
}
