// The field for days and times: typed in the order and the time zone of the environment, or selected in a calendar.
import { IconCalendar } from '@tabler/icons-react'
import { type KeyboardEvent, type Ref, useRef, useState } from 'react'
import { useEnvironmentFormat } from '../api/environment.ts'
import { getZonedDay } from '../platform/day.ts'
import { currentLanguage, useTexts } from '../words/language.ts'
import { dateOrder } from '../words/order.ts'
import type { ReadProblem } from './date-reader.ts'
import styles from './fields.module.css'
import { FieldFrame, type FrameProps } from './frame.tsx'
import type { WhenKind } from './when-kinds.ts'
import { fieldTexts } from './words.ts'

export interface WhenInputProps<T> extends FrameProps {
  valueType: WhenKind<T>
  value: T | null
  onChange(value: T | null): void
  /** Called with text that cannot be read, so that the API rejects it. */
  onUnread?(typed: string): void
  onLeave?(): void
  /** Whether `onChange` waits for complete input: while a user types `16/11`, `16/1` is also a day. */
  isDeferred?: boolean
  onKeyDown?(event: KeyboardEvent<HTMLInputElement>): void
  /** Label for screen readers, if no label is visible. */
  name?: string
  ref?: Ref<HTMLInputElement>
  disabled?: boolean | undefined
  isDirty?: boolean
  isFirst?: boolean
  isRequired?: boolean
  className?: string | undefined
}

interface Typing<T> {
  text: string
  /** The written value when typing began. If the value changes in the meantime, the typed text is discarded. */
  written: string
  problem: ReadProblem | undefined
  value: T | null
  isLeft: boolean
}

function useTyping<T>({ valueType, value, isDeferred = false, onChange, onUnread }: WhenInputProps<T>) {
  const format = useEnvironmentFormat()
  const order = dateOrder.use()
  const speech = currentLanguage.use()
  const [typing, setTyping] = useState<Typing<T>>()
  const write = (input: T | null) => (input === null ? '' : valueType.write(input, order, speech))
  const written = write(value)
  const current = typing?.written === written || typing?.problem ? typing : undefined
  const understood = current && !current.problem && !current.isLeft ? current.value : null
  return {
    order,
    text: current?.text ?? written,
    /** The value in words, shown while the user types. */
    understood: understood === null ? undefined : valueType.say(understood, format),
    problem: current?.isLeft ? current.problem : undefined,
    type(text: string) {
      const today = getZonedDay(new Date(), format.zone)
      const context = { today, zone: format.zone, order, current: value === null ? null : valueType.current(value) }
      const read = text.trim() === '' ? { value: null } : valueType.read(text, context)
      const found = 'value' in read ? read.value : null
      const problem = 'problem' in read ? read.problem : undefined
      setTyping({ text, written: problem || isDeferred ? written : write(found), problem, value: found, isLeft: false })
      if (problem) onUnread?.(text)
      else if (!isDeferred) onChange(found)
    },
    leave() {
      setTyping(current?.problem ? { ...current, isLeft: true } : undefined)
      if (isDeferred && current && !current.problem && write(current.value) !== written) onChange(current.value)
    },
    forget: () => setTyping(undefined),
  }
}

export function WhenInput<T>(props: WhenInputProps<T>) {
  const {
    valueType,
    label,
    name = label ?? '',
    description,
    error,
    disabled = false,
    isDirty,
    isFirst,
    className,
  } = props
  const texts = useTexts(fieldTexts)
  const { order, text, understood, problem, type, leave, forget } = useTyping(props)
  const problemText =
    problem && (problem === 'unreadable' ? texts.unreadable(texts.typed(valueType.name, order)) : texts[problem])
  return (
    <FieldFrame label={label} description={description} error={problemText ?? error}>
      {(tied) => (
        <span className={styles.when} data-kind={valueType.name}>
          <input
            {...tied}
            ref={props.ref}
            className={`${styles.input} ${className ?? ''}`}
            aria-label={label === undefined ? name : undefined}
            placeholder={texts.typed(valueType.name, order)}
            autoComplete="off"
            spellCheck={false}
            maxLength={80}
            required={props.isRequired}
            disabled={disabled}
            data-dirty={isDirty || undefined}
            data-autofocus={isFirst || undefined}
            value={text}
            onChange={({ currentTarget }) => type(currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter') leave()
              if (event.key === 'Escape') forget()
              props.onKeyDown?.(event)
            }}
            onBlur={() => {
              leave()
              props.onLeave?.()
            }}
          />
          {understood && understood !== text ? (
            <span className={styles.understood} aria-hidden>
              {understood}
            </span>
          ) : null}
          {valueType.onDay && !disabled ? (
            <Calendar
              name={texts.calendar}
              day={(props.value === null ? null : (valueType.current(props.value) ?? String(props.value)))?.slice(
                0,
                10,
              )}
              onDay={(day) => {
                forget()
                props.onChange(valueType.onDay!(props.value, day))
                props.onLeave?.()
              }}
            />
          ) : null}
        </span>
      )}
    </FieldFrame>
  )
}

/** Draws a button that opens the calendar of the browser. */
function Calendar({ name, day, onDay }: { name: string; day: string | undefined; onDay(day: string): void }) {
  const picker = useRef<HTMLInputElement>(null)
  return (
    <>
      <button type="button" className={styles.clear} aria-label={name} onClick={() => picker.current?.showPicker()}>
        <IconCalendar size={14} aria-hidden />
      </button>
      <input
        ref={picker}
        type="date"
        className={styles.picker}
        aria-hidden
        tabIndex={-1}
        min="1970-01-01"
        max="9999-12-31"
        value={day ?? ''}
        onChange={({ currentTarget: { value, validity } }) => {
          if (value !== '' && validity.valid) onDay(value)
        }}
      />
    </>
  )
}
