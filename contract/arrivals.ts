// When a vehicle reaches the stops of a route: reckoned in the same way by the service and by every client that wants to.
import type { GeoPosition, Leg } from './travel.ts'

/** What of a stop the times follow from. */
export interface Visit {
  position: GeoPosition | null
  /** When it can be served from: milliseconds since 1970. */
  opensAt: number | null
  /** Minutes. */
  timeAtStop: number
}

export interface Departure {
  start: GeoPosition | null
  /** Milliseconds since 1970; null where nothing is known of it. */
  startsAt: number | null
  legOf(from: GeoPosition, to: GeoPosition): Leg
}

export interface Arrival {
  /** Milliseconds since 1970; null where there is no start to count from, or no position to go to. */
  arrives: number | null
  leaves: number | null
  /** Of road, from the place before. */
  kilometres: number | null
  waitsMinutes: number
}

const minute = 60_000

/** A vehicle that is early waits for the window. A stop without a position is passed over: nothing is known of the way to it. */
export function arrivals({ start, startsAt, legOf }: Departure, stops: readonly Visit[]): Arrival[] {
  let here = start
  let now = startsAt
  return stops.map((stop) => {
    const leg = here && stop.position ? legOf(here, stop.position) : null
    here = stop.position ?? here
    const kilometres = leg && leg.metres / 1_000
    const reaches = now === null || !stop.position ? null : now + (leg?.seconds ?? 0) * 1_000
    if (reaches === null) return { arrives: null, leaves: null, kilometres, waitsMinutes: 0 }
    const begins = stop.opensAt === null ? reaches : Math.max(reaches, stop.opensAt)
    now = begins + stop.timeAtStop * minute
    return { arrives: reaches, leaves: now, kilometres, waitsMinutes: Math.round((begins - reaches) / minute) }
  })
}
