// Reads and writes single fields in the stored JSON of an order, without parsing the other fields.
import { type Consignment, order } from '../../../contract/consignment.ts'
import type { SetName } from '../../../contract/record.ts'
import { type OutsideName, outside } from './columns.ts'

export type Member = Exclude<SetName<typeof order.fields>, OutsideName>
/** Document of an order: the fields of a read that only a change of the order itself can change. */
export type Document = Pick<Consignment, Member>

export const dateTimes = ['requiredFrom', 'requiredTo', 'planned', 'committed'] as const
export const elementLists = ['packages', 'productLines', 'packageProducts'] as const
/** Fields of orders that the order list stores, from the document and from columns. */
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
 * Names of the fields in the document, in the sequence in which they are stored. `placeOf` relies on two facts: no
 * object inside a document has a field of such a name, and stored documents have them all. So a new field of orders
 * needs a column.
 */
export const members = order.setNames.filter((name): name is Member => !(outside as readonly string[]).includes(name))

/** Names of the document's fields that the order list stores. */
export const listedMembers: readonly Member[] = members.filter((name) => listed.includes(name))

/** Groups of fields that are checked or listed together: a change of one field needs the whole group. */
const together: (readonly string[])[] = [dateTimes, elementLists, listed]

/** Returns the concerned fields of a change, in the stored sequence. */
export function concerned(change: object): Member[] {
  const groups = together.filter((group) => group.some((name) => name in change))
  return members.filter((name) => name in change || groups.some((group) => group.includes(name)))
}

/** Returns whether a change affects the list row of the order. */
export const concernsLists = (change: object): boolean => listed.some((name) => name in change)

/** Returns the place of a field's value in a document. Quotes inside texts are escaped, so a match is a field name. */
function placeOf(text: string, name: Member): { start: number; end: number } {
  const label = `"${name}":`
  const next = members[members.indexOf(name) + 1]
  const at = text.indexOf(label)
  const end = next === undefined ? text.length - 1 : text.indexOf(`,"${next}":`, at)
  if (at === -1 || end === -1) throw new Error(`A stored order lacks \`${name}\`, or what follows it.`)
  return { start: at + label.length, end }
}

export function membersOf(text: string, names: readonly Member[]): Partial<Document> {
  const found: Partial<Record<Member, unknown>> = {}
  for (const name of names) {
    const { start, end } = placeOf(text, name)
    found[name] = JSON.parse(text.slice(start, end))
  }
  return found as Partial<Document>
}

/** Returns all members of a document up to a field. It takes half the time of reading several fields one by one. */
export const membersUpTo = (text: string, name: Member): Partial<Document> =>
  JSON.parse(`${text.slice(0, placeOf(text, name).end)}}`) as Partial<Document>

/** Returns whether the beginning of a document reaches the end of a field. */
export const reaches = (beginning: string, name: Exclude<Member, 'packageProducts'>): boolean =>
  beginning.includes(`,"${members[members.indexOf(name) + 1]!}":`)

/** Counts the packages of a document by their ids, without parsing them. */
export function packagesListed(text: string): number {
  const { start, end } = placeOf(text, 'packages')
  let count = 0
  for (let at = text.indexOf(packageLabel, start); at !== -1 && at < end; at = text.indexOf(packageLabel, at + 1))
    count++
  return count
}
const packageLabel = '{"packageId":'

/** Returns a document with other values for these fields. */
export function withMembers(text: string, values: Partial<Document>): string {
  let changed = text
  for (const [name, value] of Object.entries(values)) {
    const { start, end } = placeOf(changed, name as Member)
    changed = changed.slice(0, start) + JSON.stringify(value) + changed.slice(end)
  }
  return changed
}
