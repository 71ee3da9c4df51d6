// The map itself: MapLibre on outlines that come with the console, or on the operator's street map; everything on it is given as children.
import { AttributionControl, type GeoJSONSource, Map as MapLibre, ScaleControl, setWorkerUrl } from 'maplibre-gl'
import 'maplibre-gl/dist/maplibre-gl.css'
import { ActionIcon, useComputedColorScheme } from '@mantine/core'
import { IconArrowsMaximize, IconMinus, IconPlus } from '@tabler/icons-react'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url'
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react'
import { Hint } from '../shell/hint.tsx'
import type { DistanceUnit } from '../units.ts'
import { language, useWords } from '../words/language.ts'
import { locales } from '../words/words.ts'
import styles from './canvas.module.css'
import { type Bounds, graticule } from './geometry.ts'
import { countryNames, type Detail, type Outline, outlines } from './outlines.ts'
import { streetsUrl } from './streets.ts'
import { drawLabel, embeddedStyle, labelImage, overlayLayers, overlaySources, type Scheme } from './style.ts'
import { mapWords } from './words.ts'

setWorkerUrl(workerUrl)

const Current = createContext<MapLibre | null>(null)
/** The map that a component is on. */
export const useMap = (): MapLibre => useContext(Current)!

export interface MapCanvasProps {
  /** What the map shows, for whoever cannot see it. */
  label: string
  /** What has to be in view; the map goes there whenever `focus` changes. */
  bounds: Bounds | null
  focus: string
  distanceUnit: DistanceUnit
  note?: string | undefined
  children?: ReactNode
}

/** By night the map is another one: a new style is simpler to get right than a repainted one. */
export function MapCanvas(props: MapCanvasProps) {
  const scheme = useComputedColorScheme('light')
  const spoken = language.use()
  const camera = useRef<Camera | null>(null)
  return <Canvas key={`${scheme} ${spoken}`} {...props} scheme={scheme} camera={camera} />
}
type Camera = { center: [number, number]; zoom: number; focus: string }
type CanvasProps = MapCanvasProps & { scheme: Scheme; camera: { current: Camera | null } }

const everywhere: Bounds = [-25, 34, 45, 62]
const box = ([west, south, east, north]: Bounds): [number, number, number, number] => [west, south, east, north]
const fitting = { padding: 56, maxZoom: 12 }

function Canvas({ label, bounds, focus, distanceUnit, note, children, scheme, camera }: CanvasProps) {
  const words = useWords(mapWords)
  const locale = locales[language.use()]
  const container = useRef<HTMLDivElement>(null)
  const [map, setMap] = useState<MapLibre | null>(null)
  const [gridStep, setGridStep] = useState<number | null>(null)
  const [drawn, setDrawn] = useState(false)
  const [streetsFailed, setStreetsFailed] = useState(false)
  const streets = streetsFailed ? '' : streetsUrl

  // biome-ignore lint/correctness/useExhaustiveDependencies: a map is made once for its style; everything else is changed in it
  useEffect(() => {
    const kept = camera.current
    // Read while the map is still being set up.
    if (!streets) void outlines('coarse')
    const made = new MapLibre({
      container: container.current!,
      style: streets || embeddedStyle(scheme),
      ...(kept?.focus === focus ? kept : { bounds: box(bounds ?? everywhere), fitBoundsOptions: fitting }),
      attributionControl: false,
      dragRotate: false,
      pitchWithRotate: false,
      maxZoom: 18,
      // Labels that fade in keep a machine without a graphics card drawing for nothing.
      fadeDuration: 0,
      renderWorldCopies: false,
      locale: { 'Map.Title': label },
      // The keyboard moves the map; turning it only gets people lost.
      keyboard: true,
    })
    made.touchZoomRotate.disableRotation()
    made.keyboard.disableRotation()
    made.addControl(new ScaleControl({ unit: distanceUnit === 'mi' ? 'imperial' : 'metric' }), 'bottom-left')
    if (streets) made.addControl(new AttributionControl({ compact: true }), 'bottom-right')
    made.setMissingStyleImageResolver((id) => {
      const picture = drawLabel(id, scheme)
      if (picture && !made.hasImage(id)) made.addImage(id, picture.data, { pixelRatio: picture.pixelRatio })
    })
    made.on('moveend', () => {
      const { lng, lat } = made.getCenter()
      camera.current = { center: [lng, lat], zoom: made.getZoom(), focus }
    })
    made.on('load', () => {
      if (streets) {
        for (const [id, source] of Object.entries(overlaySources)) made.addSource(id, source)
        for (const layer of overlayLayers(scheme)) made.addLayer(layer)
        setDrawn(true)
      } else followView(made, locale, setGridStep, () => setDrawn(true))
      setMap(made)
    })
    made.on('error', () => {
      // Single tiles may fail; a style that does leaves nothing to show.
      if (streets && !made.isStyleLoaded()) setStreetsFailed(true)
    })
    return () => {
      setMap(null)
      made.remove()
    }
  }, [streets])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the view follows what it is focused on, not every stop that moves
  useEffect(() => {
    if (map && bounds && camera.current?.focus !== focus)
      map.fitBounds(box(bounds), { ...fitting, animate: !matchMedia('(prefers-reduced-motion: reduce)').matches })
    if (camera.current) camera.current.focus = focus
  }, [map, focus])

  const legend = [note, gridStep === null ? undefined : words.grid(new Intl.NumberFormat(locale).format(gridStep))]
  return (
    <div className={styles.frame} data-map={drawn ? 'drawn' : map ? 'ready' : 'loading'}>
      <div ref={container} className={styles.canvas} dir="ltr" />
      {map && <Current value={map}>{children}</Current>}
      <div className={styles.controls}>
        <Control label={words.zoomIn} icon={IconPlus} onClick={() => map?.zoomIn()} />
        <Control label={words.zoomOut} icon={IconMinus} onClick={() => map?.zoomOut()} />
        {bounds && (
          <Control label={words.fit} icon={IconArrowsMaximize} onClick={() => map?.fitBounds(box(bounds), fitting)} />
        )}
      </div>
      <p className={styles.legend}>{legend.filter(Boolean).join(' · ')}</p>
      {streetsFailed && (
        <p className={styles.notice} role="status">
          {words.noStreets}
        </p>
      )}
    </div>
  )
}

function Control({ label, icon: Icon, onClick }: { label: string; icon: typeof IconPlus; onClick: () => void }) {
  return (
    <Hint label={label}>
      <ActionIcon variant="default" size="md" aria-label={label} onClick={onClick}>
        <Icon size={16} stroke={1.75} />
      </ActionIcon>
    </Hint>
  )
}

const viewOf = (map: MapLibre): Bounds => {
  const view = map.getBounds()
  return [
    Math.max(-180, view.getWest()),
    Math.max(-85, view.getSouth()),
    Math.min(180, view.getEast()),
    Math.min(85, view.getNorth()),
  ]
}
const detailAt = (zoom: number): Detail => (zoom < 3 ? 'coarse' : zoom < 5.5 ? 'middle' : 'fine')

/** Draws grid and outlines for where the map is: at once in the coarse set, then in the one that its zoom deserves. */
function followView(map: MapLibre, locale: string, setGridStep: (step: number) => void, onDrawn: () => void): void {
  const nameOf = countryNames(locale)
  let shown = ''
  let question = 0
  const source = (id: string) => map.getSource<GeoJSONSource>(id)
  const draw = (found: Outline[]) => {
    source('countries')?.setData({
      type: 'FeatureCollection',
      features: found.map(({ polygons }) => ({
        type: 'Feature',
        properties: {},
        geometry: { type: 'MultiPolygon', coordinates: polygons },
      })),
    })
    source('names')?.setData({
      type: 'FeatureCollection',
      features: found.map((outline) => ({
        type: 'Feature',
        properties: { image: labelImage(nameOf(outline)), size: outline.size },
        geometry: { type: 'Point', coordinates: outline.centre },
      })),
    })
  }
  const refresh = async () => {
    const view = viewOf(map)
    const grid = graticule(view)
    setGridStep(grid.step)
    source('grid')?.setData({
      type: 'FeatureCollection',
      features: grid.lines.map((coordinates) => ({
        type: 'Feature',
        properties: {},
        geometry: { type: 'LineString', coordinates },
      })),
    })
    const detail = detailAt(map.getZoom())
    // The finest set is cut to what is near: a margin of the view's own size, so that small moves need nothing new.
    const margin = { lng: Math.max(2, view[2] - view[0]), lat: Math.max(2, view[3] - view[1]) }
    const rounded = (value: number) => Math.round(value / 2) * 2
    const cut: Bounds | undefined =
      detail === 'fine'
        ? [
            rounded(view[0] - margin.lng),
            rounded(view[1] - margin.lat),
            rounded(view[2] + margin.lng),
            rounded(view[3] + margin.lat),
          ]
        : undefined
    const wanted = `${detail} ${cut ?? ''}`
    if (wanted === shown) return
    const own = ++question
    if (shown === '') {
      const coarse = await outlines('coarse')
      if (coarse && own === question) draw(coarse)
    }
    const found = await outlines(detail, cut)
    if (!found || own !== question) return
    shown = wanted
    draw(found)
    onDrawn()
  }
  map.on('moveend', refresh)
  void refresh()
}
