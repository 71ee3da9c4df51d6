// Collects the places of a route for the map: depots, stops, legs, unplanned orders and areas.

import type { GeoPosition } from '../../contract/travel.ts'
import type { DistanceUnit } from '../platform/units.ts'
import { type Bounds, boundsOf, cutAt } from './geometry.ts'

export interface DepotPlace {
  key: string
  name: string
  position: GeoPosition
}
export interface StopPlace {
  id: string
  /** Within the route, from 1; null for an order that no load has yet. */
  number: number | null
  name: string
  /** What tells it from others, such as its postal code; written beside it where there is room. */
  place: string
  position: GeoPosition
  type: 'delivery' | 'collection'
  /** What is wrong with it, in words; shown as an icon and read out. */
  fault: { text: string; isSevere: boolean } | null
  /** Somebody was there already. */
  isDone?: boolean
  /** More about it, for the card that appears when it is pointed at. */
  details: readonly string[]
}

/** Letter and colour of a route. */
export interface RouteMark {
  letter: string
  /** Which of the palette's colours. */
  color: number
}

/** Another route of the day, beside the selected one. */
export interface OtherRoute {
  id: string
  name: string
  mark: RouteMark
  start: DepotPlace | null
  end: DepotPlace | null
  stops: readonly StopPlace[]
}
export interface AreaPlace {
  key: string
  name: string
  polygon: GeoPosition[]
}

/** Modifier keys held during a click. */
export interface ModifierKeys {
  shiftKey: boolean
  ctrlKey: boolean
  metaKey: boolean
}

/** The parts of a route that have a location. */
export interface RoutePlaces {
  start: DepotPlace | null
  end: DepotPlace | null
  stops: readonly StopPlace[]
  /** Along the roads, where it is known; otherwise legs are straight. */
  line: readonly GeoPosition[] | null
  others: readonly OtherRoute[]
  areas: readonly AreaPlace[]
}

/** One place on a map of its own. */
export interface PlaceProps {
  label: string
  position: GeoPosition
  distanceUnit: DistanceUnit
}

export interface Leg {
  /** The stop that it leads to; the way home leads to none. */
  to: string | null
  line: readonly GeoPosition[]
}

export function legsOf({ start, end, stops, line }: Pick<RoutePlaces, 'start' | 'end' | 'stops' | 'line'>): Leg[] {
  const onRoute = stops.filter(({ number }) => number !== null)
  if (onRoute.length === 0) return []
  const places = [
    ...(start ? [{ id: null, position: start.position }] : []),
    ...onRoute,
    ...(end ? [{ id: null, position: end.position }] : []),
  ]
  const parts =
    line &&
    cutAt(
      line,
      places.map(({ position }) => position),
    )
  return places
    .slice(1)
    .map(({ id, position }, index) => ({ to: id, line: parts?.[index] ?? [places[index]!.position, position] }))
}

/** Returns the bounds of the route, or of all places without a route. */
export function boundsToShow({
  start,
  end,
  stops,
  others,
  areas,
}: Pick<RoutePlaces, 'start' | 'end' | 'stops' | 'others' | 'areas'>): Bounds | null {
  const depots = [start, end].flatMap((depot) => (depot ? [depot.position] : []))
  const route = [...depots, ...stops.filter(({ number }) => number !== null).map(({ position }) => position)]
  if (route.length > 0) return boundsOf(route)
  const everyone = [...stops, ...others.flatMap((route) => route.stops)]
  const rest = [...everyone.map(({ position }) => position), ...areas.flatMap(({ polygon }) => polygon)]
  return boundsOf(rest)
}

/** Returns the depots of a route, each once: most routes end where they start. */
export const depotsOf = ({ start, end }: Pick<RoutePlaces, 'start' | 'end'>): DepotPlace[] => [
  ...(start ? [start] : []),
  ...(end && end.key !== start?.key ? [end] : []),
]

/** Returns all places that a drawn line can select. */
export const placesOf = ({ stops, others }: Pick<RoutePlaces, 'stops' | 'others'>): readonly StopPlace[] => [
  ...stops,
  ...others.flatMap((route) => route.stops),
]
