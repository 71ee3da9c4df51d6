// Draws the map with MapLibre, on the built-in outlines or on the operator's street map. Children draw everything on
// it.
import { AttributionControl, Map as MapLibre, ScaleControl, type StyleSpecification, setWorkerUrl } from 'maplibre-gl'
import 'maplibre-gl/dist/maplibre-gl.css'
import { useComputedColorScheme } from '@mantine/core'
import { IconArrowsMaximize, IconMinus, IconPlus } from '@tabler/icons-react'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url'
import { createContext, type ReactNode, type RefObject, useContext, useEffect, useRef, useState } from 'react'
import type { DistanceUnit } from '../platform/units.ts'
import { ToolButton } from '../shell/tool-button.tsx'
import { currentLanguage, useTexts } from '../words/language.ts'
import { languageLocales } from '../words/words.ts'
import styles from './canvas.module.css'
import { followView } from './follow-view.ts'
import type { MapBounds } from './geometry.ts'
import { requestOutlines } from './outlines.ts'
import { hasStreets, readStreetsStyle } from './streets.ts'
import { buildEmbeddedStyle, buildOverlayLayers, drawLabel, type MapScheme, overlaySources } from './style.ts'
import { mapTexts } from './words.ts'

setWorkerUrl(workerUrl)

const Current = createContext<MapLibre | null>(null)
/** Returns the map that contains the component. */
export const useMap = (): MapLibre => useContext(Current)!

export interface MapCanvasProps {
  /** Description of the map for screen readers. */
  label: string
  /** Area that the map shows after each change of `focus`. */
  bounds: MapBounds | null
  focus: string
  distanceUnit: DistanceUnit
  note?: string | undefined
  /** Further buttons below the buttons of the map. */
  controls?: ReactNode
  children?: ReactNode
}

/** Shows the map. A change between day and night creates a new map, which is simpler than changing its style. */
export function MapCanvas(props: MapCanvasProps) {
  const scheme = useComputedColorScheme('light')
  const spoken = currentLanguage.use()
  const camera = useRef<Camera | null>(null)
  return <Canvas key={`${scheme} ${spoken}`} {...props} scheme={scheme} camera={camera} />
}
type Camera = { center: [number, number]; zoom: number; focus: string | null }
type CanvasProps = MapCanvasProps & { scheme: MapScheme; camera: { current: Camera | null } }

const everywhere: MapBounds = [-25, 34, 45, 62]
const box = ([west, south, east, north]: MapBounds): [number, number, number, number] => [west, south, east, north]
const fitting = { padding: 56, maxZoom: 12 }

/** A style or its URL; null for the built-in outlines. */
type Streets = string | StyleSpecification | null

function mapIn(
  container: HTMLElement,
  { label, bounds, focus, scheme, camera }: CanvasProps,
  streets: Streets,
): MapLibre {
  const savedCamera = camera.current
  const map = new MapLibre({
    container,
    style: streets || buildEmbeddedStyle(scheme),
    ...(savedCamera?.focus === focus ? savedCamera : { bounds: box(bounds ?? everywhere), fitBoundsOptions: fitting }),
    attributionControl: false,
    dragRotate: false,
    pitchWithRotate: false,
    maxZoom: 18,
    // Labels do not fade in: without a graphics card, the animation needs much processor time.
    fadeDuration: 0,
    renderWorldCopies: false,
    locale: { 'Map.Title': label },
    // Shift starts the line that selects pins, so it does not zoom to a box.
    boxZoom: false,
    // The keyboard moves the map, but does not rotate it: users lose orientation on a rotated map.
    keyboard: true,
  })
  map.touchZoomRotate.disableRotation()
  map.keyboard.disableRotation()
  if (streets) map.addControl(new AttributionControl({ compact: true }), 'bottom-right')
  map.setMissingStyleImageResolver((id) => {
    const picture = drawLabel(id, scheme)
    if (picture && !map.hasImage(id)) map.addImage(id, picture.data, { pixelRatio: picture.pixelRatio })
  })
  return map
}

/** Creates the map of the page once per style, and applies all other changes to it. */
function useMapIn(container: RefObject<HTMLDivElement | null>, props: CanvasProps) {
  const { bounds, focus, distanceUnit, scheme, camera } = props
  const locale = languageLocales[currentLanguage.use()]
  const [map, setMap] = useState<MapLibre | null>(null)
  const [gridStep, setGridStep] = useState<number | null>(null)
  const [isGrounded, setGrounded] = useState(false)
  const [isDrawn, setDrawn] = useState(false)
  const { streets, giveUp, hasNoStreets } = useStreets(scheme)
  /** The last `focus` that the map has shown; null before the first bounds. */
  const focused = useRef(camera.current?.focus ?? null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new style needs a new map
  useEffect(() => {
    if (streets === undefined) return
    // The outlines are requested while the map is still being created.
    if (!streets) void requestOutlines('coarse')
    const made = mapIn(container.current!, props, streets)
    made.on('moveend', () => {
      const { lng, lat } = made.getCenter()
      camera.current = { center: [lng, lat], zoom: made.getZoom(), focus: focused.current }
    })
    made.on('load', () => {
      if (streets) {
        for (const [id, source] of Object.entries(overlaySources)) made.addSource(id, source)
        for (const layer of buildOverlayLayers(scheme)) made.addLayer(layer)
        setGrounded(true)
        setDrawn(true)
      } else
        followView(made, locale, {
          grid: setGridStep,
          grounded: () => setGrounded(true),
          drawn: () => setDrawn(true),
        })
      setMap(made)
    })
    made.on('error', () => {
      // Single tiles may fail. If the style fails, the map has nothing to show.
      if (typeof streets === 'string' && !made.isStyleLoaded()) giveUp()
    })
    return () => {
      setMap(null)
      made.remove()
    }
  }, [streets])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the view follows a new focus, not every stop that moves
  useEffect(() => {
    // Without bounds, the map waits and shows the focus as soon as it has bounds.
    if (!map || !bounds || focused.current === focus) return
    focused.current = focus
    map.fitBounds(box(bounds), { ...fitting, animate: !matchMedia('(prefers-reduced-motion: reduce)').matches })
  }, [map, focus, bounds === null])
  useScale(map, distanceUnit)
  return { map, gridStep, isGrounded, isDrawn, hasNoStreets }
}

/** Returns the style of the street map, or undefined until it is known. */
function useStreets(scheme: MapScheme) {
  const [streets, setStreets] = useState<Streets | undefined>(hasStreets ? undefined : null)
  const spoken = currentLanguage.use()
  useEffect(() => {
    if (hasStreets) void readStreetsStyle(scheme, spoken).then((style) => setStreets(style ?? null))
  }, [scheme, spoken])
  return { streets, giveUp: () => setStreets(null), hasNoStreets: hasStreets && streets === null }
}

function useScale(map: MapLibre | null, unit: DistanceUnit): void {
  useEffect(() => {
    const scale = new ScaleControl({ unit: unit === 'mi' ? 'imperial' : 'metric' })
    map?.addControl(scale, 'bottom-left')
    // The scale is already removed with a removed map.
    return () => void (map?.hasControl(scale) && map.getCanvas().isConnected && map.removeControl(scale))
  }, [map, unit])
}

function Canvas(props: CanvasProps) {
  const { bounds, note, controls, children } = props
  const texts = useTexts(mapTexts)
  const locale = languageLocales[currentLanguage.use()]
  const container = useRef<HTMLDivElement>(null)
  const { map, gridStep, isGrounded, isDrawn, hasNoStreets } = useMapIn(container, props)
  const legend = [note, gridStep === null ? undefined : texts.grid(new Intl.NumberFormat(locale).format(gridStep))]
  return (
    <div
      className={styles.frame}
      data-map={isDrawn ? 'drawn' : map ? 'ready' : 'loading'}
      data-ground={isGrounded || undefined}
    >
      <div ref={container} className={styles.canvas} dir="ltr" />
      {map && <Current value={map}>{children}</Current>}
      <div className={styles.controls} data-map-controls>
        <Control label={texts.zoomIn} icon={IconPlus} onClick={() => map?.zoomIn()} />
        <Control label={texts.zoomOut} icon={IconMinus} onClick={() => map?.zoomOut()} />
        {bounds && (
          <Control label={texts.fit} icon={IconArrowsMaximize} onClick={() => map?.fitBounds(box(bounds), fitting)} />
        )}
        {controls}
      </div>
      <p className={styles.legend}>{legend.filter(Boolean).join(' · ')}</p>
      {hasNoStreets && (
        <p className={styles.notice} role="status">
          {texts.noStreets}
        </p>
      )}
    </div>
  )
}

function Control({ label, icon: Icon, onClick }: { label: string; icon: typeof IconPlus; onClick: () => void }) {
  return <ToolButton label={label} icon={<Icon size={16} stroke={1.75} />} variant="default" size="md" run={onClick} />
}
