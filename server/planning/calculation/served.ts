// How the orders of loads are served, as far as times and figures go by it: where, when, and how many packages.
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
  /** Where times have it: its own position, or that of its postal code. */
  position: GeoPosition | null
  placedByPostcode: boolean
  /** With its country; null where it has none. */
  postcode: string | null
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
const kept = openCache<Served>({ max: 20_000 })

/** What a transaction has changed itself is not known by that name before it is committed, and may be undone. */
const isCommitted = (tx: Reader): boolean => !('run' in tx)

type Stop = Pick<StopRow, 'consignmentId' | 'orderVersion'>

/** As the orders themselves say it, by their ids. */
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

/** By the ids of the orders. One without a position is where another one with its postal code is. */
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
    // What is kept of an order is what it says itself.
    if (position) own.set(consignmentId, { ...served, position, placedByPostcode: true })
  }
  return own
}

/** The name of a postal code: in another country, the same digits are another place. */
export function postcodeOf({ country, postalCode }: Pick<Address, 'country' | 'postalCode'>): string | null {
  const code = plainPostcode(postalCode)
  return code === '' ? null : `${country} ${code}`
}

/** About 100 metres: a postal code is no more exact, and whoever reads a load is not told where another order goes. */
const decimals = 3
const about = (degrees: number) => Number(degrees.toFixed(decimals))

/** By environment and postal code; null where no order tells. Many look at a load at the same time, and nobody at its places. */
const places = openCache<{ position: GeoPosition | null }>({ max: 20_000, ttl: 2_000 })

/** Where postal codes are, as the newest orders that have a position tell; by their names. */
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

/** The same, with all packages counted. */
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
