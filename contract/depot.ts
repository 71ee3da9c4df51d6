// Depots: the places consignments are delivered from or collected to.

import { endpoint } from './endpoint.ts'
import { field, record } from './record.ts'
import Type, { type Static } from './schema.ts'
import {
  Address,
  Contact,
  ContactInput,
  DepotAddressInput,
  key,
  noQuery,
  nullable,
  object,
  requiredText,
  text,
} from './shared.ts'

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

const byKey = object('DepotSelector', { key: key('Key of the depot.') })

export const createDepot = endpoint({
  id: 'createDepot',
  method: 'POST',
  path: '/v1/depot',
  tag: 'Depots',
  summary: 'Create a depot',
  description: 'Using the key of a deleted depot restores that depot with the new content.',
  scope: 'depots:write',
  query: noQuery,
  body: DepotInput,
  created: true,
  location: '/v1/depot?key={key}',
  problems: ['KEY_EXISTS'],
})

export const listDepots = endpoint({
  id: 'listDepots',
  method: 'GET',
  path: '/v1/depots',
  tag: 'Depots',
  summary: 'List all depots',
  scope: 'depots:read',
  affectedBy: ['depot'],
  query: noQuery,
  data: Type.Array(Depot),
  problems: [],
})

export const getDepot = endpoint({
  id: 'getDepot',
  method: 'GET',
  path: '/v1/depot',
  tag: 'Depots',
  summary: 'Read a depot',
  scope: 'depots:read',
  affectedBy: ['depot'],
  query: byKey,
  data: Depot,
  etag: true,
  problems: ['NOT_FOUND'],
})

export const updateDepot = endpoint({
  id: 'updateDepot',
  method: 'PATCH',
  path: '/v1/depot',
  tag: 'Depots',
  summary: 'Change a depot',
  description: 'A JSON Merge Patch (RFC 7396). The key cannot be changed.',
  scope: 'depots:write',
  query: byKey,
  body: DepotPatch,
  etag: true,
  precondition: true,
  problems: ['NOT_FOUND'],
})

export const deleteDepot = endpoint({
  id: 'deleteDepot',
  method: 'DELETE',
  path: '/v1/depot',
  tag: 'Depots',
  summary: 'Delete a depot',
  description: 'Consignments and loads that already name the depot keep showing it; new ones cannot name it.',
  scope: 'depots:write',
  query: byKey,
  precondition: true,
  problems: ['NOT_FOUND'],
})
