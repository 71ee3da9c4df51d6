// Calculates a route in the browser: distances, estimated arrivals, the quantity on board, and errors.
import {
  type Arrival,
  type Journey,
  type Pause,
  journey as reckoned,
  servedWithin,
} from '../../../contract/arrivals.ts'
import type { Consignment } from '../../../contract/consignment.ts'
import type { DataOf } from '../../../contract/endpoint.ts'
import type { Load } from '../../../contract/load.ts'
import { estimatedLeg, type GeoPosition, type Leg, legAtSpeed, type TravelSettings } from '../../../contract/travel.ts'
import type { travelRoute } from '../../../contract/travel-route.ts'

/** The data of a stop. An order of the list has all of it. */
export type PlanStop = Pick<
  Consignment,
  | 'consignmentId'
  | 'key'
  | 'type'
  | 'timeAtStop'
  | 'weight'
  | 'volume'
  | 'requiredFrom'
  | 'requiredTo'
  | 'planned'
  | 'committed'
  | 'planningInstructions'
  | 'skills'
> & {
  name: string
  /** Town and postal code. */
  place: string
  town: string
  /** Text that distinguishes a stop on the map, because many stops are in the same town. */
  mark: string
  position: GeoPosition | null
  /** Location of other orders with the same postal code, for estimates of an order without a location. */
  postcodePosition: GeoPosition | null
  /** Number of planned packages, otherwise of listed ones. */
  packages: number
}

/** Converts an order into a stop. */
export function planStop(order: Consignment): PlanStop {
  const { consigneeAddress: address, consigneeContact: contact } = order
  return {
    consignmentId: order.consignmentId,
    key: order.key,
    type: order.type,
    timeAtStop: order.timeAtStop,
    weight: order.weight,
    volume: order.volume,
    requiredFrom: order.requiredFrom,
    requiredTo: order.requiredTo,
    planned: order.planned,
    committed: order.committed,
    planningInstructions: order.planningInstructions,
    skills: order.skills,
    name: address.company || contact?.personName || address.name || order.key,
    place: [address.city, address.postalCode].filter(Boolean).join(' '),
    town: address.city ?? '',
    mark: address.postalCode || address.city || '',
    position: address.geoLocation,
    // Only the load knows this location.
    postcodePosition: null,
    packages: order.plannedPackages ?? order.packages.length,
  }
}

/** Adds the locations of postal codes that the load knows to its stops. */
export function placedIn({ stops: told }: Pick<Load, 'stops'>, stops: readonly PlanStop[]): PlanStop[] {
  const known = new Map(told.map(({ consignmentId, postcodePosition }) => [consignmentId, postcodePosition]))
  return stops.map((stop) => {
    const postcodePosition = known.get(stop.consignmentId) ?? null
    return postcodePosition ? { ...stop, postcodePosition } : stop
  })
}

/** Returns the location for estimates. */
const reckonedAt = ({ position, postcodePosition }: PlanStop): GeoPosition | null => position ?? postcodePosition

export interface PlanRoute {
  start: GeoPosition | null
  end: GeoPosition | null
  /** Milliseconds since 1970; null if the load has no planned start. */
  startsAt: number | null
  weightCapacity: number | null
  volumeCapacity: number | null
  packageCapacity: number | null
  travel: TravelSettings
  roads: Roads
  /** Factor of the vehicle. Driving times are divided by it. */
  speedFactor: number
  breaks: readonly Pause[]
  /** End of the shift of vehicle or driver, in milliseconds since 1970. */
  shiftEnds: number | null
}

/** The response of the travel server about a sequence of places. */
export interface Roads {
  /** Each leg by its two places; empty while everything is estimated. */
  legs: ReadonlyMap<string, Leg>
  line: GeoPosition[] | null
  /** Whether the travel server of the service gave no response. */
  isUnanswered: boolean
}
const wayBetween = (from: GeoPosition, to: GeoPosition): string => `${from.lat},${from.lng} ${to.lat},${to.lng}`

export const estimated: Roads = { legs: new Map(), line: null, isUnanswered: false }

export function roadsOf(places: readonly GeoPosition[], told: DataOf<typeof travelRoute> | undefined): Roads {
  if (!told || told.source === 'estimate') return { ...estimated, isUnanswered: Boolean(told?.note) }
  const legs = told.legs.map(({ distance, duration }, index) => {
    const leg = { metres: Math.round(distance * 1_000), seconds: Math.round(duration * 60) }
    return [wayBetween(places[index]!, places[index + 1]!), leg] as const
  })
  return {
    legs: new Map(legs),
    line: told.line?.map(([lat, lng]) => ({ lat: lat!, lng: lng! })) ?? null,
    isUnanswered: false,
  }
}

function legOf({ roads, travel, speedFactor }: PlanRoute, from: GeoPosition, to: GeoPosition): Leg {
  return legAtSpeed(roads.legs.get(wayBetween(from, to)) ?? estimatedLeg(from, to, travel), speedFactor)
}

/** Returns the known places of a route in their order. */
export const placesOf = ({ start, end }: Pick<PlanRoute, 'start' | 'end'>, stops: readonly PlanStop[]): GeoPosition[] =>
  [start, ...stops.map(reckonedAt), end].filter((place) => place !== null)

export const instant = (text: string | null): number | null => (text === null ? null : new Date(text).getTime())

const minute = 60_000

/** Calculates the arrival at each stop and the end of the route. */
export const journey = (route: PlanRoute, stops: readonly PlanStop[]): Journey =>
  reckoned(
    { ...route, legOf: (from, to) => legOf(route, from, to) },
    stops.map((stop) => ({ ...servedWithin(stop), position: reckonedAt(stop), timeAtStop: stop.timeAtStop })),
  )

export const arrivals = (route: PlanRoute, stops: readonly PlanStop[]): Arrival[] => journey(route, stops).arrivals

/** Returns the minutes after the end of the shift; 0 without a shift or within it. */
export const beyondShift = ({ shiftEnds }: PlanRoute, { ends }: Journey): number => minutesAfter(ends, shiftEnds)

/** Returns the length of the route to its end depot in kilometres; null without locations. */
export function totalKilometres(route: PlanRoute, stops: readonly PlanStop[]): number | null {
  const places = placesOf(route, stops)
  if (places.length < 2) return null
  const metres = places.slice(1).map((place, index) => legOf(route, places[index]!, place).metres)
  return metres.reduce((sum, leg) => sum + leg, 0) / 1_000
}

export interface Curve {
  /** Quantity on board after the start and after each stop: one value more than stops. */
  onBoard: number[]
  peak: number
  /** Index in `onBoard` of the first peak. */
  peakAt: number
}

/** Calculates the quantity on board. Deliveries are on board from the start, collections from their stop. */
export function curve<M extends 'weight' | 'volume' | 'packages'>(
  stops: readonly Pick<PlanStop, 'type' | M>[],
  of: M,
): Curve {
  const tidy = (value: number) => Number(value.toPrecision(15))
  let current = 0
  for (const stop of stops) if (stop.type === 'delivery') current += stop[of] ?? 0
  const onBoard = [tidy(current)]
  for (const stop of stops) {
    current += (stop.type === 'delivery' ? -1 : 1) * (stop[of] ?? 0)
    onBoard.push(tidy(current))
  }
  const peak = Math.max(...onBoard)
  return { onBoard, peak, peakAt: onBoard.indexOf(peak) }
}

export type StopFault =
  /** The planned time is after the time window. */
  | { kind: 'late'; minutes: number }
  /** The estimated arrival is late, although the planned time is not. */
  | { kind: 'mayBeLate'; minutes: number }
  | { kind: 'nowhere' }

const minutesAfter = (time: number | null, limit: number | null) =>
  time === null || limit === null ? 0 : Math.max(0, Math.ceil((time - limit) / minute))

export function stopFaults(stop: PlanStop, arrival: Arrival | undefined): StopFault[] {
  const { closesAt } = servedWithin(stop)
  const late = minutesAfter(instant(stop.planned), closesAt)
  const mayBeLate = minutesAfter(arrival?.arrives ?? null, closesAt)
  const faults: StopFault[] = []
  if (late > 0) faults.push({ kind: 'late', minutes: late })
  else if (mayBeLate > 0) faults.push({ kind: 'mayBeLate', minutes: mayBeLate })
  if (!stop.position) faults.push({ kind: 'nowhere' })
  return faults
}

/** Returns how much a peak exceeds the capacity; 0 if it does not. */
export const excess = (peak: number, capacity: number | null): number =>
  capacity !== null && peak > capacity ? Number((peak - capacity).toPrecision(12)) : 0
