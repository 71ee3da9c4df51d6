// Describes a travel server of any program.
import type { GeoPosition, TravelLeg } from '../../../contract/travel.ts'
import type { TravelTable } from './answers.ts'

/** Sends one request. Returns the response as JSON. */
export type RequestSender = (request: { url: string; body?: string }) => Promise<unknown>

export interface EngineRoute {
  legs: TravelLeg[]
  line: GeoPosition[]
}

/** Each function sends one request, and one more where a table was refused without saying for which place. */
export interface TravelEngine {
  name: 'osrm' | 'valhalla'
  /** How many places it takes in one route. */
  placesPerRoute: number
  /** Rejects if the travel server does not respond. */
  probe(talk: RequestSender): Promise<void>
  /**
   * Returns the table from all sources to all destinations. The same list twice is a square table. Returns the places
   * without a road nearby instead, if the travel server rejects them: without them, a table may exist.
   */
  table(
    talk: RequestSender,
    sources: readonly GeoPosition[],
    destinations: readonly GeoPosition[],
  ): Promise<TravelTable | { nowhere: GeoPosition[] }>
  route(talk: RequestSender, locations: readonly GeoPosition[]): Promise<EngineRoute>
}
