// Shows a sheet over a screen: a dialog that keeps the focus, and closes with Escape or the phone's back button.
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { useTexts } from '../../console/words/language.ts'
import { screenMessage } from '../data/state.ts'
import { driverTexts } from '../data/words.ts'
import { SvgIcon } from './icons.tsx'

interface DialogSheetProps {
  title: string
  onClose(): void
  /** Whether the sheet has the full size of the screen, for the camera. */
  isFull?: boolean
  children: ReactNode
}
export function DialogSheet({ title, onClose, isFull = false, children }: DialogSheetProps) {
  const texts = useTexts(driverTexts)
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
        <button type="button" className="icon-button" aria-label={texts.close} onClick={onClose}>
          <SvgIcon name="cross" />
        </button>
      </header>
      <div className="sheet-body">{children}</div>
      <NoticeBar />
    </dialog>
  )
}

/** Shows the last notice. A sheet covers the screen, and shows the notice itself. */
export function NoticeBar() {
  const texts = useTexts(driverTexts)
  const message = screenMessage.use()
  return (
    <div className="notice-place" role="status">
      {message && (
        <p className={message.isError ? 'notice fault' : 'notice'}>
          <span>{message.text}</span>
          {message.undo && (
            <button type="button" className="button" onClick={message.undo}>
              {texts.undo}
            </button>
          )}
        </p>
      )}
    </div>
  )
}

interface ConfirmDialogProps {
  title: string
  text: ReactNode
  yes: string
  no: string
  isDestructive?: boolean
  onYes(): void
  onNo(): void
}
/** Shows a question before an action that cannot be undone. */
export function ConfirmDialog({ title, text, yes, no, isDestructive = false, onYes, onNo }: ConfirmDialogProps) {
  return (
    <DialogSheet title={title} onClose={onNo}>
      <div className="question">{text}</div>
      <div className="question-buttons">
        <button type="button" className="button" onClick={onNo}>
          {no}
        </button>
        <button type="button" className={isDestructive ? 'button grave' : 'button primary'} onClick={onYes}>
          {yes}
        </button>
      </div>
    </DialogSheet>
  )
}
