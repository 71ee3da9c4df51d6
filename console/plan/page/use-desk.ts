// Provides the state of the plan page: the open load, its unsaved stops, and moves of orders to and from loads.
import { useMediaQuery } from '@mantine/hooks'
import { useDeferredValue, useMemo, useState } from 'react'
import { getConsignmentById } from '../../../contract/consignment.ts'
import type { Environment } from '../../../contract/environment.ts'
import type { LoadSummary } from '../../../contract/load.ts'
import { queryClient, read } from '../../api/query.ts'
import { useMay } from '../../api/session.ts'
import { isOpen } from '../../load/status.tsx'
import { loadWords } from '../../load/words.ts'
import type { ModifierKeys } from '../../map/places.ts'
import { wasNotHandedOver } from '../../order/under-way.ts'
import { useOpenOrder, useOrderList } from '../../platform/open-order.ts'
import { useStableHandlers } from '../../platform/stable-handlers.ts'
import { type StopProgress, useProgress } from '../../road/progress.tsx'
import { useShortcuts } from '../../shell/shortcuts.ts'
import { showProblem } from '../../shell/toasts.ts'
import { currentWords, useWords } from '../../words/language.ts'
import { inSequence, placedAt, toEnd, toTop, without } from '../load/arrange.ts'
import { type Assigning, type Named, type Place, useAssigning } from '../load/assigning.ts'
import { askToDecide } from '../load/conflict.tsx'
import { alongWith, choose, chooseAlso, chooseByClick, chosen } from '../load/selection.ts'
import { useUnsavedSequences } from '../load/unsaved-sequences.ts'
import { type PlannedRoute, useRoute } from '../load/use-route.ts'
import { pageWords } from '../load/words.ts'
import { type Pool, usePool } from '../pool/use-pool.ts'
import { noCrew, useCrew } from '../times/crew.ts'
import type { Basics } from '../times/data.ts'
import { journey, type PlanRoute, type PlanStop, placesOf, planStop } from '../times/route.ts'
import { routeOf } from '../times/route-of.ts'
import { useRoads } from '../times/travel.ts'
import { planWords } from '../times/words.ts'
import type { Dragged } from '../views/dragging.ts'
import { highlighted } from '../views/highlight.tsx'

export type View = 'loads' | 'stops' | 'map' | 'charts'

interface DeskInput {
  environment: Environment
  depots: Basics['depots']
  day: string
  open: LoadSummary | undefined
  onOpenLoad(loadId: string): void
}

const noStops: readonly PlanStop[] = []
const nobody: readonly Named[] = []

export function useDesk(input: DeskInput) {
  // The list of loads responds to a key immediately; the views of the load follow.
  const open = useDeferredValue(input.open)
  const assigning = useAssigning(open?.loadId)
  const planned = useRoute(open, assigning)
  const stops = planned?.stops ?? noStops
  const [assigned, setAssigned] = useState<readonly Named[]>(nobody)
  /** Opens the dialog for a load, and removes earlier refusals. */
  const askForLoad = (orders: readonly Named[]) => {
    assigning.dismiss()
    setAssigned(orders)
  }
  const [view, setView] = useState<View>('stops')
  const { unsaved, taken } = useUnsavedIds()
  const road = useRoad(open)
  const goingAgain = useGoingAgain(planned?.load, road.onRoad)
  const pool = usePool(input.day, input.environment.timezone, taken)
  /** Start of the route while the user drags it. */
  const [startsAt, setStartsAt] = useState<number | null>(null)
  const isSmall = useMediaQuery('(max-width: 61.99em)')
  const { open: openOrder } = useOpenOrder()
  const moves = movesOn(planned, pool, assigning)
  const on = useStableHandlers({
    // Pins have no sequence, so the map has no ranges.
    selectPin: (click: ModifierKeys, id: string) =>
      chooseByClick({ ...click, ctrlKey: click.ctrlKey || click.shiftKey, shiftKey: false }, id, []),
    lasso(ids: readonly string[], { ctrlKey, metaKey }: ModifierKeys) {
      if (ctrlKey || metaKey) chooseAlso(ids)
      else choose(ids)
    },
    open: openOrder,
    assign: (id: string) => askForLoad(moves.named(alongWith(id))),
    again: (id: string) => goingAgain.ask(alongWith(id).every(goingAgain.may) ? alongWith(id) : [id]),
    openLoad(loadId: string) {
      // Stops of the previous load must not stay selected out of sight.
      choose(without([...chosen.get()], moves.sequence))
      input.onOpenLoad(loadId)
      if (isSmall) setView('stops')
    },
    dismiss: assigning.dismiss,
    takeOut: (id: string) => void moves.takeOut(alongWith(id)).catch(showProblem),
    send(id: string, to: 'top' | 'end') {
      const ids = alongWith(id).filter((one) => moves.sequence.includes(one))
      planned?.arrange((now) => (to === 'top' ? toTop(now, ids) : toEnd(now, ids)))
    },
    place: (ids: readonly string[], at: number) => void moves.place(ids, at).catch(showProblem),
    dropOnLoad: ({ ids }: Dragged, target: LoadSummary) => void moves.dropOn(ids, target).catch(showProblem),
  })
  useSaveKey(planned)
  useOrderKeys(moves.sequence, pool)
  return {
    day: input.day,
    open,
    planned,
    stops,
    pool,
    moves,
    assigning,
    assigned,
    askForLoad,
    view,
    setView,
    on,
    ...useEstimates(input, planned?.load, stops, startsAt),
    preview: setStartsAt,
    unsaved,
    road,
    goingAgain,
    isShown: (name: View) => !isSmall || view === name,
    isSmall: isSmall === true,
  }
}
export type Desk = ReturnType<typeof useDesk>

const nowhereYet: ReadonlyMap<string, StopProgress> = new Map()

/** Returns the vehicle position and the progress of stops. Before the start, only stops with an outcome have any. */
function useRoad(load: LoadSummary | undefined) {
  const progress = useProgress(load)
  return useMemo(() => {
    if (!progress) return { onRoad: nowhereYet, vehicle: null }
    const { stops, status, position } = progress
    const known = isOpen(status) ? stops.filter(({ outcome }) => outcome !== null) : stops
    return {
      onRoad: new Map(known.map((stop) => [stop.consignmentId, stop])),
      vehicle: status === 'started' ? position : null,
    }
  }, [progress])
}

/** Controls the dialog that plans undelivered orders of the open load again. */
function useGoingAgain(load: LoadSummary | undefined, onRoad: ReadonlyMap<string, StopProgress>) {
  const mayPlan = useMay('consignments:write')
  const mayProve = useMay('pods:write')
  const [asked, setAsked] = useState<{ ids: readonly string[]; untold: number }>({ ids: [], untold: 0 })
  const isClosed = load !== undefined && !isOpen(load.status)
  const isUntold = (id: string) => isClosed && onRoad.get(id)?.outcome === null
  const may = (id: string) =>
    isClosed && mayPlan && (wasNotHandedOver(onRoad.get(id) ?? {}) || (mayProve && isUntold(id)))
  /** Returns whether no other command takes the order from its load. */
  const isStuck = (id: string) => load?.status === 'started' && isUntold(id)
  /** Opens the dialog with the present number of orders without an outcome, because another load may open meanwhile. */
  const ask = (ids: readonly string[]) => setAsked({ ids, untold: ids.filter(isUntold).length })
  return { ...asked, isClosed, isStuck, may, ask, close: () => ask([]) }
}

/** Returns the moves of orders between the open load and the pool. */
function movesOn(planned: PlannedRoute | undefined, pool: Pool, assigning: Assigning) {
  const sequence = (planned?.stops ?? noStops).map(({ consignmentId }) => consignmentId)
  const loadId = planned?.load.loadId ?? ''
  const waiting = pool.inSight.map(({ consignmentId }) => consignmentId)
  const nameOf = (id: string) =>
    pool.all.find(({ consignmentId }) => consignmentId === id)?.name ?? planned?.nameOf(id) ?? id
  const named = (ids: readonly string[]): Named[] => ids.map((id) => ({ consignmentId: id, name: nameOf(id) }))
  /** Returns ids in the sequence of the lists, whichever way they were selected. */
  const sorted = (ids: readonly string[]) => inSequence([...sequence, ...waiting], ids)
  return {
    sequence,
    named: (ids: readonly string[]) => named(sorted(ids)),
    async takeOut(ids: readonly string[]): Promise<void> {
      await assigning.takeOut(named(sorted(ids)), { kind: 'stops', loadId, at: sequence.indexOf(ids[0]!) })
    },
    async place(ids: readonly string[], at: number): Promise<void> {
      const place: Place = { kind: 'stops', loadId, at }
      if (planned && !isOpen(planned.load.status))
        return assigning.refuse(named(sorted(ids))[0]!, [currentWords(loadWords).fixed], place)
      const joining = without(sorted(ids), sequence)
      // A refusal must appear at the drop, not at the save, so the API checks the orders first.
      const refused = planned && joining.length > 0 && (await assigning.whyNot(joining, planned.load.loadId))
      if (refused) return assigning.refuse(named([refused.id])[0]!, refused.messages, place)
      const guests = await Promise.all(joining.map(readStop))
      planned?.arrange((now) => placedAt(now, sorted(ids), at), guests)
    },
    async dropOn(ids: readonly string[], load: LoadSummary): Promise<void> {
      await assigning.assign(named(sorted(ids)), load, { kind: 'load', loadId: load.loadId })
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
  const save = () => (planned?.hasConflict ? askToDecide() : void planned?.save())
  useShortcuts([{ keys: 'mod+s', label: saveOrder, group: routePlan, whileTyping: true, run: save }])
}

/** Registers the key that opens the highlighted order, and the lists through which its keys go. */
function useOrderKeys(sequence: readonly string[], pool: Pool): void {
  const words = useWords(planWords)
  const { open } = useOpenOrder()
  const openPointed = () => {
    const pointed = highlighted.get()
    if (pointed !== null) open(pointed)
  }
  useShortcuts([{ keys: 'i', label: words.openOrder, group: words.routePlan, run: openPointed }])
  useOrderList(
    sequence,
    pool.inSight.map(({ consignmentId }) => consignmentId),
  )
}

/** Returns the route with its depots and limits, and its arrivals. */
function useEstimates(
  { depots, environment }: Pick<DeskInput, 'depots' | 'environment'>,
  load: LoadSummary | undefined,
  ...[stops, startsAt]: [readonly PlanStop[], number | null]
) {
  const crew = useCrew() ?? noCrew
  const route = useMemo(() => routeOf(load, { depots, environment }, crew), [load, depots, environment, crew])
  const roads = useRoads(useMemo(() => placesOf(route, stops), [route, stops]))
  return useMemo(() => {
    const shape: PlanRoute = { ...route, startsAt: startsAt ?? route.startsAt, roads }
    const { arrivals, ends } = journey(shape, stops)
    return { shape, estimates: arrivals, ends }
  }, [route, roads, stops, startsAt])
}

/** Returns the loads with unsaved sequences, and the orders that joined them. */
function useUnsavedIds() {
  const sequences = useUnsavedSequences()
  return useMemo(() => {
    const taken = [...sequences.values()].flatMap(({ guests, mine }) =>
      guests.map((guest) => guest.consignmentId).filter((id) => mine.includes(id)),
    )
    return { unsaved: new Set(sequences.keys()), taken: new Set(taken) }
  }, [sequences])
}
