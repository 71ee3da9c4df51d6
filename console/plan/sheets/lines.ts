// Writes the parts of a stop on a run sheet: address lines, phone numbers and quantities.
import { addressLines, phoneText } from '../../../contract/address.ts'
import type { Consignment } from '../../../contract/consignment.ts'

/** Returns the lines of an address, and its region or state as the last one. */
export const linesOfSheet = (address: Consignment['consigneeAddress']): string[] =>
  [...addressLines(address), address.region ?? address.state ?? ''].filter(Boolean)

/** Each once, the phone before the mobile. */
export function phonesOf({ consigneeContact: contact }: Pick<Consignment, 'consigneeContact'>): string[] {
  return [...new Set([phoneText(contact?.phone), phoneText(contact?.mobile)])].filter((phone) => phone !== null)
}

/** Those that are listed, or else as many as were announced. */
export const packageCount = ({ packages, plannedPackages }: Pick<Consignment, 'packages' | 'plannedPackages'>) =>
  packages.length > 0 ? packages.length : plannedPackages
