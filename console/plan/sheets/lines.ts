// What a run sheet says of a stop: the lines of an address, the numbers to call, and how much there is to carry.
import type { Consignment } from '../../../contract/consignment.ts'

type Address = Consignment['consigneeAddress']
type Phone = NonNullable<Consignment['consigneeContact']>['phone']

/** As on an envelope; parts that are not set leave no gap. */
export function addressLines(address: Address): string[] {
  const town = [address.postalCode, address.city].filter(Boolean).join(' ')
  return [address.line1, address.line2, address.line3, town, address.region ?? address.state].filter(
    (line): line is string => !!line,
  )
}

const written = (phone: Phone): string =>
  phone?.localNumber ? `${phone.countryCode ? `+${phone.countryCode} ` : ''}${phone.localNumber}` : ''

/** Each once, the phone before the mobile. */
export function phonesOf({ consigneeContact: contact }: Pick<Consignment, 'consigneeContact'>): string[] {
  return [...new Set([contact?.phone ?? null, contact?.mobile ?? null].map(written))].filter(Boolean)
}

/** Those that are listed, or else as many as were announced. */
export const packageCount = ({ packages, plannedPackages }: Pick<Consignment, 'packages' | 'plannedPackages'>) =>
  packages.length > 0 ? packages.length : plannedPackages
