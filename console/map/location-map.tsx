// Shows a small map with one fixed pin.
import { IconMapPinFilled } from '@tabler/icons-react'
import { Marker } from 'maplibre-gl'
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { MapCanvas, useMap } from './canvas.tsx'
import styles from './editor.module.css'
import { createPinBounds } from './pin-map.tsx'
import type { LocationMapProps } from './route-locations.ts'

export default function LocationMap({ position, label, distanceUnit }: LocationMapProps) {
  const { lat, lng } = position
  return (
    <MapCanvas label={label} bounds={createPinBounds(position)} focus={`${lat} ${lng}`} distanceUnit={distanceUnit}>
      <Pin lat={lat} lng={lng} />
    </MapCanvas>
  )
}

function Pin({ lat, lng }: LocationMapProps['position']) {
  const map = useMap()
  const [element] = useState(() => document.createElement('div'))
  useEffect(() => {
    const marker = new Marker({ element, anchor: 'bottom' }).setLngLat([lng, lat]).addTo(map)
    return () => void marker.remove()
  }, [map, element, lat, lng])
  return createPortal(
    <span className={styles.pin} aria-hidden>
      <IconMapPinFilled size={28} />
    </span>,
    element,
  )
}
