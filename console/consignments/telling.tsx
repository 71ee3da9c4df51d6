// The button and the key that record the outcome of the open order.
import { Button } from '@mantine/core'
import { IconClipboardCheck } from '@tabler/icons-react'
import type { Consignment } from '../../contract/consignment.ts'
import { useMay } from '../api/session.ts'
import { askOutcomes } from '../road/outcomes-asked.ts'
import { outcomesWords } from '../road/words.ts'
import { Hint } from '../shell/hint.tsx'
import { useShortcuts } from '../shell/shortcuts.ts'
import { showDone } from '../shell/toasts.ts'
import { useWords } from '../words/language.ts'
import { detailWords } from './words.ts'

export const tellingKeys = 'y'

/**
 * The command that records the outcome; undefined if there is one. Its key stays taken, so that it never acts on the
 * list.
 */
export type Telling = (() => void) | undefined

export function useTelling({ consignmentId, outcome }: Consignment): Telling {
  const { recordOutcome, notForThese } = useWords(outcomesWords)
  const { consignment: group } = useWords(detailWords)
  const mayProve = useMay('pods:write')
  const isOpen = outcome === null
  const run = () => (isOpen ? askOutcomes([consignmentId]) : showDone(notForThese))
  useShortcuts(mayProve ? [{ keys: tellingKeys, label: recordOutcome, group, isOfOpen: true, run }] : [])
  return mayProve && isOpen ? run : undefined
}

export function TellingButton({ tell, isMain = false }: { tell: Telling; isMain?: boolean }) {
  const { recordOutcome } = useWords(outcomesWords)
  return tell === undefined ? null : (
    <Hint label={recordOutcome} keys={tellingKeys}>
      <Button
        variant={isMain ? 'filled' : 'default'}
        w="fit-content"
        leftSection={<IconClipboardCheck size={15} aria-hidden />}
        onClick={tell}
      >
        {recordOutcome}
      </Button>
    </Hint>
  )
}
