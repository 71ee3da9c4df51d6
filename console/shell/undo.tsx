// A message that something is about to be done, with a button that takes it back.
import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { currentWords } from '../words/language.ts'
import { closing } from './toasts.ts'
import { shellWords } from './words.ts'

/** Says what was or will be done, for as long as it can be taken back. Answers how to put the message away before that. */
export function showUndo(message: string, milliseconds: number, undo: () => void): () => void {
  const id = notifications.show({
    autoClose: milliseconds,
    closeButtonProps: closing(),
    message: (
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm">{message}</Text>
        <Button
          variant="default"
          onClick={() => {
            notifications.hide(id)
            undo()
          }}
        >
          {currentWords(shellWords).undo}
        </Button>
      </Group>
    ),
  })
  return () => notifications.hide(id)
}
