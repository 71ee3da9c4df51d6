// Edits a number: the field keeps the typed text, and the record receives the number in the unit in which it is stored.
import { useState } from 'react'
import { decimalPoint, toStored, typedAs, type Unit } from '../platform/units.ts'
import { language } from '../words/language.ts'
import { locales } from '../words/words.ts'

/** Parses a number with a point or a comma. It returns other text unchanged, and the API returns its error. */
const numberOf = (typed: string): number | string | null => {
  const text = typed.trim().replace(',', '.')
  if (text === '') return null
  return /^-?(\d+\.?\d*|\.\d+)$/.test(text) && text.length < 16 ? Number(text) : typed
}

const shown = (value: unknown, unit: Unit | undefined, locale: string): string => {
  if (value === null || value === undefined) return ''
  if (typeof value !== 'number') return String(value)
  return (unit ? typedAs(value, unit) : String(value)).replace('.', decimalPoint(locale))
}

interface Typing {
  text: string
  /** The value in the record for this text. */
  value: unknown
  unit: Unit | undefined
  /** The text and the value before typing. Typing the same text restores the exact stored value. */
  before: { text: string; value: unknown }
}

interface TypedNumber {
  text: string
  /** Accepts typed text and returns the value for the record. */
  type(text: string): unknown
  /** Formats the number when the field loses the focus. */
  leave(): void
}

export function useTypedNumber(
  value: unknown,
  unit?: Unit,
  read: (typed: string) => number | string | null = numberOf,
): TypedNumber {
  const [typing, setTyping] = useState<Typing>()
  // After an undo or a change by another user, the typed text is no longer the value of the record.
  const current = typing?.value === value && typing?.unit === unit ? typing : undefined
  const locale = locales[language.use()]
  const text = current?.text ?? shown(value, unit, locale)
  return {
    text,
    type(typed) {
      const before = current?.before ?? { text, value }
      const number = read(typed)
      const converted = typeof number === 'number' && unit ? toStored(number, unit) : number
      const next = typed === before.text ? before.value : converted
      setTyping({ text: typed, value: next, unit, before })
      return next
    },
    leave: () => setTyping(undefined),
  }
}
