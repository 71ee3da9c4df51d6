// Asks before it deletes many or planned orders, and offers an undo for a few seconds in every case.
import { useState } from 'react'
import { listLoads } from '../../contract/load.ts'
import { client } from '../api/client.ts'
import { messageOf } from '../api/problems.ts'
import type { Outcome } from '../order/changing.ts'
import { Confirm } from '../shell/confirm.tsx'
import { showProblem } from '../shell/toasts.ts'
import { offerUndo } from '../shell/undo.tsx'
import { currentWords, useWords } from '../words/language.ts'
import { type Failed, removeLater, waitMs } from './removal.ts'
import type { Chosen } from './selection.ts'
import { refreshCounts } from './view-counts.ts'
import { listWords } from './words.ts'

/** Number of orders that are deleted without a question. */
const unaskedMax = 20

interface Question {
  orders: readonly Chosen[]
  /** Number of orders on a load that is planned or later. */
  planned: number
}

/**
 * Returns the deletion of selected orders. `onFailed` receives refusals; `onGone` runs once the orders leave the list.
 */
export function useRemoval(onFailed: (outcomes: Outcome[]) => void, onGone: () => void) {
  const words = useWords(listWords)
  const [question, setQuestion] = useState<Question>()
  // The latest question, while its dialog closes.
  const [shown, setShown] = useState<Question>()
  const remove = (orders: readonly Chosen[]) => {
    removeWithUndo(orders, onFailed)
    onGone()
  }
  const ask = async (orders: readonly Chosen[]) => {
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
    ask: (orders: readonly Chosen[]) => void ask(orders),
    isAsking: question !== undefined,
    question: (
      <Confirm
        opened={question !== undefined}
        title={words.askDelete(shown?.orders.length ?? 0)}
        action={words.delete}
        isDangerous
        onConfirm={async () => question && remove(question.orders)}
        onClose={() => setQuestion(undefined)}
      >
        {shown && shown.planned > 0 ? <p>{words.ofPlanned(shown.planned)}</p> : null}
        {words.undoneFor(waitMs / 1_000)}
      </Confirm>
    ),
  }
}

async function plannedOf(orders: readonly Chosen[]): Promise<number> {
  const onLoads = orders.filter(({ loadId }) => loadId != null)
  if (onLoads.length === 0) return 0
  // Loads in planning are few; planned and later ones accumulate with every day.
  const { data } = await client.call(listLoads, { query: { status: 'planning' } })
  const planning = new Set(data.map(({ loadId }) => loadId))
  return onLoads.filter(({ loadId }) => !planning.has(loadId!)).length
}

/** Deletes orders after a delay in which the user can undo it. */
function removeWithUndo(orders: readonly Chosen[], onFailed: (outcomes: Outcome[]) => void): void {
  const words = currentWords(listWords)
  const removal = removeLater(orders, (failed) => {
    forget()
    refreshCounts()
    if (failed.length === 0) return
    if (orders.length === 1) showProblem(failed[0]!.error)
    else onFailed(outcomesOf(orders, failed))
  })
  const undo = async () => (removal.undo() ? words.restored : words.tooLate)
  const forget = offerUndo(words.deleting(orders.length), { undo }, waitMs)
}

function outcomesOf(orders: readonly Chosen[], failed: readonly Failed[]): Outcome[] {
  const errors = new Map(failed.map(({ order, error }) => [order.consignmentId, error]))
  return orders.map(({ consignmentId, key }) =>
    errors.has(consignmentId)
      ? { key, status: 'failed', message: messageOf(errors.get(consignmentId)) }
      : { key, status: 'deleted' },
  )
}
