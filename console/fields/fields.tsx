// Fields that edit a record in place. They keep unsaved values, show the errors of the API, and show the value of
// another user beside the own value.
import { Button, Group, Paper, Switch, Text } from '@mantine/core'
import { type InputHTMLAttributes, type KeyboardEvent, type ReactNode, useState } from 'react'
import { type RecordDraft, useShown } from '../api/draft.ts'
import type { LocaleFormat } from '../words/format.ts'
import { useTexts } from '../words/language.ts'
import { ChoiceInput, type FieldChoice } from './choose.tsx'
import styles from './fields.module.css'
import { FieldFrame } from './frame.tsx'
import { useTypedNumber } from './typed-number.ts'
import { WhenInput } from './when-input.tsx'
import { clockKind, instantKind, spanKind } from './when-kinds.ts'
import { fieldTexts } from './words.ts'

export interface FieldProps {
  draft: RecordDraft
  /** Path of the value in the record, such as `consigneeAddress.line1`. */
  path: string
  label: string
  disabled?: boolean | undefined
  description?: string | undefined
  /** Whether the record needs a value. */
  isRequired?: boolean | undefined
  /** Width of the field. */
  w?: string | undefined
}

const textOf = (value: unknown): string => (value === null || value === undefined ? '' : String(value))

/** Returns the key handler of a field: Enter saves, Escape discards, and losing the focus saves. */
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
  description,
  disabled: disabled === true,
  error: draft.errorText(path) ?? null,
  'data-dirty': draft.isDirty(path) || undefined,
})

type InputProps = FieldProps &
  InputHTMLAttributes<HTMLInputElement> & {
    value: string
    onText(typed: string): void
    onLeave?(): void
    write?(value: unknown): string
  }

/** Draws a text field of one line. */
function Line(props: InputProps) {
  const { draft, path, label, disabled, description, isRequired, w, onText, onLeave, write, ...input } = props
  const field = { draft, path, label, disabled, description, w }
  const { error, ...state } = common(field)
  const { onBlur, onKeyDown } = keysOf(field)
  useShown(draft, path)
  return (
    <FieldWithConflict {...field} write={write}>
      <FieldFrame label={label} description={description} error={error} isRequired={isRequired}>
        {(tied) => (
          <input
            {...tied}
            {...input}
            onKeyDown={onKeyDown}
            onBlur={() => {
              onLeave?.()
              onBlur()
            }}
            className={styles.input}
            disabled={state.disabled}
            data-dirty={state['data-dirty']}
            onChange={({ currentTarget }) => onText(currentTarget.value)}
          />
        )}
      </FieldFrame>
    </FieldWithConflict>
  )
}

interface TextProps extends FieldProps {
  type?: 'text' | 'email' | 'tel'
  maxLength?: number
  autoFocus?: boolean
}

export function TextField(props: TextProps) {
  const { draft, path, type = 'text', maxLength = 1_000 } = props
  return (
    <Line
      {...props}
      type={type}
      dir="auto"
      maxLength={maxLength}
      value={textOf(draft.value(path))}
      onText={(typed) => draft.change(path, typed === '' ? null : typed)}
    />
  )
}

/** Draws a field of several words, separated by commas. */
export function TextsField(props: FieldProps) {
  const { draft, path } = props
  const value = draft.value(path)
  const texts = (typed: string) =>
    typed
      .split(',')
      .map((term) => term.trim())
      .filter((term) => term !== '')
  const saved = Array.isArray(value) ? value.join(', ') : textOf(value)
  // The field keeps the typed text, because it may end with a comma.
  const [typed, setTyped] = useState<string | undefined>()
  return (
    <Line
      {...props}
      dir="auto"
      maxLength={1_200}
      value={typed ?? saved}
      onText={(text) => {
        setTyped(text)
        const found = texts(text)
        draft.change(path, found.length === 0 ? null : found)
      }}
      onLeave={() => setTyped(undefined)}
    />
  )
}

export function LongField(props: FieldProps) {
  const { draft, path } = props
  const { label, description, error, ...state } = common(props)
  useShown(draft, path)
  return (
    <FieldWithConflict {...props}>
      <FieldFrame label={label} description={description} error={error}>
        {(tied) => (
          <textarea
            {...tied}
            {...state}
            {...keysOf(props)}
            className={styles.input}
            dir="auto"
            rows={2}
            maxLength={10_000}
            value={textOf(draft.value(path))}
            onChange={({ currentTarget: { value } }) => draft.change(path, value === '' ? null : value)}
          />
        )}
      </FieldFrame>
    </FieldWithConflict>
  )
}

/** Draws a number field. A text that is no number is sent as it is, and the API returns its error. */
export function NumberField(props: FieldProps) {
  const { draft, path } = props
  const number = useTypedNumber(draft.value(path))
  return (
    <Line
      {...props}
      inputMode="decimal"
      maxLength={100}
      value={number.text}
      onText={(typed) => draft.change(path, number.type(typed))}
      onLeave={number.leave}
    />
  )
}

// A saved value is an instant, and a typed value is already a local time.
const wallOf = (time: string, format: LocaleFormat) =>
  /(Z|[+-]\d{2}:\d{2})$/.test(time) ? format.field(time) : time.slice(0, 16)
const isTyped = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/
/** Adds seconds to a typed time. The API reads it in the time zone of the environment. */
const sent = (wall: string | null) => (wall !== null && isTyped.test(wall) ? `${wall}:00` : wall)

/** Returns the properties of an input for days and times. */
const whenOf = (props: FieldProps) => {
  const { 'data-dirty': isDirty = false, ...rest } = common(props)
  const { onBlur, onKeyDown } = keysOf(props)
  return { ...rest, isDirty, onLeave: onBlur, onKeyDown }
}

/** Draws a field for a date and time in the time zone of the page. */
export function TimeField(props: FieldProps & { format: LocaleFormat }) {
  const { format, draft, path } = props
  const value = textOf(draft.value(path))
  useShown(draft, path)
  return (
    <FieldWithConflict {...props} write={(time) => (time ? format.wallClock(wallOf(textOf(time), format)) : '')}>
      <WhenInput
        {...whenOf(props)}
        valueType={instantKind}
        value={value === '' ? null : wallOf(value, format)}
        onChange={(wall) => draft.change(path, sent(wall))}
        onUnread={(typed) => draft.change(path, typed)}
      />
    </FieldWithConflict>
  )
}

/** Draws a field for a time of day, such as the start of a shift. */
export function ClockField(props: FieldProps) {
  const { draft, path } = props
  useShown(draft, path)
  return (
    <FieldWithConflict {...props}>
      <WhenInput
        {...whenOf(props)}
        valueType={clockKind}
        value={textOf(draft.value(path)) || null}
        onChange={(clock) => draft.change(path, clock)}
        onUnread={(typed) => draft.change(path, typed)}
      />
    </FieldWithConflict>
  )
}

/** Draws one field for the start and the end of a time window. */
export function SpanField({ to, format, ...props }: FieldProps & { to: string; format: LocaleFormat }) {
  const { draft, path } = props
  const wallAt = (member: string) => {
    const value = textOf(draft.value(member))
    return value === '' ? null : wallOf(value, format)
  }
  const span = { from: wallAt(path), to: wallAt(to) }
  const write = (time: unknown) => (time ? format.wallClock(wallOf(textOf(time), format)) : '')
  // An unchanged end keeps its stored value: the field shows no seconds. When clocks go back, it also does not show
  // which of two equal times it means.
  const change = (member: string, wall: string | null) => {
    if (wall !== wallAt(member)) draft.change(member, sent(wall))
  }
  const { onKeyDown, ...when } = whenOf(props)
  useShown(draft, path)
  useShown(draft, to)
  return (
    <div className={styles.field} style={{ '--width': props.w } as object}>
      <WhenInput
        {...when}
        error={draft.errorText(path) ?? draft.errorText(to) ?? null}
        isDirty={draft.isDirty(path) || draft.isDirty(to)}
        valueType={spanKind}
        value={span.from === null && span.to === null ? null : span}
        onChange={(next) => {
          change(path, next?.from ?? null)
          change(to, next?.to ?? null)
        }}
        onUnread={(typed) => draft.change(path, typed)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && draft.isDirty(to)) draft.revert(to)
          onKeyDown(event)
        }}
      />
      <ConflictAlert draft={draft} path={path} write={write} />
      <ConflictAlert draft={draft} path={to} write={write} />
    </div>
  )
}

/** Draws a field for a calendar day, the same in every time zone. */
export function DayField(props: FieldProps) {
  const { draft, path } = props
  return (
    <Line
      {...props}
      type="date"
      max="9999-12-31"
      value={textOf(draft.value(path))}
      onText={(typed) => draft.change(path, typed === '' ? null : typed)}
    />
  )
}

/** Draws a field for yes, no or no value. */
export function TruthField(props: FieldProps & { yes: string; no: string }) {
  const { yes, no, ...field } = props
  const { draft, path } = field
  const choices = [
    { value: 'true', label: yes },
    { value: 'false', label: no },
  ]
  useShown(draft, path)
  return (
    <FieldWithConflict {...field} write={(value) => choices.find((item) => item.value === textOf(value))?.label ?? ''}>
      <ChoiceInput
        {...common(field)}
        choices={choices}
        isClearable
        value={textOf(draft.value(path)) || null}
        onChange={(chosen) => draft.put(path, chosen === null ? null : chosen === 'true')}
      />
    </FieldWithConflict>
  )
}

export function ChoiceField(props: FieldProps & { choices: readonly FieldChoice[]; isNumber?: boolean }) {
  const { draft, path, choices, isRequired = false, isNumber = false } = props
  useShown(draft, path)
  return (
    <FieldWithConflict
      {...props}
      write={(value) => choices.find((choice) => choice.value === textOf(value))?.label ?? textOf(value)}
    >
      <ChoiceInput
        {...common(props)}
        choices={choices}
        isRequired={isRequired}
        isClearable={!isRequired}
        value={textOf(draft.value(path)) || null}
        onChange={(chosen) => draft.put(path, chosen !== null && isNumber ? Number(chosen) : chosen)}
      />
    </FieldWithConflict>
  )
}

const switched = (props: FieldProps) => {
  const { description, ...rest } = common(props)
  return { ...rest, ...(description === undefined ? {} : { description }) }
}

export function SwitchField(props: FieldProps) {
  const { draft, path } = props
  useShown(draft, path)
  return (
    <FieldWithConflict {...props}>
      <Switch
        {...switched(props)}
        checked={draft.value(path) === true}
        onChange={({ currentTarget }) => draft.put(path, currentTarget.checked)}
      />
    </FieldWithConflict>
  )
}

/** Draws a field and, beside it, the value that another user saved meanwhile. */
function FieldWithConflict({
  draft,
  path,
  children,
  w,
  write,
}: FieldProps & Pick<ConflictProps, 'write'> & { children: ReactNode }) {
  return (
    <div className={styles.field} style={{ '--width': w } as object}>
      {children}
      <ConflictAlert draft={draft} path={path} write={write} />
    </div>
  )
}

interface ConflictProps extends Pick<FieldProps, 'draft' | 'path'> {
  /** Writes a value as text; it may omit what both values share. */
  write?: ((value: unknown, other: unknown) => string) | undefined
}

/** Draws two conflicting values and the choice between them. */
export function ConflictAlert({ draft, path, write = written }: ConflictProps) {
  const texts = useTexts(fieldTexts)
  const conflict = draft.conflict(path)
  if (!conflict) return null
  return (
    <Paper withBorder p="xs" mt={4} role="alert">
      <Text size="xs">{texts.conflict}</Text>
      <Text size="xs">
        {texts.yours}: <b>{write(conflict.typedValue, conflict.savedValue) || texts.empty}</b>
      </Text>
      <Text size="xs">
        {texts.theirs}: <b>{write(conflict.savedValue, conflict.typedValue) || texts.empty}</b>
      </Text>
      <Group gap="xs" mt={6}>
        <Button size="compact-xs" onClick={() => draft.keepMine(path)}>
          {texts.keepMine}
        </Button>
        <Button size="compact-xs" onClick={() => draft.revert(path)}>
          {texts.takeTheirs}
        </Button>
      </Group>
    </Paper>
  )
}

const written = (value: unknown) =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : textOf(value)
