// Provides the state of the plan page: the open load, its unsaved stops, and moves of orders to and from loads.
import { useMediaQuery } from '@mantine/hooks'
import { useDeferredValue, useMemo, useState } from 'react'
import { getConsignmentById } from '../../../contract/consignment.ts'
import type { Environment } from '../../../contract/environment.ts'
import type { LoadSummary } from '../../../contract/load.ts'
import { buildQuery, queryClient } from '../../api/query.ts'
import { useMay } from '../../api/session.ts'
import { isOpen } from '../../load/status.tsx'
import { loadTexts } from '../../load/words.ts'
import type { ModifierKeys } from '../../map/route-locations.ts'
import { isUndelivered } from '../../order/missing-outcomes.ts'
import { useOpenOrder, useOrderList } from '../../platform/open-order.ts'
import { useStableHandlers } from '../../platform/stable-handlers.ts'
import { type StopProgress, useProgress } from '../../road/progress.tsx'
import { useShortcuts } from '../../shell/shortcuts.ts'
import { showProblem } from '../../shell/toasts.ts'
import { currentTexts, useTexts } from '../../words/language.ts'
import { insertIds, moveToEnd, moveToTop, removeIds, sortBySequence } from '../load/arrange.ts'
import { type AssignmentControl, type DropTarget, type NamedOrder, useAssigning } from '../load/assigning.ts'
import { requireDecision } from '../load/conflict.tsx'
import { chooseAlso, chooseByClick, chooseOrders, chosenOrders, listMovedOrders } from '../load/selection.ts'
import { useUnsavedSequences } from '../load/unsaved-sequences.ts'
import { type PlannedRoute, useRoute } from '../load/use-route.ts'
import { pageTexts } from '../load/words.ts'
import { type OrderPool, usePool } from '../pool/use-pool.ts'
import { noCrew, useCrew } from '../times/crew.ts'
import type { PlanBasics } from '../times/data.ts'
import { calculateJourney, listRoutePositions, type PlanRoute, type PlanStop, planStop } from '../times/route.ts'
import { routeOf } from '../times/route-of.ts'
import { useRoads } from '../times/travel.ts'
import { planTexts } from '../times/words.ts'
import type { DraggedCard } from '../views/dragging.ts'
import { highlightedStop } from '../views/highlight.tsx'

export type DeskView = 'loads' | 'stops' | 'map' | 'charts'

interface DeskInput {
  environment: Environment
  depots: PlanBasics['depots']
  day: string
  open: LoadSummary | undefined
  onOpenLoad(loadId: string): void
}

const noStops: readonly PlanStop[] = []
const nobody: readonly NamedOrder[] = []

export function useDesk(input: DeskInput) {
  // The list of loads responds to a key immediately; the views of the load follow.
  const open = useDeferredValue(input.open)
  const assigning = useAssigning(open?.loadId)
  const planned = useRoute(open, assigning)
  const stops = planned?.stops ?? noStops
  const [assigned, setAssigned] = useState<readonly NamedOrder[]>(nobody)
  /** Opens the dialog for a load, and removes earlier refusals. */
  const openAssignDialog = (orders: readonly NamedOrder[]) => {
    assigning.dismiss()
    setAssigned(orders)
  }
  const [view, setView] = useState<DeskView>('stops')
  const { unsaved, taken } = useUnsavedIds()
  const road = useRoad(open)
  const planAgain = usePlanAgain(planned?.load, road.onRoad)
  const pool = usePool(input.day, input.environment.timezone, taken)
  /** Start of the route while the user drags it. */
  const [startsAt, setStartsAt] = useState<number | null>(null)
  const isSmall = useMediaQuery('(max-width: 61.99em)')
  const { open: openOrder } = useOpenOrder()
  const moves = movesOn(planned, pool, assigning)
  const handlers = useStableHandlers({
    // Pins have no sequence, so Shift adds a single pin instead of a range.
    selectPin: (click: ModifierKeys, id: string) =>
      chooseByClick({ ...click, ctrlKey: click.ctrlKey || click.shiftKey, shiftKey: false }, id, []),
    lasso(ids: readonly string[], { ctrlKey, metaKey }: ModifierKeys) {
      if (ctrlKey || metaKey) chooseAlso(ids)
      else chooseOrders(ids)
    },
    open: openOrder,
    assign: (id: string) => openAssignDialog(moves.named(listMovedOrders(id))),
    again: (id: string) => planAgain.ask(listMovedOrders(id).every(planAgain.may) ? listMovedOrders(id) : [id]),
    openLoad(loadId: string) {
      // Stops of the previous load must not stay selected out of sight.
      chooseOrders(removeIds([...chosenOrders.get()], moves.sequence))
      input.onOpenLoad(loadId)
      if (isSmall) setView('stops')
    },
    dismiss: assigning.dismiss,
    takeOut: (id: string) => void moves.takeOut(listMovedOrders(id)).catch(showProblem),
    send(id: string, edge: 'top' | 'end') {
      const ids = listMovedOrders(id).filter((movedId) => moves.sequence.includes(movedId))
      planned?.arrange((sequence) => (edge === 'top' ? moveToTop(sequence, ids) : moveToEnd(sequence, ids)))
    },
    place: (ids: readonly string[], index: number) => void moves.place(ids, index).catch(showProblem),
    dropOnLoad: ({ ids }: DraggedCard, target: LoadSummary) => void moves.dropOn(ids, target).catch(showProblem),
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
    askForLoad: openAssignDialog,
    view,
    setView,
    on: handlers,
    ...useEstimates(input, planned?.load, stops, startsAt),
    preview: setStartsAt,
    unsaved,
    road,
    goingAgain: planAgain,
    isShown: (name: DeskView) => !isSmall || view === name,
    isSmall: isSmall === true,
  }
}
export type PlanDeskState = ReturnType<typeof useDesk>

const nowhereYet: ReadonlyMap<string, StopProgress> = new Map()

/**
 * Returns the vehicle position and the progress of stops. Before the start, only stops with an outcome have progress.
 */
function useRoad(load: LoadSummary | undefined) {
  const progress = useProgress(load)
  return useMemo(() => {
    if (!progress) return { onRoad: nowhereYet, vehicle: null }
    const { stops, status, position } = progress
    const reportedStops = isOpen(status) ? stops.filter(({ outcome }) => outcome !== null) : stops
    return {
      onRoad: new Map(reportedStops.map((stop) => [stop.consignmentId, stop])),
      vehicle: status === 'started' ? position : null,
    }
  }, [progress])
}

/** Controls the dialog that plans undelivered orders of the open load again. */
function usePlanAgain(load: LoadSummary | undefined, onRoad: ReadonlyMap<string, StopProgress>) {
  const mayPlan = useMay('consignments:write')
  const mayProve = useMay('pods:write')
  const [asked, setAsked] = useState<{ ids: readonly string[]; untold: number }>({ ids: [], untold: 0 })
  const isClosed = load !== undefined && !isOpen(load.status)
  const isUntold = (id: string) => isClosed && onRoad.get(id)?.outcome === null
  const may = (id: string) => isClosed && mayPlan && (isUndelivered(onRoad.get(id) ?? {}) || (mayProve && isUntold(id)))
  /** Returns whether the order can leave its load only by this command. */
  const isStuck = (id: string) => load?.status === 'started' && isUntold(id)
  /** Opens the dialog with the present number of orders without an outcome, because another load may open meanwhile. */
  const openDialog = (ids: readonly string[]) => setAsked({ ids, untold: ids.filter(isUntold).length })
  return { ...asked, isClosed, isStuck, may, ask: openDialog, close: () => openDialog([]) }
}

/** Returns the moves of orders between the open load and the pool. */
function movesOn(planned: PlannedRoute | undefined, pool: OrderPool, assigning: AssignmentControl) {
  const sequence = (planned?.stops ?? noStops).map(({ consignmentId }) => consignmentId)
  const loadId = planned?.load.loadId ?? ''
  const waiting = pool.inSight.map(({ consignmentId }) => consignmentId)
  const nameOf = (id: string) =>
    pool.all.find(({ consignmentId }) => consignmentId === id)?.name ?? planned?.nameOf(id) ?? id
  const named = (ids: readonly string[]): NamedOrder[] => ids.map((id) => ({ consignmentId: id, name: nameOf(id) }))
  /** Returns ids in the sequence of the lists, in whatever order they were selected. */
  const sorted = (ids: readonly string[]) => sortBySequence([...sequence, ...waiting], ids)
  return {
    sequence,
    named: (ids: readonly string[]) => named(sorted(ids)),
    async takeOut(ids: readonly string[]): Promise<void> {
      await assigning.takeOut(named(sorted(ids)), { kind: 'stops', loadId, at: sequence.indexOf(ids[0]!) })
    },
    async place(ids: readonly string[], index: number): Promise<void> {
      const target: DropTarget = { kind: 'stops', loadId, at: index }
      if (planned && !isOpen(planned.load.status))
        return assigning.refuse(named(sorted(ids))[0]!, [currentTexts(loadTexts).fixed], target)
      const joining = removeIds(sorted(ids), sequence)
      // A refusal must appear at the drop, not at the save, so the API checks the orders first.
      const refused = planned && joining.length > 0 && (await assigning.whyNot(joining, planned.load.loadId))
      if (refused) return assigning.refuse(named([refused.id])[0]!, refused.messages, target)
      const guests = await Promise.all(joining.map(readStop))
      planned?.arrange((current) => insertIds(current, sorted(ids), index), guests)
    },
    async dropOn(ids: readonly string[], load: LoadSummary): Promise<void> {
      await assigning.assign(named(sorted(ids)), load, { kind: 'load', loadId: load.loadId })
    },
  }
}

async function readStop(consignmentId: string): Promise<PlanStop> {
  const { data } = await queryClient.fetchQuery(buildQuery(getConsignmentById, { params: { consignmentId } }))
  return planStop(data)
}

function useSaveKey(planned: PlannedRoute | undefined): void {
  const { routePlan } = useTexts(planTexts)
  const { saveOrder } = useTexts(pageTexts)
  const save = () => (planned?.hasConflict ? requireDecision() : void planned?.save())
  useShortcuts([{ keys: 'mod+s', label: saveOrder, group: routePlan, whileTyping: true, run: save }])
}

/** Registers the key that opens the highlighted order, and the lists through which a user moves with keys. */
function useOrderKeys(sequence: readonly string[], pool: OrderPool): void {
  const texts = useTexts(planTexts)
  const { open } = useOpenOrder()
  const openPointed = () => {
    const pointed = highlightedStop.get()
    if (pointed !== null) open(pointed)
  }
  useShortcuts([{ keys: 'i', label: texts.openOrder, group: texts.routePlan, run: openPointed }])
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
  const roads = useRoads(useMemo(() => listRoutePositions(route, stops), [route, stops]))
  return useMemo(() => {
    const shape: PlanRoute = { ...route, startsAt: startsAt ?? route.startsAt, roads }
    const { arrivals, ends } = calculateJourney(shape, stops)
    return { shape, estimates: arrivals, ends }
  }, [route, roads, stops, startsAt])
}

/** Returns the loads with unsaved sequences, and the orders that joined them. */
function useUnsavedIds() {
  const sequences = useUnsavedSequences()
  return useMemo(() => {
    const joinedIds = [...sequences.values()].flatMap(({ guests, mine }) =>
      guests.map((guest) => guest.consignmentId).filter((id) => mine.includes(id)),
    )
    return { unsaved: new Set(sequences.keys()), taken: new Set(joinedIds) }
  }, [sequences])
}
