// The dialog of a command on all selected orders: the orders, the reason of a refusal, and the button.

import { Group, Modal, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { ErrorAlert } from '../fields/refusals.tsx'
import { submitWith, useAttempt } from '../fields/sending.tsx'
import type { BulkChange } from '../order/changing.ts'
import { ReasonedButton } from '../shell/reasoned-button.tsx'
import { useTexts } from '../words/language.ts'
import { listTexts } from './words.ts'

interface BulkDialogProps {
  title: string
  count: number
  action: string
  /** Reason why the command is inactive; null if it can run. */
  lacks: string | null
  /** Runs the command. After an error the user can try again. */
  run(): Promise<BulkChange>
  onClose(): void
  onDone(assigned: BulkChange): void
  children: ReactNode
}

export function BulkDialog({ title, count, action, lacks, run, onClose, onDone, children }: BulkDialogProps) {
  const texts = useTexts(listTexts)
  const { refusal, busy, attempt } = useAttempt()
  const submit = () => lacks === null && attempt(async () => onDone(await run()))
  return (
    <Modal opened onClose={onClose} title={title}>
      <form onSubmit={submitWith(submit)}>
        <Stack>
          <Text size="sm">{texts.selected(count)}</Text>
          <ErrorAlert message={refusal} />
          {children}
          <Group justify="flex-end">
            <ReasonedButton type="submit" size="sm" loading={busy} reason={lacks}>
              {action}
            </ReasonedButton>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
