// Geocodes an address, and caches the proposals while the page is open.
import { queryOptions } from '@tanstack/react-query'
import { type GeocodeAddress, geocode, type PositionProposal } from '../../contract/geocode.ts'
import type { Address } from '../../contract/shared.ts'
import { apiClient } from '../api/client.ts'
import { buildCacheEntry } from '../api/query.ts'
import { hasStreets } from '../map/streets.ts'

/** The fields of an address about its location. */
export type AddressPosition = Pick<Address, 'geoLocation' | 'geoLocationAccuracy' | 'geoLocationSource' | 'placeId'>

export type PlainAddress = Partial<Record<keyof GeocodeAddress, string | null>>

/** Returns the parts of an address for the geocoder; undefined if they are too few. */
export function buildGeocodeAddress({
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

export const createProposalsQuery = (address: GeocodeAddress | undefined) =>
  queryOptions({
    ...buildCacheEntry(geocode, JSON.stringify(address ?? null)),
    queryFn: async ({ signal }) =>
      (await apiClient.call(geocode, { body: { addresses: [address!] }, signal })).data.results[0]!,
    enabled: address !== undefined,
    // A limited or failed request is repeated; a result stays.
    staleTime: ({ state }) => (state.data?.lookup === 'answered' ? Number.POSITIVE_INFINITY : 30_000),
    refetchOnWindowFocus: false,
  })

export const createProposalPosition = (proposal: PositionProposal): AddressPosition => ({
  geoLocation: proposal.geoLocation,
  geoLocationAccuracy: proposal.geoLocationAccuracy,
  geoLocationSource: proposal.geoLocationSource,
  placeId: proposal.placeId,
})

/** Returns the location of a pin. The location is exact on a map with streets, and has no accuracy on outlines. */
export const createPinPosition = (geoLocation: AddressPosition['geoLocation']): AddressPosition => ({
  geoLocation,
  geoLocationAccuracy: geoLocation && hasStreets ? 1 : null,
  ...(geoLocation ? { geoLocationSource: 'pin' as const } : {}),
  placeId: null,
})
