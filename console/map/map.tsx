// The entrance to the map of a route: loads it when it is looked at, and draws plainly where the browser cannot.
import { lazy, Suspense } from 'react'
import { useWords } from '../words/language.ts'
import type { RouteMapProps } from './places.ts'
import { Sketch } from './sketch.tsx'
import { hasWebGl } from './webgl.ts'
import { mapWords } from './words.ts'

const Drawn = lazy(() => import('./route-map.tsx'))

export function RouteMap(props: RouteMapProps) {
  const words = useWords(mapWords)
  if (!hasWebGl()) return <Sketch {...props} />
  return (
    <Suspense fallback={<p role="status">{words.loading}</p>}>
      <Drawn {...props} />
    </Suspense>
  )
}
