// Edits the custom fields of an order by type, and shows values of fields that the settings no longer define.
import type { CustomField, FieldValue } from '../../contract/custom-field.ts'
import { useSettings } from '../api/environment.ts'
import { ChoiceField, DayField, type FieldProps, NumberField, TextField, TruthField } from '../fields/fields.tsx'
import type { LocaleFormat } from '../words/format.ts'
import { useTexts } from '../words/language.ts'
import { fieldValueTexts } from './words.ts'

/** Writes the value of a custom field. */
export function formatFieldValue(
  value: FieldValue,
  type: CustomField['type'] | undefined,
  { format, yes, no }: { format: LocaleFormat; yes: string; no: string },
): string {
  if (typeof value === 'boolean') return value ? yes : no
  if (typeof value === 'number') return format.number(value, 6)
  return type === 'date' && /^\d{4}-\d{2}-\d{2}$/.test(value) ? format.day(value) : value
}

/** Returns whether an order has custom fields to show. */
export const hasCustomFields = (fields: readonly CustomField[], values: unknown): boolean =>
  fields.length > 0 || Object.keys((values ?? {}) as object).length > 0

export function CustomFieldInputs({ draft, isReadOnly }: Pick<FieldProps, 'draft'> & { isReadOnly: boolean }) {
  const { customFields } = useSettings()
  const stored = (draft.value('customFields') ?? {}) as Record<string, FieldValue>
  const removedKeys = Object.keys(stored).filter((key) => !customFields.some((field) => field.key === key))
  return (
    <>
      {customFields.map((field) => (
        <CustomFieldInput
          key={field.key}
          field={field}
          draft={draft}
          path={`customFields.${field.key}`}
          label={field.required ? `${field.name} *` : field.name}
          disabled={isReadOnly}
        />
      ))}
      {removedKeys.map((key) => (
        <TextField key={key} draft={draft} path={`customFields.${key}`} label={key} disabled />
      ))}
    </>
  )
}

function CustomFieldInput({ field, ...props }: FieldProps & { field: CustomField }) {
  const texts = useTexts(fieldValueTexts)
  switch (field.type) {
    case 'number':
      return <NumberField {...props} />
    case 'boolean':
      return <TruthField {...props} yes={texts.yes} no={texts.no} />
    case 'date':
      return <DayField {...props} />
    case 'choice':
      return <ChoiceField {...props} choices={(field.choices ?? []).map((value) => ({ value, label: value }))} />
    case 'text':
      return <TextField {...props} maxLength={500} />
  }
}
