// The input of a cell of a goods table. The input saves its value when it loses the focus, and shows the error below.
import { type RecordDraft, useShown } from '../api/draft.ts'
import { useTypedNumber } from '../fields/typed-number.ts'
import type { MeasureUnit } from '../platform/units.ts'
import styles from './detail.module.css'

export type GoodsElement = Record<string, unknown>

/** Returns the packages, the product lines or the contents of a draft. */
export const readElements = (draft: RecordDraft, path: string) => (draft.value(path) as GoodsElement[] | null) ?? []

export interface CellProps {
  draft: RecordDraft
  path: string
  label: string
  isReadOnly: boolean
  value: unknown
  onChange(value: unknown): void
}

export function TextInput({ value, onChange, ...props }: CellProps) {
  return (
    <CellInput
      {...props}
      text={value === null || value === undefined ? '' : String(value)}
      onText={(typed) => onChange(typed === '' ? null : typed)}
    />
  )
}

/** Draws the input of a number. With a unit, it shows and accepts that unit, and stores the stored unit. */
export function NumberInput({ value, onChange, unit, ...props }: CellProps & { unit?: MeasureUnit | undefined }) {
  const number = useTypedNumber(value, unit)
  return (
    <CellInput
      {...props}
      isNumber
      text={number.text}
      onText={(typed) => onChange(number.type(typed))}
      onLeave={number.leave}
    />
  )
}

interface InputProps extends Omit<CellProps, 'value' | 'onChange'> {
  isNumber?: boolean
  text: string
  onText(typed: string): void
  onLeave?(): void
}

function CellInput({ draft, path, label, isReadOnly, isNumber = false, text, onText, onLeave }: InputProps) {
  useShown(draft, path)
  const error = draft.errorText(path)
  const errorId = `fault-${path.replaceAll('.', '-')}`
  return (
    <>
      <input
        className={isNumber ? `${styles.input} ${styles.figureCell}` : styles.input}
        aria-label={label}
        aria-invalid={error !== undefined}
        aria-describedby={error === undefined ? undefined : errorId}
        inputMode={isNumber ? 'decimal' : 'text'}
        dir="auto"
        maxLength={1_000}
        disabled={isReadOnly}
        value={text}
        onChange={({ currentTarget }) => onText(currentTarget.value)}
        onBlur={() => {
          onLeave?.()
          draft.commit()
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') draft.commit()
        }}
      />
      {error === undefined ? null : (
        <div id={errorId} className={styles.fault}>
          {error}
        </div>
      )}
    </>
  )
}
