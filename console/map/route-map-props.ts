// Defines the properties of the map of a route, for the map and for the plain drawing.
import type { GeoPosition } from '../../contract/travel.ts'
import type { DistanceUnit } from '../platform/units.ts'
import type { ModifierKeys, RouteBadge, RouteLocations } from './route-locations.ts'

export interface RouteMapProps extends RouteLocations {
  label: string
  /** Of the route itself; null where there is none. */
  badge: RouteBadge | null
  /** Names what the view is fitted to: another one moves it. */
  focus: string
  /** The way that it takes now, where another one is proposed. */
  ghost?: readonly GeoPosition[]
  /** Where it was last, while it is under way. */
  vehicle?: { position: GeoPosition; label: string; time: string } | null
  /** The stop that is pointed at, here or in a list beside the map. */
  highlighted: string | null
  onHighlight: (id: string | null) => void
  selected: ReadonlySet<string>
  onSelect: (keys: ModifierKeys, id: string) => void
  /** Everything within a line that was drawn around it. */
  onLasso: (ids: readonly string[], keys: ModifierKeys) => void
  /** Makes the pin of an order something to drag; answers how to stop that. */
  attach?: ((pin: HTMLElement, id: string) => () => void) | undefined
  distanceUnit: DistanceUnit
}
