// When the open stops of a load are reached, from the last that is known of its vehicle; and how surely that is told to others.
import { type Arrival, arrivals, journey, type Pause, type Visit } from '../../../contract/arrivals.ts'
import { type GeoPosition, legAtSpeed } from '../../../contract/travel.ts'
import type { LegOf } from '../../fleet/travel/rules.ts'

const minute = 60_000
/** What was known so long ago says nothing of now. */
const staleMs = 45 * minute
/** An estimate is told with so much before and after it, or this part of the time that is left if that is more. */
const marginMs = 10 * minute
const marginPart = 0.15
const stepMs = 15 * minute

/** Where a vehicle was last, and when: milliseconds since the epoch. */
export interface Anchor {
  at: number
  /** Null where it is not known. */
  place: GeoPosition | null
}

/** How a vehicle goes. */
export interface Going {
  legOf: LegOf
  /** Of the vehicle: times are divided by it. */
  speedFactor: number
  end: GeoPosition | null
  /** Of the vehicle, all that are still to come. */
  breaks: readonly Pause[]
}

export interface Estimate {
  /** When the work at each stop begins, in their order: who comes early waits. Null where that cannot be told. */
  reached: (number | null)[]
  /** When the route ends. */
  ends: number | null
}

const legBetween =
  ({ legOf, speedFactor }: Going): LegOf =>
  (from, to) =>
    legAtSpeed(legOf(from, to), speedFactor)

/** The times along all stops from the planned start on. */
export function planOf(start: Anchor | undefined, stops: readonly Visit[], going: Going): Arrival[] {
  const { breaks } = going
  return arrivals({ start: start?.place ?? null, startsAt: start?.at ?? null, legOf: legBetween(going), breaks }, stops)
}

/** Nobody tells of a break: it counts as taken once a stop is done that the plan has behind it. */
export function breaksToCome(
  breaks: readonly Pause[],
  plan: readonly Arrival[],
  isDone: (index: number) => boolean,
): Pause[] {
  const done = plan.findLastIndex((_, index) => isDone(index))
  const taken = new Set(plan.slice(0, done + 1).flatMap((arrival) => arrival.breaks))
  return breaks.filter((each) => !taken.has(each))
}

/** The latest of what is known; of two at the same time the later in the list. */
export const latestOf = (known: readonly (Anchor | undefined)[]): Anchor | undefined =>
  known.reduce<Anchor | undefined>(
    (latest, each) => (each && (!latest || each.at >= latest.at) ? each : latest),
    undefined,
  )

/** The times along the open stops. Nothing that has not been told of was reached before now. */
export function estimateOf(anchor: Anchor | undefined, open: readonly Visit[], going: Going, now: number): Estimate {
  const unknown = { reached: open.map(() => null), ends: null }
  if (!anchor || now - anchor.at > staleMs) return unknown
  const { end, breaks } = going
  const from = (at: number) =>
    journey({ start: anchor.place, startsAt: at, legOf: legBetween(going), end, breaks }, open)
  const told = from(anchor.at)
  const first = told.arrivals[0]?.arrives
  const sure = first != null && first < now ? from(anchor.at + now - first) : told
  return {
    // Of a stop that is nowhere, not even others with its postal code tell when it is reached.
    reached: sure.arrivals.map(({ begins }, index) => (open[index]!.position ? begins : null)),
    ends: Math.max(sure.ends!, now),
  }
}

/** What others are told of an estimate: from when to when, in quarters of an hour, and never before they are to be served. */
export function windowOf(estimated: number, now: number, opensAt: number | null): { from: number; to: number } {
  const margin = Math.max(marginMs, marginPart * (estimated - now))
  const from = Math.floor((estimated - margin) / stepMs) * stepMs
  // What is past cannot be when it comes.
  return {
    from: Math.max(from, Math.floor(now / stepMs) * stepMs, opensAt ?? -Infinity),
    to: Math.ceil((estimated + margin) / stepMs) * stepMs,
  }
}
