// Shows the tooltip of a control: what it does, and its keys. The page has one tooltip, since one component for each of
// fifty controls would take longer to render than the controls.
import { cloneElement, type ReactElement } from 'react'
import styles from './hint.module.css'
import { formatKeys } from './shortcuts.ts'

export const KeyCaps = ({ keys }: { keys: string }) => (
  <span className={styles.keys}>
    {formatKeys(keys).map((key, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the same key may appear twice in a sequence
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

export const ControlHint = ({ label, keys, children }: HintProps) =>
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
    const texts = document.createElement('span')
    texts.textContent = label ?? ''
    hint.replaceChildren(texts)
    for (const key of hintKeys ? formatKeys(hintKeys) : []) {
      const cap = document.createElement('kbd')
      cap.dir = 'ltr'
      cap.textContent = key
      hint.append(cap)
    }
    hint.showPopover()
    positionHint(hint, owner)
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
function positionHint(hint: HTMLElement, owner: HTMLElement): void {
  const box = owner.getBoundingClientRect()
  const { width, height } = hint.getBoundingClientRect()
  const isBelow = box.bottom + gap + height <= innerHeight
  const leftPixels = Math.min(Math.max(box.left + (box.width - width) / 2, gap), innerWidth - width - gap)
  hint.style.left = `${leftPixels}px`
  hint.style.top = `${isBelow ? box.bottom + gap : box.top - gap - height}px`
}
