// What planners should know of what a proposal is made from, before they trust it.
import type { OptimisationInput } from '../../contract/optimisation.ts'
import { depotKeysOf, type Material } from './material.ts'

export function notesOn(material: Material, request: OptimisationInput): string[] {
  const { routes, stranded, depots } = material
  const notes = missing(material, request)
  for (const route of stranded) {
    const gone = depotKeysOf(route).filter((key) => !depots.has(key))
    notes.push(`The vehicle \`${route.vehicle!.key}\` takes no part: there is no depot ${listOf(gone)}.`)
  }
  const unplaced = routes.flatMap(depotKeysOf).filter((key) => !depots.get(key))
  if (unplaced.length > 0)
    notes.push(`The way from and to ${listOf(unplaced)} is not counted: there is no position for it.`)
  return notes
}

const listOf = (keys: readonly string[]) => [...new Set(keys)].map((key) => `\`${key}\``).join(', ')

/** What was named and there, and is not there any more, or has begun. */
function missing({ routes, stranded, orders }: Material, request: OptimisationInput): string[] {
  const there = {
    loads: new Set(routes.flatMap(({ loadId }) => loadId ?? [])),
    vehicles: new Set([...routes, ...stranded].flatMap(({ loadId, vehicle }) => (loadId === null ? vehicle!.key : []))),
    orders: new Set(orders.map(({ consignmentId }) => consignmentId)),
  }
  const named = { loads: request.loadIds, vehicles: request.vehicleKeys, orders: request.consignmentIds }
  return (['loads', 'vehicles', 'orders'] as const).flatMap((kind) => {
    const count = (named[kind] ?? []).filter((name) => !there[kind].has(name)).length
    const since = kind === 'loads' ? 'gone or started' : 'gone'
    return count === 0
      ? []
      : [`Of the ${kind} that were named, ${count} ${count === 1 ? 'is' : 'are'} ${since} by now.`]
  })
}
