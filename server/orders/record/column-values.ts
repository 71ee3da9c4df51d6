// Converts the fields of an order between an input and their columns.
import { type ConsignmentInput, order } from '../../../contract/consignment.ts'
import { type FieldValues, normalTag } from '../../../contract/custom-field.ts'
import { type Forms, normaliser } from '../../platform/value/normaliser.ts'
import { isJson, type Outside, type OutsideName, outside } from './columns.ts'
import { fieldsFrom, fieldsText } from './fields.ts'

/** Returns the conversion of each column that contains JSON. */
const ofJson = <Form>(form: Form) => Object.fromEntries(outside.filter(isJson).map((name) => [name, form]))

/** Returns sorted tags without duplicates as JSON, so that equal sets of tags are equal texts. */
const tagsText = (tags: readonly string[] | null | undefined): string | null =>
  tags?.length ? JSON.stringify([...new Set(tags.map(normalTag))].sort()) : null

const stored: Forms<ConsignmentInput, Outside, void> = {
  ...ofJson((value: unknown) => (value === undefined || value === null ? null : JSON.stringify(value))),
  tags: tagsText,
  customFields: fieldsText,
}
/** Returns the columns of an order. */
export const columnsOf = normaliser<Outside, ConsignmentInput, void>(order.fields, outside, stored)

/** Sent fields outside the document, as a client sends them. */
export type Sent = { [N in Exclude<OutsideName, 'tags' | 'customFields'>]: Exclude<ConsignmentInput[N], undefined> } & {
  tags: string[]
  customFields: Readonly<FieldValues>
}
const sent: Forms<Outside, Sent, void> = {
  ...ofJson((text: string | null) => (text === null ? null : JSON.parse(text))),
  tags: (text) => (text === null ? [] : (JSON.parse(text) as string[])),
  customFields: fieldsFrom,
}
/** Returns the columns of an order as they are sent by a client. */
export const sentFrom = normaliser<Sent, Outside, void>(order.fields, outside, sent)
