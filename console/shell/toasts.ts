// Shows short messages about success or failure at the edge of the page.
import { notifications } from '@mantine/notifications'
import { describeError } from '../api/problems.ts'
import { problemTexts } from '../api/words.ts'
import { currentTexts } from '../words/language.ts'

export const showDone = (message: string): void => {
  notifications.show({ message, autoClose: 4_000 })
}

export const showProblem = (error: unknown): void => {
  notifications.show({
    title: currentTexts(problemTexts).notDone,
    message: describeError(error),
    color: 'red',
    autoClose: 10_000,
  })
}
