// Depots: the places consignments are delivered from or collected to.

import { createRecordSchemas, recordField } from './record.ts'
import { recordEndpoints } from './record-endpoints.ts'
import type { Static } from './schema.ts'
import {
  Address,
  Contact,
  ContactInput,
  DepotAddressInput,
  keySchema,
  nullableSchema,
  requiredTextSchema,
  textSchema,
} from './shared.ts'

export const depotSchemas = createRecordSchemas('Depot', {
  key: recordField.required(keySchema('Your key for the depot. Unique within the environment.'), textSchema()),
  name: recordField.required(requiredTextSchema('Descriptive name for internal use.'), textSchema()),
  address: recordField.required(DepotAddressInput, Address),
  contact: recordField.optional(ContactInput, nullableSchema(Contact)),
})
export const { Input: DepotInput, Read: Depot, Patch: DepotPatch } = depotSchemas
export type DepotInput = Static<typeof DepotInput>
export type DepotPatch = Static<typeof DepotPatch>
export type Depot = Static<typeof Depot>

export const {
  create: createDepot,
  list: listDepots,
  get: getDepot,
  update: updateDepot,
  remove: deleteDepot,
} = recordEndpoints('Depot', depotSchemas, {
  tag: 'Depots',
  subject: 'depots',
  unknown: [],
  removed: 'Orders and loads that already use the depot keep showing it. New orders and loads cannot use it.',
})
