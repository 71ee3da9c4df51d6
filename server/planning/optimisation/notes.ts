// Writes notes for planners about missing input of a proposal.
import type { OptimisationInput } from '../../../contract/optimisation.ts'
import { listed } from '../../platform/value/nearest.ts'
import { depotKeysOf, type Material } from './material.ts'

export function notesOn(material: Material, request: OptimisationInput): string[] {
  const { routes, stranded, depots, depotVersions } = material
  const notes = missing(material, request)
  if (stranded.length > 0) {
    const vehicles = listOf(stranded.map(({ vehicle }) => vehicle!.key))
    const who = stranded.length === 1 ? `The vehicle ${vehicles} takes` : `The vehicles ${vehicles} take`
    const gone = listOf(stranded.flatMap(depotKeysOf).filter((key) => !Object.hasOwn(depotVersions, key)))
    notes.push(`${who} no part: there is no depot ${gone}.`)
  }
  const unplaced = routes.flatMap(depotKeysOf).filter((key) => !depots.get(key))
  if (unplaced.length > 0)
    notes.push(`The way from and to ${listOf(unplaced)} is not counted: there is no position for it.`)
  return notes
}

/** Largest number of keys in a note. */
const listedMax = 3
const listOf = (keys: readonly string[]) => listed([...new Set(keys)], listedMax)

const sinceOf = {
  loads: (one: boolean) => (one ? 'is gone or started' : 'are gone or started'),
  vehicles: (one: boolean) => (one ? 'is gone' : 'are gone'),
  orders: (one: boolean) => (one ? 'is gone or in another load' : 'are gone or in other loads'),
}

/** Returns notes about named records that were deleted, started or taken since the request. */
function missing({ routes, stranded, orders }: Material, request: OptimisationInput): string[] {
  const there = {
    loads: new Set(routes.flatMap(({ loadId }) => loadId ?? [])),
    vehicles: new Set([...routes, ...stranded].flatMap(({ loadId, vehicle }) => (loadId === null ? vehicle!.key : []))),
    orders: new Set(orders.map(({ consignmentId }) => consignmentId)),
  }
  const named = {
    loads: request.loadIds,
    vehicles: request.vehicleKeys,
    orders: request.consignmentIds,
  }
  return (['loads', 'vehicles', 'orders'] as const).flatMap((kind) => {
    const count = (named[kind] ?? []).filter((name) => !there[kind].has(name)).length
    return count === 0 ? [] : [`Of the ${kind} that were named, ${count} ${sinceOf[kind](count === 1)} by now.`]
  })
}
