// Calculates bounds, the graticule, and the projection of the drawing that replaces the map.
import { calculateDistanceKm, type GeoPosition } from '../../contract/travel.ts'

/** Largest latitude and longitude in degrees. */
export const degreesMax: Readonly<Record<keyof GeoPosition, number>> = { lat: 90, lng: 180 }

/** Latitude and longitude as a form holds them: each may be missing, a text, or out of range. */
export type UncheckedPosition = Readonly<Record<keyof GeoPosition, unknown>>

const isInRange = (value: unknown, max: number) => typeof value === 'number' && Math.abs(value) <= max

/** Returns whether a map can show the location: MapLibre throws for a latitude out of range. */
export const isPosition = (value: UncheckedPosition): value is GeoPosition =>
  isInRange(value.lat, degreesMax.lat) && isInRange(value.lng, degreesMax.lng)

/** West, south, east, north, in degrees. */
export type MapBounds = readonly [west: number, south: number, east: number, north: number]

const radians = (degrees: number) => (degrees * Math.PI) / 180

export function calculateBounds(positions: readonly GeoPosition[]): MapBounds | null {
  if (positions.length === 0) return null
  const lats = positions.map(({ lat }) => lat)
  const lngs = positions.map(({ lng }) => lng)
  return [Math.min(...lngs), Math.min(...lats), Math.max(...lngs), Math.max(...lats)]
}

/** Largest latitude of Web Mercator in degrees. */
const latitudeMax = 85.05

/** Returns a position as fractions of the square world, from its north-west corner. */
function mercator({ lat, lng }: GeoPosition): { x: number; y: number } {
  const clamped = Math.max(-latitudeMax, Math.min(latitudeMax, lat))
  return {
    x: (lng + 180) / 360,
    y: (1 - Math.log(Math.tan(radians(clamped)) + 1 / Math.cos(radians(clamped))) / Math.PI) / 2,
  }
}

/** Returns a projection of the bounds into a box with a margin, which keeps their shape. */
export function createProjection(bounds: MapBounds, width: number, height: number, margin: number) {
  const northWest = mercator({ lat: bounds[3], lng: bounds[0] })
  const southEast = mercator({ lat: bounds[1], lng: bounds[2] })
  // A single place has no extent, so its surroundings are shown.
  const isSinglePoint = southEast.x === northWest.x && southEast.y === northWest.y
  const spanMin = isSinglePoint ? 0.01 : 0.0001
  const spanX = Math.max(southEast.x - northWest.x, spanMin)
  const spanY = Math.max(southEast.y - northWest.y, spanMin)
  const scale = Math.min((width - 2 * margin) / spanX, (height - 2 * margin) / spanY)
  const centre = { x: (northWest.x + southEast.x) / 2, y: (northWest.y + southEast.y) / 2 }
  return (position: GeoPosition) => {
    const { x, y } = mercator(position)
    return { x: width / 2 + (x - centre.x) * scale, y: height / 2 + (y - centre.y) * scale }
  }
}

const steps = [30, 20, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001]
const linesMax = 14

/** Returns the distance of the grid lines in degrees: a few lines cross the view. */
export const calculateGridStep = ([west, south, east, north]: MapBounds): number =>
  steps.findLast((step) => (east - west) / step <= linesMax && (north - south) / step <= linesMax) ?? steps[0]!

export interface MapGrid {
  step: number
  lines: [lng: number, lat: number][][]
}

export function buildGraticule(bounds: MapBounds): MapGrid {
  const [west, south, east, north] = bounds
  const step = calculateGridStep(bounds)
  const tidy = (value: number) => Number(value.toFixed(6))
  const floorIndex = (value: number) => Math.floor(value / step)
  const ceilingIndex = (value: number) => Math.ceil(value / step)
  const lines: MapGrid['lines'] = []
  for (let index = floorIndex(west); index <= ceilingIndex(east); index++) {
    const lng = tidy(index * step)
    lines.push([
      [lng, Math.max(-latitudeMax, south - step)],
      [lng, Math.min(latitudeMax, north + step)],
    ])
  }
  for (let index = floorIndex(south); index <= ceilingIndex(north); index++) {
    const lat = tidy(index * step)
    if (Math.abs(lat) > latitudeMax) continue
    lines.push([
      [west - step, lat],
      [east + step, lat],
    ])
  }
  return { step, lines }
}

/**
 * Continues a ring that crosses the date line beyond 180 degrees. Otherwise it would be drawn back around the world. A
 * ring around a pole does not return to its start and stays unchanged.
 */
export function correctDateLine(corners: readonly (readonly number[])[]): number[][] {
  let revolutions = 0
  const unrolled = corners.map(([lng, lat], index) => {
    const step = index === 0 ? 0 : lng! - corners[index - 1]![0]!
    if (Math.abs(step) > 180) revolutions -= Math.sign(step)
    return [lng! + revolutions * 360, lat!]
  })
  return revolutions === 0 ? unrolled : corners.map((point) => [...point])
}

/** Converts a polygon to a closed GeoJSON ring. The API does not repeat the first corner. */
export const closePolygon = (polygon: readonly GeoPosition[]): [lng: number, lat: number][] =>
  [...polygon, ...polygon.slice(0, 1)].map(({ lat, lng }) => [lng, lat])

/** Decimals of a corner, about a tenth of a metre. */
const digits = 6
export const readPolygon = (corners: readonly (readonly number[])[]): GeoPosition[] =>
  corners.slice(0, -1).map(([lng, lat]) => ({ lat: Number(lat!.toFixed(digits)), lng: Number(lng!.toFixed(digits)) }))

/** Returns the position of each point along a line, as a share of its length. */
function measureFractions(points: readonly GeoPosition[]): number[] {
  let totalKm = 0
  const distancesKm = points.map(
    (point, index) => (totalKm += index === 0 ? 0 : calculateDistanceKm(points[index - 1]!, point)),
  )
  return distancesKm.map((distanceKm) => (totalKm === 0 ? 0 : distanceKm / totalKm))
}

/**
 * Share of the line around the expected position in which a stop is searched: a road may pass a place long before it
 * stops there.
 */
const searchFraction = 0.1

/** Cuts a line at the point nearest to each place. */
export function splitLine(line: readonly GeoPosition[], positions: readonly GeoPosition[]): GeoPosition[][] {
  const along = measureFractions(line)
  const expected = measureFractions(positions)
  let startIndex = 0
  return positions.slice(1).map((position, index) => {
    const isLast = index === positions.length - 2
    let endIndex = isLast ? line.length - 1 : startIndex
    let apart = calculateDistanceKm(line[endIndex]!, position)
    for (let pointIndex = startIndex + 1; pointIndex < line.length && !isLast; pointIndex++) {
      if (Math.abs(along[pointIndex]! - expected[index + 1]!) > searchFraction) continue
      const distance = calculateDistanceKm(line[pointIndex]!, position)
      if (distance < apart) [endIndex, apart] = [pointIndex, distance]
    }
    const section = line.slice(startIndex, endIndex + 1)
    startIndex = endIndex
    // A section needs at least two points.
    return section.length > 1 ? section : [line[endIndex]!, line[endIndex]!]
  })
}
