// Loads the map of a route when it is visible, and shows a plain drawing if the browser has no WebGL.
import { lazy, Suspense } from 'react'
import { WidgetBoundary } from '../shell/widget-boundary.tsx'
import type { RouteMapProps } from './route-map-props.ts'
import { RouteSketch } from './sketch.tsx'
import { MapWaiting } from './waiting.tsx'
import { hasWebGl } from './webgl.ts'

const Drawn = lazy(() => import('./route-map.tsx'))

export function RouteMap(props: RouteMapProps) {
  if (!hasWebGl())
    return (
      <WidgetBoundary data={props.focus}>
        <RouteSketch {...props} />
      </WidgetBoundary>
    )
  return (
    <WidgetBoundary data={props.focus}>
      <Suspense fallback={<MapWaiting />}>
        <Drawn {...props} />
      </Suspense>
    </WidgetBoundary>
  )
}
