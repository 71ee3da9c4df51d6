// Who came in, who tried to, and from where: for those who look after the people of the environment.
import { useInfiniteQuery } from '@tanstack/react-query'
import { listSignIns } from '../../contract/sign-ins.ts'
import { client } from '../api/client.ts'
import { useEnvironmentFormat } from '../api/environment.ts'
import styles from '../shell/content.module.css'
import { Failure } from '../shell/failure.tsx'
import { Empty } from '../shell/page.tsx'
import { Waiting } from '../shell/waiting.tsx'
import { useWords } from '../words/language.ts'
import { Older } from './older.tsx'
import { signInWords } from './words.ts'

export function SignIns() {
  const words = useWords(signInWords)
  const format = useEnvironmentFormat()
  const pages = useInfiniteQuery({
    queryKey: [listSignIns.id],
    initialPageParam: '',
    queryFn: async ({ pageParam: cursor, signal }) =>
      (await client.call(listSignIns, { query: { limit: '50', ...(cursor === '' ? {} : { cursor }) }, signal })).data,
    getNextPageParam: ({ next }) => next,
  })
  const rows = pages.data?.pages.flatMap(({ signIns }) => signIns)
  if (pages.error) return <Failure error={pages.error} onRetry={() => pages.refetch()} />
  if (!rows) return <Waiting />
  if (rows.length === 0) return <Empty title={words.none}>{words.noneText}</Empty>
  return (
    <div className={styles.wide}>
      <table className={styles.table} aria-label={words.title}>
        <thead>
          <tr>
            <th>{words.time}</th>
            <th>{words.person}</th>
            <th>{words.what}</th>
            <th>{words.way}</th>
            <th>{words.address}</th>
            <th>{words.device}</th>
          </tr>
        </thead>
        <tbody>
          {rows?.map(({ signInId, time, name, kind, way, address, device }) => (
            <tr key={signInId}>
              <td>
                <time dateTime={time}>{format.instant(time)}</time>
              </td>
              <td>
                <bdi>{name}</bdi>
              </td>
              <td>{words[kind]}</td>
              <td>{words[way]}</td>
              <td dir={address === null ? undefined : 'ltr'}>{address ?? words.commandLine}</td>
              <td>{device}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <Older pages={pages} />
    </div>
  )
}
