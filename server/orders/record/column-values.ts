// Converts fields of an order from an input to columns, and back.
import { type ConsignmentInput, consignmentSchemas } from '../../../contract/consignment.ts'
import { type FieldValues, normaliseTag } from '../../../contract/custom-field.ts'
import { createNormaliser, type FieldForms } from '../../platform/value/normaliser.ts'
import { isJson, type OutsideName, type OutsideRow, outsideFields } from './columns.ts'
import { formatFields, parseFields } from './fields.ts'

/** Assigns a conversion to each column that contains JSON. */
const ofJson = <Form>(form: Form) => Object.fromEntries(outsideFields.filter(isJson).map((name) => [name, form]))

/** Returns sorted tags without duplicates as JSON, so that equal sets of tags are equal texts. */
const tagsText = (tags: readonly string[] | null | undefined): string | null =>
  tags?.length ? JSON.stringify([...new Set(tags.map(normaliseTag))].sort()) : null

const stored: FieldForms<ConsignmentInput, OutsideRow, void> = {
  ...ofJson((value: unknown) => (value === undefined || value === null ? null : JSON.stringify(value))),
  tags: tagsText,
  customFields: formatFields,
}
/** Returns the columns of an order. */
export const columnsOf = createNormaliser<OutsideRow, ConsignmentInput, void>(
  consignmentSchemas.fields,
  outsideFields,
  stored,
)

/** Fields outside the document, in the form in which a client sends them. */
export type SentFields = {
  [N in Exclude<OutsideName, 'tags' | 'customFields'>]: Exclude<ConsignmentInput[N], undefined>
} & {
  tags: string[]
  customFields: Readonly<FieldValues>
}
const sent: FieldForms<OutsideRow, SentFields, void> = {
  ...ofJson((text: string | null) => (text === null ? null : JSON.parse(text))),
  tags: (text) => (text === null ? [] : (JSON.parse(text) as string[])),
  customFields: parseFields,
}
/** Converts the columns of an order to fields as they are sent by a client. */
export const sentFrom = createNormaliser<SentFields, OutsideRow, void>(consignmentSchemas.fields, outsideFields, sent)
