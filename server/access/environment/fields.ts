// Checks the custom fields that an environment defines, and finds changes to them that concern the order lists.

import { type CustomField, fieldLimits } from '../../../contract/custom-field.ts'
import type { RequestError } from '../../platform/error/problems.ts'

/** Checks the definitions of custom fields for rules that the schema cannot express. */
export function findCustomFieldErrors(fields: readonly CustomField[]): RequestError[] {
  const found: RequestError[] = []
  const usedKeys = new Set<string>()
  const add = (index: number, member: string, error: Pick<RequestError, 'code' | 'message' | 'values'>) =>
    found.push({ path: `/customFields/${index}${member}`, ...error })
  for (const [index, { key, type, choices }] of fields.entries()) {
    // Headers of tables ignore case, so keys that differ only in case are duplicates.
    if (usedKeys.has(key.toLowerCase()))
      add(index, '/key', {
        code: 'duplicate',
        message: `\`${key}\` appears in \`customFields\` more than once. Upper and lower case are the same key.`,
        values: { key, list: 'customFields' },
      })
    usedKeys.add(key.toLowerCase())
    if (type === 'choice' && !choices)
      add(index, '/choices', { code: 'required', message: 'A field of the type `choice` needs `choices`.' })
    if (type !== 'choice' && choices)
      add(index, '/choices', { code: 'not_allowed', message: 'Only a field of the type `choice` has `choices`.' })
  }
  const sorted = fields.filter((field) => field.sorted)
  if (sorted.length > fieldLimits.sorted)
    add(fields.indexOf(sorted[fieldLimits.sorted]!), '/sorted', {
      code: 'too_many',
      message: `Lists can be sorted by at most ${fieldLimits.sorted} custom fields.`,
      values: { max: fieldLimits.sorted },
    })
  return found
}

/** Returns the definitions with all flags, and without properties that their type does not have. */
export const normaliseFields = (fields: readonly CustomField[]): CustomField[] =>
  fields.map((field) => ({
    key: field.key,
    name: field.name,
    type: field.type,
    ...(field.choices ? { choices: field.choices } : {}),
    required: field.required ?? false,
    listed: field.listed ?? false,
    forDriver: field.forDriver ?? false,
    searched: field.searched ?? false,
    filtered: field.filtered ?? false,
    sorted: field.sorted ?? false,
  }))

/** Returns the properties of a custom field that affect lists. */
const listing = ({ key, type, choices, listed, searched, filtered, sorted }: CustomField) =>
  listed || searched || filtered || sorted
    ? [[key, type, sorted ? choices : null, listed || filtered, searched, filtered, sorted]]
    : []

/** Returns whether a change of definitions requires an update of the order lists. */
export const isRelistingRequired = (before: readonly CustomField[], after: readonly CustomField[]): boolean =>
  JSON.stringify(before.flatMap(listing)) !== JSON.stringify(after.flatMap(listing))
