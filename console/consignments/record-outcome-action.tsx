// The button and the key that record the outcome of the open order.
import { Button } from '@mantine/core'
import { IconClipboardCheck } from '@tabler/icons-react'
import type { Consignment } from '../../contract/consignment.ts'
import { useMay } from '../api/session.ts'
import { requestOutcomes } from '../road/requested-outcomes.ts'
import { outcomesTexts } from '../road/words.ts'
import { ControlHint } from '../shell/hint.tsx'
import { useShortcuts } from '../shell/shortcuts.ts'
import { showDone } from '../shell/toasts.ts'
import { useTexts } from '../words/language.ts'
import { detailTexts } from './words.ts'

export const recordOutcomeKeys = 'y'

/**
 * The command that records the outcome; undefined if the order has an outcome. The key of the command stays reserved,
 * so that it never acts on the list.
 */
export type RecordOutcomeAction = (() => void) | undefined

export function useRecordOutcome({ consignmentId, outcome }: Consignment): RecordOutcomeAction {
  const { recordOutcome, notForThese } = useTexts(outcomesTexts)
  const { consignment: group } = useTexts(detailTexts)
  const mayProve = useMay('pods:write')
  const isOpen = outcome === null
  const run = () => (isOpen ? requestOutcomes([consignmentId]) : showDone(notForThese))
  useShortcuts(mayProve ? [{ keys: recordOutcomeKeys, label: recordOutcome, group, isOfOpen: true, run }] : [])
  return mayProve && isOpen ? run : undefined
}

export function RecordOutcomeButton({ action, isMain = false }: { action: RecordOutcomeAction; isMain?: boolean }) {
  const { recordOutcome } = useTexts(outcomesTexts)
  return action === undefined ? null : (
    <ControlHint label={recordOutcome} keys={recordOutcomeKeys}>
      <Button
        variant={isMain ? 'filled' : 'default'}
        w="fit-content"
        leftSection={<IconClipboardCheck size={15} aria-hidden />}
        onClick={action}
      >
        {recordOutcome}
      </Button>
    </ControlHint>
  )
}
