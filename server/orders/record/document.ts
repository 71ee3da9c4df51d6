// Reads and writes single fields in the stored JSON of an order, without parsing the other fields.
import { type Consignment, consignmentSchemas } from '../../../contract/consignment.ts'
import type { SetName } from '../../../contract/record.ts'
import { type OutsideName, outsideFields } from './columns.ts'

export type DocumentField = Exclude<SetName<typeof consignmentSchemas.fields>, OutsideName>
/** Document of an order: the fields that only a change of the order itself changes. */
export type OrderDocument = Pick<Consignment, DocumentField>

export const dateTimes = ['requiredFrom', 'requiredTo', 'planned', 'committed'] as const
export const elementLists = ['packages', 'productLines', 'packageProducts'] as const
/** Names of the fields that the order list stores. Some are in the document, others in columns. */
const listed: readonly string[] = [
  'key',
  'type',
  'depotKey',
  'channelKey',
  'areaKey',
  ...dateTimes,
  'consigneeCode',
  'planningInstructions',
  'consigneeContact',
  'consigneeAddress',
  'tags',
  'customFields',
]

/**
 * Names of the fields in the document, in their stored sequence. `findFieldRange` relies on two facts. No object inside
 * a document has a field with one of these names, and every stored document has all these fields. Therefore, a new
 * field of orders needs a column.
 */
export const documentFields = consignmentSchemas.setNames.filter(
  (name): name is DocumentField => !(outsideFields as readonly string[]).includes(name),
)

/** Names of the document's fields that the order list stores. */
export const listedMembers: readonly DocumentField[] = documentFields.filter((name) => listed.includes(name))

/** Groups of fields that are checked or listed together. A change of one field needs the values of its whole group. */
const together: (readonly string[])[] = [dateTimes, elementLists, listed]

/** Returns the fields that are needed for a change, in their stored sequence. */
export function findConcernedFields(change: object): DocumentField[] {
  const groups = together.filter((group) => group.some((name) => name in change))
  return documentFields.filter((name) => name in change || groups.some((group) => group.includes(name)))
}

/** Returns whether a change affects the list row of the order. */
export const hasListedField = (change: object): boolean => listed.some((name) => name in change)

/**
 * Returns the start and the end of a field's value in a document. A match is always a field name, because quotes inside
 * texts are escaped.
 */
function findFieldRange(text: string, name: DocumentField): { start: number; end: number } {
  const label = `"${name}":`
  const next = documentFields[documentFields.indexOf(name) + 1]
  const labelIndex = text.indexOf(label)
  const end = next === undefined ? text.length - 1 : text.indexOf(`,"${next}":`, labelIndex)
  if (labelIndex === -1 || end === -1) throw new Error(`A stored order lacks \`${name}\`, or what follows it.`)
  return { start: labelIndex + label.length, end }
}

export function readFields(text: string, names: readonly DocumentField[]): Partial<OrderDocument> {
  const found: Partial<Record<DocumentField, unknown>> = {}
  for (const name of names) {
    const { start, end } = findFieldRange(text, name)
    found[name] = JSON.parse(text.slice(start, end))
  }
  return found as Partial<OrderDocument>
}

/**
 * Returns all fields of a document up to and including a field. This takes half the time of reading them one by one.
 */
export const readLeadingFields = (text: string, name: DocumentField): Partial<OrderDocument> =>
  JSON.parse(`${text.slice(0, findFieldRange(text, name).end)}}`) as Partial<OrderDocument>

/** Returns whether the beginning of a document contains a field completely. */
export const hasCompleteField = (beginning: string, name: Exclude<DocumentField, 'packageProducts'>): boolean =>
  beginning.includes(`,"${documentFields[documentFields.indexOf(name) + 1]!}":`)

/** Counts the packages of a document by their ids, without parsing them. */
export function countDocumentPackages(text: string): number {
  const { start, end } = findFieldRange(text, 'packages')
  let count = 0
  for (
    let index = text.indexOf(packageLabel, start);
    index !== -1 && index < end;
    index = text.indexOf(packageLabel, index + 1)
  )
    count++
  return count
}
const packageLabel = '{"packageId":'

/** Returns a document with new values for some fields. */
export function replaceFields(text: string, values: Partial<OrderDocument>): string {
  let changed = text
  for (const [name, value] of Object.entries(values)) {
    const { start, end } = findFieldRange(changed, name as DocumentField)
    changed = changed.slice(0, start) + JSON.stringify(value) + changed.slice(end)
  }
  return changed
}
