// When the open stops of a load are reached, from the last that is known of its vehicle; and how surely that is told to others.
import { arrivals, type Visit } from '../../contract/arrivals.ts'
import type { GeoPosition } from '../../contract/travel.ts'
import type { LegOf } from '../travel/rules.ts'

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
}

export interface Estimate {
  /** When each stop is reached, in their order; null where that cannot be told. */
  reached: (number | null)[]
  /** When the route ends. */
  ends: number | null
}

const legBetween =
  ({ legOf, speedFactor }: Going): LegOf =>
  (from, to) => {
    const { metres, seconds } = legOf(from, to)
    return { metres, seconds: Math.round(seconds / speedFactor) }
  }

/** The times along all stops from the planned start on. */
export function planOf(start: Anchor | undefined, stops: readonly Visit[], going: Going): (number | null)[] {
  const departure = { start: start?.place ?? null, startsAt: start?.at ?? null, legOf: legBetween(going) }
  return arrivals(departure, stops).map(({ arrives }) => arrives)
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
  const legOf = legBetween(going)
  const from = (at: number) => arrivals({ start: anchor.place, startsAt: at, legOf }, open)
  const told = from(anchor.at)
  const first = told.find(({ arrives }) => arrives !== null)?.arrives
  const sure = first != null && first < now ? from(anchor.at + now - first) : told
  const last = sure.findLast(({ leaves }) => leaves !== null)
  const lastPlace = open.findLast(({ position }) => position !== null)?.position ?? anchor.place
  const home = going.end && lastPlace ? legOf(lastPlace, going.end).seconds * 1_000 : 0
  const leaves = last?.leaves ?? (open.length === 0 ? anchor.at : null)
  return {
    reached: sure.map(({ arrives }) => arrives),
    ends: leaves === null ? null : Math.max(leaves + home, now),
  }
}

/** What others are told of an estimate: from when to when, in quarters of an hour. */
export function windowOf(estimated: number, now: number): { from: number; to: number } {
  const margin = Math.max(marginMs, marginPart * (estimated - now))
  const from = Math.floor((estimated - margin) / stepMs) * stepMs
  // What is past cannot be when it comes.
  return {
    from: Math.max(from, Math.floor(now / stepMs) * stepMs),
    to: Math.ceil((estimated + margin) / stepMs) * stepMs,
  }
}
