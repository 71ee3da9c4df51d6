// What holds for depots only.
import { type Depot, DepotInput } from '../../../contract/depot.ts'
import type { Finding } from '../../platform/error/problems.ts'
import { address, contact, patchedAddress, positionFindings } from '../../platform/operation/contact-and-address.ts'
import { compile } from '../../platform/operation/validate.ts'
import type { Kind } from '../record/rules.ts'
import * as store from '../record/store.ts'

const depotOf = (input: DepotInput): Depot => ({
  address: address(input.address),
  contact: contact(input.contact),
  name: input.name,
  key: input.key,
})

/** Returns the errors of a location that the schema cannot express, even if the body has other errors. */
export const findings = (body: unknown, whole: boolean): Finding[] =>
  positionFindings((body as { address?: unknown } | null)?.address, '/address', whole)

export const depots: Kind = {
  name: 'depot',
  unknown: 'UNKNOWN_DEPOT',
  records: store.depots,
  check: compile(DepotInput),
  form: depotOf,
  findings: (input) => findings(input, true),
  patch: (body) => ({ ...body, ...(body.address ? { address: patchedAddress(body.address) } : {}) }),
}
