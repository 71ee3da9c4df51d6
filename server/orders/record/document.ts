// Reads and writes single fields in the stored JSON of an order, without parsing the other fields.
import { type Consignment, order } from '../../../contract/consignment.ts'
import type { SetName } from '../../../contract/record.ts'
import { type OutsideName, outside } from './columns.ts'

export type Member = Exclude<SetName<typeof order.fields>, OutsideName>
/** The fields of a read that only a change of the order itself can change. */
export type Document = Pick<Consignment, Member>

export const dateTimes = ['requiredFrom', 'requiredTo', 'planned', 'committed'] as const
export const elementLists = ['packages', 'productLines', 'packageProducts'] as const
/** What lists keep of an order beside it, of its document and of its own columns. */
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

/** Those of them that lists keep. */
export const listedMembers: readonly Member[] = members.filter((name) => listed.includes(name))

/** Members that are judged, or listed, by one another: a change of one concerns them all. */
const together: (readonly string[])[] = [dateTimes, elementLists, listed]

/** The members that a change concerns, in their sequence. */
export function concerned(change: object): Member[] {
  const groups = together.filter((group) => group.some((name) => name in change))
  return members.filter((name) => name in change || groups.some((group) => group.includes(name)))
}

/** Whether a change that concerns these members concerns what lists keep as well. */
export const concernsLists = (change: object): boolean => listed.some((name) => name in change)

/** Where the value of a member stands. Inside a text quotes are escaped, so what looks like a name is one. */
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

/** All members as far as this one, at once: of many texts that takes half as long as some of them one by one. */
export const membersUpTo = (text: string, name: Member): Partial<Document> =>
  JSON.parse(`${text.slice(0, placeOf(text, name).end)}}`) as Partial<Document>

/** Whether the beginning of a text goes as far as the end of this member. */
export const reaches = (beginning: string, name: Exclude<Member, 'packageProducts'>): boolean =>
  beginning.includes(`,"${members[members.indexOf(name) + 1]!}":`)

/** How many packages a text lists: each has one id, and none of them needs to be read for that. */
export function packagesListed(text: string): number {
  const { start, end } = placeOf(text, 'packages')
  let count = 0
  for (let at = text.indexOf(packageLabel, start); at !== -1 && at < end; at = text.indexOf(packageLabel, at + 1))
    count++
  return count
}
const packageLabel = '{"packageId":'

/** The text with other values for these members. */
export function withMembers(text: string, values: Partial<Document>): string {
  let changed = text
  for (const [name, value] of Object.entries(values)) {
    const { start, end } = placeOf(changed, name as Member)
    changed = changed.slice(0, start) + JSON.stringify(value) + changed.slice(end)
  }
  return changed
}
