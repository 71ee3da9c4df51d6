// Fields that edit a record in place: what is typed is kept until it is saved, what the service refused is said below it, and a value of somebody else is set beside one's own.
import { Button, Group, Paper, Select, Switch, Text, Textarea, TextInput } from '@mantine/core'
import type { KeyboardEvent, ReactNode } from 'react'
import { type Draft, useShown } from '../api/draft.ts'
import type { Format } from '../words/format.ts'
import { useWords } from '../words/language.ts'
import { fieldWords } from './words.ts'

export interface FieldProps {
  draft: Draft
  /** Where the value stands in the record, such as `consigneeAddress.line1`. */
  path: string
  label: string
  disabled?: boolean | undefined
  description?: string | undefined
  /** Fills the width. */
  w?: string | undefined
}

const textOf = (value: unknown): string => (value === null || value === undefined ? '' : String(value))

/** Enter saves, Escape takes back; leaving the field saves. */
const keysOf = ({ draft, path }: FieldProps) => ({
  onBlur: () => draft.commit(),
  onKeyDown(event: KeyboardEvent<HTMLElement>) {
    if (event.key === 'Enter' && event.currentTarget.tagName === 'INPUT') draft.commit()
    if (event.key === 'Escape' && draft.isDirty(path)) {
      event.stopPropagation()
      draft.revert(path)
    }
  },
})

const common = ({ draft, path, label, disabled, description }: FieldProps) => ({
  label,
  ...(description === undefined ? {} : { description }),
  disabled: disabled === true,
  error: draft.fault(path) ?? null,
  'data-dirty': draft.isDirty(path) || undefined,
})

export function TextField(props: FieldProps & { type?: 'text' | 'email' | 'tel' | 'time'; maxLength?: number }) {
  const { draft, path, type = 'text', maxLength = 1_000 } = props
  useShown(draft, path)
  return (
    <Both {...props}>
      <TextInput
        {...common(props)}
        {...keysOf(props)}
        type={type}
        dir="auto"
        maxLength={maxLength}
        value={textOf(draft.value(path))}
        onChange={({ currentTarget: { value } }) => draft.change(path, value === '' ? null : value)}
      />
    </Both>
  )
}

export function LongField(props: FieldProps) {
  const { draft, path } = props
  useShown(draft, path)
  return (
    <Both {...props}>
      <Textarea
        {...common(props)}
        {...keysOf(props)}
        dir="auto"
        autosize
        minRows={2}
        maxRows={8}
        maxLength={10_000}
        value={textOf(draft.value(path))}
        onChange={({ currentTarget: { value } }) => draft.change(path, value === '' ? null : value)}
      />
    </Both>
  )
}

/** A number as it is typed; what is none is sent as it is, and the service says so at the field. */
export function NumberField(props: FieldProps) {
  const { draft, path } = props
  useShown(draft, path)
  return (
    <Both {...props}>
      <TextInput
        {...common(props)}
        {...keysOf(props)}
        inputMode="decimal"
        value={textOf(draft.value(path))}
        onChange={({ currentTarget: { value } }) => draft.change(path, numberOf(value))}
      />
    </Both>
  )
}

/** A comma counts as a point, and half a number stays a text until it is a whole one. */
export const numberOf = (typed: string): number | string | null => {
  const text = typed.trim().replace(',', '.')
  if (text === '') return null
  return /^-?\d+(\.\d*[1-9])?$/.test(text) && text.length < 16 ? Number(text) : typed
}

/** Date and time in the zone of the page; the service reads them in the zone of the environment, which is the same. */
export function TimeField(props: FieldProps & { format: Format }) {
  const { draft, path, format } = props
  useShown(draft, path)
  const value = textOf(draft.value(path))
  // What is saved is an instant; what is typed is already as the field has it.
  const shown = /(Z|[+-]\d{2}:\d{2})$/.test(value) ? format.field(value) : value.slice(0, 16)
  return (
    <Both {...props}>
      <TextInput
        {...common(props)}
        {...keysOf(props)}
        type="datetime-local"
        max="9999-12-31T23:59"
        value={shown}
        onChange={({ currentTarget: { value: typed } }) => draft.change(path, typed === '' ? null : `${typed}:00`)}
      />
    </Both>
  )
}

export interface Choice {
  value: string
  label: string
}

export function ChoiceField(
  props: FieldProps & { choices: readonly Choice[]; isRequired?: boolean; isNumber?: boolean },
) {
  const { draft, path, choices, isRequired = false, isNumber = false } = props
  useShown(draft, path)
  const value = textOf(draft.value(path))
  // What is stored stays visible, also when it can no longer be chosen.
  const all =
    value === '' || choices.some((one) => one.value === value) ? choices : [...choices, { value, label: value }]
  return (
    <Both {...props}>
      <Select
        {...common(props)}
        data={[...all]}
        searchable={choices.length > 6}
        clearable={!isRequired}
        allowDeselect={!isRequired}
        clearButtonProps={{ 'aria-label': props.label }}
        limit={200}
        value={value === '' ? null : value}
        onChange={(chosen) => draft.put(path, chosen !== null && isNumber ? Number(chosen) : chosen)}
      />
    </Both>
  )
}

export function SwitchField(props: FieldProps) {
  const { draft, path } = props
  useShown(draft, path)
  return (
    <Both {...props}>
      <Switch
        {...common(props)}
        checked={draft.value(path) === true}
        onChange={({ currentTarget }) => draft.put(path, currentTarget.checked)}
      />
    </Both>
  )
}

/** A field, and beside it the value that somebody else saved meanwhile. */
function Both({ draft, path, children, w }: FieldProps & { children: ReactNode }) {
  return (
    <div style={{ width: w, minWidth: 0 }}>
      {children}
      <Conflict draft={draft} path={path} />
    </div>
  )
}

/** Both values, and the choice between them. */
export function Conflict({ draft, path }: Pick<FieldProps, 'draft' | 'path'>) {
  const words = useWords(fieldWords)
  const conflict = draft.conflict(path)
  if (!conflict) return null
  return (
    <Paper withBorder p="xs" mt={4} role="alert">
      <Text size="xs">{words.conflict}</Text>
      <Text size="xs">
        {words.yours}: <b>{written(conflict.mine) || words.empty}</b>
      </Text>
      <Text size="xs">
        {words.theirs}: <b>{written(conflict.theirs) || words.empty}</b>
      </Text>
      <Group gap="xs" mt={6}>
        <Button variant="default" size="compact-xs" onClick={() => draft.keepMine(path)}>
          {words.keepMine}
        </Button>
        <Button variant="default" size="compact-xs" onClick={() => draft.revert(path)}>
          {words.takeTheirs}
        </Button>
      </Group>
    </Paper>
  )
}

const written = (value: unknown) =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : textOf(value)
