// Estimates when a load reaches its open stops, from the last vehicle position, with a margin for recipients.
import {
  calculateArrivals,
  calculateRouteTimes,
  type RouteBreak,
  type StopArrival,
  type StopVisit,
} from '../../../contract/arrivals.ts'
import { applySpeedFactor, type GeoPosition } from '../../../contract/travel.ts'
import type { LegOf } from '../../fleet/travel/rules.ts'

const minute = 60_000
/** Age in milliseconds from which the last vehicle position is too old for an estimate. */
const staleMs = 45 * minute
/** Margin before and after an estimate, in milliseconds. `marginPart` of the remaining time applies if it is longer. */
const marginMs = 10 * minute
const marginPart = 0.15
const stepMs = 15 * minute

/** Start of an estimate: the place of the vehicle, and the time of this position in milliseconds since the epoch. */
export interface PositionAnchor {
  at: number
  /** Place of the vehicle; null if the anchor has only a time. */
  place: GeoPosition | null
}

/** Data with which driving times and breaks are calculated. */
export interface TravelModel {
  legOf: LegOf
  /** Speed factor of the vehicle, by which driving times are divided. */
  speedFactor: number
  end: GeoPosition | null
  /** Breaks that the driver has not taken yet. */
  breaks: readonly RouteBreak[]
}

export interface LoadEstimate {
  /** Time at which the work at each stop begins, after a wait for its window; null if the stop has no location. */
  reached: (number | null)[]
  /** Time at which the route ends; null if unknown. */
  ends: number | null
}

const legBetween =
  ({ legOf, speedFactor }: TravelModel): LegOf =>
  (from, to) =>
    applySpeedFactor(legOf(from, to), speedFactor)

/** Calculates the plan: the arrivals at all stops from the planned start. */
export function planOf(
  start: PositionAnchor | undefined,
  stops: readonly StopVisit[],
  model: TravelModel,
): StopArrival[] {
  const { breaks } = model
  return calculateArrivals(
    { start: start?.place ?? null, startsAt: start?.at ?? null, legOf: legBetween(model), breaks },
    stops,
  )
}

/**
 * Returns the breaks that the driver has not taken. A break counts as taken if the plan has it before a stop that is
 * done.
 */
export function findOpenBreaks(
  breaks: readonly RouteBreak[],
  plan: readonly StopArrival[],
  isDone: (index: number) => boolean,
): RouteBreak[] {
  const done = plan.findLastIndex((_, index) => isDone(index))
  const takenBreaks = new Set(plan.slice(0, done + 1).flatMap((arrival) => arrival.breaks))
  return breaks.filter((pause) => !takenBreaks.has(pause))
}

/** Returns the latest anchor; of two with the same time, the later one in the list. */
export const findLatestAnchor = (anchors: readonly (PositionAnchor | undefined)[]): PositionAnchor | undefined =>
  anchors.reduce<PositionAnchor | undefined>(
    (latest, anchor) => (anchor && (!latest || anchor.at >= latest.at) ? anchor : latest),
    undefined,
  )

/** Estimates the times at the open stops. A stop without an outcome is never estimated before now. */
export function estimateOf(
  anchor: PositionAnchor | undefined,
  open: readonly StopVisit[],
  model: TravelModel,
  now: number,
): LoadEstimate {
  const unknown = { reached: open.map(() => null), ends: null }
  if (!anchor || now - anchor.at > staleMs) return unknown
  const { end, breaks } = model
  const planJourney = (startMs: number) =>
    calculateRouteTimes({ start: anchor.place, startsAt: startMs, legOf: legBetween(model), end, breaks }, open)
  const firstJourney = planJourney(anchor.at)
  const first = firstJourney.arrivals[0]?.arrives
  const sure = first != null && first < now ? planJourney(anchor.at + now - first) : firstJourney
  return {
    // A stop without a location gets no estimate, although its postal code may provide an approximate one.
    reached: sure.arrivals.map(({ begins }, index) => (open[index]!.position ? begins : null)),
    ends: Math.max(sure.ends!, now),
  }
}

/** Returns the time window that recipients see: in quarters of an hour, and not before the window of the order. */
export function calculateWindow(estimated: number, now: number, opensAt: number | null): { from: number; to: number } {
  const margin = Math.max(marginMs, marginPart * (estimated - now))
  const from = Math.floor((estimated - margin) / stepMs) * stepMs
  // The window never begins before the current quarter of an hour.
  return {
    from: Math.max(from, Math.floor(now / stepMs) * stepMs, opensAt ?? -Infinity),
    to: Math.ceil((estimated + margin) / stepMs) * stepMs,
  }
}
