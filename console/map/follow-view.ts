// Draws the grid and the outlines of countries on the map without internet, in the detail of its zoom level.
import type { GeoJSONSource, Map as MapLibre } from 'maplibre-gl'
import { labelCountries } from './country-names.ts'
import { buildGraticule, type MapBounds } from './geometry.ts'
import { type CountryOutline, type OutlineDetail, requestOutlines } from './outlines.ts'
import { labelImage } from './style.ts'

const viewOf = (map: MapLibre): MapBounds => {
  const view = map.getBounds()
  return [
    Math.max(-180, view.getWest()),
    Math.max(-85, view.getSouth()),
    Math.min(180, view.getEast()),
    Math.min(85, view.getNorth()),
  ]
}
const detailAt = (zoom: number): OutlineDetail => (zoom < 3 ? 'coarse' : zoom < 5.5 ? 'middle' : 'fine')

const labelOf = ({ centre, size }: CountryOutline, name: string) => ({
  type: 'Feature' as const,
  properties: { image: labelImage(name), size },
  geometry: { type: 'Point' as const, coordinates: centre },
})

interface Drawing {
  /** Receives the distance of the grid lines, in degrees. */
  grid(step: number): void
  /** Called when the outlines of the land are drawn in some detail, or cannot be loaded. */
  grounded(): void
  drawn(): void
}

/** Draws the grid and the outlines of the view: first the coarse set, then the set of its zoom level. */
export function followView(map: MapLibre, locale: string, handlers: Drawing): void {
  /**
   * Labels of countries by name. A label keeps its first position: a finer outline has another centre, and the map
   * would show both for a while.
   */
  const names = new Map<string, ReturnType<typeof labelOf>>()
  let drawnKey = ''
  let question = 0
  const source = (id: string) => map.getSource<GeoJSONSource>(id)
  const draw = (found: CountryOutline[]) => {
    source('countries')?.setData({
      type: 'FeatureCollection',
      features: found.map(({ polygons }) => ({
        type: 'Feature',
        properties: {},
        geometry: { type: 'MultiPolygon', coordinates: polygons },
      })),
    })
    const oldSize = names.size
    for (const { name, outline } of labelCountries(found, locale))
      if (!names.has(name)) names.set(name, labelOf(outline, name))
    if (names.size > oldSize) source('names')?.setData({ type: 'FeatureCollection', features: [...names.values()] })
  }
  const refresh = async () => {
    const view = viewOf(map)
    const grid = buildGraticule(view)
    handlers.grid(grid.step)
    source('grid')?.setData({
      type: 'FeatureCollection',
      features: grid.lines.map((coordinates) => ({
        type: 'Feature',
        properties: {},
        geometry: { type: 'LineString', coordinates },
      })),
    })
    const detail = detailAt(map.getZoom())
    // The finest set is limited to the view and a margin of the same size, so that small moves need no new outlines.
    const margin = { lng: Math.max(2, view[2] - view[0]), lat: Math.max(2, view[3] - view[1]) }
    const rounded = (value: number) => Math.round(value / 2) * 2
    const cut: MapBounds | undefined =
      detail === 'fine'
        ? [
            rounded(view[0] - margin.lng),
            rounded(view[1] - margin.lat),
            rounded(view[2] + margin.lng),
            rounded(view[3] + margin.lat),
          ]
        : undefined
    const requestedKey = `${detail} ${cut ?? ''}`
    if (requestedKey === drawnKey) return
    const requestNumber = ++question
    if (drawnKey === '') {
      const coarse = await requestOutlines('coarse')
      if (coarse && requestNumber === question) draw(coarse)
      handlers.grounded()
    }
    const found = await requestOutlines(detail, cut)
    if (!found || requestNumber !== question) return
    drawnKey = requestedKey
    draw(found)
    handlers.drawn()
  }
  map.on('moveend', refresh)
  void refresh()
}
