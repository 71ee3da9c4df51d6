// Shows the latest changes in the environment, newest first, and the sign-ins for those who manage users.

import { SegmentedControl, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type Event, listEvents } from '../../contract/change.ts'
import { client } from '../api/client.ts'
import { useDriverName } from '../api/driver-name.ts'
import { useEnvironmentFormat } from '../api/environment.ts'
import { entryOf } from '../api/query.ts'
import { useMay } from '../api/session.ts'
import { useActorName } from '../change/actor.ts'
import { Differences } from '../change/differences.tsx'
import { changeWords } from '../change/words.ts'
import styles from '../shell/content.module.css'
import { Failure } from '../shell/failure.tsx'
import { OrderLink } from '../shell/order-link.tsx'
import { Empty, Page } from '../shell/page.tsx'
import { Waiting } from '../shell/waiting.tsx'
import { useWords } from '../words/language.ts'
import own from './history.module.css'
import { type HistoryKind, historyViews, signInsKind, typesOf } from './kinds.ts'
import { Older } from './older.tsx'
import { SignIns } from './sign-ins.tsx'

const end = '0'

export function HistoryPage() {
  const words = useWords(changeWords)
  const format = useEnvironmentFormat()
  const { kind } = useSearch({ from: '/shell/history' })
  const navigate = useNavigate()
  const [mayPeople, mayTokens, manages] = [useMay('people:read'), useMay('tokens:read'), useMay('people:write')]
  const views = historyViews.filter((one) =>
    one === signInsKind ? manages : one !== 'access' || mayPeople || mayTokens,
  )
  return (
    <Page
      title={words.title}
      zone={format.zone}
      actions={
        <SegmentedControl
          aria-label={words.kind}
          value={kind ?? 'all'}
          onChange={(value) =>
            navigate({
              to: '/history',
              search: value === 'all' ? {} : { kind: value as (typeof historyViews)[number] },
            })
          }
          data={(['all', ...views] as const).map((value) => ({ value, label: words[value] }))}
        />
      }
    >
      {kind === signInsKind ? <SignIns /> : <Changes kind={kind} />}
    </Page>
  )
}

function Changes({ kind }: { kind: HistoryKind | undefined }) {
  const words = useWords(changeWords)
  const history = useInfiniteQuery({
    ...entryOf(listEvents, kind ?? 'all'),
    initialPageParam: 'latest',
    queryFn: async ({ pageParam: before, signal }) =>
      (
        await client.call(listEvents, {
          query: { before, limit: '50', ...(kind === undefined ? {} : { types: typesOf(kind) }) },
          signal,
        })
      ).data,
    getNextPageParam: ({ next }) => (next === end ? undefined : next),
  })
  const events = history.data?.pages.flatMap((page) => page.events)
  return (
    <>
      {history.error ? <Failure error={history.error} onRetry={() => history.refetch()} /> : null}
      {events || history.error ? null : <Waiting />}
      {events?.length === 0 && !history.hasNextPage ? <Empty title={words.none}>{words.noneText}</Empty> : null}
      {events && events.length > 0 ? (
        <div className={styles.wide}>
          <ol className={own.changes}>
            {events.map((event) => (
              <Change key={event.id} event={event} />
            ))}
          </ol>
          <Older pages={history} />
        </div>
      ) : null}
    </>
  )
}

function Change({ event }: { event: Event }) {
  const words = useWords(changeWords)
  const format = useEnvironmentFormat()
  const actorName = useActorName()
  const { type, time, record, version, actor, requestId, changes } = event
  const driverName = useDriverName()
  const isOfDriver = record.type === 'driver' || record.type === 'device'
  const isGone = record.type === 'person' && record.key === record.id
  const name = (
    <strong>
      <bdi>{isGone ? words.deletedPerson : isOfDriver ? driverName(record.key) : record.key}</bdi>
    </strong>
  )
  return (
    <li>
      <div className={own.line}>
        <span>
          {words[record.type]}{' '}
          {record.type === 'consignment' ? <OrderLink consignmentId={record.id}>{name}</OrderLink> : name}{' '}
          {words[type.slice(type.indexOf('.') + 1) as 'created']}
        </span>
        <Text span size="xs" c="dimmed" title={requestId}>
          <bdi>{actorName(actor)}</bdi> · <time dateTime={time}>{format.instant(time)}</time> · {words.version(version)}
        </Text>
      </div>
      <Differences changes={changes} />
    </li>
  )
}
