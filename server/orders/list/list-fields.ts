// Reads the filters for custom fields: lists of accepted values, and ranges.

import type { CustomField, FieldValue } from '../../../contract/custom-field.ts'
import { pageLimits } from '../../../contract/page.ts'
import type { ErrorValues, FieldErrorCode } from '../../../contract/problem.ts'
import { createBadRequest } from '../../platform/error/problems.ts'
import { parseValues, stripEscapes } from '../../platform/operation/page.ts'
import { createHintBudget } from '../../platform/value/nearest.ts'
import {
  buildSortKey,
  describeUnknownField,
  findField,
  findSortSlot,
  formatListedField,
  isDay,
} from '../record/fields.ts'
import type { SortSlot } from '../record/listing.ts'
import { createFilterTerm } from '../record/search-terms.ts'
import type { SearchTexts, ValueRange } from './list-store.ts'

/** Largest number of fields per request: each adds a condition to the statement. */
const fieldsMax = 5

interface FieldFilters {
  /** Searched texts of each field, and its word in the index if only one value is accepted. */
  values: { needles: SearchTexts; term: string | undefined }[]
  ranges: (ValueRange & { slot: SortSlot })[]
}

const refused = (code: FieldErrorCode, message: string, values?: ErrorValues) =>
  createBadRequest('?customFields', code, message, values)

export function parseFieldFilters(definitions: readonly CustomField[], text: string | undefined): FieldFilters {
  const pairs = (parseValues('customFields', text, pageLimits.values) ?? []).map((pair) => {
    const [, key, value] = /^([^:\\]*):(.*)$/s.exec(pair) ?? []
    if (key === undefined || value === undefined || value === '')
      throw refused('format', 'Each value must have the form `key:value`, such as `colour:red`.')
    return { key, value }
  })
  const byField = Map.groupBy(pairs, ({ key }) => key)
  if (byField.size > fieldsMax)
    throw refused('too_many', `A list can be filtered by at most ${fieldsMax} custom fields.`, { max: fieldsMax })
  const found: FieldFilters = { values: [], ranges: [] }
  for (const [key, given] of byField) {
    const field = findField(definitions, key)
    if (!field) {
      const { message, values } = describeUnknownField(key, definitions, createHintBudget())
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
  // Sorted by the number of texts, so that fewer different statements are prepared.
  found.values.sort((a, b) => a.needles.included.length - b.needles.included.length)
  return found
}

const isRange = ({ type }: CustomField, value: string) => (type === 'number' || type === 'date') && value.includes('..')

function rangeOf(field: CustomField, fields: readonly CustomField[], text: string): ValueRange & { slot: SortSlot } {
  const slot = findSortSlot(fields, field.key)
  if (!slot)
    throw refused(
      'not_allowed',
      `Lists cannot be filtered by a range of \`${field.key}\`: mark the field as \`sorted\` in the settings first.`,
    )
  const separatorIndex = text.indexOf('..')
  const [from, to] = [text.slice(0, separatorIndex), text.slice(separatorIndex + 2)]
  return {
    slot,
    from: from === '' ? '' : buildSortKey(field, valueIn(field, from)),
    // An open range ends before orders without a value, which sort last.
    to: to === '' ? '=~' : buildSortKey(field, valueIn(field, to)),
  }
}

function valuesWanted(field: CustomField, texts: readonly string[]): FieldFilters['values'][number] {
  if (!field.filtered)
    throw refused(
      'not_allowed',
      `Lists cannot be filtered by \`${field.key}\`: mark the field as \`filtered\` in the settings first.`,
    )
  const values = texts.filter((text) => text !== 'none').map((text) => valueIn(field, stripEscapes(text)))
  const searchTexts = values.flatMap((value) => {
    const needle = formatListedField(field.key, value)
    // A number or boolean is searched with the character that follows it in the column, because `1` is also the start
    // of `12`.
    return typeof value === 'string' ? [needle] : [`${needle},`, `${needle}}`]
  })
  return {
    needles: { included: searchTexts, missing: values.length < texts.length ? `"${field.key}":` : undefined },
    term:
      texts.length === 1 && values.length === 1
        ? createFilterTerm('field', formatListedField(field.key, values[0]!))
        : undefined,
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
