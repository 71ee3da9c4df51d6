// Shows a map with one pin that a click, dragging or the arrow keys move.
import { IconMapPinFilled } from '@tabler/icons-react'
import { Marker } from 'maplibre-gl'
import { useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import type { GeoPosition } from '../../contract/travel.ts'
import type { DistanceUnit } from '../platform/units.ts'
import { useTexts } from '../words/language.ts'
import { MapCanvas, useMap } from './canvas.tsx'
import { calculateCountryBounds } from './country-bounds.ts'
import styles from './editor.module.css'
import { calculateBounds, type MapBounds } from './geometry.ts'
import { requestOutlines } from './outlines.ts'
import { hasStreets } from './streets.ts'
import { mapTexts } from './words.ts'

export interface PinMapProps {
  position: GeoPosition | null
  onChange: (position: GeoPosition | null) => void
  /** Locations that the map shows while no position is set, such as the depots. */
  around?: readonly GeoPosition[]
  /** Code of the country that the map shows while no position is set. */
  country?: string | null
  distanceUnit: DistanceUnit
}

export default function PinMap({ position, onChange, around = [], country = null, distanceUnit }: PinMapProps) {
  const texts = useTexts(mapTexts)
  const [view, setView] = useState(() => ({
    focus: JSON.stringify(position ?? around),
    bounds: calculateBounds(around),
  }))
  const isPlaced = useRef(position !== null)
  isPlaced.current = position !== null
  useEffect(() => {
    if (country === null || isPlaced.current) return
    let isCurrent = true
    void requestOutlines('middle').then((outlines = []) => {
      const bounds = calculateCountryBounds(outlines, country)
      if (isCurrent && bounds && !isPlaced.current) setView({ focus: country, bounds })
    })
    return () => {
      isCurrent = false
    }
  }, [country])
  return (
    <MapCanvas
      label={texts.map}
      bounds={position ? createPinBounds(position) : view.bounds}
      focus={view.focus}
      distanceUnit={distanceUnit}
    >
      <Pin position={position} onChange={onChange} />
    </MapCanvas>
  )
}

/** Returns the bounds around a pin: close with streets, wider with outlines only. */
export const createPinBounds = ({ lat, lng }: GeoPosition): MapBounds => {
  const degrees = hasStreets ? 0.01 : 0.6
  return [lng - degrees, lat - degrees, lng + degrees, lat + degrees]
}

/** Rounds a position to about a metre. */
const rounded = ({ lat, lng }: GeoPosition): GeoPosition => ({
  lat: Number(lat.toFixed(5)),
  lng: Number(lng.toFixed(5)),
})
const arrows: Record<string, [x: number, y: number]> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
}
const stepPixels = 4

function Pin({ position, onChange }: Pick<PinMapProps, 'position' | 'onChange'>) {
  const texts = useTexts(mapTexts)
  const map = useMap()
  const [element] = useState(() => Object.assign(document.createElement('div'), { dir: 'ltr' }))
  const latestOnChange = useRef(onChange)
  latestOnChange.current = onChange
  const lat = position?.lat
  const lng = position?.lng
  useEffect(() => {
    const { unsubscribe } = map.on('click', ({ lngLat }) => latestOnChange.current(rounded(lngLat)))
    return unsubscribe
  }, [map])
  useEffect(() => {
    if (lat === undefined || lng === undefined) return
    const marker = new Marker({ element, draggable: true, anchor: 'bottom' }).setLngLat([lng, lat]).addTo(map)
    if (!map.getBounds().contains([lng, lat])) map.jumpTo({ center: [lng, lat] })
    marker.on('dragend', () => latestOnChange.current(rounded(marker.getLngLat())))
    return () => void marker.remove()
  }, [map, element, lat, lng])
  const move = (event: React.KeyboardEvent) => {
    const arrow = arrows[event.key]
    if (!arrow || !position) return
    event.preventDefault()
    // Otherwise, the arrow key would also move the map.
    event.stopPropagation()
    const { x, y } = map.project([position.lng, position.lat])
    const next = map.unproject([x + arrow[0] * stepPixels, y + arrow[1] * stepPixels])
    onChange(rounded(next))
  }
  return createPortal(
    <button type="button" className={styles.pin} aria-label={texts.pin} title={texts.pinHint} onKeyDown={move}>
      <IconMapPinFilled size={28} />
    </button>,
    element,
  )
}
