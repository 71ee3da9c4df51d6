// Undoes the latest change, by Ctrl-Z or by the button of its message.
import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { environmentId } from '../api/session.ts'
import { currentTexts, useTexts } from '../words/language.ts'
import { useShortcuts } from './shortcuts.ts'
import { showDone, showProblem } from './toasts.ts'
import { shellTexts } from './words.ts'

export interface UndoStep {
  /** Id of the load whose unsaved sequence the step changed. */
  draftOf?: string
  /** Undoes the step. It may return a message that replaces the usual one. */
  undo(): Promise<unknown> | undefined
}

const stepsMax = 100
let steps: readonly UndoStep[] = []

/** Functions that hide the message of a step, once it cannot be undone any more. */
const offers = new WeakMap<UndoStep, () => void>()

function drop(isDropped: (step: UndoStep, index: number) => boolean): void {
  const droppedSteps = steps.filter(isDropped)
  steps = steps.filter((step) => !droppedSteps.includes(step))
  for (const step of droppedSteps) offers.get(step)?.()
}

// In another environment, the undo key would change records that are not visible.
environmentId.follow(() => drop(() => true))

export function recordUndo(step: UndoStep): void {
  steps = [...steps, step]
  drop((_, index) => index < steps.length - stepsMax)
}

/** Removes the moves of an unsaved sequence that was saved or discarded. */
export const forgetDraft = (loadId: string): void => drop(({ draftOf }) => draftOf === loadId)

const offeredMs = 10_000

/** Shows a message with an undo button. Returns the function that hides it. */
export function offerUndo(message: string, step: UndoStep, milliseconds = offeredMs): () => void {
  recordUndo(step)
  offers.set(
    step,
    showOffer(message, milliseconds, () => undo(step)),
  )
  return () => drop((entry) => entry === step)
}

function showOffer(message: string, milliseconds: number, onUndo: () => void): () => void {
  const id = notifications.show({
    autoClose: milliseconds,
    message: (
      <Group justify="space-between" wrap="nowrap" gap="sm">
        <Text size="sm" miw={0} style={{ overflowWrap: 'anywhere' }}>
          {message}
        </Text>
        <Button flex="none" variant="subtle" onClick={onUndo}>
          {currentTexts(shellTexts).undo}
        </Button>
      </Group>
    ),
  })
  return () => notifications.hide(id)
}

/** Resolves after all running undos. Each undo restores an earlier state, so they run one after another. */
let undoing: Promise<void> = Promise.resolve()

function undo(step: UndoStep): void {
  // A step is undone once, by key or by button.
  if (!steps.includes(step)) return
  drop((entry) => entry === step)
  undoing = undoing.then(() => takeBack(step))
}

async function takeBack(step: UndoStep): Promise<void> {
  try {
    const message = await step.undo()
    if (step.draftOf === undefined) showDone(typeof message === 'string' ? message : currentTexts(shellTexts).undone)
  } catch (error) {
    showProblem(error)
  }
}

/** Undoes the latest change. With `withDrafts`, this includes changes of unsaved sequences. */
export function undoLast({ withDrafts = false } = {}): void {
  const last = steps.findLast(({ draftOf }) => withDrafts || draftOf === undefined)
  if (last) undo(last)
}

/**
 * Registers the undo key on every page. The route plan registers a separate undo key, which includes unsaved sequences.
 */
export function useUndoKey(): void {
  const texts = useTexts(shellTexts)
  useShortcuts([{ keys: 'mod+z', label: texts.undo, group: texts.general, run: () => undoLast() }])
}
