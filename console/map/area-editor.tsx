// Edits the outline of an area: on the map, or as a list of corners, which also works with the keyboard.
import { Textarea } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import type { GeoPosition } from '../../contract/travel.ts'
import { WidgetBoundary } from '../shell/widget-boundary.tsx'
import { useTexts } from '../words/language.ts'
import type { AreaEditorProps } from './area-drawing.tsx'
import { isPosition } from './geometry.ts'
import { MapWaiting } from './waiting.tsx'
import { hasWebGl } from './webgl.ts'
import { mapTexts } from './words.ts'

const Drawing = lazy(() => import('./area-drawing.tsx'))

export function AreaEditor(props: AreaEditorProps) {
  const texts = useTexts(mapTexts)
  const { polygon, onChange } = props
  const written = (polygon ?? []).map(({ lat, lng }) => `${lat}, ${lng}`).join('\n')
  /** The typed text until it is a valid polygon, so that an incomplete corner stays in the field. */
  const [typed, setTyped] = useState<string | null>(null)
  const cornersError = typed === null ? undefined : checkCorners(typed)
  const type = (text: string) => {
    setTyped(text)
    if (text.trim() === '') onChange(null)
    else if (!checkCorners(text)) onChange(readCorners(text) as GeoPosition[])
  }
  return (
    <div>
      {hasWebGl() ? (
        <WidgetBoundary data={written}>
          <Suspense fallback={<MapWaiting />}>
            <Drawing {...props} />
          </Suspense>
        </WidgetBoundary>
      ) : (
        <p role="status">{texts.noWebGl}</p>
      )}
      <Textarea
        label={texts.corners}
        description={texts.cornersHelp}
        value={typed ?? written}
        onChange={(event) => type(event.currentTarget.value)}
        onBlur={() => !cornersError && setTyped(null)}
        error={cornersError && ('line' in cornersError ? texts.badCorners(cornersError.line) : texts.tooFewCorners)}
        autosize
        minRows={3}
        maxRows={8}
        mt="xs"
        dir="ltr"
      />
    </div>
  )
}

type CornersError = { line: number } | { few: true }

const readCorners = (text: string): (GeoPosition | undefined)[] =>
  text
    .trim()
    .split('\n')
    .map((line) => {
      const [lat, lng, ...more] = line
        .trim()
        .split(/\s*[,;\t]\s*|\s+/)
        .map(Number)
      const corner = { lat, lng }
      return more.length === 0 && isPosition(corner) ? corner : undefined
    })

function checkCorners(text: string): CornersError | undefined {
  if (text.trim() === '') return undefined
  const corners = readCorners(text)
  const bad = corners.indexOf(undefined)
  if (bad >= 0) return { line: bad + 1 }
  return corners.length < 3 ? { few: true } : undefined
}
