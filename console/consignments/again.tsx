// The button and the key that plan the open order again after a failed or partial delivery.
import { Button } from '@mantine/core'
import { IconCalendarRepeat } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { type Consignment, getConsignmentById } from '../../contract/consignment.ts'
import { listPods } from '../../contract/pod.ts'
import { refresh } from '../api/query.ts'
import { useMay } from '../api/session.ts'
import { type Assigned, type Outcome, tell } from '../order/changing.ts'
import { PlanAgain } from '../order/plan-again-dialog.tsx'
import { Results } from '../order/results.tsx'
import { isUntold, useClosedLoads, wasNotHandedOver } from '../order/under-way.ts'
import { planAgainWords } from '../order/words.ts'
import { useFocusBack } from '../shell/focus-back.ts'
import { Hint } from '../shell/hint.tsx'
import { useShortcuts } from '../shell/shortcuts.ts'
import { useWords } from '../words/language.ts'
import { refreshCounts } from './view-counts.ts'
import { detailWords } from './words.ts'

export const againKeys = 'p'

export interface Again {
  /** Opens the dialog; undefined if the order cannot be planned again. */
  ask: (() => void) | undefined
  /** The dialog. It stays on the page after the change, because it may show refusals. */
  dialog: ReactNode
}

/** Returns the command that plans the open order again, and its dialog. */
export function useAgain(order: Consignment): Again {
  const { planAgain } = useWords(planAgainWords)
  const { consignment: group } = useWords(detailWords)
  const mayWrite = useMay('consignments:write')
  const mayProve = useMay('pods:write')
  /** Number of orders without an outcome while the dialog is open. */
  const [asking, setAsking] = useState<{ untold: number }>()
  const [outcomes, setOutcomes] = useState<Outcome[]>()
  const isOpen = isUntold(order, useClosedLoads([order]))
  const isOffered = mayWrite && (wasNotHandedOver(order) || (mayProve && isOpen))
  const run = () => setAsking({ untold: isOpen ? 1 : 0 })
  const close = () => setAsking(undefined)
  useFocusBack(asking !== undefined)
  useShortcuts(isOffered ? [{ keys: againKeys, label: planAgain, group, isOfOpen: true, run }] : [])
  const onChanged = () => {
    refreshCounts()
    void refresh(getConsignmentById, listPods)
  }
  const onDone = (assigned: Assigned, say: (count: number) => string) => {
    close()
    tell(assigned, { say, onFailed: setOutcomes, onChanged })
  }
  const dialog = (
    <>
      {asking ? <PlanAgain ids={[order.consignmentId]} {...asking} onClose={close} onDone={onDone} /> : null}
      <Results outcomes={outcomes} onClose={() => setOutcomes(undefined)} />
    </>
  )
  return { ask: isOffered ? run : undefined, dialog }
}

export function AgainButton({ ask }: Pick<Again, 'ask'>) {
  const words = useWords(planAgainWords)
  return ask === undefined ? null : (
    <Hint label={words.planAgain} keys={againKeys}>
      <Button
        variant="default"
        w="fit-content"
        leftSection={<IconCalendarRepeat size={15} aria-hidden />}
        onClick={ask}
      >
        {words.planAgain}
      </Button>
    </Hint>
  )
}
