// Collects the places of a route for the map: depots, stops, legs, unplanned orders and areas.

import type { GeoPosition } from '../../contract/travel.ts'
import type { DistanceUnit } from '../platform/units.ts'
import { calculateBounds, type MapBounds, splitLine } from './geometry.ts'

export interface DepotLocation {
  key: string
  name: string
  position: GeoPosition
}
export interface StopLocation {
  id: string
  /** Number of the stop in the route, from 1; null for an order without a load. */
  number: number | null
  name: string
  /**
   * Text that distinguishes the place from others, such as the postal code. It is shown next to the pin if there is
   * space.
   */
  place: string
  position: GeoPosition
  type: 'delivery' | 'collection'
  /** Problem of the stop in words, shown as an icon and read by screen readers. */
  fault: { text: string; isSevere: boolean } | null
  /** Whether the stop has an outcome. */
  isDone?: boolean
  /** Details for the card that appears under the pointer. */
  details: readonly string[]
}

/** Letter and colour of a route. */
export interface RouteBadge {
  letter: string
  /** Number of the colour in the palette. */
  color: number
}

/** Another route of the day, beside the selected one. */
export interface UnselectedRoute {
  id: string
  name: string
  mark: RouteBadge
  start: DepotLocation | null
  end: DepotLocation | null
  stops: readonly StopLocation[]
}
export interface AreaOutline {
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
export interface RouteLocations {
  start: DepotLocation | null
  end: DepotLocation | null
  stops: readonly StopLocation[]
  /** Line along the roads; null if unknown, so that legs are straight. */
  line: readonly GeoPosition[] | null
  others: readonly UnselectedRoute[]
  areas: readonly AreaOutline[]
}

/** Properties of a map with a single location. */
export interface LocationMapProps {
  label: string
  position: GeoPosition
  distanceUnit: DistanceUnit
}

export interface RouteLeg {
  /** Id of the stop at the end of the leg; null for the leg to the end depot. */
  to: string | null
  line: readonly GeoPosition[]
}

export function buildLegs({
  start,
  end,
  stops,
  line,
}: Pick<RouteLocations, 'start' | 'end' | 'stops' | 'line'>): RouteLeg[] {
  const onRoute = stops.filter(({ number }) => number !== null)
  if (onRoute.length === 0) return []
  const waypoints = [
    ...(start ? [{ id: null, position: start.position }] : []),
    ...onRoute,
    ...(end ? [{ id: null, position: end.position }] : []),
  ]
  const sections =
    line &&
    splitLine(
      line,
      waypoints.map(({ position }) => position),
    )
  return waypoints
    .slice(1)
    .map(({ id, position }, index) => ({ to: id, line: sections?.[index] ?? [waypoints[index]!.position, position] }))
}

/** Returns the bounds of the route, or of all places without a route. */
export function calculateVisibleBounds({
  start,
  end,
  stops,
  others,
  areas,
}: Pick<RouteLocations, 'start' | 'end' | 'stops' | 'others' | 'areas'>): MapBounds | null {
  const depots = [start, end].flatMap((depot) => (depot ? [depot.position] : []))
  const route = [...depots, ...stops.filter(({ number }) => number !== null).map(({ position }) => position)]
  if (route.length > 0) return calculateBounds(route)
  const everyone = [...stops, ...others.flatMap((route) => route.stops)]
  const positions = [...everyone.map(({ position }) => position), ...areas.flatMap(({ polygon }) => polygon)]
  return calculateBounds(positions)
}

/** Returns the depots of a route, each once: most routes end where they start. */
export const listDepotLocations = ({ start, end }: Pick<RouteLocations, 'start' | 'end'>): DepotLocation[] => [
  ...(start ? [start] : []),
  ...(end && end.key !== start?.key ? [end] : []),
]

/** Returns all places that a drawn line can select. */
export const listSelectableStops = ({
  stops,
  others,
}: Pick<RouteLocations, 'stops' | 'others'>): readonly StopLocation[] => [
  ...stops,
  ...others.flatMap((route) => route.stops),
]
