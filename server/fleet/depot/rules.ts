// Defines the rules that apply to depots only.
import { depotSchemas } from '../../../contract/depot.ts'
import type { RequestError } from '../../platform/error/problems.ts'
import {
  checkLocation,
  normaliseAddress,
  normaliseContact,
  prepareAddressPatch,
} from '../../platform/operation/contact-and-address.ts'
import { compileSchema } from '../../platform/operation/validate.ts'
import { createStoredNormaliser } from '../../platform/value/normaliser.ts'
import type { FleetRecordType } from '../record/rules.ts'
import * as store from '../record/store.ts'

/** Returns the errors of a location that the schema cannot express, even if the body has other errors. */
export const findDepotErrors = (body: unknown, isComplete: boolean): RequestError[] =>
  checkLocation((body as { address?: unknown } | null)?.address, '/address', isComplete)

export const depotRecordType: FleetRecordType = {
  name: 'depot',
  unknown: 'UNKNOWN_DEPOT',
  records: store.depotTable,
  check: compileSchema(depotSchemas.Input),
  // Sequence of the fields of a stored depot.
  form: createStoredNormaliser(depotSchemas, { address: normaliseAddress, contact: normaliseContact }, [
    'address',
    'contact',
    'name',
    'key',
  ]),
  findings: (input) => findDepotErrors(input, true),
  patch: (body) => ({ ...body, ...(body.address ? { address: prepareAddressPatch(body.address) } : {}) }),
}
