// A field that selects one of several choices, by mouse, keyboard or typing. The list exists only while it is open.
import { IconCheck, IconChevronDown, IconX } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useTexts } from '../words/language.ts'
import styles from './fields.module.css'
import { FieldFrame, type FrameProps } from './frame.tsx'
import { fieldTexts } from './words.ts'

export interface FieldChoice<V extends string = string> {
  value: V
  label: string
}

interface ChooseProps<V extends string> extends FrameProps {
  /** Label for screen readers, if no label is visible. */
  'aria-label'?: string
  choices: readonly FieldChoice<V>[]
  value: V | null
  onChange(value: V | null): void
  /** Whether the user may clear the selection. */
  isClearable?: boolean
  placeholder?: string
  disabled?: boolean
  /** Whether the field gets the focus when its dialog opens. */
  isFirst?: boolean
  'data-dirty'?: boolean | undefined
}

/** Maximum number of visible choices; typing finds the others. */
const offeredMax = 200
/** Number of choices from which the field accepts typing. */
const typedFrom = 7

/** Controls the list of choices: whether it is open, which choices match the typed text, and its keys. */
function useChoosing<V extends string>({ choices, value, onChange, isClearable = false }: ChooseProps<V>) {
  const [isOpen, setOpen] = useState(false)
  const [typed, setTyped] = useState<string>()
  const [at, setAt] = useState(-1)
  const offered = isOpen ? fitting(choices, typed) : []
  const open = () => {
    setOpen(true)
    setAt(choices.findIndex((choice) => choice.value === value))
  }
  const close = () => {
    setOpen(false)
    setTyped(undefined)
  }
  const choose = (next: V | null) => {
    close()
    if (next !== value) onChange(next)
  }
  const step = (offset: number) => {
    if (isOpen) setAt((at + offset + offered.length) % Math.max(offered.length, 1))
    else open()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // With Ctrl or Meta, the key belongs to the form.
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return
    if (event.key === 'ArrowDown') step(1)
    else if (event.key === 'ArrowUp') step(at < 0 ? 0 : -1)
    else if (event.key === 'Enter' && !isOpen) open()
    else if (event.key === 'Enter' && typed === '' && isClearable) choose(null)
    else if (event.key === 'Enter') offered[at] ? choose(offered[at].value) : close()
    else if (event.key === 'Escape' && isOpen) {
      close()
      event.stopPropagation()
    } else return
    event.preventDefault()
  }
  const type = (text: string) => {
    setOpen(true)
    setTyped(text)
    setAt(text === '' ? -1 : 0)
  }
  const endTyping = () => (typed === '' && isClearable ? choose(null) : close())
  return { isOpen, typed, offered, at, setAt, open, choose, type, leave: endTyping, onKeyDown }
}

export function ChoiceInput<V extends string>(props: ChooseProps<V>) {
  const { label, description, error, choices, value, isClearable = false, disabled = false } = props
  const field = useRef<HTMLInputElement>(null)
  const { isOpen, typed, offered, at, setAt, open, choose, type, leave, onKeyDown } = useChoosing(props)
  const chosen = choices.find((choice) => choice.value === value)
  const name = label ?? props['aria-label'] ?? ''
  const clear = () => {
    choose(null)
    field.current?.focus()
  }
  return (
    <div className={styles.field}>
      <FieldFrame label={label} description={description} error={error} isRequired={props.isRequired}>
        {({ id, ...tied }) => (
          <div className={styles.choose}>
            <input
              {...tied}
              id={id}
              ref={field}
              dir="auto"
              className={styles.input}
              role="combobox"
              aria-label={props['aria-label']}
              aria-autocomplete="list"
              aria-haspopup="listbox"
              aria-expanded={isOpen}
              aria-controls={isOpen ? `${id}-list` : undefined}
              aria-activedescendant={isOpen && offered[at] ? `${id}-${at}` : undefined}
              autoComplete="off"
              spellCheck={false}
              maxLength={200}
              placeholder={props.placeholder}
              disabled={disabled}
              // The keyboard of a phone would cover a short list.
              inputMode={choices.length < typedFrom ? 'none' : 'text'}
              data-dirty={props['data-dirty']}
              data-autofocus={props.isFirst}
              // The first Escape closes the list, and the next one the dialog.
              data-mantine-stop-propagation={isOpen}
              value={typed ?? chosen?.label ?? value ?? ''}
              onClick={open}
              onChange={({ currentTarget }) => type(currentTarget.value)}
              onFocus={({ currentTarget }) => currentTarget.select()}
              onBlur={leave}
              onKeyDown={onKeyDown}
            />
            {isClearable && value !== null && !disabled ? <Clear name={name} onClear={clear} /> : <Arrow />}
            {isOpen ? (
              <Offered
                id={id}
                label={name}
                field={field.current!}
                choices={offered}
                activeIndex={at}
                value={value}
                onPoint={setAt}
                onChoose={(index) => choose(offered[index]!.value)}
              />
            ) : null}
          </div>
        )}
      </FieldFrame>
    </div>
  )
}

function Clear({ name, onClear }: { name: string; onClear(): void }) {
  const texts = useTexts(fieldTexts)
  return (
    <button type="button" tabIndex={-1} className={styles.clear} aria-label={texts.clear(name)} onClick={onClear}>
      <IconX size={14} aria-hidden />
    </button>
  )
}

const Arrow = () => (
  <span className={styles.arrow}>
    <IconChevronDown size={14} aria-hidden />
  </span>
)

/** Returns the choices that match the typed text: an exact match first, then choices that begin with the text. */
function fitting<C extends FieldChoice>(choices: readonly C[], typed: string | undefined): C[] {
  const term = typed?.trim().toLowerCase() ?? ''
  if (term === '') return choices.slice(0, offeredMax)
  const lettersOf = ({ label }: C) => label.toLowerCase()
  const rankOf = (choice: C) => (choice.value.toLowerCase() === term ? 0 : lettersOf(choice).startsWith(term) ? 1 : 2)
  return choices
    .filter((choice) => lettersOf(choice).includes(term))
    .sort((a, b) => rankOf(a) - rankOf(b))
    .slice(0, offeredMax)
}

interface OfferedProps {
  id: string
  label: string
  field: HTMLInputElement
  choices: readonly FieldChoice[]
  activeIndex: number
  value: string | null
  onPoint(at: number): void
  onChoose(at: number): void
}

/** Maximum height of the list, in pixels. */
const heightMax = 260
const gap = 4

/** Places the list below the field, or above it where there is more space. */
function positionList({ style }: HTMLElement, field: HTMLElement): void {
  const box = field.getBoundingClientRect()
  const spaceBelow = innerHeight - box.bottom - 2 * gap
  const isAbove = spaceBelow < heightMax && box.top > spaceBelow
  style.left = `${box.left}px`
  style.minWidth = `${box.width}px`
  style.maxWidth = `${innerWidth - box.left - gap}px`
  style.maxHeight = `${Math.min(heightMax, isAbove ? box.top - 2 * gap : spaceBelow)}px`
  style.top = isAbove ? 'auto' : `${box.bottom + gap}px`
  style.bottom = isAbove ? `${innerHeight - box.top + gap}px` : 'auto'
}

function Offered(props: OfferedProps) {
  const { id, label, field, choices, activeIndex, value, onPoint, onChoose } = props
  const texts = useTexts(fieldTexts)
  const list = useRef<HTMLDivElement>(null)
  // The list follows its field.
  useLayoutEffect(() => {
    const moved = () => positionList(list.current!, field)
    moved()
    list.current!.showPopover()
    addEventListener('scroll', moved, { capture: true, passive: true })
    addEventListener('resize', moved)
    return () => {
      removeEventListener('scroll', moved, { capture: true })
      removeEventListener('resize', moved)
    }
  }, [field])
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the current choice changes
  useEffect(() => {
    list.current?.querySelector('[data-at=true]')?.scrollIntoView({ block: 'nearest' })
  }, [activeIndex, choices.length])
  return (
    <div
      ref={list}
      id={`${id}-list`}
      role="listbox"
      tabIndex={-1}
      aria-label={label}
      popover="manual"
      className={styles.list}
      // The field keeps the focus.
      onMouseDown={(event) => event.preventDefault()}
    >
      {choices.map((choice, index) => (
        <div
          key={choice.value}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={choice.value === value}
          data-at={index === activeIndex}
          className={styles.option}
          onMouseMove={() => onPoint(index)}
          onClick={() => onChoose(index)}
        >
          <bdi>{choice.label}</bdi>
          {choice.value === value ? <IconCheck size={13} aria-hidden /> : null}
        </div>
      ))}
      {choices.length === 0 ? <div className={styles.nothing}>{texts.nothingFound}</div> : null}
    </div>
  )
}
