// Depots: the places consignments are delivered from or collected to.

import { field, record } from './record.ts'
import { recordEndpoints } from './record-endpoints.ts'
import type { Static } from './schema.ts'
import { Address, Contact, ContactInput, DepotAddressInput, key, nullable, requiredText, text } from './shared.ts'

export const depot = record('Depot', {
  key: field.required(key('Your key for the depot. Unique within the environment.'), text()),
  name: field.required(requiredText('Descriptive name for internal use.'), text()),
  address: field.required(DepotAddressInput, Address),
  contact: field.optional(ContactInput, nullable(Contact)),
})
export const { Input: DepotInput, Read: Depot, Patch: DepotPatch } = depot
export type DepotInput = Static<typeof DepotInput>
export type DepotPatch = Static<typeof DepotPatch>
export type Depot = Static<typeof Depot>

export const {
  create: createDepot,
  list: listDepots,
  get: getDepot,
  update: updateDepot,
  remove: deleteDepot,
} = recordEndpoints('Depot', depot, {
  tag: 'Depots',
  subject: 'depots',
  unknown: [],
  removed: 'Orders and loads that already name the depot keep showing it; new ones cannot name it.',
})
