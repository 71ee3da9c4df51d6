// Writes notes for planners about missing input of a proposal.
import type { OptimisationInput } from '../../../contract/optimisation.ts'
import type { ErrorValues } from '../../../contract/problem.ts'
import { limitValues } from '../../platform/error/problems.ts'
import { formatChoices } from '../../platform/value/nearest.ts'
import { listDepotKeys, type SearchMaterial } from './material.ts'

/** A sentence for planners, with its values for programs. */
export interface PlanNote {
  message: string
  values: ErrorValues
}

export const createNote = (message: string, values: ErrorValues): PlanNote => ({ message, values: limitValues(values) })

export function writeNotes(material: SearchMaterial, request: OptimisationInput): PlanNote[] {
  const { routes, stranded, depots, depotVersions } = material
  const notes = missing(material, request)
  if (stranded.length > 0) {
    const vehicles = unique(stranded.map(({ vehicle }) => vehicle!.key))
    const names = listOf(vehicles)
    const subject = stranded.length === 1 ? `The vehicle ${names} is` : `The vehicles ${names} are`
    const deletedDepots = unique(stranded.flatMap(listDepotKeys).filter((key) => !Object.hasOwn(depotVersions, key)))
    const message = `${subject} not used: there is no depot ${listOf(deletedDepots)}.`
    notes.push(createNote(message, { reason: 'stranded', vehicles, depots: deletedDepots }))
  }
  const unlocated = unique(routes.flatMap(listDepotKeys).filter((key) => !depots.get(key)))
  if (unlocated.length > 0) {
    const message = `The drive from and to ${listOf(unlocated)} is not counted: the depot has no location.`
    notes.push(createNote(message, { reason: 'unlocated', depots: unlocated }))
  }
  return notes
}

/** Largest number of keys in a note. */
const listedMax = 3
const listOf = (keys: readonly string[]) => formatChoices(keys, listedMax)
const unique = (keys: readonly string[]) => [...new Set(keys)]

const sinceOf = {
  loads: (isSingle: boolean) => (isSingle ? 'was deleted or has started' : 'were deleted or have started'),
  vehicles: (isSingle: boolean) => (isSingle ? 'was deleted' : 'were deleted'),
  orders: (isSingle: boolean) =>
    isSingle ? 'was deleted or is in another load' : 'were deleted or are in other loads',
}

/** Returns notes about named records that were deleted, started or taken since the request. */
function missing({ routes, stranded, orders }: SearchMaterial, request: OptimisationInput): PlanNote[] {
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
    if (count === 0) return []
    const message = `Of the requested ${type}, ${count} ${sinceOf[type](count === 1)}.`
    return [createNote(message, { reason: `missing_${type}`, count })]
  })
}
