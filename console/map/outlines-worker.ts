// Converts the embedded outlines of countries to polygons in a worker: the finest set takes longer than a frame.

import { feature } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import world10 from 'world-atlas/countries-10m.json?url'
import world50 from 'world-atlas/countries-50m.json?url'
import world110 from 'world-atlas/countries-110m.json?url'
import { correctDateLine, type MapBounds } from './geometry.ts'
import type { CountryOutline, OutlineDetail, OutlinesAnswer, OutlinesQuestion } from './outlines.ts'

const sources: Record<OutlineDetail, string> = { coarse: world110, middle: world50, fine: world10 }
const cachedOutlines = new Map<OutlineDetail, Promise<CountryOutline[]>>()

type Atlas = Topology<{ countries: GeometryCollection<{ name: string }> }>

async function load(detail: OutlineDetail): Promise<CountryOutline[]> {
  const response = await fetch(sources[detail])
  if (!response.ok) throw new Error(`The outlines could not be read: ${response.status}.`)
  const atlas = (await response.json()) as Atlas
  return feature(atlas, atlas.objects.countries).features.flatMap(({ id, geometry, properties }) => {
    if (geometry?.type !== 'Polygon' && geometry?.type !== 'MultiPolygon') return []
    const drawn = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates
    const polygons = drawn.map((polygon) => polygon.map(correctDateLine))
    const rings = polygons.map(([corners]) => corners!)
    const largest = rings.reduce((most, corners) => (Math.abs(area(corners)) > Math.abs(area(most)) ? corners : most))
    return {
      numericCode: String(id ?? ''),
      name: properties.name,
      polygons,
      centre: centre(largest),
      size: Math.abs(area(largest)),
      bounds: extent(rings),
    }
  })
}

type Corners = number[][]

function extent(rings: Corners[]): MapBounds {
  let [west, south, east, north] = [180, 90, -180, -90]
  for (const corners of rings)
    for (const [lng, lat] of corners) {
      west = Math.min(west, lng!)
      south = Math.min(south, lat!)
      east = Math.max(east, lng!)
      north = Math.max(north, lat!)
    }
  // An outline across the date line is visible from both sides of it.
  return west < -180 || east > 180 ? [-180, south, 180, north] : [west, south, east, north]
}

/** Returns the signed area in square degrees, precise enough to distinguish the mainland from islands. */
function area(corners: Corners): number {
  let sum = 0
  for (let index = 1; index < corners.length; index++) {
    const [x1, y1] = corners[index - 1]!
    const [x2, y2] = corners[index]!
    sum += x1! * y2! - x2! * y1!
  }
  return sum / 2
}

function centre(corners: Corners): [number, number] {
  const total = area(corners) * 6 || 1
  let x = 0
  let y = 0
  for (let index = 1; index < corners.length; index++) {
    const [x1, y1] = corners[index - 1]!
    const [x2, y2] = corners[index]!
    const cross = x1! * y2! - x2! * y1!
    x += (x1! + x2!) * cross
    y += (y1! + y2!) * cross
  }
  return [x / total, y / total]
}

const meets = (a: MapBounds, b: MapBounds) => a[0] <= b[2] && a[2] >= b[0] && a[1] <= b[3] && a[3] >= b[1]

self.onmessage = async ({ data: { question, detail, bounds } }: MessageEvent<OutlinesQuestion>) => {
  try {
    if (!cachedOutlines.has(detail)) cachedOutlines.set(detail, load(detail))
    const outlines = (await cachedOutlines.get(detail)!).filter((outline) => !bounds || meets(outline.bounds, bounds))
    self.postMessage({ question, outlines } satisfies OutlinesAnswer)
  } catch {
    // A later request may succeed, for example after the network returns.
    cachedOutlines.delete(detail)
    self.postMessage({ question } satisfies OutlinesAnswer)
  }
}
