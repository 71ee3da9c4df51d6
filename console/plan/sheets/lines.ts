// Writes the parts of a stop on a run sheet: address lines, phone numbers and quantities.
import { addressLines, phoneText } from '../../../contract/address.ts'
import type { Consignment } from '../../../contract/consignment.ts'

/** Returns the lines of an address, and its region or state as the last one. */
export const linesOfSheet = (address: Consignment['consigneeAddress']): string[] =>
  [...addressLines(address), address.region ?? address.state ?? ''].filter(Boolean)

/** Returns the phone numbers of a recipient without duplicates, the phone before the mobile. */
export function phonesOf({ consigneeContact: contact }: Pick<Consignment, 'consigneeContact'>): string[] {
  return [...new Set([phoneText(contact?.phone), phoneText(contact?.mobile)])].filter((phone) => phone !== null)
}

/** Returns the number of listed packages, otherwise of planned ones. */
export const packageCount = ({ packages, plannedPackages }: Pick<Consignment, 'packages' | 'plannedPackages'>) =>
  packages.length > 0 ? packages.length : plannedPackages
