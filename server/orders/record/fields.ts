// Checks the custom fields of orders, and adds them to the list rows.

import { type CustomField, type FieldValue, type FieldValues, fieldLimits } from '../../../contract/custom-field.ts'
import type { ErrorValues, FieldErrorCode } from '../../../contract/problem.ts'
import type { RequestError } from '../../platform/error/problems.ts'
import { appendPointer } from '../../platform/operation/json.ts'
import { isLongerThan, truncateText } from '../../platform/value/characters.ts'
import { buildAllowedValues, createSuggestion, formatChoices, type HintBudget } from '../../platform/value/nearest.ts'
import { lastSortKey } from '../../platform/value/sort.ts'
import { parseDateTime } from '../../platform/value/times.ts'
import { type ListRow, type SortSlot, sortSlots } from './listing.ts'
import { createFilterTerm, extractTerms, foldText } from './search-terms.ts'

interface Fields {
  byKey: Map<string, CustomField>
  required: CustomField[]
  sorted: CustomField[]
}
const fieldsCache = new WeakMap<readonly CustomField[], Fields>()

function fieldsOf(definitions: readonly CustomField[]): Fields {
  const found = fieldsCache.get(definitions)
  if (found) return found
  const fields = {
    byKey: new Map(definitions.map((field) => [field.key, field])),
    required: definitions.filter(({ required }) => required),
    sorted: definitions.filter(({ sorted }) => sorted),
  }
  fieldsCache.set(definitions, fields)
  return fields
}

export const findField = (definitions: readonly CustomField[], key: string): CustomField | undefined =>
  fieldsOf(definitions).byKey.get(key)

/** Returns the slot (sort column) of a custom field. Returns undefined if lists cannot be sorted by the field. */
export const findSortSlot = (definitions: readonly CustomField[], key: string): SortSlot | undefined =>
  sortSlots[fieldsOf(definitions).sorted.findIndex((field) => field.key === key)]

const isUnset = (value: unknown) => value === null || value === undefined || value === ''

/** Returns custom fields as JSON, sorted by key so that equal values give equal texts. Returns null without a value. */
export function formatFields(values: Record<string, unknown> | null | undefined): string | null {
  if (!values) return null
  const set = Object.keys(values).filter((key) => !isUnset(values[key]))
  if (set.length === 0) return null
  return JSON.stringify(Object.fromEntries(set.sort().map((key) => [key, values[key]])))
}

/** Last parsed custom fields. The check of an order and its list row parse the same text one after the other. */
let lastRead: { text: string; values: Readonly<FieldValues> } = { text: '{}', values: {} }

export function parseFields(text: string | null): Readonly<FieldValues> {
  if (text === null) return {}
  if (lastRead.text !== text) lastRead = { text, values: Object.freeze(JSON.parse(text) as FieldValues) }
  return lastRead.values
}

/**
 * Checks the custom fields of an order. A stored value stays valid after its definition has changed. If a definition
 * becomes required later, an order without a value can still be changed.
 */
export function findCustomFieldErrors(
  definitions: readonly CustomField[],
  input: Record<string, unknown>,
  stored: FieldValues | undefined,
  hints: HintBudget,
): RequestError[] {
  const { byKey, required } = fieldsOf(definitions)
  const found: RequestError[] = []
  for (const [key, value] of Object.entries(input)) {
    // The schema reports objects and lists.
    if (isUnset(value) || typeof value === 'object') continue
    const field = byKey.get(key)
    if (stored && Object.hasOwn(stored, key) && (stored[key] === value || (!field && isTextOf(stored[key], value))))
      continue
    const path = appendPointer('/customFields', key)
    if (!field) found.push({ path, code: 'unknown', ...describeUnknownField(key, definitions, hints) })
    else {
      const valueError = findValueError(field, value)
      if (valueError) found.push({ path, ...valueError })
    }
  }
  for (const { key } of required)
    if (isUnset(Object.hasOwn(input, key) ? input[key] : undefined) && (!stored || Object.hasOwn(stored, key)))
      found.push({
        path: `/customFields/${key}`,
        code: 'required',
        message: `The custom field \`${key}\` is required.`,
      })
  return found
}

interface WithFields {
  customFields?: Record<string, FieldValue | null> | null
}

/** Returns whether a text is this value as a table contains it, without spaces around it. */
const isTextOf = (value: unknown, text: unknown): boolean => typeof text === 'string' && String(value).trim() === text

/**
 * Returns the input with stored values in place of equal texts, for custom fields without a definition. A table
 * contains texts only. Without a definition, a number or a boolean in it cannot be recognised.
 */
export function restoreRetiredValues<Input extends WithFields>(
  definitions: readonly CustomField[],
  input: Input,
  { customFields: stored }: WithFields,
): Input {
  const { customFields: given } = input
  if (!given || !stored) return input
  const { byKey } = fieldsOf(definitions)
  const isSame = (key: string) =>
    !byKey.has(key) && Object.hasOwn(given, key) && stored[key] !== given[key] && isTextOf(stored[key], given[key])
  const retiredKeys = Object.keys(stored).filter(isSame)
  if (retiredKeys.length === 0) return input
  return { ...input, customFields: { ...given, ...Object.fromEntries(retiredKeys.map((key) => [key, stored[key]!])) } }
}

/** Returns the message and values of the error for an undefined field. */
export function describeUnknownField(
  key: string,
  definitions: readonly CustomField[],
  hints: HintBudget,
): { message: string; values: ErrorValues } {
  const keys = definitions.map((field) => field.key)
  const displayKey = truncateText(key, 40)
  const emptyNote = 'this environment defines none. They are defined in its settings.'
  const { advice, suggestion } = createSuggestion(displayKey, keys, hints, {
    emptyText: emptyNote,
    opening: 'There are',
  })
  const message = `The custom field \`${displayKey}\` does not exist${keys.length === 0 ? ':' : '.'} ${advice}`
  return { message, values: { name: displayKey, ...suggestion } }
}

type ValueError = Pick<RequestError, 'code' | 'message' | 'values'>
const must = (key: string, code: FieldErrorCode, requirement: string, values?: ErrorValues): ValueError => ({
  code,
  message: `\`${key}\` must be ${requirement}.`,
  ...(values === undefined ? {} : { values }),
})

function findValueError({ key, type, choices }: CustomField, value: unknown): ValueError | undefined {
  switch (type) {
    case 'number':
      if (typeof value !== 'number') return must(key, 'type', 'a number', { expected: 'number' })
      return Number.isFinite(value)
        ? undefined
        : { code: 'out_of_range', message: `\`${key}\` is too large for a number.` }
    case 'boolean':
      return typeof value === 'boolean' ? undefined : must(key, 'type', 'true or false', { expected: 'boolean' })
    case 'date':
      return isDay(value) ? undefined : must(key, 'format', 'an existing day as `YYYY-MM-DD`', { expected: 'day' })
    case 'choice':
      return choices?.includes(value as string)
        ? undefined
        : must(key, 'not_allowed', `one of ${formatChoices(choices ?? [], 5)}`, buildAllowedValues(choices ?? []))
    case 'text':
      if (typeof value !== 'string') return must(key, 'type', 'a string', { expected: 'string' })
      if (!isLongerThan(value, fieldLimits.textLength)) return undefined
      return {
        code: 'too_long',
        message: `\`${key}\` must not be longer than ${fieldLimits.textLength} characters.`,
        values: { max: fieldLimits.textLength },
      }
  }
}

/** Results for checked days, because many orders have the same days. */
const days = new Map<string, boolean>()
const daysMax = 1_000

export function isDay(value: unknown): value is string {
  if (typeof value !== 'string' || value.length !== 10) return false
  const cached = days.get(value)
  if (cached !== undefined) return cached
  const is = parseDateTime(`${value}T00:00:00`) !== undefined
  if (days.size >= daysMax) days.clear()
  days.set(value, is)
  return is
}

/** Largest number of words in the search index: per custom field, and for all custom fields of an order. */
const fieldTermsMax = 12
const customTermsMax = 48

/** Adds the custom fields of an order to its list row, as their current definitions require. */
export function addCustomFields(listing: ListRow, text: string | null, definitions: readonly CustomField[]): ListRow {
  if (definitions.length === 0) return listing
  const { byKey, sorted } = fieldsOf(definitions)
  if (text === null && sorted.length === 0) return listing
  const values = parseFields(text)
  const listedValues: FieldValues = {}
  const terms = new Set<string>()
  const filters: string[] = []
  for (const [key, value] of Object.entries(values)) {
    const field = byKey.get(key)
    // A value that does not match its current definition stays in the order, but its list row omits it.
    if (!field || findValueError(field, value)) continue
    if (field.listed || field.filtered) listedValues[key] = value
    if (field.filtered) filters.push(createFilterTerm('field', formatListedField(key, value)))
    if (field.searched) for (const term of extractTerms(String(value), fieldTermsMax)) terms.add(term)
  }
  const addedTerms = [...[...terms].slice(0, customTermsMax), ...filters]
  return {
    ...listing,
    words: addedTerms.length === 0 ? listing.words : `${listing.words} ${addedTerms.join(' ')}`,
    fields: Object.keys(listedValues).length === 0 ? null : JSON.stringify(listedValues),
    sorts: sortSlots.map((_, slot) => (sorted[slot] ? buildSortKey(sorted[slot], values[sorted[slot].key]) : null)),
  }
}

/** Returns a field as it appears in the list column. */
export const formatListedField = (key: string, value: FieldValue): string => `"${key}":${JSON.stringify(value)}`

const sortKeyLength = 60
const bits = new DataView(new ArrayBuffer(8))

/**
 * Returns the sort key of a value: a text that sorts by bytes in the order of the field's values. Orders without a
 * value sort last.
 */
export function buildSortKey(field: CustomField, value: FieldValue | undefined): string {
  if (value === undefined || findValueError(field, value)) return lastSortKey
  if (typeof value === 'number') return `=${buildNumberKey(value)}`
  if (typeof value === 'boolean') return value ? '=1' : '=0'
  if (field.type === 'choice') return `=${String(field.choices!.indexOf(value)).padStart(3, '0')}`
  return `=${foldText(value).slice(0, sortKeyLength).toWellFormed()}`
}

/**
 * Returns the sort key of a number: its bits as text. The sign bit is inverted; for a negative number, all bits are.
 */
function buildNumberKey(value: number): string {
  // Converts -0 to 0.
  bits.setFloat64(0, value + 0)
  const rawBits = bits.getBigUint64(0)
  const turned = rawBits >> 63n === 1n ? ~rawBits & 0xffff_ffff_ffff_ffffn : rawBits | 0x8000_0000_0000_0000n
  return turned.toString(16).padStart(16, '0')
}
