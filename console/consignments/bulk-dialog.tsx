// The dialog of a command on all selected orders: the orders, the reason of a refusal, and the button.

import { Alert, Group, Modal, Stack, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { messageOf } from '../api/problems.ts'
import type { Assigned } from '../order/changing.ts'
import { ReasonedButton } from '../shell/reasoned-button.tsx'
import { useWords } from '../words/language.ts'
import { listWords } from './words.ts'

interface BulkDialogProps {
  title: string
  count: number
  action: string
  /** Reason why the command is inactive; null if it can run. */
  lacks: string | null
  /** Runs the command. After an error the user can try again. */
  run(): Promise<Assigned>
  onClose(): void
  onDone(assigned: Assigned): void
  children: ReactNode
}

export function BulkDialog({ title, count, action, lacks, run, onClose, onDone, children }: BulkDialogProps) {
  const words = useWords(listWords)
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const submit = async () => {
    if (lacks !== null) return
    setBusy(true)
    setRefusal(undefined)
    try {
      onDone(await run())
    } catch (error) {
      setRefusal(messageOf(error))
      setBusy(false)
    }
  }
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': words.close }}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <Stack>
          <Text size="sm">{words.selected(count)}</Text>
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
