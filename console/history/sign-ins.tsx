// Lists sign-ins and failed attempts with their origin, for users who manage users.
import { useInfiniteQuery } from '@tanstack/react-query'
import { listSignIns } from '../../contract/sign-ins.ts'
import { client } from '../api/client.ts'
import { useEnvironmentFormat } from '../api/environment.ts'
import { entryOf } from '../api/query.ts'
import styles from '../shell/content.module.css'
import { DataTable } from '../shell/data-table.tsx'
import { Empty } from '../shell/page.tsx'
import { useWords } from '../words/language.ts'
import { Older } from './older.tsx'
import { signInWords } from './words.ts'

export function SignIns() {
  const words = useWords(signInWords)
  const format = useEnvironmentFormat()
  const pages = useInfiniteQuery({
    ...entryOf(listSignIns),
    initialPageParam: '',
    queryFn: async ({ pageParam: cursor, signal }) =>
      (await client.call(listSignIns, { query: { limit: '50', ...(cursor === '' ? {} : { cursor }) }, signal })).data,
    getNextPageParam: ({ next }) => next,
  })
  const rows = pages.data?.pages.flatMap(({ signIns }) => signIns)
  return (
    <DataTable
      label={words.title}
      rows={rows}
      query={pages}
      empty={<Empty title={words.none}>{words.noneText}</Empty>}
      frame={(table) => (
        <div className={styles.wide}>
          {table}
          <Older pages={pages} />
        </div>
      )}
      idOf={({ signInId }) => signInId}
      columns={[
        { head: words.time, show: ({ time }) => <time dateTime={time}>{format.instant(time)}</time> },
        { head: words.person, show: ({ name }) => <bdi>{name}</bdi> },
        { head: words.what, show: ({ kind }) => words[kind] },
        { head: words.way, show: ({ way }) => words[way] },
        {
          head: words.address,
          show: ({ address }) => address ?? words.commandLine,
          cell: ({ address }) => ({ dir: address === null ? undefined : 'ltr' }),
        },
        { head: words.device, show: ({ device }) => device },
      ]}
    />
  )
}
