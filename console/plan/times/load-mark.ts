// Gives each load a mark, a letter and a colour, for the map, cards and lists.
import type { RouteMark } from '../../map/places.ts'
import { palettes } from '../../platform/palette.ts'

/** Marks given since the page opened. A load keeps its mark while other loads come and go. */
const given = new Map<string, number>()
const givenMax = 10_000

/** Returns the marks of loads that are shown together. A new load gets the first free mark. */
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

/** Gives the mark of one id to another, such as from a proposed load to the created one. */
export function passMark(from: string, to: string): void {
  const index = given.get(from)
  if (index !== undefined) given.set(to, index)
}

/** Returns the mark of an index: letters A to Z, then AA, AB and so on, and eight colours in turn. */
const markOf = (index: number): RouteMark => ({
  letter: (index < 26 ? '' : letterAt(Math.floor(index / 26) - 1)) + letterAt(index % 26),
  color: index % palettes.light.routes.length,
})
const letterAt = (index: number) => String.fromCharCode('A'.charCodeAt(0) + (index % 26))
