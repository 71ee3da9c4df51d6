// Shows the latest changes in the environment, newest first, and the sign-ins, for users who manage users.

import { SegmentedControl } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Fragment, useEffect } from 'react'
import { type ChangeEvent, listEvents } from '../../contract/change.ts'
import { apiClient } from '../api/client.ts'
import { useEnvironmentFormat } from '../api/environment.ts'
import { buildCacheEntry } from '../api/query.ts'
import { useMay } from '../api/session.ts'
import { ChangeEntry, useSentences } from '../change/entry.tsx'
import { type ChangeGroup, listDays } from '../change/groups.ts'
import { joinSentence } from '../change/sentence.ts'
import { changeTexts } from '../change/words.ts'
import styles from '../shell/content.module.css'
import { FailureMessage } from '../shell/failure.tsx'
import { EmptyState, PageFrame } from '../shell/page.tsx'
import { QuietText } from '../shell/quiet-text.ts'
import { LoadingLines } from '../shell/waiting.tsx'
import { useTexts } from '../words/language.ts'
import { filterGroups, type HistoryFilters, isDayLoaded, isFiltered } from './filters.ts'
import historyStyles from './history.module.css'
import { type HistoryKind, historyViews, listEventTypes, signInsView } from './kinds.ts'
import { OlderButton } from './older.tsx'
import { SignIns } from './sign-ins.tsx'
import { HistoryToolbar } from './toolbar.tsx'

const end = '0'
/** Changes in one response. A sentence about many orders needs all changes of its request. */
const pageSize = '200'
/** Changes that the page reads without a click to reach a day. */
const changesMax = 5_000

export function HistoryPage() {
  const texts = useTexts(changeTexts)
  const format = useEnvironmentFormat()
  const filters = useSearch({ from: '/shell/history' })
  const { kind } = filters
  const navigate = useNavigate()
  const [mayPeople, mayTokens, manages] = [useMay('people:read'), useMay('tokens:read'), useMay('people:write')]
  const views = historyViews.filter((view) =>
    view === signInsView ? manages : view !== 'access' || mayPeople || mayTokens,
  )
  const filter = (next: HistoryFilters) => navigate({ to: '/history', search: { ...filters, ...next }, replace: true })
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
              search: { ...filters, kind: historyViews.find((view) => view === value) },
            })
          }
          data={(['all', ...views] as const).map((value) => ({ value, label: texts[value] }))}
        />
      }
    >
      {kind === signInsView ? <SignIns /> : <Changes view={kind} filters={filters} onFilter={filter} />}
    </PageFrame>
  )
}

/** Reads the changes of a view, newest first. With a filter for a day, reads older changes until the day is loaded. */
function useChanges(view: HistoryKind | undefined, day: string | undefined, zone: string) {
  const history = useInfiniteQuery({
    ...buildCacheEntry(listEvents, view ?? 'all'),
    initialPageParam: 'latest',
    queryFn: async ({ pageParam: before, signal }) =>
      (
        await apiClient.call(listEvents, {
          query: { before, limit: pageSize, ...(view === undefined ? {} : { types: listEventTypes(view) }) },
          signal,
        })
      ).data,
    getNextPageParam: ({ next }) => (next === end ? undefined : next),
  })
  const changes = history.data?.pages.flatMap((page) => page.events)
  const isShort = day !== undefined && changes !== undefined && !isDayLoaded(changes, day, zone)
  const needsOlder = isShort && history.hasNextPage && !history.isFetching && changes.length < changesMax
  const { fetchNextPage, isError } = history
  useEffect(() => {
    if (needsOlder && !isError) void fetchNextPage()
  }, [needsOlder, isError, fetchNextPage])
  return { history, changes }
}

interface ChangesProps {
  view: HistoryKind | undefined
  filters: HistoryFilters
  onFilter(filters: HistoryFilters): void
}

function Changes({ view, filters, onFilter }: ChangesProps) {
  const texts = useTexts(changeTexts)
  const format = useEnvironmentFormat()
  const { history, changes } = useChanges(view, filters.day, format.zone)
  const isEmpty = changes?.length === 0 && !history.hasNextPage
  return (
    <>
      {history.error ? <FailureMessage error={history.error} onRetry={() => history.refetch()} /> : null}
      {changes || history.error ? null : <LoadingLines />}
      {isEmpty ? <EmptyState title={texts.none}>{texts.noneText}</EmptyState> : null}
      {changes && !isEmpty ? (
        <div className={styles.wide}>
          <HistoryToolbar changes={changes} filters={filters} onChange={onFilter} />
          <Days changes={changes} filters={filters} hasOlder={history.hasNextPage} />
          <OlderButton pages={history} />
        </div>
      ) : null}
    </>
  )
}

interface DaysProps {
  changes: readonly ChangeEvent[]
  filters: HistoryFilters
  hasOlder: boolean
}

/** Lists the sentences that match the filters, under the day of each. */
function Days({ changes, filters, hasOlder }: DaysProps) {
  const texts = useTexts(changeTexts)
  const format = useEnvironmentFormat()
  const write = useSentences(changes, { isOfOneOrder: false, formatTime: format.time })
  const writeText = (group: ChangeGroup) => joinSentence(write(group))
  const groups = filterGroups(changes, filters, { zone: format.zone, writeText })
  const oldest = changes.at(-1)
  const isPartial = hasOlder && isFiltered(filters) && !isDayLoaded(changes, filters.day, format.zone)
  return (
    <>
      {isPartial && oldest ? (
        <QuietText role="status">
          {texts.filtered(format.number(changes.length), format.instant(oldest.time))}
        </QuietText>
      ) : null}
      {groups.length === 0 ? <EmptyState title={texts.nothingFound} /> : null}
      {listDays(groups, format.zone).map(([day, ofDay]) => (
        <Fragment key={day}>
          <h2 className={historyStyles.dayTitle}>{format.weekday(day)}</h2>
          <ol className={historyStyles.changes}>
            {ofDay.map((group) => (
              <ChangeEntry key={group[0].id} group={group} sentence={write(group)} />
            ))}
          </ol>
        </Fragment>
      ))}
    </>
  )
}
