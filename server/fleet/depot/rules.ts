// What holds for depots only.
import { depot } from '../../../contract/depot.ts'
import type { Finding } from '../../platform/error/problems.ts'
import { address, contact, patchedAddress, positionFindings } from '../../platform/operation/contact-and-address.ts'
import { compile } from '../../platform/operation/validate.ts'
import { stored } from '../../platform/value/normaliser.ts'
import type { Kind } from '../record/rules.ts'
import * as store from '../record/store.ts'

/** Returns the errors of a location that the schema cannot express, even if the body has other errors. */
export const findings = (body: unknown, whole: boolean): Finding[] =>
  positionFindings((body as { address?: unknown } | null)?.address, '/address', whole)

export const depots: Kind = {
  name: 'depot',
  unknown: 'UNKNOWN_DEPOT',
  records: store.depots,
  check: compile(depot.Input),
  // The sequence in which depots are stored.
  form: stored(depot, { address, contact }, ['address', 'contact', 'name', 'key']),
  findings: (input) => findings(input, true),
  patch: (body) => ({ ...body, ...(body.address ? { address: patchedAddress(body.address) } : {}) }),
}
