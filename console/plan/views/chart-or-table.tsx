// Shows a chart, or the table with the same data for screen readers and for copying.
import { ScrollArea, SegmentedControl, Title } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTexts } from '../../words/language.ts'
import { planTexts } from '../times/words.ts'
import styles from './chart-or-table.module.css'

export interface ChartOrTableProps {
  title: string
  /** Summary of the chart in one line. */
  summary?: ReactNode
  chart: ReactNode
  table: ReactNode
}

export function ChartOrTable({ title, summary, chart, table }: ChartOrTableProps) {
  const texts = useTexts(planTexts)
  const [shown, setShown] = useState<'chart' | 'table'>('chart')
  return (
    <section className={styles.both} aria-label={title}>
      <header className={styles.head}>
        <Title order={2} fz="sm">
          {title}
        </Title>
        <div className={styles.summary}>{summary}</div>
        <SegmentedControl
          size="xs"
          aria-label={texts.showAs}
          value={shown}
          onChange={(value) => setShown(value === 'table' ? 'table' : 'chart')}
          data={[
            { value: 'chart', label: texts.chart },
            { value: 'table', label: texts.table },
          ]}
        />
      </header>
      <ScrollArea className={styles.body} viewportProps={{ tabIndex: 0, role: 'group', 'aria-label': title }}>
        {shown === 'chart' ? chart : table}
      </ScrollArea>
    </section>
  )
}
