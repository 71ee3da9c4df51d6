// Reads the filter for custom fields: values of which an order has one, and ranges.

import type { CustomField, FieldValue } from '../../../contract/custom-field.ts'
import { pageLimits } from '../../../contract/page.ts'
import type { ErrorValues, FaultCode } from '../../../contract/problem.ts'
import { badRequest } from '../../platform/error/problems.ts'
import { plainValue, valuesOf } from '../../platform/operation/page.ts'
import { newHints } from '../../platform/value/nearest.ts'
import { fieldOf, isDay, needleOf, placeOf, slotOf, unknownField } from '../record/fields.ts'
import type { SortSlot } from '../record/listing.ts'
import { filterWord } from '../record/words.ts'
import type { Needles, Range } from './list-store.ts'

/** Largest number of fields per request: each adds a condition to the statement. */
const fieldsMax = 5

interface WantedFields {
  /** Searched texts of each field, and its word in the index if it has one value. */
  values: { needles: Needles; word: string | undefined }[]
  ranges: (Range & { slot: SortSlot })[]
}

const refused = (code: FaultCode, message: string, values?: ErrorValues) =>
  badRequest('?customFields', code, message, values)

export function wantedFields(definitions: readonly CustomField[], text: string | undefined): WantedFields {
  const pairs = (valuesOf('customFields', text, pageLimits.values) ?? []).map((pair) => {
    const [, key, value] = /^([^:\\]*):(.*)$/s.exec(pair) ?? []
    if (key === undefined || value === undefined || value === '')
      throw refused('format', 'Each value must have the form `key:value`, such as `colour:red`.')
    return { key, value }
  })
  const byField = Map.groupBy(pairs, ({ key }) => key)
  if (byField.size > fieldsMax)
    throw refused('too_many', `A list can be filtered by at most ${fieldsMax} custom fields.`, { max: fieldsMax })
  const found: WantedFields = { values: [], ranges: [] }
  for (const [key, given] of byField) {
    const field = fieldOf(definitions, key)
    if (!field) {
      const { message, values } = unknownField(key, definitions, newHints())
      throw refused('unknown', message, values)
    }
    const [first] = given
    if (given.length === 1 && isRange(field, first!.value)) found.ranges.push(rangeOf(field, definitions, first!.value))
    else
      found.values.push(
        valuesWanted(
          field,
          given.map(({ value }) => value),
        ),
      )
  }
  // Sorted, so that there are fewer different statements to prepare.
  found.values.sort((a, b) => a.needles.any.length - b.needles.any.length)
  return found
}

const isRange = ({ type }: CustomField, value: string) => (type === 'number' || type === 'date') && value.includes('..')

function rangeOf(field: CustomField, definitions: readonly CustomField[], text: string): Range & { slot: SortSlot } {
  const slot = slotOf(definitions, field.key)
  if (!slot)
    throw refused(
      'not_allowed',
      `Lists cannot be filtered by a range of \`${field.key}\`: mark the field as \`sorted\` in the settings first.`,
    )
  const at = text.indexOf('..')
  const [from, to] = [text.slice(0, at), text.slice(at + 2)]
  return {
    slot,
    from: from === '' ? '' : placeOf(field, valueIn(field, from)),
    // The end before orders without a value.
    to: to === '' ? '=~' : placeOf(field, valueIn(field, to)),
  }
}

function valuesWanted(field: CustomField, texts: readonly string[]): WantedFields['values'][number] {
  if (!field.filtered)
    throw refused(
      'not_allowed',
      `Lists cannot be filtered by \`${field.key}\`: mark the field as \`filtered\` in the settings first.`,
    )
  const values = texts.filter((text) => text !== 'none').map((text) => valueIn(field, plainValue(text)))
  const any = values.flatMap((value) => {
    const needle = needleOf(field.key, value)
    // The next character shows where a number ends.
    return typeof value === 'string' ? [needle] : [`${needle},`, `${needle}}`]
  })
  return {
    needles: { any, none: values.length < texts.length ? `"${field.key}":` : undefined },
    word: texts.length === 1 && values.length === 1 ? filterWord('field', needleOf(field.key, values[0]!)) : undefined,
  }
}

/** Parses the value of a query by the type of its field. */
function valueIn({ key, type }: CustomField, text: string): FieldValue {
  if (type === 'number') {
    const value = Number(text)
    if (text.trim() === '' || !Number.isFinite(value))
      throw refused('type', `\`${key}\` is a number, not \`${text.slice(0, 40)}\`.`, { expected: 'number' })
    return value
  }
  if (type === 'boolean') {
    if (text !== 'true' && text !== 'false')
      throw refused('type', `\`${key}\` is \`true\` or \`false\`.`, { expected: 'boolean' })
    return text === 'true'
  }
  if (type === 'date' && !isDay(text))
    throw refused('format', `\`${key}\` is a day as \`YYYY-MM-DD\`.`, { expected: 'day' })
  return text
}
