// Edits a location with two number fields and a map.
import { Button, Group, TextInput } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { useTypedNumber } from '../fields/typed-number.ts'
import { QuietText } from '../shell/quiet-text.ts'
import { WidgetBoundary } from '../shell/widget-boundary.tsx'
import { useTexts } from '../words/language.ts'
import { parseDegrees, parsePosition } from './coordinates.ts'
import styles from './editor.module.css'
import { degreesMax, isPosition, type UncheckedPosition } from './geometry.ts'
import type { PinMapProps } from './pin-map.tsx'
import { MapWaiting } from './waiting.tsx'
import { hasWebGl } from './webgl.ts'
import { mapTexts } from './words.ts'

const PinMap = lazy(() => import('./pin-map.tsx'))

type CoordinateName = keyof UncheckedPosition

export interface PinPickerProps extends Omit<PinMapProps, 'position'> {
  /** Latitude and longitude as in the form. The map shows only a valid location. */
  typed: UncheckedPosition
  /** Receives typed values that are not a valid location. */
  onUnread: (typed: UncheckedPosition) => void
  /** Errors of the service for latitude and longitude. */
  errors?: Partial<Record<CoordinateName, string | undefined>>
}

export function PinPicker({ typed, onUnread, errors, ...map }: PinPickerProps) {
  const texts = useTexts(mapTexts)
  const { onChange } = map
  const position = isPosition(typed) ? typed : null
  const take = (next: UncheckedPosition) => {
    if (isPosition(next)) onChange(next)
    else if (next.lat === null && next.lng === null) onChange(null)
    else onUnread(next)
  }
  const field = { typed, onType: take }
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
      <Group gap="xs" mt="xs" align="flex-start">
        <Degrees {...field} coordinate="lat" label={texts.latitude} error={errors?.lat} />
        <Degrees {...field} coordinate="lng" label={texts.longitude} error={errors?.lng} />
        {position && (
          <Button className={styles.besideFields} onClick={() => onChange(null)}>
            {texts.clearPin}
          </Button>
        )}
        {hasWebGl() && (
          <QuietText size="xs" className={styles.besideFields}>
            {texts.pinHint}
          </QuietText>
        )}
      </Group>
    </div>
  )
}

interface DegreesProps {
  coordinate: CoordinateName
  label: string
  typed: UncheckedPosition
  error: string | undefined
  onType: (next: UncheckedPosition) => void
}

/** Edits one of the two numbers. A pasted pair fills both fields. */
function Degrees({ coordinate, label, typed, error, onType }: DegreesProps) {
  const texts = useTexts(mapTexts)
  const value = typed[coordinate]
  const { text, type, leave } = useTypedNumber(value, undefined, parseDegrees)
  const inputError =
    typeof value === 'string'
      ? texts.badDegrees
      : typeof value === 'number' && Math.abs(value) > degreesMax[coordinate]
        ? texts.degreesRange(degreesMax[coordinate])
        : undefined
  return (
    <TextInput
      label={label}
      value={text}
      error={inputError ?? error}
      dir="ltr"
      inputMode="decimal"
      autoComplete="off"
      maxLength={100}
      w="9rem"
      onChange={({ currentTarget, nativeEvent }) => {
        const isPasted = (nativeEvent as InputEvent).inputType === 'insertFromPaste'
        const pair = isPasted ? parsePosition(currentTarget.value) : undefined
        onType(pair ?? { ...typed, [coordinate]: type(currentTarget.value) })
      }}
      onBlur={() => {
        const pair = parsePosition(text)
        if (pair) onType(pair)
        leave()
      }}
    />
  )
}
