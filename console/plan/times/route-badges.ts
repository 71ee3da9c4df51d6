// Gives each load a badge, a letter and a colour, for the map, cards and lists.
import type { RouteBadge } from '../../map/route-locations.ts'
import { colourPalettes } from '../../platform/palette.ts'

/** Badges assigned since the page opened. Other loads that appear or disappear do not change the badge of a load. */
const badgeIndexes = new Map<string, number>()
const givenMax = 10_000

/** Returns the badges of loads that are shown together. A new load gets the first free badge. */
export function assignRouteBadges(loads: readonly { loadId: string }[]): ReadonlyMap<string, RouteBadge> {
  if (badgeIndexes.size > givenMax) badgeIndexes.clear()
  const ids = loads.map(({ loadId }) => loadId)
  const used = new Set(ids.flatMap((id) => badgeIndexes.get(id) ?? []))
  let next = 0
  for (const id of ids) {
    if (badgeIndexes.has(id)) continue
    while (used.has(next)) next++
    badgeIndexes.set(id, next)
    used.add(next)
  }
  return new Map(ids.map((id) => [id, createRouteBadge(badgeIndexes.get(id)!)]))
}

/** Transfers the badge of one id to another, such as from a proposed load to the created one. */
export function transferRouteBadge(sourceId: string, targetId: string): void {
  const index = badgeIndexes.get(sourceId)
  if (index !== undefined) badgeIndexes.set(targetId, index)
}

/** Returns the badge of an index: letters A to Z, then AA, AB and so on, and eight colours in turn. */
const createRouteBadge = (index: number): RouteBadge => ({
  letter: (index < 26 ? '' : letterAt(Math.floor(index / 26) - 1)) + letterAt(index % 26),
  color: index % colourPalettes.light.routes.length,
})
const letterAt = (index: number) => String.fromCharCode('A'.charCodeAt(0) + (index % 26))
