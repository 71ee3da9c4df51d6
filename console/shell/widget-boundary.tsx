// Catches the error of a widget, so that the rest of the page and unsaved input remain.
import { Button, Text } from '@mantine/core'
import { CatchBoundary } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useWords } from '../words/language.ts'
import styles from './widget-boundary.module.css'
import { shellWords } from './words.ts'

interface WidgetBoundaryProps {
  /** Identifies the data that the widget draws. After an error, the widget is drawn again when this changes. */
  data?: string
  children: ReactNode
}

export const WidgetBoundary = ({ data = '', children }: WidgetBoundaryProps) => (
  <CatchBoundary getResetKey={() => data} errorComponent={NotDrawn}>
    {children}
  </CatchBoundary>
)

function NotDrawn({ reset }: { reset: () => void }) {
  const words = useWords(shellWords)
  return (
    <div className={styles.notDrawn} role="alert">
      <Text size="sm">{words.widgetBroken}</Text>
      <Button variant="default" onClick={reset}>
        {words.tryAgain}
      </Button>
    </div>
  )
}
