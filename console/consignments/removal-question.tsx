// Asks before it deletes many or planned orders, and offers an undo for a few seconds in every case.
import { useState } from 'react'
import { listLoads } from '../../contract/load.ts'
import { apiClient } from '../api/client.ts'
import { describeError } from '../api/problems.ts'
import type { ChangeResult } from '../order/changing.ts'
import { ConfirmationDialog } from '../shell/confirm.tsx'
import { showProblem } from '../shell/toasts.ts'
import { offerUndo } from '../shell/undo.tsx'
import { currentTexts, useTexts } from '../words/language.ts'
import { type FailedDeletion, removeLater, waitMs } from './removal.ts'
import type { SelectedOrder } from './selection.ts'
import { refreshCounts } from './view-counts.ts'
import { listTexts } from './words.ts'

/** Number of orders that are deleted without a question. */
const unaskedMax = 20

interface Question {
  orders: readonly SelectedOrder[]
  /** Number of orders on a load that is planned or later. */
  planned: number
}

/**
 * Returns the deletion of selected orders. `onFailed` receives refusals; `onRemoved` runs once the orders leave the
 * list.
 */
export function useRemoval(onFailed: (outcomes: ChangeResult[]) => void, onRemoved: () => void) {
  const texts = useTexts(listTexts)
  const [question, setQuestion] = useState<Question>()
  // The latest question, while its dialog closes.
  const [shown, setShown] = useState<Question>()
  const remove = (orders: readonly SelectedOrder[]) => {
    removeWithUndo(orders, onFailed)
    onRemoved()
  }
  const requestRemoval = async (orders: readonly SelectedOrder[]) => {
    try {
      const planned = await plannedOf(orders)
      if (orders.length <= unaskedMax && planned === 0) return remove(orders)
      setShown({ orders, planned })
      setQuestion({ orders, planned })
    } catch (error) {
      showProblem(error)
    }
  }
  return {
    ask: (orders: readonly SelectedOrder[]) => void requestRemoval(orders),
    isAsking: question !== undefined,
    question: (
      <ConfirmationDialog
        opened={question !== undefined}
        title={texts.askDelete(shown?.orders.length ?? 0)}
        action={texts.delete}
        isDangerous
        onConfirm={async () => question && remove(question.orders)}
        onClose={() => setQuestion(undefined)}
      >
        {shown && shown.planned > 0 ? <p>{texts.ofPlanned(shown.planned)}</p> : null}
        {texts.undoneFor(waitMs / 1_000)}
      </ConfirmationDialog>
    ),
  }
}

async function plannedOf(orders: readonly SelectedOrder[]): Promise<number> {
  const onLoads = orders.filter(({ loadId }) => loadId != null)
  if (onLoads.length === 0) return 0
  // Reads only loads in planning, because they are few. Planned and later loads accumulate with every day.
  const { data } = await apiClient.call(listLoads, { query: { status: 'planning' } })
  const planning = new Set(data.map(({ loadId }) => loadId))
  return onLoads.filter(({ loadId }) => !planning.has(loadId!)).length
}

/** Deletes orders after a delay in which the user can undo it. */
function removeWithUndo(orders: readonly SelectedOrder[], onFailed: (outcomes: ChangeResult[]) => void): void {
  const texts = currentTexts(listTexts)
  const removal = removeLater(orders, (failed) => {
    forget()
    refreshCounts()
    if (failed.length === 0) return
    if (orders.length === 1) showProblem(failed[0]!.error)
    else onFailed(outcomesOf(orders, failed))
  })
  const undo = async () => (removal.undo() ? texts.restored : texts.tooLate)
  const forget = offerUndo(texts.deleting(orders.length), { undo }, waitMs)
}

function outcomesOf(orders: readonly SelectedOrder[], failed: readonly FailedDeletion[]): ChangeResult[] {
  const errors = new Map(failed.map(({ order, error }) => [order.consignmentId, error]))
  return orders.map(({ consignmentId, key }) =>
    errors.has(consignmentId)
      ? { key, status: 'failed', message: describeError(errors.get(consignmentId)) }
      : { key, status: 'deleted' },
  )
}
