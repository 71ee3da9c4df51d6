// Geocodes an address, and caches the proposals while the page is open.
import { queryOptions } from '@tanstack/react-query'
import { type GeocodeAddress, geocode, type PositionProposal } from '../../contract/geocode.ts'
import type { Address } from '../../contract/shared.ts'
import { client } from '../api/client.ts'
import { entryOf } from '../api/query.ts'
import { hasStreets } from '../map/streets.ts'

/** The members of an address that tell of its position. */
export type Position = Pick<Address, 'geoLocation' | 'geoLocationAccuracy' | 'geoLocationSource' | 'placeId'>

export type PlainAddress = Partial<Record<keyof GeocodeAddress, string | null>>

/** What of an address is looked up; nothing where it says too little. */
export function lookedUp({
  line1,
  city,
  postalCode,
  region,
  state,
  country,
}: PlainAddress): GeocodeAddress | undefined {
  if (!country || !(line1?.trim() || city?.trim() || postalCode?.trim())) return undefined
  return {
    line1: line1 ?? null,
    city: city ?? null,
    postalCode: postalCode ?? null,
    region: region ?? null,
    state: state ?? null,
    country,
  }
}

export const proposalsQuery = (address: GeocodeAddress | undefined) =>
  queryOptions({
    ...entryOf(geocode, JSON.stringify(address ?? null)),
    queryFn: async ({ signal }) =>
      (await client.call(geocode, { body: { addresses: [address!] }, signal })).data.results[0]!,
    enabled: address !== undefined,
    // What was limited or failed is worth another try; what was found stays.
    staleTime: ({ state }) => (state.data?.lookup === 'answered' ? Number.POSITIVE_INFINITY : 30_000),
    refetchOnWindowFocus: false,
  })

export const positionOf = (proposal: PositionProposal): Position => ({
  geoLocation: proposal.geoLocation,
  geoLocationAccuracy: proposal.geoLocationAccuracy,
  geoLocationSource: proposal.geoLocationSource,
  placeId: proposal.placeId,
})

/** Where somebody has set the pin: exact where the map shows streets; on outlines nobody can tell. */
export const pinned = (geoLocation: Position['geoLocation']): Position => ({
  geoLocation,
  geoLocationAccuracy: geoLocation && hasStreets ? 1 : null,
  ...(geoLocation ? { geoLocationSource: 'pin' as const } : {}),
  placeId: null,
})
