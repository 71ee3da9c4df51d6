// Where one place is: a small map, loaded when it is looked at. The address beside it says the same in words.
import { lazy, Suspense } from 'react'
import { useWords } from '../words/language.ts'
import type { PlaceProps } from './places.ts'
import { hasWebGl } from './webgl.ts'
import { mapWords } from './words.ts'

const PlaceMap = lazy(() => import('./place-map.tsx'))

export function Place(props: PlaceProps) {
  const words = useWords(mapWords)
  if (!hasWebGl()) return null
  return (
    <Suspense fallback={<p role="status">{words.loading}</p>}>
      <PlaceMap {...props} />
    </Suspense>
  )
}
