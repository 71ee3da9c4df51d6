// Defines the properties of the map of a route, for the map and for the plain drawing.
import type { GeoPosition } from '../../contract/travel.ts'
import type { DistanceUnit } from '../platform/units.ts'
import type { ModifierKeys, RouteBadge, RouteLocations } from './route-locations.ts'

export interface RouteMapProps extends RouteLocations {
  label: string
  /** Letter and colour of the route; null without a route. */
  badge: RouteBadge | null
  /** Identifies the area that the map shows. A new value moves the map. */
  focus: string
  /** Present line of the route, while a proposal shows another line. */
  ghost?: readonly GeoPosition[]
  /** Last position of the vehicle while the load is started. */
  vehicle?: { position: GeoPosition; label: string; time: string } | null
  /** Id of the stop under the pointer, on the map or in a list next to it. */
  highlighted: string | null
  onHighlight: (id: string | null) => void
  selected: ReadonlySet<string>
  onSelect: (keys: ModifierKeys, id: string) => void
  /** Receives the ids of all pins within a drawn line. */
  onLasso: (ids: readonly string[], keys: ModifierKeys) => void
  /** Makes the pin of an order draggable. Returns a function that stops this. */
  attach?: ((pin: HTMLElement, id: string) => () => void) | undefined
  distanceUnit: DistanceUnit
}
