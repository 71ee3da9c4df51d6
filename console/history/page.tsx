// Shows the latest changes in the environment, newest first, and the sign-ins, for users who manage users.

import { SegmentedControl } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ChangeEvent, listEvents } from '../../contract/change.ts'
import { apiClient } from '../api/client.ts'
import { useDriverName } from '../api/driver-name.ts'
import { useEnvironmentFormat } from '../api/environment.ts'
import { buildCacheEntry } from '../api/query.ts'
import { useMay } from '../api/session.ts'
import { useActorName } from '../change/actor.ts'
import { ChangeDifferences } from '../change/differences.tsx'
import { changeTexts } from '../change/words.ts'
import styles from '../shell/content.module.css'
import { FailureMessage } from '../shell/failure.tsx'
import { OrderLink } from '../shell/order-link.tsx'
import { EmptyState, PageFrame } from '../shell/page.tsx'
import { QuietText } from '../shell/quiet-text.ts'
import { LoadingLines } from '../shell/waiting.tsx'
import { useTexts } from '../words/language.ts'
import own from './history.module.css'
import { type HistoryKind, historyViews, listEventTypes, signInsView } from './kinds.ts'
import { OlderButton } from './older.tsx'
import { SignIns } from './sign-ins.tsx'

const end = '0'

export function HistoryPage() {
  const texts = useTexts(changeTexts)
  const format = useEnvironmentFormat()
  const { kind } = useSearch({ from: '/shell/history' })
  const navigate = useNavigate()
  const [mayPeople, mayTokens, manages] = [useMay('people:read'), useMay('tokens:read'), useMay('people:write')]
  const views = historyViews.filter((view) =>
    view === signInsView ? manages : view !== 'access' || mayPeople || mayTokens,
  )
  return (
    <PageFrame
      title={texts.title}
      zone={format.zone}
      actions={
        <SegmentedControl
          aria-label={texts.kind}
          value={kind ?? 'all'}
          onChange={(value) =>
            navigate({
              to: '/history',
              search: value === 'all' ? {} : { kind: value as (typeof historyViews)[number] },
            })
          }
          data={(['all', ...views] as const).map((value) => ({ value, label: texts[value] }))}
        />
      }
    >
      {kind === signInsView ? <SignIns /> : <Changes view={kind} />}
    </PageFrame>
  )
}

function Changes({ view }: { view: HistoryKind | undefined }) {
  const texts = useTexts(changeTexts)
  const history = useInfiniteQuery({
    ...buildCacheEntry(listEvents, view ?? 'all'),
    initialPageParam: 'latest',
    queryFn: async ({ pageParam: before, signal }) =>
      (
        await apiClient.call(listEvents, {
          query: { before, limit: '50', ...(view === undefined ? {} : { types: listEventTypes(view) }) },
          signal,
        })
      ).data,
    getNextPageParam: ({ next }) => (next === end ? undefined : next),
  })
  const events = history.data?.pages.flatMap((page) => page.events)
  return (
    <>
      {history.error ? <FailureMessage error={history.error} onRetry={() => history.refetch()} /> : null}
      {events || history.error ? null : <LoadingLines />}
      {events?.length === 0 && !history.hasNextPage ? (
        <EmptyState title={texts.none}>{texts.noneText}</EmptyState>
      ) : null}
      {events && events.length > 0 ? (
        <div className={styles.wide}>
          <ol className={own.changes}>
            {events.map((event) => (
              <Change key={event.id} event={event} />
            ))}
          </ol>
          <OlderButton pages={history} />
        </div>
      ) : null}
    </>
  )
}

function Change({ event }: { event: ChangeEvent }) {
  const texts = useTexts(changeTexts)
  const format = useEnvironmentFormat()
  const actorName = useActorName()
  const { type, time, record, version, actor, requestId, changes } = event
  const driverName = useDriverName()
  const isOfDriver = record.type === 'driver' || record.type === 'device'
  const isDeleted = record.type === 'person' && record.key === record.id
  const name = (
    <strong>
      <bdi>{isDeleted ? texts.deletedPerson : isOfDriver ? driverName(record.key) : record.key}</bdi>
    </strong>
  )
  return (
    <li>
      <div className={own.line}>
        <span>
          {texts[record.type]}{' '}
          {record.type === 'consignment' ? <OrderLink consignmentId={record.id}>{name}</OrderLink> : name}{' '}
          {texts[type.slice(type.indexOf('.') + 1) as 'created']}
        </span>
        <QuietText span size="xs" title={requestId}>
          <bdi>{actorName(actor)}</bdi> · <time dateTime={time}>{format.instant(time)}</time> · {texts.version(version)}
        </QuietText>
      </div>
      <ChangeDifferences changes={changes} />
    </li>
  )
}
