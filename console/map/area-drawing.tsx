// Draws and changes the outline of an area on the map with the mouse or a finger.
import { Button, Group } from '@mantine/core'
import type { GeoJSONSource, Map as MapLibre } from 'maplibre-gl'
import { useEffect, useRef, useState } from 'react'
import { TerraDraw, TerraDrawPolygonMode, TerraDrawSelectMode } from 'terra-draw'
import { TerraDrawMapLibreGLAdapter } from 'terra-draw-maplibre-gl-adapter'
import type { GeoPosition } from '../../contract/travel.ts'
import type { DistanceUnit } from '../platform/units.ts'
import { QuietText } from '../shell/quiet-text.ts'
import { useTexts } from '../words/language.ts'
import { MapCanvas, useMap } from './canvas.tsx'
import styles from './editor.module.css'
import { calculateBounds, closePolygon, readPolygon } from './geometry.ts'
import { mapTexts } from './words.ts'

export interface AreaEditorProps {
  polygon: readonly GeoPosition[] | null
  onChange: (polygon: GeoPosition[] | null) => void
  /** Depots on the map, whose surroundings the map shows until the area has a polygon. */
  depots?: readonly GeoPosition[]
  orders?: readonly GeoPosition[]
  distanceUnit: DistanceUnit
}

export default function AreaDrawing(props: AreaEditorProps) {
  const { polygon, onChange, distanceUnit, depots = noPositions, orders = noPositions } = props
  const texts = useTexts(mapTexts)
  const [drawing, setDrawing] = useState(false)
  const contextPositions = [...depots, ...orders]
  // The view is set once, when the depots are read. Later changes do not move the map.
  const focus = useRef(JSON.stringify(polygon ?? null))
  if (focus.current === 'null' && contextPositions.length > 0) focus.current = 'around'
  const remove = () => {
    setDrawing(false)
    onChange(null)
  }
  return (
    <>
      <div className={styles.map}>
        <MapCanvas
          label={texts.map}
          bounds={calculateBounds(polygon ?? contextPositions)}
          focus={focus.current}
          distanceUnit={distanceUnit}
        >
          <Dots depots={depots} orders={orders} />
          <Pen polygon={polygon} drawing={drawing} onDrawn={() => setDrawing(false)} onChange={onChange} />
        </MapCanvas>
      </div>
      <Group gap="xs" mt="xs">
        <Button variant={polygon ? 'default' : 'filled'} onClick={() => setDrawing(true)} disabled={drawing}>
          {polygon ? texts.drawAgain : texts.drawArea}
        </Button>
        {polygon && <Button onClick={remove}>{texts.clearArea}</Button>}
        <QuietText size="xs" role="status">
          {drawing ? texts.drawHint : polygon ? texts.editHint : ''}
        </QuietText>
      </Group>
    </>
  )
}

const noPositions: readonly never[] = []
const dotsId = 'dots'

/** Draws orders as dots, and depots as larger dots with a rim. */
function Dots({ depots, orders }: { depots: readonly GeoPosition[]; orders: readonly GeoPosition[] }) {
  const map = useMap()
  useEffect(() => {
    map.addSource(dotsId, { type: 'geojson', data: { type: 'FeatureCollection', features: [] } })
    map.addLayer({
      id: dotsId,
      type: 'circle',
      source: dotsId,
      paint: {
        'circle-radius': ['case', ['get', 'isDepot'], 7, 4],
        'circle-color': ['case', ['get', 'isDepot'], '#1f2933', '#c2410c'],
        'circle-stroke-color': '#ffffff',
        'circle-stroke-width': ['case', ['get', 'isDepot'], 2.5, 1],
      },
    })
    return () => {
      if (!map.getCanvas().isConnected) return
      map.removeLayer(dotsId)
      map.removeSource(dotsId)
    }
  }, [map])
  useEffect(() => {
    const dot = (isDepot: boolean) => (position: GeoPosition) => ({
      type: 'Feature' as const,
      properties: { isDepot },
      geometry: { type: 'Point' as const, coordinates: [position.lng, position.lat] },
    })
    map.getSource<GeoJSONSource>(dotsId)?.setData({
      type: 'FeatureCollection',
      features: [...orders.map(dot(false)), ...depots.map(dot(true))],
    })
  }, [map, depots, orders])
  return null
}

interface PenProps {
  polygon: readonly GeoPosition[] | null
  drawing: boolean
  onDrawn: () => void
  onChange: (polygon: GeoPosition[]) => void
}

const accent = '#158371'
const polygonStyle = {
  fillColor: accent,
  fillOpacity: 0.15,
  outlineColor: accent,
  outlineWidth: 2,
} as const

/** Creates the drawing tool: draws a polygon corner by corner, and moves, bends and cuts an existing polygon. */
const penOn = (map: MapLibre) =>
  new TerraDraw({
    adapter: new TerraDrawMapLibreGLAdapter({ map, coordinatePrecision: 6 }),
    modes: [
      new TerraDrawPolygonMode({ styles: { ...polygonStyle, closingPointColor: accent } }),
      new TerraDrawSelectMode({
        flags: {
          polygon: {
            feature: { draggable: true, coordinates: { draggable: true, midpoints: true, deletable: true } },
          },
        },
        styles: {
          selectedPolygonColor: accent,
          selectedPolygonFillOpacity: 0.15,
          selectedPolygonOutlineColor: accent,
          selectionPointColor: accent,
          midPointColor: '#ffffff',
          midPointOutlineColor: accent,
          midPointOutlineWidth: 2,
        },
      }),
    ],
  })

/** Adds a polygon to the map, ready to be changed. */
function show(draw: TerraDraw, polygon: readonly GeoPosition[]): void {
  const [added] = draw.addFeatures([
    {
      type: 'Feature',
      properties: { mode: 'polygon' },
      geometry: { type: 'Polygon', coordinates: [closePolygon(polygon)] },
    },
  ])
  draw.setMode('select')
  if (added?.valid && added.id !== undefined) draw.selectFeature(added.id)
}

function Pen({ polygon, drawing, onDrawn, onChange }: PenProps) {
  const map = useMap()
  const [draw, setDraw] = useState<TerraDraw | null>(null)
  const handlers = useRef({ onChange, onDrawn })
  handlers.current = { onChange, onDrawn }
  /** The polygon on the map, as JSON. A polygon that the user drew here is not drawn again. */
  const drawnPolygon = useRef('')

  useEffect(() => {
    const made = penOn(map)
    made.start()
    made.setMode('select')
    made.on('finish', (id) => {
      const feature = made.getSnapshotFeature(id)
      if (feature?.geometry.type !== 'Polygon') return
      const corners = readPolygon(feature.geometry.coordinates[0]!)
      drawnPolygon.current = JSON.stringify(corners)
      if (made.getMode() === 'polygon') {
        made.setMode('select')
        made.selectFeature(id)
        handlers.current.onDrawn()
      }
      handlers.current.onChange(corners)
    })
    setDraw(made)
    return () => {
      setDraw(null)
      // Layers are already removed with a removed map.
      if (map.getCanvas().isConnected) made.stop()
    }
  }, [map])

  useEffect(() => {
    if (!draw || drawing || JSON.stringify(polygon) === drawnPolygon.current) return
    drawnPolygon.current = JSON.stringify(polygon)
    draw.clear()
    if (polygon) show(draw, polygon)
  }, [draw, polygon, drawing])

  useEffect(() => {
    if (!draw || !drawing) return
    draw.clear()
    drawnPolygon.current = ''
    draw.setMode('polygon')
    const giveUp = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.stopPropagation()
      draw.setMode('select')
      handlers.current.onDrawn()
    }
    addEventListener('keydown', giveUp, true)
    return () => removeEventListener('keydown', giveUp, true)
  }, [draw, drawing])
  return null
}
