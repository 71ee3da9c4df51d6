// Shows one place on a small map, loaded when it is visible. The address is beside it.
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
