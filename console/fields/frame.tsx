// The frame of a field: its label and its error. The frame uses plain elements, because a page has a hundred fields.
import { type ReactNode, useId } from 'react'
import styles from './fields.module.css'

export interface FrameProps {
  /** Visible label. Without it, the input has a label for screen readers only. */
  label?: string | undefined
  description?: string | undefined
  error?: string | null | undefined
  /** Whether the record needs a value. */
  isRequired?: boolean | undefined
}

/** The attributes that connect a field with its label and its error. */
export interface FieldAttributes {
  id: string
  'aria-invalid': true | undefined
  'aria-required': true | undefined
  'aria-describedby': string | undefined
}

export function FieldFrame(props: FrameProps & { children(tied: FieldAttributes): ReactNode }) {
  const { label, description, error, isRequired, children } = props
  const id = useId()
  const descriptionIds = [description && `${id}-description`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <>
      {label === undefined ? null : (
        <label className={styles.label} htmlFor={id} data-required={isRequired || undefined}>
          {label}
        </label>
      )}
      {description ? (
        <p id={`${id}-description`} className={styles.description}>
          {description}
        </p>
      ) : null}
      {children({
        id,
        'aria-invalid': error ? true : undefined,
        'aria-required': isRequired || undefined,
        'aria-describedby': descriptionIds || undefined,
      })}
      {error ? (
        <p id={`${id}-error`} className={styles.error}>
          {error}
        </p>
      ) : null}
    </>
  )
}
