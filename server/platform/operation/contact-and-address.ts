// Turns contacts and addresses from requests into their one stored form.
import { createAddressTexts } from '../../../contract/address.ts'
import type {
  Address,
  AddressInput,
  Contact,
  ContactInput,
  GeoPointInput,
  Phone,
  PhoneInput,
} from '../../../contract/shared.ts'
import type { RequestError } from '../error/problems.ts'

/** Returns null for an empty text, which clients send for a field without a value. */
const filled = (text: string | null | undefined) => (text ? text : null)
const upper = (text: string | null | undefined) => (text ? text.toUpperCase() : null)
const digits = (value: string | number | null | undefined) =>
  value === null || value === undefined || value === '' ? null : String(value).replace(/^\+/, '')

const phone = (input: PhoneInput | null | undefined): Phone | null =>
  input
    ? { code: upper(input.code), countryCode: digits(input.countryCode), localNumber: digits(input.localNumber) }
    : null

export const normaliseContact = (input: ContactInput | null | undefined): Contact | null =>
  input
    ? {
        personName: input.personName ?? null,
        email: filled(input.email),
        phone: phone(input.phone),
        mobile: phone(input.mobile),
      }
    : null

/** Returns the two numbers of a location in any of the accepted spellings. */
export const normaliseGeoPoint = (input: GeoPointInput): { lat: number; lng: number } => ({
  lat: (input.lat ?? input.latitude)!,
  lng: (input.lng ?? input.longitude ?? input.longtitude)!,
})

export function normaliseAddress(input: AddressInput): Address {
  return {
    ...createAddressTexts((name) => input[name] ?? null),
    line1: input.line1,
    country: input.country.toUpperCase(),
    geoLocation: input.geoLocation ? normaliseGeoPoint(input.geoLocation) : null,
    geoLocationAccuracy: input.geoLocationAccuracy ?? null,
    ...(input.geoLocation && input.geoLocationSource ? { geoLocationSource: input.geoLocationSource } : {}),
    placeId: input.placeId ?? null,
  }
}

/** Returns the names to look for at the door: the company and the person. */
export const listRecipientNames = (address: Address, contact: Contact | null): string[] =>
  [address.company, address.name ?? contact?.personName].filter((name) => !!name) as string[]

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Prepares the address of a patch. A patch is merged field by field, so its location first gets the stored field names.
 * A changed location loses the source of the former one.
 */
export function prepareAddressPatch<T>(patch: T): T {
  if (!isRecord(patch) || !isRecord(patch.geoLocation)) return patch
  const geoLocation: Record<string, unknown> = {}
  for (const [name, names] of Object.entries(spellings)) {
    const sent = names.map((spelling) => (patch.geoLocation as Record<string, unknown>)[spelling])
    const value = sent.find((number) => number !== undefined && number !== null)
    if (value !== undefined) geoLocation[name] = value
    else if (sent.includes(null)) geoLocation[name] = null
  }
  return { geoLocationSource: null, ...patch, geoLocation }
}

const spellings = { lat: ['lat', 'latitude'], lng: ['lng', 'longitude', 'longtitude'] } as const

/**
 * Checks a location for rules outside the schema: both numbers must be present, and two spellings of one number must
 * agree.
 */
export function checkLocation(addressValue: unknown, path: string, isComplete: boolean): RequestError[] {
  if (!isRecord(addressValue) || !isRecord(addressValue.geoLocation)) return []
  const point = addressValue.geoLocation
  const { lat, lng, latitude, longitude, longtitude } = point
  if (
    typeof lat === 'number' &&
    typeof lng === 'number' &&
    (latitude ?? longitude ?? longtitude ?? undefined) === undefined
  )
    return []
  const errors: RequestError[] = []
  for (const [name, names] of Object.entries(spellings)) {
    const values = names.map((spelling) => point[spelling]).filter((value) => value !== undefined && value !== null)
    if (values.length === 0 && isComplete)
      errors.push({
        path: `${path}/geoLocation/${name}`,
        code: 'required',
        message: 'A location needs both numbers, `lat` and `lng`.',
      })
    if (values.some((value) => value !== values[0]))
      errors.push({
        path: `${path}/geoLocation`,
        code: 'ambiguous',
        message: `${names.join(', ')} have different values: send only one of them.`,
        values: { names },
      })
  }
  return errors
}
