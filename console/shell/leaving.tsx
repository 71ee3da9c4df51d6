// Asks before unsaved input is lost by navigation.
import { useBlocker } from '@tanstack/react-router'
import { useWords } from '../words/language.ts'
import { Confirm } from './confirm.tsx'
import { shellWords } from './words.ts'

interface LeavingProps {
  /** Returns whether there is unsaved input now. */
  isUnsaved(): boolean
  /** Returns whether the next page keeps the unsaved input. */
  isKept(next: { pathname: string; search: object }): boolean
}

export function Leaving({ isUnsaved, isKept }: LeavingProps) {
  const words = useWords(shellWords)
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ next }) => isUnsaved() && !isKept(next),
    // Drafts ask before the tab closes.
    enableBeforeUnload: false,
    withResolver: true,
  })
  return (
    <Confirm
      opened={status === 'blocked'}
      title={words.askDiscard}
      action={words.discard}
      isDangerous
      onConfirm={async () => proceed?.()}
      onClose={() => reset?.()}
    >
      {words.notSaved}
    </Confirm>
  )
}
