// Writes notes for planners about missing input of a proposal.
import type { OptimisationInput } from '../../../contract/optimisation.ts'
import { formatChoices } from '../../platform/value/nearest.ts'
import { listDepotKeys, type SearchMaterial } from './material.ts'

export function writeNotes(material: SearchMaterial, request: OptimisationInput): string[] {
  const { routes, stranded, depots, depotVersions } = material
  const notes = missing(material, request)
  if (stranded.length > 0) {
    const vehicles = listOf(stranded.map(({ vehicle }) => vehicle!.key))
    const subject = stranded.length === 1 ? `The vehicle ${vehicles} takes` : `The vehicles ${vehicles} take`
    const deletedDepots = listOf(stranded.flatMap(listDepotKeys).filter((key) => !Object.hasOwn(depotVersions, key)))
    notes.push(`${subject} no part: there is no depot ${deletedDepots}.`)
  }
  const unplaced = routes.flatMap(listDepotKeys).filter((key) => !depots.get(key))
  if (unplaced.length > 0)
    notes.push(`The way from and to ${listOf(unplaced)} is not counted: there is no position for it.`)
  return notes
}

/** Largest number of keys in a note. */
const listedMax = 3
const listOf = (keys: readonly string[]) => formatChoices([...new Set(keys)], listedMax)

const sinceOf = {
  loads: (isSingle: boolean) => (isSingle ? 'is gone or started' : 'are gone or started'),
  vehicles: (isSingle: boolean) => (isSingle ? 'is gone' : 'are gone'),
  orders: (isSingle: boolean) => (isSingle ? 'is gone or in another load' : 'are gone or in other loads'),
}

/** Returns notes about named records that were deleted, started or taken since the request. */
function missing({ routes, stranded, orders }: SearchMaterial, request: OptimisationInput): string[] {
  const existing = {
    loads: new Set(routes.flatMap(({ loadId }) => loadId ?? [])),
    vehicles: new Set([...routes, ...stranded].flatMap(({ loadId, vehicle }) => (loadId === null ? vehicle!.key : []))),
    orders: new Set(orders.map(({ consignmentId }) => consignmentId)),
  }
  const named = {
    loads: request.loadIds,
    vehicles: request.vehicleKeys,
    orders: request.consignmentIds,
  }
  return (['loads', 'vehicles', 'orders'] as const).flatMap((type) => {
    const count = (named[type] ?? []).filter((name) => !existing[type].has(name)).length
    return count === 0 ? [] : [`Of the ${type} that were named, ${count} ${sinceOf[type](count === 1)} by now.`]
  })
}
