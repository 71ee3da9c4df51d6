// The entrance to the map of a route: loads it when it is looked at, and draws plainly where the browser cannot.
import { lazy, Suspense } from 'react'
import type { RouteMapProps } from './route-map-props.ts'
import { Sketch } from './sketch.tsx'
import { MapWaiting } from './waiting.tsx'
import { hasWebGl } from './webgl.ts'

const Drawn = lazy(() => import('./route-map.tsx'))

export function RouteMap(props: RouteMapProps) {
  if (!hasWebGl()) return <Sketch {...props} />
  return (
    <Suspense fallback={<MapWaiting />}>
      <Drawn {...props} />
    </Suspense>
  )
}
