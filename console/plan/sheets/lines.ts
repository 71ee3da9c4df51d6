// Writes the parts of a stop on a run sheet: address lines, phone numbers and quantities.
import { formatAddressLines, formatPhone } from '../../../contract/address.ts'
import type { Consignment } from '../../../contract/consignment.ts'

/** Returns the lines of an address, and its region or state as the last one. */
export const listAddressLines = (address: Consignment['consigneeAddress']): string[] =>
  [...formatAddressLines(address), address.region ?? address.state ?? ''].filter(Boolean)

/** Returns the phone numbers of a recipient without duplicates, the phone before the mobile. */
export function listPhones({ consigneeContact: contact }: Pick<Consignment, 'consigneeContact'>): string[] {
  return [...new Set([formatPhone(contact?.phone), formatPhone(contact?.mobile)])].filter((phone) => phone !== null)
}

/** Returns the number of listed packages, otherwise of planned ones. */
export const countPackages = ({ packages, plannedPackages }: Pick<Consignment, 'packages' | 'plannedPackages'>) =>
  packages.length > 0 ? packages.length : plannedPackages
