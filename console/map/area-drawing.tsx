// The outline of an area, drawn and changed on the map with the mouse or a finger.
import { Button, Group, Text } from '@mantine/core'
import type { Map as MapLibre } from 'maplibre-gl'
import { useEffect, useRef, useState } from 'react'
import { TerraDraw, TerraDrawPolygonMode, TerraDrawSelectMode } from 'terra-draw'
import { TerraDrawMapLibreGLAdapter } from 'terra-draw-maplibre-gl-adapter'
import type { GeoPosition } from '../../contract/travel.ts'
import type { DistanceUnit } from '../units.ts'
import { useWords } from '../words/language.ts'
import { MapCanvas, useMap } from './canvas.tsx'
import styles from './editor.module.css'
import { boundsOf, fromRing, toRing } from './geometry.ts'
import { mapWords } from './words.ts'

export interface AreaEditorProps {
  polygon: readonly GeoPosition[] | null
  onChange: (polygon: GeoPosition[] | null) => void
  /** What to show while there is no polygon yet, such as the depots. */
  around?: readonly GeoPosition[]
  distanceUnit: DistanceUnit
}

export default function AreaDrawing({ polygon, onChange, distanceUnit, around = [] }: AreaEditorProps) {
  const words = useWords(mapWords)
  const [drawing, setDrawing] = useState(false)
  const [focus] = useState(() => JSON.stringify(polygon ?? around))
  const remove = () => {
    setDrawing(false)
    onChange(null)
  }
  return (
    <>
      <div className={styles.map}>
        <MapCanvas label={words.map} bounds={boundsOf(polygon ?? around)} focus={focus} distanceUnit={distanceUnit}>
          <Pen polygon={polygon} drawing={drawing} onDrawn={() => setDrawing(false)} onChange={onChange} />
        </MapCanvas>
      </div>
      <Group gap="xs" mt="xs">
        <Button variant={polygon ? 'default' : 'filled'} onClick={() => setDrawing(true)} disabled={drawing}>
          {polygon ? words.drawAgain : words.drawArea}
        </Button>
        {polygon && (
          <Button variant="default" onClick={remove}>
            {words.clearArea}
          </Button>
        )}
        <Text size="xs" c="dimmed" role="status">
          {drawing ? words.drawHint : polygon ? words.editHint : ''}
        </Text>
      </Group>
    </>
  )
}

interface PenProps {
  polygon: readonly GeoPosition[] | null
  drawing: boolean
  onDrawn: () => void
  onChange: (polygon: GeoPosition[]) => void
}

const accent = '#158371'
const look = {
  fillColor: accent,
  fillOpacity: 0.15,
  outlineColor: accent,
  outlineWidth: 2,
} as const

/** A polygon can be drawn corner by corner; one that is there can be moved, bent and cut. */
const penOn = (map: MapLibre) =>
  new TerraDraw({
    adapter: new TerraDrawMapLibreGLAdapter({ map, coordinatePrecision: 6 }),
    modes: [
      new TerraDrawPolygonMode({ styles: { ...look, closingPointColor: accent } }),
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

/** Puts a polygon on the map, ready to be changed. */
function show(draw: TerraDraw, polygon: readonly GeoPosition[]): void {
  const [added] = draw.addFeatures([
    { type: 'Feature', properties: { mode: 'polygon' }, geometry: { type: 'Polygon', coordinates: [toRing(polygon)] } },
  ])
  draw.setMode('select')
  if (added?.valid && added.id !== undefined) draw.selectFeature(added.id)
}

function Pen({ polygon, drawing, onDrawn, onChange }: PenProps) {
  const map = useMap()
  const [draw, setDraw] = useState<TerraDraw | null>(null)
  const told = useRef({ onChange, onDrawn })
  told.current = { onChange, onDrawn }
  /** What the map shows, as text: a polygon that came from here is not put there again. */
  const shown = useRef('')

  useEffect(() => {
    const made = penOn(map)
    made.start()
    made.setMode('select')
    made.on('finish', (id) => {
      const feature = made.getSnapshotFeature(id)
      if (feature?.geometry.type !== 'Polygon') return
      const corners = fromRing(feature.geometry.coordinates[0]!)
      shown.current = JSON.stringify(corners)
      if (made.getMode() === 'polygon') {
        made.setMode('select')
        made.selectFeature(id)
        told.current.onDrawn()
      }
      told.current.onChange(corners)
    })
    setDraw(made)
    return () => {
      setDraw(null)
      // A map that is gone has taken its layers with it.
      if (map.getCanvas().isConnected) made.stop()
    }
  }, [map])

  useEffect(() => {
    if (!draw || drawing || JSON.stringify(polygon) === shown.current) return
    shown.current = JSON.stringify(polygon)
    draw.clear()
    if (polygon) show(draw, polygon)
  }, [draw, polygon, drawing])

  useEffect(() => {
    if (!draw || !drawing) return
    draw.clear()
    shown.current = ''
    draw.setMode('polygon')
    const giveUp = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.stopPropagation()
      draw.setMode('select')
      told.current.onDrawn()
    }
    addEventListener('keydown', giveUp, true)
    return () => removeEventListener('keydown', giveUp, true)
  }, [draw, drawing])
  return null
}
