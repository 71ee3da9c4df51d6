// Shows short messages about success or failure at the edge of the page.
import { notifications } from '@mantine/notifications'
import { messageOf } from '../api/problems.ts'
import { problemWords } from '../api/words.ts'
import { currentWords } from '../words/language.ts'
import { shellWords } from './words.ts'

/** Returns the label of the close button of a message. */
export const closing = () => ({ 'aria-label': currentWords(shellWords).close })

export const showDone = (message: string): void => {
  notifications.show({ message, autoClose: 4_000, closeButtonProps: closing() })
}

export const showProblem = (error: unknown): void => {
  notifications.show({
    title: currentWords(problemWords).notDone,
    message: messageOf(error),
    color: 'red',
    autoClose: 10_000,
    closeButtonProps: closing(),
  })
}
