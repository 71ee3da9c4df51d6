// The fields of an address as one list, and how addresses and phone numbers are written as text.

/**
 * Lists the texts of an address in the sequence in which orders store and return them. Schemas, stored addresses,
 * erasure and the driver app's copy of an order derive from this list.
 */
const addressTexts = [
  { name: 'name', description: 'Free-text description of the address, useful in an address book.' },
  { name: 'company', description: 'Company name.' },
  { name: 'line1', description: 'First address line, usually the street.' },
  { name: 'line2', description: 'Second address line.' },
  { name: 'line3', description: 'Third address line.' },
  { name: 'city', description: 'City.' },
  { name: 'region', description: 'Region.' },
  { name: 'postalCode', description: 'Postal code.' },
  { name: 'state', description: 'State.' },
] as const
export type AddressText = (typeof addressTexts)[number]['name']

/** The fields of an address above its town, in the order in which forms ask for them. */
export const streetFields = ['line1', 'line2', 'line3'] as const satisfies readonly AddressText[]

/** Makes an object with a value for each text of an address. */
export function createAddressTexts<T>(make: (name: AddressText, description: string) => T): Record<AddressText, T> {
  const values = {} as Record<AddressText, T>
  for (const { name, description } of addressTexts) values[name] = make(name, description)
  return values
}

type Texts<N extends AddressText> = { [K in N]?: string | null | undefined }
type Street = (typeof streetFields)[number]

/** Returns the lines of an address above its town. */
export const listStreetLines = (address: Texts<Street>): string[] =>
  streetFields.map((name) => address[name]).filter((line) => !!line) as string[]

/** Returns the postal code and the city, as one line. */
export const formatTown = ({ postalCode, city }: Texts<'postalCode' | 'city'>): string =>
  [postalCode, city].filter(Boolean).join(' ')

/** Returns the city and the postal code, in this order, for a list of stops. */
export const formatStopTown = ({ postalCode, city }: Texts<'postalCode' | 'city'>): string =>
  [city, postalCode].filter(Boolean).join(' ')

/** Returns the lines of an address without region and country, as on an envelope; empty texts leave no gap. */
export const formatAddressLines = (address: Texts<Street | 'postalCode' | 'city'>): string[] =>
  [...listStreetLines(address), formatTown(address)].filter(Boolean)

interface Phone {
  countryCode: string | null
  localNumber: string | null
}

const writtenPhone = (phone: Phone | null | undefined, gap: string): string | null =>
  phone?.localNumber ? `${phone.countryCode ? `+${phone.countryCode}${gap}` : ''}${phone.localNumber}` : null

/** Returns a phone number as people read it, such as `+44 2079460000`; null without a local number. */
export const formatPhone = (phone: Phone | null | undefined): string | null => writtenPhone(phone, ' ')

/** Returns a phone number for a `tel:` link, such as `+442079460000`; null without a local number. */
export const formatPhoneLink = (phone: Phone | null | undefined): string | null => writtenPhone(phone, '')
