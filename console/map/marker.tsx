// Shows a place on the map as a button, so that the keyboard reaches it.
import { Marker } from 'maplibre-gl'
import { type ReactNode, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import type { GeoPosition } from '../../contract/travel.ts'
import { useMap } from './canvas.tsx'
import type { ModifierKeys } from './route-locations.ts'

export interface MapMarkerProps {
  position: GeoPosition
  label: string
  className: string | undefined
  /** State of the marker as `data-` attributes, for the style sheet. */
  state?: Record<string, string | boolean | undefined>
  /** Markers with a higher layer are drawn above others. Default: 0. */
  layer?: 0 | 1 | 2
  /** Colour of the marker; undefined for the colour of its kind. */
  color?: string | undefined
  pressed?: boolean
  /**
   * Whether the marker is not part of the current work. Such a marker is close to many others, so only the mouse
   * reaches it; the keyboard finds the same record in the lists.
   */
  isBackground?: boolean
  onPress?: (keys: ModifierKeys) => void
  onPoint?: (pointed: boolean) => void
  /** Receives the button of the marker, and returns a function that runs when the button is removed. */
  attach?: ((button: HTMLElement) => () => void) | undefined
  children: ReactNode
}

export function MapMarker(props: MapMarkerProps) {
  const {
    position,
    label,
    className,
    state,
    layer = 0,
    color,
    pressed,
    isBackground,
    onPress,
    onPoint,
    attach,
    children,
  } = props
  const map = useMap()
  const [element] = useState(() => Object.assign(document.createElement('div'), { dir: 'ltr' }))
  const { lat, lng } = position
  useEffect(() => {
    const marker = new Marker({ element }).setLngLat([lng, lat]).addTo(map)
    return () => void marker.remove()
  }, [map, element, lat, lng])
  const [button, setButton] = useState<HTMLElement | null>(null)
  useEffect(() => {
    return button && attach ? attach(button) : undefined
  }, [button, attach])
  // Draws a highlighted marker above other markers.
  useEffect(() => {
    element.style.zIndex = pressed || state?.highlighted ? '3' : String(layer)
  }, [element, pressed, state?.highlighted, layer])
  const data = Object.fromEntries(
    Object.entries(state ?? {}).map(([name, value]) => [`data-${name}`, value || undefined]),
  )
  const common = {
    ref: setButton,
    className,
    onClick: onPress,
    onPointerEnter: () => onPoint?.(true),
    onPointerLeave: () => onPoint?.(false),
    style: color ? { background: color } : undefined,
    children,
    ...data,
  }
  if (isBackground) return createPortal(<div {...common} aria-hidden="true" />, element)
  const ariaProps = { 'aria-label': label, 'aria-pressed': pressed }
  return createPortal(
    <button {...common} {...ariaProps} type="button" onFocus={() => onPoint?.(true)} onBlur={() => onPoint?.(false)} />,
    element,
  )
}
