// Shows a sheet over a screen: a dialog that keeps the focus, and closes with Escape or the phone's back button.
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { useWords } from '../../console/words/language.ts'
import { notice } from '../data/state.ts'
import { driverWords } from '../data/words.ts'
import { Icon } from './icons.tsx'

interface SheetProps {
  title: string
  onClose(): void
  /** The whole screen, as a camera has it. */
  isFull?: boolean
  children: ReactNode
}
export function Sheet({ title, onClose, isFull = false, children }: SheetProps) {
  const words = useWords(driverWords)
  const dialog = useRef<HTMLDialogElement>(null)
  const name = useId()
  useEffect(() => {
    const { current } = dialog
    current?.showModal()
    return () => current?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      className={isFull ? 'sheet full' : 'sheet'}
      aria-labelledby={name}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <header className="sheet-head">
        <h2 id={name}>{title}</h2>
        <button type="button" className="icon-button" aria-label={words.close} onClick={onClose}>
          <Icon name="cross" />
        </button>
      </header>
      <div className="sheet-body">{children}</div>
      <Notice />
    </dialog>
  )
}

/** Shows the last notice. A sheet covers the screen, and shows the notice itself. */
export function Notice() {
  const words = useWords(driverWords)
  const shown = notice.use()
  return (
    <div className="notice-place" role="status">
      {shown && (
        <p className={shown.isFault ? 'notice fault' : 'notice'}>
          <span>{shown.text}</span>
          {shown.undo && (
            <button type="button" className="button" onClick={shown.undo}>
              {words.undo}
            </button>
          )}
        </p>
      )}
    </div>
  )
}

interface QuestionProps {
  title: string
  text: ReactNode
  yes: string
  no: string
  isGrave?: boolean
  onYes(): void
  onNo(): void
}
/** Shows a question before an action that cannot be undone. */
export function Question({ title, text, yes, no, isGrave = false, onYes, onNo }: QuestionProps) {
  return (
    <Sheet title={title} onClose={onNo}>
      <div className="question">{text}</div>
      <div className="question-buttons">
        <button type="button" className="button" onClick={onNo}>
          {no}
        </button>
        <button type="button" className={isGrave ? 'button grave' : 'button primary'} onClick={onYes}>
          {yes}
        </button>
      </div>
    </Sheet>
  )
}
