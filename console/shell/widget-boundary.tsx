// Catches the error of a widget, so that the rest of the page and unsaved input remain.
import { Button, Text } from '@mantine/core'
import { CatchBoundary } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTexts } from '../words/language.ts'
import styles from './widget-boundary.module.css'
import { shellTexts } from './words.ts'

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
  const texts = useTexts(shellTexts)
  return (
    <div className={styles.notDrawn} role="alert">
      <Text size="sm">{texts.widgetBroken}</Text>
      <Button onClick={reset}>{texts.tryAgain}</Button>
    </div>
  )
}
