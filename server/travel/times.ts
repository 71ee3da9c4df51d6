// Times and ways between places: by the server of roads, where there is one; otherwise by the environment's estimate.
import { estimatedLeg, type GeoPosition, type TravelSettings } from '../../contract/travel.ts'
import type { Travel, TravelMatrix, TravelRoute } from '../core/services.ts'

export function createTravel(): Travel {
  return {
    between: async (_environmentId, places, settings, signal) => {
      signal?.throwIfAborted()
      return estimatedMatrix(places, settings, null)
    },
    route: async (_environmentId, places, settings) => estimatedRoute(places, settings, null),
  }
}

function estimatedMatrix(places: readonly GeoPosition[], settings: TravelSettings, note: string | null): TravelMatrix {
  const seconds = new Int32Array(places.length ** 2)
  const metres = new Int32Array(places.length ** 2)
  // The estimate is the same in both directions.
  for (const [from, here] of places.entries())
    for (let to = from + 1; to < places.length; to++) {
      const leg = estimatedLeg(here, places[to]!, settings)
      for (const cell of [from * places.length + to, to * places.length + from]) {
        seconds[cell] = leg.seconds
        metres[cell] = leg.metres
      }
    }
  return { source: 'estimate', note, seconds, metres }
}

function estimatedRoute(places: readonly GeoPosition[], settings: TravelSettings, note: string | null): TravelRoute {
  const legs = places.slice(1).map((place, index) => estimatedLeg(places[index]!, place, settings))
  return { source: 'estimate', note, legs, line: null }
}
