// Shows one location on a small map next to its address. The map is loaded when it is visible.
import { lazy, Suspense } from 'react'
import { WidgetBoundary } from '../shell/widget-boundary.tsx'
import type { LocationMapProps } from './route-locations.ts'
import { MapWaiting } from './waiting.tsx'
import { hasWebGl } from './webgl.ts'

const LocationMap = lazy(() => import('./location-map.tsx'))

export function LocationPreview(props: LocationMapProps) {
  if (!hasWebGl()) return null
  const { lat, lng } = props.position
  return (
    <WidgetBoundary data={`${lat} ${lng}`}>
      <Suspense fallback={<MapWaiting />}>
        <LocationMap {...props} />
      </Suspense>
    </WidgetBoundary>
  )
}
