// Finds travel times and distances between places. If the travel server has no response, the whole matrix is
// estimated: in a mixture, estimated legs would look better or worse than they are.
import { setImmediate as breathe } from 'node:timers/promises'
import { estimateLeg, type GeoPosition, type TravelLeg, type TravelSettings } from '../../../contract/travel.ts'
import {
  type TravelMatrix,
  type TravelRoute,
  type TravelService,
  unreachableValue,
} from '../../platform/operation/services.ts'
import { createRequestError, getRequestResult } from '../../platform/outbound/operator-request.ts'
import { splitIntoBatches } from '../../platform/value/batches.ts'
import { cachedPlacesMax, type TimesCache } from './cache.ts'
import { collectLegs, encodeLocation, formatLegKey, roundLocation } from './places.ts'
import type { RoadServer, RoadServerOptions } from './road-server.ts'
import type { TimeRow } from './store.ts'

export interface TravelOptions extends Pick<RoadServerOptions, 'pairsMax' | 'totalTimeoutMs'> {
  server: RoadServer
  cache: TimesCache | undefined
  /** Reports the reason for an estimate to the log. */
  report(error: unknown): void
}

/** Creates the source of driving times. Without a travel server, all times are estimates. */
export function createTravel(options?: TravelOptions): TravelService {
  /** Estimates the times if the server cannot return them and the caller has not aborted. */
  const orEstimate = async <T>(
    signal: AbortSignal | undefined,
    work: (options: TravelOptions, signal: AbortSignal) => Promise<T>,
    estimate: (note: string | null) => T | Promise<T>,
  ): Promise<T> => {
    signal?.throwIfAborted()
    if (!options) return estimate(null)
    const total = AbortSignal.timeout(options.totalTimeoutMs)
    try {
      return await work(options, signal ? AbortSignal.any([total, signal]) : total)
    } catch (error) {
      signal?.throwIfAborted()
      const late =
        total.aborted && createRequestError('timeout', 'The travel server took too long for all driving times.')
      const failure = late || error
      options.report(failure)
      return estimate(noteOf(failure))
    }
  }
  return {
    between: (environmentId, locations, settings, signal) =>
      orEstimate(
        signal,
        (activeOptions, totalSignal) => requestMatrix(activeOptions, environmentId, locations, totalSignal),
        (note) => estimatedMatrix(locations, settings, note),
      ),
    route: (environmentId, locations, settings) =>
      orEstimate(
        undefined,
        (activeOptions, totalSignal) => requestRoute(activeOptions, environmentId, locations, totalSignal),
        (note) => estimatedRoute(locations, settings, note),
      ),
    remember: (environmentId, sequences, signal) =>
      orEstimate(
        signal,
        (activeOptions, totalSignal) => requestTimesAlong(activeOptions, environmentId, sequences, totalSignal),
        () => undefined,
      ),
  }
}

const noteOf = (failure: unknown) => {
  const message = getRequestResult(failure) ? (failure as Error).message : 'The travel server could not be used.'
  return `${message} Times and distances are estimated.`
}

/** Estimates per batch, which takes a few milliseconds. Other requests run between batches. */
const estimatesAtOnce = 10_000

async function estimatedMatrix(
  locations: readonly GeoPosition[],
  settings: TravelSettings,
  note: string | null,
): Promise<TravelMatrix> {
  const seconds = new Int32Array(locations.length ** 2)
  const metres = new Int32Array(locations.length ** 2)
  let estimated = 0
  for (const [from, here] of locations.entries()) {
    // The estimate is the same in both directions.
    for (let to = from + 1; to < locations.length; to++) {
      const leg = estimateLeg(here, locations[to]!, settings)
      for (const cell of [from * locations.length + to, to * locations.length + from]) {
        seconds[cell] = leg.seconds
        metres[cell] = leg.metres
      }
    }
    estimated += locations.length - from
    if (estimated < estimatesAtOnce) continue
    estimated = 0
    await breathe()
  }
  return { source: 'estimate', note, seconds, metres }
}

function estimatedRoute(locations: readonly GeoPosition[], settings: TravelSettings, note: string | null): TravelRoute {
  const legs = locations.slice(1).map((location, index) => estimateLeg(locations[index]!, location, settings))
  return { source: 'estimate', note, legs, line: null }
}

/** Incomplete matrix between distinct places. */
interface Draft {
  locations: GeoPosition[]
  numbers: number[]
  seconds: Int32Array
  metres: Int32Array
  /** New times of the server to store; undefined if they are too many. */
  newTimes: TimeRow[] | undefined
}
const unknown = -2

async function requestMatrix(
  { server, cache, pairsMax }: TravelOptions,
  environmentId: string,
  requestedLocations: readonly GeoPosition[],
  signal: AbortSignal,
): Promise<TravelMatrix> {
  // Each location is in the matrix once, because many orders have the same address.
  const indexes = new Map<number, number>()
  const locations: GeoPosition[] = []
  const indexOf = requestedLocations.map((position) => {
    const location = roundLocation(position)
    const number = encodeLocation(location)
    const index = indexes.get(number) ?? locations.push(location) - 1
    indexes.set(number, index)
    return index
  })
  const keeping = cache && locations.length <= cachedPlacesMax
  const draft: Draft = {
    locations,
    numbers: [...indexes.keys()],
    seconds: new Int32Array(locations.length ** 2).fill(unknown),
    metres: new Int32Array(locations.length ** 2).fill(unknown),
    newTimes: keeping ? [] : undefined,
  }
  for (const index of locations.keys()) set(draft, index, index, { seconds: 0, metres: 0 })
  if (keeping)
    await cache.loadTimes(environmentId, draft.numbers, draft.numbers, (row) =>
      set(draft, indexes.get(row.fromPlace)!, indexes.get(row.toPlace)!, row),
    )
  await requestTiles(server, draft, pairsMax, signal)
  checkLegs(draft)
  cache?.keep(environmentId, draft.newTimes ?? [])
  const seconds = new Int32Array(requestedLocations.length ** 2)
  const metres = new Int32Array(requestedLocations.length ** 2)
  for (const [from, row] of indexOf.entries())
    for (const [to, column] of indexOf.entries()) {
      seconds[from * requestedLocations.length + to] = draft.seconds[row * locations.length + column]!
      metres[from * requestedLocations.length + to] = draft.metres[row * locations.length + column]!
    }
  return { source: server.name, note: null, seconds, metres }
}

function set({ locations, seconds, metres }: Draft, from: number, to: number, leg: TravelLeg): void {
  seconds[from * locations.length + to] = leg.seconds
  metres[from * locations.length + to] = leg.metres
}
const isUnknown = ({ locations, seconds }: Draft, from: number, to: number): boolean =>
  seconds[from * locations.length + to] === unknown

/** Sets a leg of the draft that the server has returned. */
function take(draft: Draft, from: number, to: number, leg: TravelLeg): void {
  if (!isUnknown(draft, from, to)) return
  set(draft, from, to, leg)
  draft.newTimes?.push({ fromPlace: draft.numbers[from]!, toPlace: draft.numbers[to]!, ...leg })
}

interface Tile {
  sources: number[]
  destinations: number[]
}
const tilesAtOnce = 4

/** Requests the missing legs in tiles. The first tile that fails ends the requests. */
async function requestTiles(server: RoadServer, draft: Draft, pairsMax: number, signal: AbortSignal): Promise<void> {
  const blocks = splitIntoBatches([...draft.locations.keys()], Math.max(1, Math.floor(Math.sqrt(pairsMax))))
  const tiles = blocks.flatMap((sources) => blocks.map((destinations) => ({ sources, destinations })))
  const nowhere = new Set<GeoPosition>()
  const work = async (stop: AbortSignal) => {
    for (let tile = tiles.shift(); tile; tile = tiles.shift())
      for (
        let found = await requestTile(server, draft, tile, stop);
        found.length > 0;
        found = await requestTile(server, draft, tile, stop)
      )
        for (const location of found) {
          nowhere.add(location)
          checkNowhere(nowhere.size, draft.locations.length)
          excludeLocation(draft, draft.locations.indexOf(location))
        }
  }
  await allOrNone(signal, (stop) => Array.from({ length: tilesAtOnce }, () => work(stop)))
}

/** Requests a tile. Returns the places without a road nearby: the tile must be requested again without them. */
async function requestTile(server: RoadServer, draft: Draft, tile: Tile, signal: AbortSignal): Promise<GeoPosition[]> {
  const sources = tile.sources.filter((from) => tile.destinations.some((to) => isUnknown(draft, from, to)))
  const destinations = tile.destinations.filter((to) => sources.some((from) => isUnknown(draft, from, to)))
  if (sources.length === 0) return []
  const starts = sources.map((index) => draft.locations[index]!)
  const ends = String(sources) === String(destinations) ? starts : destinations.map((index) => draft.locations[index]!)
  const table = await server.table(starts, ends, signal)
  if ('nowhere' in table) return table.nowhere
  for (const [row, source] of sources.entries())
    for (const [column, destination] of destinations.entries()) {
      const cell = row * destinations.length + column
      take(draft, source, destination, { seconds: table.seconds[cell]!, metres: table.metres[cell]! })
    }
  return []
}

/** Marks all legs to and from a place without a road as impossible. */
function excludeLocation(draft: Draft, index: number): void {
  const leg = { seconds: unreachableValue, metres: unreachableValue }
  for (const peer of draft.locations.keys()) {
    take(draft, index, peer, leg)
    take(draft, peer, index, leg)
  }
}

const nowhereMax = 25

/**
 * Throws if too many places have no road nearby. A plan omits a single place at sea; half of the places means a wrong
 * map.
 */
function checkNowhere(count: number, locationCount: number): void {
  if (count > Math.min(nowhereMax, Math.ceil(locationCount / 2)))
    throw createRequestError(
      'invalid',
      'The travel server finds no road near many of the locations: its map may not cover them.',
    )
}

/** Throws if the server finds no way at all between the places, which means a wrong map. */
function checkLegs({ locations, seconds }: Draft): void {
  const hasRoad = seconds.some((value, cell) => value !== unreachableValue && cell % (locations.length + 1) !== 0)
  if (locations.length > 1 && !hasRoad)
    throw createRequestError('invalid', 'The travel server found no road between any two stops.')
}

/** Waits for all promises. The first failure aborts the others. */
async function allOrNone<T>(signal: AbortSignal, start: (stop: AbortSignal) => Promise<T>[]): Promise<T[]> {
  const failure = new AbortController()
  try {
    return await Promise.all(start(AbortSignal.any([signal, failure.signal])))
  } catch (error) {
    failure.abort()
    throw error
  }
}

async function requestRoute(
  { server, cache }: TravelOptions,
  environmentId: string,
  requestedLocations: readonly GeoPosition[],
  signal: AbortSignal,
): Promise<TravelRoute> {
  const locations = requestedLocations.map(roundLocation)
  const sections = overlapping(locations, server.placesPerRoute)
  const routes = await allOrNone(signal, (stop) => sections.map((section) => server.route(section, stop)))
  const legs = routes.flatMap((route) => route.legs)
  if (cache) await agreeOn(cache, environmentId, locations.map(encodeLocation), legs)
  return { source: server.name, note: null, legs, line: thinned(routes.flatMap((route) => route.line)) }
}

/**
 * Replaces legs by their stored times, so that a route shows the times of its plan. A table and a route of the same
 * travel server may differ by seconds. Stores the other legs.
 */
async function agreeOn(cache: TimesCache, environmentId: string, numbers: number[], legs: TravelLeg[]): Promise<void> {
  const legEnds = collectLegs(numbers)
  const storedLegs = new Map<string, TravelLeg>()
  await cache.loadLegTimes(environmentId, [...legEnds.values()], ({ fromPlace, toPlace, seconds, metres }) => {
    if (seconds !== unreachableValue) storedLegs.set(formatLegKey(fromPlace, toPlace), { seconds, metres })
  })
  const newTimes: TimeRow[] = []
  for (const [index, leg] of legs.entries()) {
    const [fromPlace, toPlace] = [numbers[index]!, numbers[index + 1]!]
    const storedLeg = storedLegs.get(formatLegKey(fromPlace, toPlace))
    if (storedLeg) legs[index] = storedLeg
    else if (fromPlace !== toPlace) newTimes.push({ fromPlace, toPlace, ...leg })
  }
  cache.keep(environmentId, newTimes)
}

/** Places per table along a sequence. A smaller table has fewer pairs that the sequence does not use. */
const placesAlong = 10

/**
 * Stores the times along these sequences from tables, which plans use. This stores the legs of a plan whose matrix is
 * too large for the cache.
 */
async function requestTimesAlong(
  options: TravelOptions,
  environmentId: string,
  sequences: readonly (readonly GeoPosition[])[],
  signal: AbortSignal,
): Promise<void> {
  if (!options.cache) return
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  await Promise.race([options.cache.settled(), aborted])
  for (const locations of sequences.flatMap((sequence) => overlapping(sequence, placesAlong)))
    await requestMatrix(options, environmentId, locations, signal)
}

/** Splits a sequence into pieces. Each piece begins with the last place of the previous piece. */
const overlapping = <T>(list: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil((list.length - 1) / (size - 1)) }, (_, index) =>
    list.slice(index * (size - 1), (index + 1) * (size - 1) + 1),
  )

/** Largest number of points of a route line: enough for a map of the whole route. */
const linePointsMax = 5_000

function thinned(line: GeoPosition[]): GeoPosition[] {
  const interval = Math.ceil(line.length / linePointsMax)
  return interval === 1 ? line : line.filter((_, index) => index % interval === 0 || index === line.length - 1)
}
