// What was done last and can be undone: Ctrl-Z takes it back, and so does the button of the message that tells of it.
import { showProblem } from '../shell/toasts.ts'
import { showUndo } from '../shell/undo.tsx'

export interface Step {
  /** The load whose sequence it changed, where that was not saved. */
  draftOf?: string
  undo(): Promise<unknown> | undefined
}

const stepsMax = 100
let steps: Step[] = []

/** The messages that offer to undo a step: what can no longer be undone is no longer offered. */
const offers = new WeakMap<Step, () => void>()

function withdraw(gone: readonly Step[]): void {
  for (const step of gone) offers.get(step)?.()
}

export function remember(step: Step): void {
  withdraw(steps.slice(0, 1 - stepsMax))
  steps = [...steps.slice(1 - stepsMax), step]
}

/** A sequence that is saved or discarded has no single moves any more. */
export function forgetDraft(loadId: string): void {
  withdraw(steps.filter(({ draftOf }) => draftOf === loadId))
  steps = steps.filter(({ draftOf }) => draftOf !== loadId)
}

const offeredMs = 10_000

/** Says what was done, with a way back. */
export function offerUndo(message: string, step: Step): void {
  remember(step)
  offers.set(
    step,
    showUndo(message, offeredMs, () => void undo(step)),
  )
}

async function undo(step: Step): Promise<void> {
  // Undone once, whichever way it was asked for.
  if (!steps.includes(step)) return
  steps = steps.filter((one) => one !== step)
  withdraw([step])
  try {
    await step.undo()
  } catch (error) {
    showProblem(error)
  }
}

/** Answers whether there was something to undo. */
export function undoLast(): boolean {
  const last = steps.at(-1)
  if (last) void undo(last)
  return last !== undefined
}
