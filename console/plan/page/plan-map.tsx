// Draws the map of the plan: the stops of the open load with their errors, unassigned orders, depots and areas.
import { draggable } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { memo, useCallback, useMemo } from 'react'
import type { StopArrival } from '../../../contract/arrivals.ts'
import type { LoadSummary } from '../../../contract/load.ts'
import type { GeoPosition } from '../../../contract/travel.ts'
import { RouteMap } from '../../map/map.tsx'
import type { ModifierKeys, StopLocation } from '../../map/route-locations.ts'
import { formatMeasure } from '../../platform/units.ts'
import type { StopProgress } from '../../road/progress.tsx'
import { roadTexts } from '../../road/words.ts'
import { useFormat } from '../../words/format.ts'
import { currentLanguage, useTexts } from '../../words/language.ts'
import { languageLocales } from '../../words/words.ts'
import { listMovedOrders } from '../load/selection.ts'
import { pageTexts } from '../load/words.ts'
import { findDepotLocation, type PlanBasics } from '../times/data.ts'
import { type LocateStop, useUnselectedRoutes } from '../times/day-routes.ts'
import { findStopProblems, type PlanStop } from '../times/route.ts'
import { assignRouteBadges } from '../times/route-badges.ts'
import { highlightedStop } from '../views/highlight.tsx'
import { useProblemText } from '../views/problem-labels.tsx'
import { useWindow } from '../views/time-line.tsx'
import type { PlanDeskState } from './use-desk.ts'

interface PlanMapProps extends PlanBasics {
  /** Day of the page. */
  day: string
  /** Line of the route along roads; null if unknown. */
  line: readonly GeoPosition[] | null
  /** Loads of the day. */
  ofDay: readonly LoadSummary[]
  load: LoadSummary | undefined
  mayChange: boolean
  stops: readonly PlanStop[]
  estimates: readonly StopArrival[]
  road: PlanDeskState['road']
  /** Orders without a load that the list shows. */
  waiting: readonly PlanStop[]
  selected: ReadonlySet<string>
  onSelect: (keys: ModifierKeys, id: string) => void
  onLasso: (ids: readonly string[], keys: ModifierKeys) => void
}

export const PlanMap = memo(function PlanMap(props: PlanMapProps) {
  const { environment, depots, day, ofDay, load, mayChange, stops, estimates, road, waiting, ...linked } = props
  const page = useTexts(pageTexts)
  const texts = useTexts(roadTexts)
  const format = useFormat(environment.timezone)
  const findRoadProblem = useRoadProblem(environment.timezone)
  const describe = useProblemText()
  const locateStop = useStopLocator(environment, day)
  const badge = useMemo(() => (load && assignRouteBadges(ofDay).get(load.loadId)) ?? null, [ofDay, load])
  const unselectedRoutes = useUnselectedRoutes(ofDay, load?.loadId, props, locateStop)
  // The map receives new places only if they differ.
  // biome-ignore lint/correctness/useExhaustiveDependencies: texts change only with the language of the page
  const stopLocations = useMemo(() => {
    const onRoute = stops.flatMap((stop, index) => {
      const progress = road.onRoad.get(stop.consignmentId)
      const problem = progress ? undefined : findStopProblems(stop, estimates[index])[0]
      const found = problem ? { text: describe(problem), isSevere: problem.kind === 'late' } : findRoadProblem(progress)
      return locateStop(stop, index + 1, found).map((stopLocation) => ({
        ...stopLocation,
        isDone: progress?.outcome != null,
        ...(progress?.outcome === 'success' ? { name: `${stopLocation.name} (${texts.success})` } : {}),
      }))
    })
    const routeIds = new Set(stops.map(({ consignmentId }) => consignmentId))
    const waitingLocations = waiting
      .filter(({ consignmentId }) => !routeIds.has(consignmentId))
      .flatMap((order) => locateStop(order, null, null))
    return [...waitingLocations, ...onRoute]
  }, [stops, estimates, road, waiting, locateStop])
  const ends = useMemo(
    () => ({
      start: findDepotLocation(depots, load?.startDepotKey ?? null),
      end: findDepotLocation(depots, load?.endDepotKey ?? null),
    }),
    [depots, load],
  )
  const areas = useMemo(
    () => environment.areas.flatMap(({ key, name, polygon }) => (polygon ? [{ key, name, polygon }] : [])),
    [environment.areas],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: texts change only with the language of the page
  const vehicle = useMemo(
    () =>
      road.vehicle && {
        position: road.vehicle,
        label: texts.seenAt(format.time(road.vehicle.time)),
        time: format.time(road.vehicle.time),
      },
    [road],
  )
  return (
    <RouteMap
      {...linked}
      {...ends}
      highlighted={highlightedStop.use()}
      onHighlight={highlightedStop.set}
      label={load ? page.mapOf(load.key) : page.mapOfPool}
      badge={badge}
      focus={load?.loadId ?? day}
      stops={stopLocations}
      others={unselectedRoutes}
      vehicle={vehicle}
      {...(mayChange ? { attach: attachPin } : {})}
      areas={areas}
      distanceUnit={environment.displayPreferences.distanceUnit}
    />
  )
})

/** Returns a function that finds the problem of a stop on the road. */
function useRoadProblem(zone: string): (told: StopProgress | undefined) => StopLocation['fault'] {
  const texts = useTexts(roadTexts)
  const format = useFormat(zone)
  return (progress) => {
    if (progress?.outcome === 'failed' || progress?.outcome === 'partial')
      return { text: texts[progress.outcome], isSevere: progress.outcome === 'failed' }
    if (progress?.outcome === null && progress.late && progress.estimated !== null)
      return { text: texts.expectedLate(format.time(progress.estimated)), isSevere: true }
    return null
  }
}

/** Returns a function that converts a stop for the map. Omits a stop without a location. */
function useStopLocator(
  { timezone, displayPreferences: { weightUnit } }: PlanBasics['environment'],
  day: string,
): LocateStop {
  const window = useWindow(timezone, day)
  const spoken = currentLanguage.use()
  // biome-ignore lint/correctness/useExhaustiveDependencies: texts change only with the language
  return useCallback(
    (stop, number, problem) => {
      if (stop.position === null) return []
      const weight = stop.weight === null ? [] : [formatMeasure(stop.weight, weightUnit, languageLocales[spoken])]
      const details = [stop.place, [window(stop), ...weight].join(' · '), stop.key].filter(Boolean)
      const { consignmentId: id, name, mark: place, position, type } = stop
      return [{ id, number, name, place, position, type, fault: problem, details }]
    },
    [timezone, day, weightUnit, spoken],
  )
}

/** Makes a pin draggable, like the card of its order. */
const attachPin = (pin: HTMLElement, id: string): (() => void) => {
  // Without this, the map would move, and its markers would prevent the drag.
  const hold = (event: Event) => event.stopImmediatePropagation()
  const allow = (event: Event) => Object.defineProperty(event, 'preventDefault', { value: () => undefined })
  pin.addEventListener('mousedown', hold, { capture: true })
  pin.addEventListener('dragstart', allow, { capture: true })
  const release = draggable({ element: pin, getInitialData: () => ({ kind: 'order', id, ids: listMovedOrders(id) }) })
  return () => {
    pin.removeEventListener('mousedown', hold, { capture: true })
    pin.removeEventListener('dragstart', allow, { capture: true })
    release()
  }
}
