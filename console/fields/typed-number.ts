// Edits a number: the field keeps the typed text, and the record receives the number in the unit in which it is stored.
import { useState } from 'react'
import { convertToStored, formatInputValue, getDecimalPoint, type MeasureUnit } from '../platform/units.ts'
import { currentLanguage } from '../words/language.ts'
import { languageLocales } from '../words/words.ts'

/** Parses a number with a point or a comma. Returns other text unchanged, and the API returns its error. */
const numberOf = (typed: string): number | string | null => {
  const text = typed.trim().replace(',', '.')
  if (text === '') return null
  return /^-?(\d+\.?\d*|\.\d+)$/.test(text) && text.length < 16 ? Number(text) : typed
}

const formatNumber = (value: unknown, unit: MeasureUnit | undefined, locale: string): string => {
  if (value === null || value === undefined) return ''
  if (typeof value !== 'number') return String(value)
  return (unit ? formatInputValue(value, unit) : String(value)).replace('.', getDecimalPoint(locale))
}

interface Typing {
  text: string
  /** The value in the record for this text. */
  value: unknown
  unit: MeasureUnit | undefined
  /** Text and value before typing. If the user types the same text again, the exact stored value returns. */
  initial: { text: string; value: unknown }
}

interface TypedNumber {
  text: string
  /** Accepts typed text and returns the value for the record. */
  type(text: string): unknown
  /** Formats the number when the field loses the focus. */
  leave(): void
}

export function useTypedNumber(value: unknown, unit?: MeasureUnit): TypedNumber {
  const [typing, setTyping] = useState<Typing>()
  // After an undo or a change by another user, the typed text is no longer the value of the record.
  const current = typing?.value === value && typing?.unit === unit ? typing : undefined
  const locale = languageLocales[currentLanguage.use()]
  const text = current?.text ?? formatNumber(value, unit, locale)
  return {
    text,
    type(typed) {
      const initial = current?.initial ?? { text, value }
      const number = numberOf(typed)
      const converted = typeof number === 'number' && unit ? convertToStored(number, unit) : number
      const next = typed === initial.text ? initial.value : converted
      setTyping({ text: typed, value: next, unit, initial })
      return next
    },
    leave: () => setTyping(undefined),
  }
}
