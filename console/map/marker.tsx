// A place on the map that can be pointed at, focused and pressed: a real button, so that the keyboard reaches it.
import { Marker } from 'maplibre-gl'
import { type ReactNode, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import type { GeoPosition } from '../../contract/travel.ts'
import { useMap } from './canvas.tsx'
import type { ModifierKeys } from './places.ts'

export interface MapMarkerProps {
  position: GeoPosition
  label: string
  className: string | undefined
  /** Told as `data-` attributes, for the style sheet. */
  state?: Record<string, string | boolean | undefined>
  pressed?: boolean
  onPress?: (keys: ModifierKeys) => void
  onPoint?: (pointed: boolean) => void
  children: ReactNode
}

export function MapMarker({ position, label, className, state, pressed, onPress, onPoint, children }: MapMarkerProps) {
  const map = useMap()
  const [element] = useState(() => Object.assign(document.createElement('div'), { dir: 'ltr' }))
  const { lat, lng } = position
  useEffect(() => {
    const marker = new Marker({ element }).setLngLat([lng, lat]).addTo(map)
    return () => void marker.remove()
  }, [map, element, lat, lng])
  // What is highlighted lies over what is not.
  useEffect(() => {
    element.style.zIndex = pressed || state?.highlighted ? '2' : ''
  }, [element, pressed, state?.highlighted])
  const data = Object.fromEntries(
    Object.entries(state ?? {}).map(([name, value]) => [`data-${name}`, value || undefined]),
  )
  return createPortal(
    <button
      type="button"
      className={className}
      aria-label={label}
      aria-pressed={pressed}
      title={label}
      onClick={onPress}
      onPointerEnter={() => onPoint?.(true)}
      onPointerLeave={() => onPoint?.(false)}
      onFocus={() => onPoint?.(true)}
      onBlur={() => onPoint?.(false)}
      {...data}
    >
      {children}
    </button>,
    element,
  )
}
