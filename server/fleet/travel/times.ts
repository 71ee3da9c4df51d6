// Finds travel times and distances between places. If the travel server has no response, the whole matrix is
// estimated: in a mixture, estimated legs would look better or worse than they are.
import { setImmediate as breathe } from 'node:timers/promises'
import { estimatedLeg, type GeoPosition, type Leg, type TravelSettings } from '../../../contract/travel.ts'
import { type Travel, type TravelMatrix, type TravelRoute, unreachable } from '../../platform/operation/services.ts'
import { failed, resultOf } from '../../platform/outbound/ask.ts'
import { piecesOf } from '../../platform/value/pieces.ts'
import { type Cache, cachedPlacesMax } from './cache.ts'
import { placeNumber, rounded, wayName, waysOf } from './places.ts'
import type { RoadServer, RoadServerOptions } from './road-server.ts'
import type { TimeRow } from './store.ts'

export interface TravelOptions extends Pick<RoadServerOptions, 'pairsMax' | 'totalTimeoutMs'> {
  server: RoadServer
  cache: Cache | undefined
  /** For the log: why an estimate was answered. */
  report(error: unknown): void
}

/** Without a server of roads, everything is estimated. */
export function createTravel(options?: TravelOptions): Travel {
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
      const late = total.aborted && failed('timeout', 'The travel server took too long for all of it.')
      const failure = late || error
      options.report(failure)
      return estimate(noteOf(failure))
    }
  }
  return {
    between: (environmentId, places, settings, signal) =>
      orEstimate(
        signal,
        (from, all) => askedMatrix(from, environmentId, places, all),
        (note) => estimatedMatrix(places, settings, note),
      ),
    route: (environmentId, places, settings) =>
      orEstimate(
        undefined,
        (from, all) => askedRoute(from, environmentId, places, all),
        (note) => estimatedRoute(places, settings, note),
      ),
    remember: (environmentId, sequences, signal) =>
      orEstimate(
        signal,
        (from, all) => askedAlong(from, environmentId, sequences, all),
        () => undefined,
      ),
  }
}

const noteOf = (failure: unknown) =>
  `${resultOf(failure) ? (failure as Error).message : 'The travel server could not be asked.'} Times and distances ` +
  'are estimated.'

/** Estimates per batch, which takes a few milliseconds. Other requests run between batches. */
const estimatesAtOnce = 10_000

async function estimatedMatrix(
  places: readonly GeoPosition[],
  settings: TravelSettings,
  note: string | null,
): Promise<TravelMatrix> {
  const seconds = new Int32Array(places.length ** 2)
  const metres = new Int32Array(places.length ** 2)
  let estimated = 0
  for (const [from, here] of places.entries()) {
    // The estimate is the same in both directions.
    for (let to = from + 1; to < places.length; to++) {
      const leg = estimatedLeg(here, places[to]!, settings)
      for (const cell of [from * places.length + to, to * places.length + from]) {
        seconds[cell] = leg.seconds
        metres[cell] = leg.metres
      }
    }
    estimated += places.length - from
    if (estimated < estimatesAtOnce) continue
    estimated = 0
    await breathe()
  }
  return { source: 'estimate', note, seconds, metres }
}

function estimatedRoute(places: readonly GeoPosition[], settings: TravelSettings, note: string | null): TravelRoute {
  const legs = places.slice(1).map((place, index) => estimatedLeg(places[index]!, place, settings))
  return { source: 'estimate', note, legs, line: null }
}

/** A matrix that is not whole yet: between places that are all different. */
interface Draft {
  places: GeoPosition[]
  numbers: number[]
  seconds: Int32Array
  metres: Int32Array
  /** New times of the server to store; undefined if they are too many. */
  told: TimeRow[] | undefined
}
const unknown = -2

async function askedMatrix(
  { server, cache, pairsMax }: TravelOptions,
  environmentId: string,
  given: readonly GeoPosition[],
  signal: AbortSignal,
): Promise<TravelMatrix> {
  // Many orders go to the same address.
  const indexes = new Map<number, number>()
  const places: GeoPosition[] = []
  const indexOf = given.map((position) => {
    const place = rounded(position)
    const number = placeNumber(place)
    const index = indexes.get(number) ?? places.push(place) - 1
    indexes.set(number, index)
    return index
  })
  const keeping = cache && places.length <= cachedPlacesMax
  const draft: Draft = {
    places,
    numbers: [...indexes.keys()],
    seconds: new Int32Array(places.length ** 2).fill(unknown),
    metres: new Int32Array(places.length ** 2).fill(unknown),
    told: keeping ? [] : undefined,
  }
  for (const index of places.keys()) set(draft, index, index, { seconds: 0, metres: 0 })
  if (keeping)
    await cache.known(environmentId, draft.numbers, draft.numbers, (row) =>
      set(draft, indexes.get(row.fromPlace)!, indexes.get(row.toPlace)!, row),
    )
  await askTiles(server, draft, pairsMax, signal)
  checkWays(draft)
  cache?.keep(environmentId, draft.told ?? [])
  const seconds = new Int32Array(given.length ** 2)
  const metres = new Int32Array(given.length ** 2)
  for (const [from, row] of indexOf.entries())
    for (const [to, column] of indexOf.entries()) {
      seconds[from * given.length + to] = draft.seconds[row * places.length + column]!
      metres[from * given.length + to] = draft.metres[row * places.length + column]!
    }
  return { source: server.name, note: null, seconds, metres }
}

function set({ places, seconds, metres }: Draft, from: number, to: number, leg: Leg): void {
  seconds[from * places.length + to] = leg.seconds
  metres[from * places.length + to] = leg.metres
}
const isUnknown = ({ places, seconds }: Draft, from: number, to: number): boolean =>
  seconds[from * places.length + to] === unknown

/** Sets a leg of the draft that the server has returned. */
function take(draft: Draft, from: number, to: number, leg: Leg): void {
  if (!isUnknown(draft, from, to)) return
  set(draft, from, to, leg)
  draft.told?.push({ fromPlace: draft.numbers[from]!, toPlace: draft.numbers[to]!, ...leg })
}

interface Tile {
  sources: number[]
  destinations: number[]
}
const tilesAtOnce = 4

/** Asks for all that is unknown. The first tile that fails ends it. */
async function askTiles(server: RoadServer, draft: Draft, pairsMax: number, signal: AbortSignal): Promise<void> {
  const blocks = piecesOf([...draft.places.keys()], Math.max(1, Math.floor(Math.sqrt(pairsMax))))
  const tiles = blocks.flatMap((sources) => blocks.map((destinations) => ({ sources, destinations })))
  const nowhere = new Set<GeoPosition>()
  const work = async (stop: AbortSignal) => {
    for (let tile = tiles.shift(); tile; tile = tiles.shift())
      for (
        let found = await askTile(server, draft, tile, stop);
        found.length > 0;
        found = await askTile(server, draft, tile, stop)
      )
        for (const place of found) {
          nowhere.add(place)
          checkNowhere(nowhere.size, draft.places.length)
          leaveOut(draft, draft.places.indexOf(place))
        }
  }
  await allOrNone(signal, (stop) => Array.from({ length: tilesAtOnce }, () => work(stop)))
}

/** Answers places that have no road nearby: the tile has to be asked for again without them. */
async function askTile(server: RoadServer, draft: Draft, tile: Tile, signal: AbortSignal): Promise<GeoPosition[]> {
  const sources = tile.sources.filter((from) => tile.destinations.some((to) => isUnknown(draft, from, to)))
  const destinations = tile.destinations.filter((to) => sources.some((from) => isUnknown(draft, from, to)))
  if (sources.length === 0) return []
  const from = sources.map((index) => draft.places[index]!)
  const to = String(sources) === String(destinations) ? from : destinations.map((index) => draft.places[index]!)
  const table = await server.table(from, to, signal)
  if ('nowhere' in table) return table.nowhere
  for (const [row, source] of sources.entries())
    for (const [column, destination] of destinations.entries()) {
      const cell = row * destinations.length + column
      take(draft, source, destination, { seconds: table.seconds[cell]!, metres: table.metres[cell]! })
    }
  return []
}

/** No way leads to a place without a road, or from it. */
function leaveOut(draft: Draft, index: number): void {
  const leg = { seconds: unreachable, metres: unreachable }
  for (const other of draft.places.keys()) {
    take(draft, index, other, leg)
    take(draft, other, index, leg)
  }
}

const nowhereMax = 25

/**
 * Throws if too many places have no road near. A single place at sea is left out of the plan; half of the places means
 * a wrong map.
 */
function checkNowhere(count: number, places: number): void {
  if (count > Math.min(nowhereMax, Math.ceil(places / 2)))
    throw failed('invalid', 'The travel server finds no road near many of the places: its map may not cover them.')
}

/** Throws if the server finds no way at all between the places, which means a wrong map. */
function checkWays({ places, seconds }: Draft): void {
  const hasWay = seconds.some((value, cell) => value !== unreachable && cell % (places.length + 1) !== 0)
  if (places.length > 1 && !hasWay) throw failed('invalid', 'The travel server found no road between any two stops.')
}

/** When one fails, the others need not go on. */
async function allOrNone<T>(signal: AbortSignal, start: (stop: AbortSignal) => Promise<T>[]): Promise<T[]> {
  const failure = new AbortController()
  try {
    return await Promise.all(start(AbortSignal.any([signal, failure.signal])))
  } catch (error) {
    failure.abort()
    throw error
  }
}

async function askedRoute(
  { server, cache }: TravelOptions,
  environmentId: string,
  given: readonly GeoPosition[],
  signal: AbortSignal,
): Promise<TravelRoute> {
  const places = given.map(rounded)
  const pieces = overlapping(places, server.placesPerRoute)
  const ways = await allOrNone(signal, (stop) => pieces.map((piece) => server.route(piece, stop)))
  const legs = ways.flatMap((way) => way.legs)
  if (cache) await agreeOn(cache, environmentId, places.map(placeNumber), legs)
  return { source: server.name, note: null, legs, line: thinned(ways.flatMap((way) => way.line)) }
}

/**
 * Replaces legs by their stored times, so that a route shows the times of its plan: a table and a route of one travel
 * server may differ by seconds. Stores the other legs.
 */
async function agreeOn(cache: Cache, environmentId: string, numbers: number[], legs: Leg[]): Promise<void> {
  const ways = waysOf(numbers)
  const known = new Map<string, Leg>()
  await cache.knownWays(environmentId, [...ways.values()], ({ fromPlace, toPlace, seconds, metres }) => {
    if (seconds !== unreachable) known.set(wayName(fromPlace, toPlace), { seconds, metres })
  })
  const told: TimeRow[] = []
  for (const [index, leg] of legs.entries()) {
    const [fromPlace, toPlace] = [numbers[index]!, numbers[index + 1]!]
    const before = known.get(wayName(fromPlace, toPlace))
    if (before) legs[index] = before
    else if (fromPlace !== toPlace) told.push({ fromPlace, toPlace, ...leg })
  }
  cache.keep(environmentId, told)
}

/** Together they have few more pairs than there are ways. */
const placesAlong = 10

/**
 * Stores the times along these sequences from tables, which plans use. This stores the legs of a plan whose matrix is
 * too large for the cache.
 */
async function askedAlong(
  options: TravelOptions,
  environmentId: string,
  sequences: readonly (readonly GeoPosition[])[],
  signal: AbortSignal,
): Promise<void> {
  if (!options.cache) return
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  await Promise.race([options.cache.settled(), aborted])
  for (const places of sequences.flatMap((sequence) => overlapping(sequence, placesAlong)))
    await askedMatrix(options, environmentId, places, signal)
}

/** Pieces of a sequence, each of which begins where the one before ends. */
const overlapping = <T>(list: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil((list.length - 1) / (size - 1)) }, (_, index) =>
    list.slice(index * (size - 1), (index + 1) * (size - 1) + 1),
  )

/** As much as a map of a whole route shows. */
const linePointsMax = 5_000

function thinned(line: GeoPosition[]): GeoPosition[] {
  const each = Math.ceil(line.length / linePointsMax)
  return each === 1 ? line : line.filter((_, index) => index % each === 0 || index === line.length - 1)
}
