// A question before something that is hard to take back: what it does, one button that does it, one that does not.
import { Button, Group, Modal, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useWords } from '../words/language.ts'
import { shellWords } from './words.ts'

interface ConfirmProps {
  opened: boolean
  title: string
  children: ReactNode
  action: string
  /** Something is lost. */
  isDangerous?: boolean
  isBusy?: boolean
  /** Why it was refused, in place. */
  problem?: string | undefined
  onConfirm: () => void
  onClose: () => void
}

export function Confirm(props: ConfirmProps) {
  const { opened, title, children, action, isDangerous = false, isBusy = false, problem, onConfirm, onClose } = props
  const words = useWords(shellWords)
  return (
    <Modal opened={opened} onClose={onClose} title={title} closeButtonProps={{ 'aria-label': words.close }}>
      <Text size="sm">{children}</Text>
      {problem && (
        <Text size="sm" c="var(--mantine-color-error)" mt="sm" role="alert">
          {problem}
        </Text>
      )}
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={onClose}>
          {words.cancel}
        </Button>
        <Button data-autofocus {...(isDangerous ? { color: 'red.9' } : {})} loading={isBusy} onClick={onConfirm}>
          {action}
        </Button>
      </Group>
    </Modal>
  )
}
