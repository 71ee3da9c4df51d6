// A position: two numbers, and a map to find them on.
import { Button, Group, NumberInput, Text } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { useWords } from '../words/language.ts'
import styles from './editor.module.css'
import type { PinPickerProps } from './pin-map.tsx'
import { MapWaiting } from './waiting.tsx'
import { hasWebGl } from './webgl.ts'
import { mapWords } from './words.ts'

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
          <Suspense fallback={<MapWaiting />}>
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
