// Shows short messages about success or failure at the edge of the page.
import { notifications } from '@mantine/notifications'
import { createElement, Fragment } from 'react'
import { describeError } from '../api/problems.ts'
import { problemTexts } from '../api/words.ts'
import { currentTexts } from '../words/language.ts'
import { HelpLink } from './help-link.tsx'

export const showDone = (message: string): void => {
  notifications.show({ message, autoClose: 4_000 })
}

export const showProblem = (error: unknown): void => {
  notifications.show({
    title: currentTexts(problemTexts).notDone,
    message: createElement(Fragment, null, describeError(error), ' ', createElement(HelpLink, { error })),
    color: 'red',
    'data-problem': true,
    autoClose: 10_000,
  })
}
