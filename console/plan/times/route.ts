// Calculates a route in the browser: distances, estimated arrivals, the quantity on board, and errors.
import { formatStopTown } from '../../../contract/address.ts'
import {
  calculateServiceWindow,
  type RouteBreak,
  type RouteTimes,
  calculateRouteTimes as reckoned,
  type StopArrival,
} from '../../../contract/arrivals.ts'
import type { Consignment } from '../../../contract/consignment.ts'
import type { DataOf } from '../../../contract/endpoint.ts'
import type { Load } from '../../../contract/load.ts'
import {
  applySpeedFactor,
  estimateLeg,
  type GeoPosition,
  type TravelLeg,
  type TravelSettings,
} from '../../../contract/travel.ts'
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
    place: formatStopTown(address),
    town: address.city ?? '',
    mark: address.postalCode || address.city || '',
    position: address.geoLocation,
    // Only a load contains this location: `addPostcodePositions` adds it.
    postcodePosition: null,
    packages: order.plannedPackages ?? order.packages.length,
  }
}

/** Adds the locations of postal codes, which a load contains, to its stops. */
export function addPostcodePositions({ stops: told }: Pick<Load, 'stops'>, stops: readonly PlanStop[]): PlanStop[] {
  const positionsById = new Map(told.map(({ consignmentId, postcodePosition }) => [consignmentId, postcodePosition]))
  return stops.map((stop) => {
    const postcodePosition = positionsById.get(stop.consignmentId) ?? null
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
  roads: RoadTravel
  /** Factor of the vehicle. Driving times are divided by it. */
  speedFactor: number
  breaks: readonly RouteBreak[]
  /** End of the shift of vehicle or driver, in milliseconds since 1970. */
  shiftEnds: number | null
}

/** The response of the travel server about a sequence of places. */
export interface RoadTravel {
  /** Legs by their two places; empty while everything is estimated. */
  legs: ReadonlyMap<string, TravelLeg>
  line: GeoPosition[] | null
  /** Whether the travel server of the service gave no response. */
  isUnanswered: boolean
}
const createLegKey = (from: GeoPosition, to: GeoPosition): string => `${from.lat},${from.lng} ${to.lat},${to.lng}`

export const estimatedRoads: RoadTravel = { legs: new Map(), line: null, isUnanswered: false }

export function parseRoads(
  positions: readonly GeoPosition[],
  response: DataOf<typeof travelRoute> | undefined,
): RoadTravel {
  if (!response || response.source === 'estimate') return { ...estimatedRoads, isUnanswered: Boolean(response?.note) }
  const legs = response.legs.map(({ distance, duration }, index) => {
    const leg = { metres: Math.round(distance * 1_000), seconds: Math.round(duration * 60) }
    return [createLegKey(positions[index]!, positions[index + 1]!), leg] as const
  })
  return {
    legs: new Map(legs),
    line: response.line?.map(([lat, lng]) => ({ lat: lat!, lng: lng! })) ?? null,
    isUnanswered: false,
  }
}

function legOf({ roads, travel, speedFactor }: PlanRoute, from: GeoPosition, to: GeoPosition): TravelLeg {
  return applySpeedFactor(roads.legs.get(createLegKey(from, to)) ?? estimateLeg(from, to, travel), speedFactor)
}

/** Returns the known places of a route in their order. */
export const listRoutePositions = (
  { start, end }: Pick<PlanRoute, 'start' | 'end'>,
  stops: readonly PlanStop[],
): GeoPosition[] => [start, ...stops.map(reckonedAt), end].filter((position) => position !== null)

export const parseInstant = (text: string | null): number | null => (text === null ? null : new Date(text).getTime())

const minute = 60_000

/** Calculates the arrival at each stop and the end of the route. */
export const calculateJourney = (route: PlanRoute, stops: readonly PlanStop[]): RouteTimes =>
  reckoned(
    { ...route, legOf: (from, to) => legOf(route, from, to) },
    stops.map((stop) => ({ ...calculateServiceWindow(stop), position: reckonedAt(stop), timeAtStop: stop.timeAtStop })),
  )

export const calculateArrivals = (route: PlanRoute, stops: readonly PlanStop[]): StopArrival[] =>
  calculateJourney(route, stops).arrivals

/** Returns the minutes after the end of the shift; 0 without a shift or within it. */
export const calculateOvertime = ({ shiftEnds }: PlanRoute, { ends }: RouteTimes): number =>
  minutesAfter(ends, shiftEnds)

/** Returns the length of the route to its end depot in kilometres; null without locations. */
export function calculateKilometres(route: PlanRoute, stops: readonly PlanStop[]): number | null {
  const positions = listRoutePositions(route, stops)
  if (positions.length < 2) return null
  const metres = positions.slice(1).map((position, index) => legOf(route, positions[index]!, position).metres)
  return metres.reduce((sum, leg) => sum + leg, 0) / 1_000
}

export interface QuantityCurve {
  /** Quantity on board after the start and after each stop: one value more than stops. */
  onBoard: number[]
  peak: number
  /** Index in `onBoard` of the first peak. */
  peakAt: number
}

/** Calculates the quantity on board. Deliveries are on board from the start, collections from their stop. */
export function calculateCurve<M extends 'weight' | 'volume' | 'packages'>(
  stops: readonly Pick<PlanStop, 'type' | M>[],
  quantity: M,
): QuantityCurve {
  const tidy = (value: number) => Number(value.toPrecision(15))
  let current = 0
  for (const stop of stops) if (stop.type === 'delivery') current += stop[quantity] ?? 0
  const onBoard = [tidy(current)]
  for (const stop of stops) {
    current += (stop.type === 'delivery' ? -1 : 1) * (stop[quantity] ?? 0)
    onBoard.push(tidy(current))
  }
  const peak = Math.max(...onBoard)
  return { onBoard, peak, peakAt: onBoard.indexOf(peak) }
}

export type StopProblem =
  /** The planned time is after the time window. */
  | { kind: 'late'; minutes: number }
  /** The estimated arrival is late, although the planned time is not. */
  | { kind: 'mayBeLate'; minutes: number }
  | { kind: 'nowhere' }

const minutesAfter = (time: number | null, limit: number | null) =>
  time === null || limit === null ? 0 : Math.max(0, Math.ceil((time - limit) / minute))

export function findStopProblems(stop: PlanStop, arrival: StopArrival | undefined): StopProblem[] {
  const { closesAt } = calculateServiceWindow(stop)
  const late = minutesAfter(parseInstant(stop.planned), closesAt)
  const mayBeLate = minutesAfter(arrival?.arrives ?? null, closesAt)
  const problems: StopProblem[] = []
  if (late > 0) problems.push({ kind: 'late', minutes: late })
  else if (mayBeLate > 0) problems.push({ kind: 'mayBeLate', minutes: mayBeLate })
  if (!stop.position) problems.push({ kind: 'nowhere' })
  return problems
}

/** Returns how much a peak exceeds the capacity; 0 if it does not. */
export const calculateExcess = (peak: number, capacity: number | null): number =>
  capacity !== null && peak > capacity ? Number((peak - capacity).toPrecision(12)) : 0
