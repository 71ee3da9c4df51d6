// Draws the map of the plan: the stops of the open load with their errors, unassigned orders, depots and areas.
import { draggable } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { memo, useCallback, useMemo } from 'react'
import type { Arrival } from '../../../contract/arrivals.ts'
import type { LoadSummary } from '../../../contract/load.ts'
import type { GeoPosition } from '../../../contract/travel.ts'
import { RouteMap } from '../../map/map.tsx'
import type { ModifierKeys, StopPlace } from '../../map/places.ts'
import { measure } from '../../platform/units.ts'
import type { StopProgress } from '../../road/progress.tsx'
import { roadWords } from '../../road/words.ts'
import { useFormat } from '../../words/format.ts'
import { language, useWords } from '../../words/language.ts'
import { locales } from '../../words/words.ts'
import { alongWith } from '../load/selection.ts'
import { pageWords } from '../load/words.ts'
import { type Basics, depotPlace } from '../times/data.ts'
import { type PlaceOf, useOtherRoutes } from '../times/day-routes.ts'
import { marksOf } from '../times/load-mark.ts'
import { type PlanStop, stopFaults } from '../times/route.ts'
import { highlighted } from '../views/highlight.tsx'
import { useFaultText } from '../views/marks.tsx'
import { useWindow } from '../views/time-line.tsx'
import type { Desk } from './use-desk.ts'

interface PlanMapProps extends Basics {
  /** Day of the page. */
  day: string
  /** Line of the route along roads; null if unknown. */
  line: readonly GeoPosition[] | null
  /** Loads of the day. */
  ofDay: readonly LoadSummary[]
  load: LoadSummary | undefined
  mayChange: boolean
  stops: readonly PlanStop[]
  estimates: readonly Arrival[]
  road: Desk['road']
  /** Orders without a load that the list shows. */
  waiting: readonly PlanStop[]
  selected: ReadonlySet<string>
  onSelect: (keys: ModifierKeys, id: string) => void
  onLasso: (ids: readonly string[], keys: ModifierKeys) => void
}

export const PlanMap = memo(function PlanMap(props: PlanMapProps) {
  const { environment, depots, day, ofDay, load, mayChange, stops, estimates, road, waiting, ...linked } = props
  const page = useWords(pageWords)
  const words = useWords(roadWords)
  const format = useFormat(environment.timezone)
  const roadFault = useRoadFault(environment.timezone)
  const faultText = useFaultText()
  const placeOf = usePlaceOf(environment, day)
  const mark = useMemo(() => (load && marksOf(ofDay).get(load.loadId)) ?? null, [ofDay, load])
  const others = useOtherRoutes(ofDay, load?.loadId, props, placeOf)
  // The map receives new places only if they differ.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the words are those of the page
  const places = useMemo(() => {
    const onRoute = stops.flatMap((stop, index) => {
      const told = road.onRoad.get(stop.consignmentId)
      const fault = told ? undefined : stopFaults(stop, estimates[index])[0]
      const found = fault ? { text: faultText(fault), isSevere: fault.kind === 'late' } : roadFault(told)
      return placeOf(stop, index + 1, found).map((place) => ({
        ...place,
        isDone: told?.outcome != null,
        ...(told?.outcome === 'success' ? { name: `${place.name} (${words.success})` } : {}),
      }))
    })
    const mine = new Set(stops.map(({ consignmentId }) => consignmentId))
    const beside = waiting
      .filter(({ consignmentId }) => !mine.has(consignmentId))
      .flatMap((order) => placeOf(order, null, null))
    return [...beside, ...onRoute]
  }, [stops, estimates, road, waiting, placeOf])
  const ends = useMemo(
    () => ({
      start: depotPlace(depots, load?.startDepotKey ?? null),
      end: depotPlace(depots, load?.endDepotKey ?? null),
    }),
    [depots, load],
  )
  const areas = useMemo(
    () => environment.areas.flatMap(({ key, name, polygon }) => (polygon ? [{ key, name, polygon }] : [])),
    [environment.areas],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: the words are those of the page
  const vehicle = useMemo(
    () =>
      road.vehicle && {
        position: road.vehicle,
        label: words.seenAt(format.time(road.vehicle.time)),
        time: format.time(road.vehicle.time),
      },
    [road],
  )
  return (
    <RouteMap
      {...linked}
      {...ends}
      highlighted={highlighted.use()}
      onHighlight={highlighted.set}
      label={load ? page.mapOf(load.key) : page.mapOfPool}
      mark={mark}
      focus={load?.loadId ?? day}
      stops={places}
      others={others}
      vehicle={vehicle}
      {...(mayChange ? { attach: attachPin } : {})}
      areas={areas}
      distanceUnit={environment.displayPreferences.distanceUnit}
    />
  )
})

/** Returns a function that finds the problem of a stop on the road. */
function useRoadFault(zone: string): (told: StopProgress | undefined) => StopPlace['fault'] {
  const words = useWords(roadWords)
  const format = useFormat(zone)
  return (told) => {
    if (told?.outcome === 'failed' || told?.outcome === 'partial')
      return { text: words[told.outcome], isSevere: told.outcome === 'failed' }
    if (told?.outcome === null && told.late && told.estimated !== null)
      return { text: words.expectedLate(format.time(told.estimated)), isSevere: true }
    return null
  }
}

/** Returns a function that converts a stop for the map. A stop without a location is left out. */
function usePlaceOf({ timezone, displayPreferences: { weightUnit } }: Basics['environment'], day: string): PlaceOf {
  const window = useWindow(timezone, day)
  const spoken = language.use()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the words follow the language
  return useCallback(
    (stop, number, fault) => {
      if (stop.position === null) return []
      const weight = stop.weight === null ? [] : [measure(stop.weight, weightUnit, locales[spoken])]
      const details = [stop.place, [window(stop), ...weight].join(' · '), stop.key].filter(Boolean)
      const { consignmentId: id, name, mark: place, position, type } = stop
      return [{ id, number, name, place, position, type, fault, details }]
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
  const release = draggable({ element: pin, getInitialData: () => ({ kind: 'order', id, ids: alongWith(id) }) })
  return () => {
    pin.removeEventListener('mousedown', hold, { capture: true })
    pin.removeEventListener('dragstart', allow, { capture: true })
    release()
  }
}
