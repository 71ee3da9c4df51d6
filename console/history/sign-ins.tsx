// Lists sign-ins and failed attempts with their origin, for users who manage users.
import { useInfiniteQuery } from '@tanstack/react-query'
import { listSignIns } from '../../contract/sign-ins.ts'
import { apiClient } from '../api/client.ts'
import { useEnvironmentFormat } from '../api/environment.ts'
import { buildCacheEntry } from '../api/query.ts'
import styles from '../shell/content.module.css'
import { DataTable } from '../shell/data-table.tsx'
import { EmptyState } from '../shell/page.tsx'
import { useTexts } from '../words/language.ts'
import { OlderButton } from './older.tsx'
import { signInTexts } from './words.ts'

export function SignIns() {
  const texts = useTexts(signInTexts)
  const format = useEnvironmentFormat()
  const pages = useInfiniteQuery({
    ...buildCacheEntry(listSignIns),
    initialPageParam: '',
    queryFn: async ({ pageParam: cursor, signal }) =>
      (await apiClient.call(listSignIns, { query: { limit: '50', ...(cursor === '' ? {} : { cursor }) }, signal }))
        .data,
    getNextPageParam: ({ next }) => next,
  })
  const rows = pages.data?.pages.flatMap(({ signIns }) => signIns)
  return (
    <DataTable
      label={texts.title}
      rows={rows}
      query={pages}
      empty={<EmptyState title={texts.none}>{texts.noneText}</EmptyState>}
      frame={(table) => (
        <div className={styles.wide}>
          {table}
          <OlderButton pages={pages} />
        </div>
      )}
      idOf={({ signInId }) => signInId}
      columns={[
        { head: texts.time, show: ({ time }) => <time dateTime={time}>{format.instant(time)}</time> },
        { head: texts.person, show: ({ name }) => <bdi>{name}</bdi> },
        { head: texts.what, show: ({ kind }) => texts[kind] },
        { head: texts.way, show: ({ way }) => texts[way] },
        {
          head: texts.address,
          show: ({ address }) => address ?? texts.commandLine,
          cell: ({ address }) => ({ dir: address === null ? undefined : 'ltr' }),
        },
        { head: texts.device, show: ({ device }) => device },
      ]}
    />
  )
}
