// Where one place is: a small map, loaded when it is looked at. The address beside it says the same in words.
import { lazy, Suspense } from 'react'
import { WidgetBoundary } from '../shell/widget-boundary.tsx'
import type { PlaceProps } from './places.ts'
import { MapWaiting } from './waiting.tsx'
import { hasWebGl } from './webgl.ts'

const PlaceMap = lazy(() => import('./place-map.tsx'))

export function Place(props: PlaceProps) {
  if (!hasWebGl()) return null
  const { lat, lng } = props.position
  return (
    <WidgetBoundary data={`${lat} ${lng}`}>
      <Suspense fallback={<MapWaiting />}>
        <PlaceMap {...props} />
      </Suspense>
    </WidgetBoundary>
  )
}
