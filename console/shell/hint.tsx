// Shows the tooltip of a control: what it does, and its keys. The page has one tooltip, since one component for each of
// fifty controls would cost more than the controls.
import { cloneElement, type ReactElement } from 'react'
import styles from './hint.module.css'
import { printed } from './shortcuts.ts'

export const Keys = ({ keys }: { keys: string }) => (
  <span className={styles.keys}>
    {printed(keys).map((key, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the same key may stand twice in a row
      <kbd key={index} dir="ltr">
        {key}
      </kbd>
    ))}
  </span>
)

interface HintProps {
  label: string
  keys?: string | undefined
  children: ReactElement<Record<`data-${string}`, unknown>>
}

export const Hint = ({ label, keys, children }: HintProps) =>
  cloneElement(children, { 'data-hint': label, 'data-hint-keys': keys })

const waitMs = 350
/** Distance between a control and its tooltip, and between a tooltip and the window, in pixels. */
const gap = 5

/** Shows the tooltip of the control under the pointer. */
export function followPointer(): void {
  const hint = document.createElement('div')
  hint.setAttribute('role', 'tooltip')
  // A popover is above dialogs, wherever it is in the document.
  hint.setAttribute('popover', 'manual')
  hint.className = styles.hint!
  document.body.append(hint)
  let owner: HTMLElement | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  const hide = () => {
    clearTimeout(timer)
    hint.hidePopover()
  }
  const show = () => {
    if (!owner?.isConnected) return
    const { hint: label, hintKeys } = owner.dataset
    const words = document.createElement('span')
    words.textContent = label ?? ''
    hint.replaceChildren(words)
    for (const key of hintKeys ? printed(hintKeys) : []) {
      const cap = document.createElement('kbd')
      cap.dir = 'ltr'
      cap.textContent = key
      hint.append(cap)
    }
    hint.showPopover()
    place(hint, owner)
  }
  document.addEventListener('pointerover', ({ target, pointerType }) => {
    const next = target instanceof Element ? target.closest<HTMLElement>('[data-hint]') : null
    if (next === owner) return
    hide()
    owner = next
    if (next && pointerType === 'mouse') timer = setTimeout(show, waitMs)
  })
  document.documentElement.addEventListener('pointerleave', () => {
    hide()
    owner = null
  })
  for (const type of ['pointerdown', 'keydown', 'wheel']) document.addEventListener(type, hide, { passive: true })
}

/** Places the tooltip below its control, or above it at the bottom of the window. */
function place(hint: HTMLElement, owner: HTMLElement): void {
  const at = owner.getBoundingClientRect()
  const { width, height } = hint.getBoundingClientRect()
  const below = at.bottom + gap + height <= innerHeight
  const left = Math.min(Math.max(at.left + (at.width - width) / 2, gap), innerWidth - width - gap)
  hint.style.left = `${left}px`
  hint.style.top = `${below ? at.bottom + gap : at.top - gap - height}px`
}
