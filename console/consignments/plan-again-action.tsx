// The button and the key that plan the open order again after a failed or partial delivery.
import { Button } from '@mantine/core'
import { IconCalendarRepeat } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { type Consignment, getConsignmentById } from '../../contract/consignment.ts'
import { listPods } from '../../contract/pod.ts'
import { refreshEndpoints } from '../api/query.ts'
import { useMay } from '../api/session.ts'
import { type BulkChange, type ChangeResult, reportChange } from '../order/changing.ts'
import { isUndelivered, isUntold, useClosedLoads } from '../order/missing-outcomes.ts'
import { PlanAgain } from '../order/plan-again-dialog.tsx'
import { ResultsDialog } from '../order/results.tsx'
import { planAgainTexts } from '../order/words.ts'
import { useFocusBack } from '../shell/focus-back.ts'
import { ControlHint } from '../shell/hint.tsx'
import { useShortcuts } from '../shell/shortcuts.ts'
import { useTexts } from '../words/language.ts'
import { refreshCounts } from './view-counts.ts'
import { detailTexts } from './words.ts'

export const planAgainKeys = 'p'

export interface PlanAgainAction {
  /** Opens the dialog; undefined if the order cannot be planned again. */
  ask: (() => void) | undefined
  /** The dialog. It stays on the page after the change, because it may show refusals. */
  dialog: ReactNode
}

/** Returns the command that plans the open order again, and its dialog. */
export function usePlanAgain(order: Consignment): PlanAgainAction {
  const { planAgain } = useTexts(planAgainTexts)
  const { consignment: group } = useTexts(detailTexts)
  const mayWrite = useMay('consignments:write')
  const mayProve = useMay('pods:write')
  /** Number of orders without an outcome while the dialog is open. */
  const [asking, setAsking] = useState<{ untold: number }>()
  const [outcomes, setOutcomes] = useState<ChangeResult[]>()
  const isOpen = isUntold(order, useClosedLoads([order]))
  const isOffered = mayWrite && (isUndelivered(order) || (mayProve && isOpen))
  const run = () => setAsking({ untold: isOpen ? 1 : 0 })
  const close = () => setAsking(undefined)
  useFocusBack(asking !== undefined)
  useShortcuts(isOffered ? [{ keys: planAgainKeys, label: planAgain, group, isOfOpen: true, run }] : [])
  const onChanged = () => {
    refreshCounts()
    void refreshEndpoints(getConsignmentById, listPods)
  }
  const onDone = (assigned: BulkChange, formatMessage: (count: number) => string) => {
    close()
    reportChange(assigned, { say: formatMessage, onFailed: setOutcomes, onChanged })
  }
  const dialog = (
    <>
      {asking ? <PlanAgain ids={[order.consignmentId]} {...asking} onClose={close} onDone={onDone} /> : null}
      <ResultsDialog outcomes={outcomes} onClose={() => setOutcomes(undefined)} />
    </>
  )
  return { ask: isOffered ? run : undefined, dialog }
}

export function PlanAgainButton({ ask }: Pick<PlanAgainAction, 'ask'>) {
  const texts = useTexts(planAgainTexts)
  return ask === undefined ? null : (
    <ControlHint label={texts.planAgain} keys={planAgainKeys}>
      <Button w="fit-content" leftSection={<IconCalendarRepeat size={15} aria-hidden />} onClick={ask}>
        {texts.planAgain}
      </Button>
    </ControlHint>
  )
}
