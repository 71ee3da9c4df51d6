// Sorts the routes of a proposal as the plan will show them, with the letters that they will have.
import { useMemo } from 'react'
import type { Optimisation, ProposedLoad } from '../../../contract/optimisation.ts'
import { findLoadKey } from '../../api/query.ts'
import type { RouteBadge } from '../../map/route-locations.ts'
import { useDayLoads } from '../times/data.ts'
import { assignRouteBadges, transferRouteBadge } from '../times/route-badges.ts'

/** Returns the id of a proposed load, which has no id of its own before it is accepted. */
const provisionalId = (optimisationId: string, key: string) => `${optimisationId} ${key}`

const startsFirst = (a: ProposedLoad, b: ProposedLoad) => ((a.plannedStart ?? '~') < (b.plannedStart ?? '~') ? -1 : 1)

export interface LetteredProposal {
  loads: readonly ProposedLoad[]
  /** Badges that mark routes, by key; empty until the other loads of the day are known. */
  marks: ReadonlyMap<string, RouteBadge>
  keyOfLoad(loadId: string): string | undefined
}

export function useLettered({ optimisationId, loads, day }: Optimisation): LetteredProposal {
  const { loads: ofDay } = useDayLoads(day)
  return useMemo(() => {
    const sorted = loads.toSorted(startsFirst)
    const idOf = ({ loadId, key }: ProposedLoad) => loadId ?? provisionalId(optimisationId, key)
    const marked = ofDay && assignRouteBadges([...ofDay, ...sorted.map((load) => ({ loadId: idOf(load) }))])
    const keys = new Map([...(ofDay ?? []), ...loads].map(({ loadId, key }) => [loadId, key]))
    return {
      loads: sorted,
      marks: new Map(marked ? sorted.map((load) => [load.key, marked.get(idOf(load))!]) : []),
      // `keys` lacks the loads of other days.
      keyOfLoad: (loadId) => keys.get(loadId) ?? findLoadKey(loadId),
    }
  }, [optimisationId, loads, ofDay])
}

/** Gives the created loads the letters of the proposed ones. */
export function keepLetters(optimisationId: string, made: readonly { loadId: string; key: string }[]): void {
  for (const { loadId, key } of made) transferRouteBadge(provisionalId(optimisationId, key), loadId)
}
