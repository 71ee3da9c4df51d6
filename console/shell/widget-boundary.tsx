// Keeps an error inside the widget that draws data of others: the page around it stays, and so does everything typed there.
import { Button, Text } from '@mantine/core'
import { CatchBoundary } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useWords } from '../words/language.ts'
import styles from './widget-boundary.module.css'
import { shellWords } from './words.ts'

interface WidgetBoundaryProps {
  /** Names the data that the widget draws: after an error, other data are drawn without a click. */
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
