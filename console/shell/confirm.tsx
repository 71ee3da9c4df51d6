// Asks before a command that is hard to undo, with its effect, a button that runs it and one that cancels.
import { Button, Group, Modal, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { describeError } from '../api/problems.ts'
import { useTexts } from '../words/language.ts'
import { shellTexts } from './words.ts'

interface ConfirmProps {
  opened: boolean
  title: string
  children: ReactNode
  action: string
  /** Whether the command deletes or discards something. */
  isDangerous?: boolean
  /** Whether the question still reads data that the user needs. */
  isWaiting?: boolean
  /** Runs the command. The question closes afterwards, or shows the error. */
  onConfirm(): Promise<unknown>
  onClose(): void
}

export function ConfirmationDialog(props: ConfirmProps) {
  const { opened, title, children, action, isDangerous = false, isWaiting = false, onConfirm, onClose } = props
  const texts = useTexts(shellTexts)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const close = () => {
    setProblem(undefined)
    onClose()
  }
  const confirm = async () => {
    if (isWaiting) return
    setBusy(true)
    setProblem(undefined)
    try {
      await onConfirm()
      close()
    } catch (error) {
      setProblem(describeError(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Modal opened={opened} onClose={close} title={title}>
      <Text size="sm" component="div">
        {children}
      </Text>
      {problem && (
        <Text size="sm" c="var(--mantine-color-error)" mt="sm" role="alert">
          {problem}
        </Text>
      )}
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button onClick={close}>{texts.cancel}</Button>
        {/* The button keeps the focus while the command runs. */}
        <Button
          variant="filled"
          data-autofocus
          {...(isDangerous ? { color: 'red.9' } : {})}
          {...(isWaiting ? { 'data-disabled': true, 'aria-disabled': true } : {})}
          loading={isBusy}
          onClick={confirm}
        >
          {action}
        </Button>
      </Group>
    </Modal>
  )
}
