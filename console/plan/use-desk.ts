// What happens on the desk of the plan: which load is open, what is chosen, and where an order goes that is dropped, assigned or taken out.
import { useMediaQuery } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { useDeferredValue, useMemo, useState } from 'react'
import { getConsignmentById } from '../../contract/consignment.ts'
import type { Environment } from '../../contract/environment.ts'
import type { LoadSummary } from '../../contract/load.ts'
import { queryClient, read } from '../api/query.ts'
import type { ModifierKeys } from '../map/places.ts'
import { useShortcuts } from '../shell/shortcuts.ts'
import { showProblem } from '../shell/toasts.ts'
import { useStableHandlers } from '../stable-handlers.ts'
import { useWords } from '../words/language.ts'
import { type Assigning, type Named, useAssigning } from './assigning.ts'
import { type Basics, depotPlace } from './data.ts'
import type { Dragged } from './dragging.ts'
import { pageWords } from './page-words.ts'
import { usePool } from './pool/use-pool.ts'
import { arrivals, instant, type PlanRoute, type PlanStop, placesOf, planStop } from './route.ts'
import { chooseByClick } from './selection.ts'
import { useRoads } from './travel.ts'
import { useUnsavedSequences } from './unsaved-sequences.ts'
import { type PlannedRoute, useRoute } from './use-route.ts'
import { planWords } from './words.ts'

export type View = 'loads' | 'stops' | 'map' | 'charts'

interface DeskInput {
  environment: Environment
  depots: Basics['depots']
  day: string
  open: LoadSummary | undefined
  onOpenLoad(loadId: string): void
}

const noStops: readonly PlanStop[] = []

export function useDesk(input: DeskInput) {
  // The list of loads answers a key at once; what is drawn of the load itself follows.
  const open = useDeferredValue(input.open)
  const assigning = useAssigning()
  const planned = useRoute(open, assigning)
  const stops = planned?.stops ?? noStops
  const [assigned, setAssigned] = useState<Named | null>(null)
  const [view, setView] = useState<View>('stops')
  const { unsaved, taken } = useUnsavedIds()
  const pool = usePool(input.day, input.environment.timezone, taken)
  const isSmall = useMediaQuery('(max-width: 61.99em)')
  const navigate = useNavigate()
  const moves = movesOn(planned, assigning)
  const on = useStableHandlers({
    // A pin stands in no list: a range from one to another means nothing on the map.
    selectPin: (click: ModifierKeys, id: string) =>
      chooseByClick({ ...click, ctrlKey: click.ctrlKey || click.shiftKey, shiftKey: false }, id, []),
    open: (id: string) => void navigate({ to: '/consignments/$consignmentId', params: { consignmentId: id } }),
    assign: (id: string) => setAssigned(moves.named(id)),
    openLoad(loadId: string) {
      input.onOpenLoad(loadId)
      if (isSmall) setView('stops')
    },
    dismiss: assigning.dismiss,
    takeOut: moves.takeOut,
    insert: (id: string, at: number) => void moves.insert(id, at).catch(showProblem),
    dropOnLoad: ({ id }: Dragged, target: LoadSummary) => void moves.dropOn(id, target).catch(showProblem),
  })
  useSaveKey(planned)
  return {
    ...{ open, planned, stops, pool, assigning, assigned, setAssigned, view, setView, on },
    ...useEstimates(input, planned?.load, stops),
    unsaved,
    isShown: (name: View) => !isSmall || view === name,
    isSmall: isSmall === true,
  }
}
export type Desk = ReturnType<typeof useDesk>

/** Where an order can go from here. */
function movesOn(planned: PlannedRoute | undefined, assigning: Assigning) {
  const named = (id: string): Named => ({ consignmentId: id, name: planned?.nameOf(id) ?? id })
  return {
    named,
    takeOut(id: string) {
      const at = (planned?.stops ?? noStops).findIndex(({ consignmentId }) => consignmentId === id)
      void assigning.takeOut(named(id), { kind: 'stops', at })
    },
    async insert(id: string, at: number): Promise<void> {
      const stop = await readStop(id)
      // Asked before it stands there: what the load would refuse is said where it was dropped, not when it is saved.
      const refused = planned && (await assigning.whyNot(id, planned.load.loadId))
      if (refused && refused.length > 0) await assigning.refuse(stop, refused, { kind: 'stops', at })
      else planned?.insert(stop, at)
    },
    async dropOn(id: string, load: LoadSummary): Promise<void> {
      await assigning.assign(await readStop(id), load, { kind: 'load', loadId: load.loadId })
    },
  }
}

async function readStop(consignmentId: string): Promise<PlanStop> {
  const { data } = await queryClient.fetchQuery(read(getConsignmentById, { params: { consignmentId } }))
  return planStop(data)
}

function useSaveKey(planned: PlannedRoute | undefined): void {
  const { routePlan } = useWords(planWords)
  const { saveOrder } = useWords(pageWords)
  useShortcuts([
    { keys: 'mod+s', label: saveOrder, group: routePlan, whileTyping: true, run: () => void planned?.save() },
  ])
}

/** The route with its depots and limits, and when it comes to each stop. */
function useEstimates(
  { depots, environment }: Pick<DeskInput, 'depots' | 'environment'>,
  load: LoadSummary | undefined,
  stops: readonly PlanStop[],
) {
  const { travel } = environment
  const ends = useMemo(
    () => ({
      start: depotPlace(depots, load?.startDepotKey ?? null)?.position ?? null,
      end: depotPlace(depots, load?.endDepotKey ?? null)?.position ?? null,
    }),
    [depots, load],
  )
  const roads = useRoads(useMemo(() => placesOf(ends, stops), [ends, stops]))
  return useMemo(() => {
    const shape: PlanRoute = {
      ...ends,
      startsAt: instant(load?.plannedStart ?? null),
      weightCapacity: load?.weightCapacity ?? null,
      volumeCapacity: load?.volumeCapacity ?? null,
      travel,
      roads,
    }
    return { shape, estimates: arrivals(shape, stops) }
  }, [ends, travel, roads, load, stops])
}

/** Loads whose sequence is not saved, and orders that such a one has taken in. */
function useUnsavedIds() {
  const sequences = useUnsavedSequences()
  return useMemo(() => {
    const taken = [...sequences.values()].flatMap(({ guests, mine }) =>
      guests.map((guest) => guest.consignmentId).filter((id) => mine.includes(id)),
    )
    return { unsaved: new Set(sequences.keys()), taken: new Set(taken) }
  }, [sequences])
}
