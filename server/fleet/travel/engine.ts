// Describes a travel server of any program.
import type { GeoPosition, TravelLeg } from '../../../contract/travel.ts'
import type { TravelTable } from './answers.ts'

/** Sends one request. Returns the response as JSON. */
export type RequestSender = (request: { url: string; body?: string }) => Promise<unknown>

export interface EngineRoute {
  legs: TravelLeg[]
  line: GeoPosition[]
}

/**
 * Adapter of a travel server. Each function sends one request. It sends a second one if the server rejects a table
 * without naming the place that it rejects.
 */
export interface TravelEngine {
  name: 'osrm' | 'valhalla'
  /** Largest number of places in one route. */
  placesPerRoute: number
  /** Rejects if the travel server does not respond. */
  probe(talk: RequestSender): Promise<void>
  /**
   * Returns the table from all sources to all destinations. If both lists are the same object, the table is square. If
   * the travel server rejects places without a road nearby, it returns these places instead: without them, a table may
   * exist.
   */
  table(
    talk: RequestSender,
    sources: readonly GeoPosition[],
    destinations: readonly GeoPosition[],
  ): Promise<TravelTable | { nowhere: GeoPosition[] }>
  route(talk: RequestSender, locations: readonly GeoPosition[]): Promise<EngineRoute>
}
