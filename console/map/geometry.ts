// Geometry of the map that needs no map: bounds, the graticule, and the projection of the drawing that stands in for it.
import type { GeoPosition } from '../../contract/travel.ts'

/** West, south, east, north, in degrees. */
export type Bounds = readonly [west: number, south: number, east: number, north: number]

const radians = (degrees: number) => (degrees * Math.PI) / 180

export function boundsOf(positions: readonly GeoPosition[]): Bounds | null {
  if (positions.length === 0) return null
  const lats = positions.map(({ lat }) => lat)
  const lngs = positions.map(({ lng }) => lng)
  return [Math.min(...lngs), Math.min(...lats), Math.max(...lngs), Math.max(...lats)]
}

/** Web Mercator has no poles. */
const latitudeMax = 85.05

/** Fractions of the square world, from its north-west corner. */
export function mercator({ lat, lng }: GeoPosition): { x: number; y: number } {
  const clamped = Math.max(-latitudeMax, Math.min(latitudeMax, lat))
  return {
    x: (lng + 180) / 360,
    y: (1 - Math.log(Math.tan(radians(clamped)) + 1 / Math.cos(radians(clamped))) / Math.PI) / 2,
  }
}

/** Places the bounds into a box with a margin, keeping the shape; for a drawing of its own. */
export function projection(bounds: Bounds, width: number, height: number, margin: number) {
  const northWest = mercator({ lat: bounds[3], lng: bounds[0] })
  const southEast = mercator({ lat: bounds[1], lng: bounds[2] })
  // One place alone has no extent: show the country around it.
  const spanX = Math.max(southEast.x - northWest.x, 0.01)
  const spanY = Math.max(southEast.y - northWest.y, 0.01)
  const scale = Math.min((width - 2 * margin) / spanX, (height - 2 * margin) / spanY)
  const centre = { x: (northWest.x + southEast.x) / 2, y: (northWest.y + southEast.y) / 2 }
  return (position: GeoPosition) => {
    const { x, y } = mercator(position)
    return { x: width / 2 + (x - centre.x) * scale, y: height / 2 + (y - centre.y) * scale }
  }
}

const steps = [30, 20, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001]
const linesMax = 14

/** Distance of the grid lines in degrees, so that a handful of them crosses the view. */
export const gridStep = ([west, south, east, north]: Bounds): number =>
  steps.findLast((step) => (east - west) / step <= linesMax && (north - south) / step <= linesMax) ?? steps[0]!

export interface Grid {
  step: number
  lines: [lng: number, lat: number][][]
}

export function graticule(bounds: Bounds): Grid {
  const [west, south, east, north] = bounds
  const step = gridStep(bounds)
  const tidy = (value: number) => Number(value.toFixed(6))
  const from = (value: number) => Math.floor(value / step)
  const to = (value: number) => Math.ceil(value / step)
  const lines: Grid['lines'] = []
  for (let index = from(west); index <= to(east); index++) {
    const lng = tidy(index * step)
    lines.push([
      [lng, Math.max(-latitudeMax, south - step)],
      [lng, Math.min(latitudeMax, north + step)],
    ])
  }
  for (let index = from(south); index <= to(north); index++) {
    const lat = tidy(index * step)
    if (Math.abs(lat) > latitudeMax) continue
    lines.push([
      [west - step, lat],
      [east + step, lat],
    ])
  }
  return { step, lines }
}

/** GeoJSON closes a ring with its first corner; the interface does not. */
export const toRing = (polygon: readonly GeoPosition[]): [lng: number, lat: number][] =>
  [...polygon, ...polygon.slice(0, 1)].map(({ lat, lng }) => [lng, lat])

/** About a tenth of a metre: finer corners only make the polygon longer to read. */
const decimals = 6
export const fromRing = (ring: readonly (readonly number[])[]): GeoPosition[] =>
  ring.slice(0, -1).map(([lng, lat]) => ({ lat: Number(lat!.toFixed(decimals)), lng: Number(lng!.toFixed(decimals)) }))
