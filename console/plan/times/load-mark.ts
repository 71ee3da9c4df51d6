// Gives each load a mark, a letter and a colour, for the map, cards and lists.
import type { RouteMark } from '../../map/places.ts'
import { palettes } from '../../platform/palette.ts'

/** What a load has had since the page was opened stays its own, whichever loads come and go. */
const given = new Map<string, number>()
const givenMax = 10_000

/** The marks of loads that are seen together: each has the first that is free, in the order that they are shown in. */
export function marksOf(loads: readonly { loadId: string }[]): ReadonlyMap<string, RouteMark> {
  if (given.size > givenMax) given.clear()
  const ids = loads.map(({ loadId }) => loadId)
  const used = new Set(ids.flatMap((id) => given.get(id) ?? []))
  let next = 0
  for (const id of ids) {
    if (given.has(id)) continue
    while (used.has(next)) next++
    given.set(id, next)
    used.add(next)
  }
  return new Map(ids.map((id) => [id, markOf(given.get(id)!)]))
}

/** What was seen under another id before, such as a route that was only proposed, keeps its mark. */
export function passMark(from: string, to: string): void {
  const index = given.get(from)
  if (index !== undefined) given.set(to, index)
}

/** A to Z, then AA, AB and so on; the colours begin again after the eighth. */
const markOf = (index: number): RouteMark => ({
  letter: (index < 26 ? '' : letterAt(Math.floor(index / 26) - 1)) + letterAt(index % 26),
  color: index % palettes.light.routes.length,
})
const letterAt = (index: number) => String.fromCharCode('A'.charCodeAt(0) + (index % 26))
