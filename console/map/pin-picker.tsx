// Edits a location with a pin on a map.
import { Button, Group } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { QuietText } from '../shell/quiet-text.ts'
import { WidgetBoundary } from '../shell/widget-boundary.tsx'
import { useTexts } from '../words/language.ts'
import styles from './editor.module.css'
import { isPosition, type UncheckedPosition } from './geometry.ts'
import type { PinMapProps } from './pin-map.tsx'
import { MapWaiting } from './waiting.tsx'
import { hasWebGl } from './webgl.ts'
import { mapTexts } from './words.ts'

const PinMap = lazy(() => import('./pin-map.tsx'))

interface PinPickerProps extends Omit<PinMapProps, 'position'> {
  /** Latitude and longitude as in the form. The map shows only a valid location. */
  typed: UncheckedPosition
}

export function PinPicker({ typed, ...map }: PinPickerProps) {
  const texts = useTexts(mapTexts)
  const position = isPosition(typed) ? typed : null
  return (
    <div>
      {hasWebGl() ? (
        <div className={styles.map}>
          <WidgetBoundary data={position ? `${position.lat} ${position.lng}` : ''}>
            <Suspense fallback={<MapWaiting />}>
              <PinMap {...map} position={position} />
            </Suspense>
          </WidgetBoundary>
        </div>
      ) : (
        <p role="status">{texts.noWebGl}</p>
      )}
      <Group gap="xs" mt="xs">
        {position && <Button onClick={() => map.onChange(null)}>{texts.clearPin}</Button>}
        {hasWebGl() && <QuietText size="xs">{texts.pinHint}</QuietText>}
      </Group>
    </div>
  )
}
