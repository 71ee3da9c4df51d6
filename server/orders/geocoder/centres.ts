// Calculates the centre of a postal code or a town from the environment's own orders.
import type { GeocodeAddress, PositionProposal } from '../../../contract/geocode.ts'
import type { Address } from '../../../contract/shared.ts'
import type { ReadTransaction } from '../../platform/database/database.ts'
import type { PreparationContext } from '../../platform/operation/operation.ts'
import { readFields } from '../record/document.ts'
import { streamDocuments } from '../record/documents.ts'
import { parseSearchTerms } from '../record/search-terms.ts'
import { findLocatedOrders } from '../record/store.ts'

/** Largest number of orders for one centre. More orders would hardly change it. */
const ordersMax = 200

type Read = PreparationContext['read']

/** Proposes for each address the centre of its postal code, or else of its town. Uses several short reads. */
export async function findCentres(
  read: Read,
  environmentId: string,
  addresses: readonly GeocodeAddress[],
): Promise<PositionProposal[][]> {
  const cachedCentres = new Map<string, PositionProposal | undefined>()
  const addressesOf = openAddresses(read, environmentId)
  const centreOf = async (member: 'postalCode' | 'city', { country, [member]: text }: GeocodeAddress) => {
    if (!text?.trim()) return undefined
    const name = `${member} ${country.toUpperCase()} ${plain(text)}`
    if (!cachedCentres.has(name)) {
      const ids = await read((tx) => ordersWith(tx, environmentId, member, text))
      cachedCentres.set(name, centre(await addressesOf(ids), member, { country, text }))
    }
    return cachedCentres.get(name)
  }
  const centres: PositionProposal[][] = []
  for (const address of addresses) {
    const found = (await centreOf('postalCode', address)) ?? (await centreOf('city', address))
    centres.push(found ? [found] : [])
  }
  return centres
}

/** Returns a text in plain form, without case, accents and separators: `LS1 4AP`, `ls14ap` and `LS1-4AP` are equal. */
const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

/** Finds orders with the words of this postal code or town in any field. */
async function ordersWith(tx: ReadTransaction, environmentId: string, member: 'postalCode' | 'city', text: string) {
  const searchTerms = parseSearchTerms(text).map(({ word }) => ({ word, prefix: false }))
  // Also searches the joined words of a postal code, because some orders have it without a space.
  const joined = parseSearchTerms(plain(text)).map(({ word }) => ({ word, prefix: false }))
  const ids = new Set<string>()
  for (const terms of member === 'postalCode' ? [searchTerms, joined] : [searchTerms])
    if (terms.length > 0) for (const id of (await tx.search(environmentId, terms, ordersMax)) ?? []) ids.add(id)
  return [...ids]
}

/** Returns a function that finds the addresses of orders with a location. It reads each order once. */
function openAddresses(read: Read, environmentId: string): (ids: readonly string[]) => Promise<Address[]> {
  const cachedAddresses = new Map<string, Address | undefined>()
  return async (ids) => {
    const unknown = ids.filter((id) => !cachedAddresses.has(id))
    for (const id of unknown) cachedAddresses.set(id, undefined)
    const orders = unknown.length === 0 ? [] : await read((tx) => findLocatedOrders(tx, environmentId, unknown))
    for await (const [{ consignmentId }, document] of streamDocuments(read, environmentId, orders))
      if (document) cachedAddresses.set(consignmentId, readFields(document, ['consigneeAddress']).consigneeAddress)
    return ids.flatMap((id) => cachedAddresses.get(id) ?? []).filter(({ geoLocation }) => geoLocation)
  }
}

function centre(
  addresses: readonly Address[],
  member: 'postalCode' | 'city',
  { country, text }: { country: string; text: string },
): PositionProposal | undefined {
  const plainText = plain(text)
  const matches = addresses.filter(
    (address) =>
      address.country === country.toUpperCase() && plain(address[member] ?? '') === plainText && isMeasured(address),
  )
  if (matches.length === 0) return undefined
  return {
    geoLocation: {
      lat: middle(matches.map(({ geoLocation }) => geoLocation!.lat)),
      lng: middle(matches.map(({ geoLocation }) => geoLocation!.lng)),
    },
    geoLocationAccuracy: 3,
    geoLocationSource: member,
    placeId: null,
    label: matches[0]![member],
    orders: matches.length,
  }
}

/**
 * Returns whether a location was measured. The centre of a postal code or a town does not count, because it was
 * calculated.
 */
const isMeasured = ({ geoLocationSource }: Address) =>
  geoLocationSource !== 'postalCode' && geoLocationSource !== 'city'

/** Returns the middle number (median), because one wrong location would change a mean. */
function middle(numbers: number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  const half = sorted.length >> 1
  const value = sorted.length % 2 === 1 ? sorted[half]! : (sorted[half - 1]! + sorted[half]!) / 2
  return Number(value.toFixed(6))
}
