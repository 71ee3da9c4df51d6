// Edits a location as one text: latitude and longitude in any usual notation.
import { useState } from 'react'
import { parseCoordinates } from '../../client/coordinates.ts'
import type { GeoPosition } from '../../contract/travel.ts'
import fields from '../fields/fields.module.css'
import { FieldFrame } from '../fields/frame.tsx'
import { degreesMax, isPosition, type UncheckedPosition } from '../map/geometry.ts'
import { currentLanguage, useTexts } from '../words/language.ts'
import styles from './position.module.css'
import { positionTexts } from './words.ts'

interface CoordinateFieldProps {
  /** Latitude and longitude as in the form. A text that is not a location is the latitude. */
  typed: UncheckedPosition
  /** Receives latitude and longitude after each key. */
  onType(next: UncheckedPosition): void
  /** Receives a location that the user pastes, ends with Enter, or leaves. */
  onChange(position: GeoPosition | null): void
  onEnter?(): void
  /** Error of the API. */
  error?: string | undefined
  isDirty?: boolean
  disabled?: boolean
}

/** Formats a location in the notation that other programs accept, also in languages with a decimal comma. */
const formatCoordinates = ({ lat, lng }: UncheckedPosition): string =>
  [lat, lng].filter((value) => value !== null && value !== undefined).join(', ')

const isSame = (first: UncheckedPosition, second: UncheckedPosition) =>
  first.lat === second.lat && first.lng === second.lng

interface Typing {
  text: string
  value: UncheckedPosition
  /** Text and value before typing. If the user types the same text again, the exact value returns. */
  initial: { text: string; value: UncheckedPosition }
}

function useTypedCoordinates({ typed, onType, onChange }: CoordinateFieldProps) {
  const hasOst = currentLanguage.use() === 'de'
  const [typing, setTyping] = useState<Typing>()
  // After a move of the pin or a change by another user, the typed text is no longer the value of the form.
  const current = typing && isSame(typing.value, typed) ? typing : undefined
  const text = current?.text ?? formatCoordinates(typed)
  const initial = current?.initial ?? { text, value: typed }
  const parse = (next: string): UncheckedPosition => {
    if (next === initial.text) return initial.value
    if (next.trim() === '') return { lat: null, lng: null }
    return parseCoordinates(next, { hasOst }) ?? { lat: next, lng: null }
  }
  return {
    text,
    isTyping: current !== undefined,
    type(next: string, isPasted: boolean) {
      const value = parse(next)
      setTyping({ text: next, value, initial })
      if (isPasted && isPosition(value)) onChange(value)
      else onType(value)
    },
    leave() {
      setTyping(undefined)
      if (!current || current.text === initial.text) return
      if (isPosition(typed)) onChange(typed)
      else if (typed.lat === null && typed.lng === null) onChange(null)
    },
    cancel() {
      setTyping(undefined)
      onType(initial.value)
    },
  }
}

export function CoordinateField(props: CoordinateFieldProps) {
  const { typed, onEnter, error, isDirty = false, disabled = false } = props
  const texts = useTexts(positionTexts)
  const { text, isTyping, type, leave, cancel } = useTypedCoordinates(props)
  const isUnread = typeof typed.lat === 'string'
  const inputError = isUnread ? (isTyping ? undefined : texts.badCoordinates) : findRangeError(typed, texts)
  const isConverted = isTyping && isPosition(typed) && text !== formatCoordinates(typed)
  return (
    <FieldFrame label={texts.coordinates} error={inputError ?? (isTyping ? undefined : error)}>
      {(tied) => (
        <span className={styles.coordinates}>
          <input
            {...tied}
            className={fields.input}
            dir="ltr"
            placeholder="53.0512, 8.8956"
            autoComplete="off"
            spellCheck={false}
            maxLength={200}
            disabled={disabled}
            data-dirty={isDirty || undefined}
            value={text}
            onChange={({ currentTarget, nativeEvent }) =>
              type(currentTarget.value, (nativeEvent as InputEvent).inputType === 'insertFromPaste')
            }
            onKeyDown={(event) => {
              if (event.key === 'Enter') {
                leave()
                onEnter?.()
              }
              if (event.key === 'Escape' && isTyping) {
                event.stopPropagation()
                cancel()
              }
            }}
            onBlur={leave}
            data-mantine-stop-propagation={isTyping}
          />
          {isConverted ? (
            <span className={fields.understood} aria-hidden>
              {texts.latitude} <bdi>{String(typed.lat)}</bdi> · {texts.longitude} <bdi>{String(typed.lng)}</bdi>
            </span>
          ) : null}
        </span>
      )}
    </FieldFrame>
  )
}

function findRangeError({ lat, lng }: UncheckedPosition, texts: ReturnType<typeof useTexts<typeof positionTexts>>) {
  const isBeyond = (value: unknown, max: number) => typeof value === 'number' && Math.abs(value) > max
  if (isBeyond(lat, degreesMax.lat)) return texts.latitudeRange(degreesMax.lat)
  return isBeyond(lng, degreesMax.lng) ? texts.longitudeRange(degreesMax.lng) : undefined
}
