// Reads place, time window and packages of the orders of loads, for times and figures.
import { servedWithin } from '../../../contract/arrivals.ts'
import type { Address } from '../../../contract/shared.ts'
import type { GeoPosition } from '../../../contract/travel.ts'
import { membersUpTo } from '../../orders/record/document.ts'
import { newestWith, type Postcode, postcodesAtOnce, type StopRow } from '../../orders/stop/store.ts'
import type { Reader } from '../../platform/database/database.ts'
import { openCache } from '../../platform/process/cache.ts'
import { piecesOf } from '../../platform/value/pieces.ts'
import { plainPostcode } from '../../platform/value/postcode.ts'
import { countPackages, packagesIn } from './packages.ts'
import { textsUpTo } from './texts.ts'

export interface Served {
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
  /** Number of packages; undefined if they were not counted because of their number. */
  packages: number | undefined
}

/** Cached orders by id and version, because tracking pages and loads are read often. */
const kept = openCache<Served>({ max: 20_000 })

/** Returns whether reads see committed data only. A version that a transaction writes may be rolled back. */
const isCommitted = (tx: Reader): boolean => !('run' in tx)

type Stop = Pick<StopRow, 'consignmentId' | 'orderVersion'>

/** Reads the orders of stops, by order id, without places from postal codes. */
async function ownOf(tx: Reader, environmentId: string, stops: readonly Stop[]): Promise<Map<string, Served>> {
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

/** Reads the orders of stops, by order id. An order without a location gets the place of its postal code. */
export async function servedOf(
  tx: Reader,
  environmentId: string,
  stops: readonly Stop[],
): Promise<Map<string, Served>> {
  return placed(tx, environmentId, await ownOf(tx, environmentId, stops))
}

async function placed<S extends Served>(
  tx: Reader,
  environmentId: string,
  own: Map<string, S>,
): Promise<Map<string, S>> {
  const nowhere = [...own].filter(([, { position }]) => !position)
  const places = await postcodePlaces(
    tx,
    environmentId,
    nowhere.map(([, { postcode }]) => postcode),
  )
  for (const [consignmentId, served] of nowhere) {
    const position = served.postcode === null ? undefined : places.get(served.postcode)
    // A copy, because the cache contains the order itself without the place of its postal code.
    if (position) own.set(consignmentId, { ...served, position, placedByPostcode: true })
  }
  return own
}

/** Returns a postal code with its country, because countries use the same digits. */
export function postcodeOf({ country, postalCode }: Pick<Address, 'country' | 'postalCode'>): string | null {
  const code = plainPostcode(postalCode)
  return code === '' ? null : `${country} ${code}`
}

/** Decimals of a place, about 100 metres: it must not show the exact location of another order. */
const decimals = 3
const about = (degrees: number) => Number(degrees.toFixed(decimals))

/** Cached places by environment and postal code; null if no order has one. */
const places = openCache<{ position: GeoPosition | null }>({ max: 20_000, ttl: 2_000 })

/** Returns the places of postal codes, from the newest orders with a location. */
export async function postcodePlaces(
  tx: Reader,
  environmentId: string,
  names: readonly (string | null)[],
): Promise<Map<string, GeoPosition>> {
  const found = new Map<string, GeoPosition>()
  const asked: string[] = []
  for (const name of new Set(names)) {
    if (name === null) continue
    const known = places.get(`${environmentId} ${name}`)
    if (!known) asked.push(name)
    else if (known.position) found.set(name, known.position)
  }
  for (const [name, position] of await look(tx, environmentId, asked)) {
    if (position) found.set(name, position)
    if (isCommitted(tx)) places.set(`${environmentId} ${name}`, { position })
  }
  return found
}

async function look(
  tx: Reader,
  environmentId: string,
  names: readonly string[],
): Promise<Map<string, GeoPosition | null>> {
  const newest: Stop[] = []
  for (const some of piecesOf(names.map(partsOf), postcodesAtOnce))
    newest.push(...(await newestWith(tx, environmentId, some)))
  const found = new Map<string, GeoPosition | null>(names.map((name) => [name, null]))
  for (const { postcode, position } of (await ownOf(tx, environmentId, newest)).values())
    if (postcode !== null && position) found.set(postcode, { lat: about(position.lat), lng: about(position.lng) })
  return found
}

function partsOf(name: string): Postcode {
  const [country, code] = name.split(' ') as [string, string]
  return { country, code }
}

/** Reads the orders of stops like `servedOf`, with all packages counted. */
export async function servedWithPackages(
  tx: Reader,
  environmentId: string,
  stops: readonly Stop[],
): Promise<Map<string, Served & { packages: number }>> {
  const found = await ownOf(tx, environmentId, stops)
  const uncounted = [...found]
    .filter(([, { packages }]) => packages === undefined)
    .map(([consignmentId]) => consignmentId)
  for (const [consignmentId, packages] of await countPackages(tx, environmentId, uncounted))
    found.get(consignmentId)!.packages = packages
  return placed(tx, environmentId, found as Map<string, Served & { packages: number }>)
}

function servedIn(text: string): Served {
  const order = membersUpTo(text, 'consigneeAddress')
  const address = order.consigneeAddress!
  return {
    position: address.geoLocation,
    placedByPostcode: false,
    postcode: postcodeOf(address),
    ...servedWithin(order),
    planned: order.planned!,
    packages: packagesIn(text, order),
  }
}
