// Undoes the latest change, by Ctrl-Z or by the button of its message.
import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { environmentId } from '../api/session.ts'
import { currentWords, useWords } from '../words/language.ts'
import { useShortcuts } from './shortcuts.ts'
import { closing, showDone, showProblem } from './toasts.ts'
import { shellWords } from './words.ts'

export interface Step {
  /** The load whose sequence it changed, where that was not saved. */
  draftOf?: string
  /** May answer what to say when it is undone, where more is to be said than that. */
  undo(): Promise<unknown> | undefined
}

const stepsMax = 100
let steps: readonly Step[] = []

/** The messages that offer to undo a step: what can no longer be undone is no longer offered. */
const offers = new WeakMap<Step, () => void>()

function drop(isGone: (step: Step, index: number) => boolean): void {
  const gone = steps.filter(isGone)
  steps = steps.filter((step) => !gone.includes(step))
  for (const step of gone) offers.get(step)?.()
}

// In another environment the same keys would change what nobody looks at.
environmentId.follow(() => drop(() => true))

export function remember(step: Step): void {
  steps = [...steps, step]
  drop((_, index) => index < steps.length - stepsMax)
}

/** A sequence that is saved or discarded has no single moves any more. */
export const forgetDraft = (loadId: string): void => drop(({ draftOf }) => draftOf === loadId)

const offeredMs = 10_000

/** Says what was done, with a way back. Answers how to say that there is none any more. */
export function offerUndo(message: string, step: Step, milliseconds = offeredMs): () => void {
  remember(step)
  offers.set(
    step,
    showOffer(message, milliseconds, () => undo(step)),
  )
  return () => drop((one) => one === step)
}

function showOffer(message: string, milliseconds: number, onUndo: () => void): () => void {
  const id = notifications.show({
    autoClose: milliseconds,
    closeButtonProps: closing(),
    message: (
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm">{message}</Text>
        <Button variant="default" flex="none" onClick={onUndo}>
          {currentWords(shellWords).undo}
        </Button>
      </Group>
    ),
  })
  return () => notifications.hide(id)
}

/** Ends when all that was to be undone is: a step puts back what was there before it, so those behind it come first. */
let undoing: Promise<void> = Promise.resolve()

function undo(step: Step): void {
  // Undone once, whichever way it was asked for.
  if (!steps.includes(step)) return
  drop((one) => one === step)
  undoing = undoing.then(() => takeBack(step))
}

async function takeBack(step: Step): Promise<void> {
  try {
    const said = await step.undo()
    if (step.draftOf === undefined) showDone(typeof said === 'string' ? said : currentWords(shellWords).undone)
  } catch (error) {
    showProblem(error)
  }
}

/** Undoes the last step; what was not saved only where it is seen. */
export function undoLast({ withDrafts = false } = {}): void {
  const last = steps.findLast(({ draftOf }) => withDrafts || draftOf === undefined)
  if (last) undo(last)
}

/** On every page; where there are drafts the page takes the key itself. */
export function useUndoKey(): void {
  const words = useWords(shellWords)
  useShortcuts([{ keys: 'mod+z', label: words.undo, group: words.general, run: () => undoLast() }])
}
