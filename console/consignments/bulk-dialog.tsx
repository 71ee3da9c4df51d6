// The dialog of a command on all selected orders: the orders, the reason of a refusal, and the button.

import { Alert, Group, Modal, Stack, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { describeError } from '../api/problems.ts'
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
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const submit = async () => {
    if (lacks !== null) return
    setBusy(true)
    setRefusal(undefined)
    try {
      onDone(await run())
    } catch (error) {
      setRefusal(describeError(error))
      setBusy(false)
    }
  }
  return (
    <Modal opened onClose={onClose} title={title}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <Stack>
          <Text size="sm">{texts.selected(count)}</Text>
          {refusal ? (
            <Alert color="red" role="alert">
              {refusal}
            </Alert>
          ) : null}
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
