// Asks before unsaved input is lost by navigation.
import { useBlocker } from '@tanstack/react-router'
import { useTexts } from '../words/language.ts'
import { ConfirmationDialog } from './confirm.tsx'
import { shellTexts } from './words.ts'

interface UnsavedGuardProps {
  /** Returns whether there is unsaved input now. */
  isUnsaved(): boolean
  /** Returns whether the next page keeps the unsaved input. */
  isKept(next: { pathname: string; search: object }): boolean
}

export function UnsavedGuard({ isUnsaved, isKept }: UnsavedGuardProps) {
  const texts = useTexts(shellTexts)
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ next }) => isUnsaved() && !isKept(next),
    // The drafts themselves ask before the tab closes.
    enableBeforeUnload: false,
    withResolver: true,
  })
  return (
    <ConfirmationDialog
      opened={status === 'blocked'}
      title={texts.askDiscard}
      action={texts.discard}
      isDangerous
      onConfirm={async () => proceed?.()}
      onClose={() => reset?.()}
    >
      {texts.notSaved}
    </ConfirmationDialog>
  )
}
