// A position: two numbers, and a map to find them on.
import { Button, Group, NumberInput, Text } from '@mantine/core'
import { lazy, Suspense } from 'react'
import type { DistanceUnit } from '../units.ts'
import { useWords } from '../words/language.ts'
import styles from './editor.module.css'
import type { GeoPosition } from './geometry.ts'
import { hasWebGl } from './webgl.ts'
import { mapWords } from './words.ts'

export interface PinPickerProps {
  position: GeoPosition | null
  onChange: (position: GeoPosition | null) => void
  /** What to show while there is no position yet, such as the depots. */
  around?: readonly GeoPosition[]
  /** What the service says against either number. */
  errors?: { lat?: string | undefined; lng?: string | undefined }
  distanceUnit?: DistanceUnit
}

const PinMap = lazy(() => import('./pin-map.tsx'))

export function PinPicker(props: PinPickerProps) {
  const words = useWords(mapWords)
  const { position, onChange, errors } = props
  const type = (part: 'lat' | 'lng') => (value: number | string) => {
    if (typeof value === 'number') onChange({ lat: position?.lat ?? 0, lng: position?.lng ?? 0, [part]: value })
  }
  return (
    <div>
      {hasWebGl() ? (
        <div className={styles.map}>
          <Suspense fallback={<p role="status">{words.loading}</p>}>
            <PinMap {...props} />
          </Suspense>
        </div>
      ) : (
        <p role="status">{words.noWebGl}</p>
      )}
      <Group gap="xs" mt="xs" align="flex-end">
        <NumberInput
          label={words.latitude}
          value={position?.lat ?? ''}
          onChange={type('lat')}
          error={errors?.lat}
          min={-90}
          max={90}
          decimalScale={6}
          hideControls
          w="8rem"
        />
        <NumberInput
          label={words.longitude}
          value={position?.lng ?? ''}
          onChange={type('lng')}
          error={errors?.lng}
          min={-180}
          max={180}
          decimalScale={6}
          hideControls
          w="8rem"
        />
        {position && (
          <Button variant="default" onClick={() => onChange(null)}>
            {words.clearPin}
          </Button>
        )}
        {hasWebGl() && (
          <Text size="xs" c="dimmed">
            {words.pinHint}
          </Text>
        )}
      </Group>
    </div>
  )
}
