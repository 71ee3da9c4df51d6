// The list of e-mails of all orders, by state: first those that wait for a planner.
import { SegmentedControl, Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listNotices, type NoticeState } from '../../contract/notice.ts'
import { useEnvironmentFormat } from '../api/environment.ts'
import { failureOf, read } from '../api/query.ts'
import { Letter, LetterHead } from '../consignments/letters.tsx'
import { outcomeWords } from '../consignments/outcome-words.ts'
import styles from '../shell/content.module.css'
import { Failure } from '../shell/failure.tsx'
import { Empty, Page } from '../shell/page.tsx'
import { Waiting } from '../shell/waiting.tsx'
import { useWords } from '../words/language.ts'
import { emailWords } from './words.ts'

/** E-mails on the page; a planner who has dealt with them sees the next ones. */
const shownMax = 100
const states = ['held', 'failed', 'waiting', 'sent', 'suppressed'] as const satisfies readonly NoticeState[]

export function EmailsPage() {
  const words = useWords(emailWords)
  const names = useWords(outcomeWords)
  const { zone } = useEnvironmentFormat()
  const [state, setState] = useState<NoticeState>('held')
  const list = useQuery(read(listNotices, { query: { state, limit: String(shownMax) } }))
  const labels: Record<NoticeState, string> = {
    held: names.held,
    failed: names.letterFailed,
    waiting: names.waiting,
    sent: names.sent,
    suppressed: names.suppressed,
  }
  const failure = failureOf(list)
  const notices = list.data?.data.notices
  return (
    <Page title={words.title} zone={zone}>
      <div className={styles.wide}>
        <SegmentedControl
          aria-label={names.state}
          value={state}
          onChange={(value) => setState(value as NoticeState)}
          data={states.map((value) => ({ value, label: labels[value] }))}
        />
        {state === 'held' ? (
          <Text size="sm" c="dimmed" my="md">
            {words.aboutHeld}
          </Text>
        ) : null}
        {failure ? <Failure error={failure} onRetry={() => list.refetch()} /> : null}
        {notices || failure ? null : <Waiting />}
        {notices?.length === 0 ? <Empty title={words.none} /> : null}
        {notices && notices.length > 0 ? (
          <Table aria-label={words.title}>
            <LetterHead withOrder />
            <Table.Tbody>
              {notices.map((notice) => (
                <Letter key={notice.noticeId} notice={notice} email={null} withOrder />
              ))}
            </Table.Tbody>
          </Table>
        ) : null}
        {list.data?.data.next ? <Text size="sm">{words.more(shownMax)}</Text> : null}
      </div>
    </Page>
  )
}
