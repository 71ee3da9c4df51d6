// The list of e-mails of all orders, by state: first the e-mails that wait for a planner.
import { SegmentedControl, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listNotices, type NoticeState } from '../../contract/notice.ts'
import { useEnvironmentFormat } from '../api/environment.ts'
import { buildQuery } from '../api/query.ts'
import { LetterTable } from '../consignments/letters.tsx'
import { outcomeTexts } from '../consignments/words.ts'
import styles from '../shell/content.module.css'
import { EmptyState, PageFrame } from '../shell/page.tsx'
import { QuietText } from '../shell/quiet-text.ts'
import { useTexts } from '../words/language.ts'
import { emailTexts } from './words.ts'

/** Number of e-mails on the page. The next e-mails appear after a planner has handled these. */
const shownMax = 100
const states = ['held', 'failed', 'waiting', 'sent', 'suppressed'] as const satisfies readonly NoticeState[]

export function EmailsPage() {
  const texts = useTexts(emailTexts)
  const names = useTexts(outcomeTexts)
  const { zone } = useEnvironmentFormat()
  const [state, setState] = useState<NoticeState>('held')
  const list = useQuery(buildQuery(listNotices, { query: { state, limit: String(shownMax) } }))
  const labels: Record<NoticeState, string> = {
    held: names.held,
    failed: names.letterFailed,
    waiting: names.waiting,
    sent: names.sent,
    suppressed: names.suppressed,
  }
  return (
    <PageFrame title={texts.title} zone={zone}>
      <div className={styles.wide}>
        <SegmentedControl
          aria-label={names.state}
          value={state}
          onChange={(value) => setState(value as NoticeState)}
          data={states.map((value) => ({ value, label: labels[value] }))}
        />
        {state === 'held' ? <QuietText my="md">{texts.aboutHeld}</QuietText> : null}
        <LetterTable
          label={texts.title}
          notices={list.data?.data.notices}
          query={list}
          empty={<EmptyState title={texts.none} />}
          withOrder
        />
        {list.data?.data.next ? <Text size="sm">{texts.more(shownMax)}</Text> : null}
      </div>
    </PageFrame>
  )
}
