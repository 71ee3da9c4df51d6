// Shows the history of an order: author, time, and each value before and after.
import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getConsignmentHistoryById } from '../../contract/change.ts'
import { apiClient } from '../api/client.ts'
import { useEnvironmentFormat } from '../api/environment.ts'
import { buildCacheEntry } from '../api/query.ts'
import { useActorName } from '../change/actor.ts'
import { ChangeDifferences } from '../change/differences.tsx'
import { FailureMessage } from '../shell/failure.tsx'
import { QuietText } from '../shell/quiet-text.ts'
import { useTexts } from '../words/language.ts'
import styles from './detail.module.css'
import { detailTexts } from './words.ts'

export function OrderHistory({ consignmentId }: { consignmentId: string }) {
  const texts = useTexts(detailTexts)
  const format = useEnvironmentFormat()
  const actorName = useActorName()
  const history = useInfiniteQuery({
    ...buildCacheEntry(getConsignmentHistoryById, consignmentId),
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }) =>
      (
        await apiClient.call(getConsignmentHistoryById, {
          params: { consignmentId },
          ...(pageParam === undefined ? {} : { query: { cursor: pageParam } }),
          signal,
        })
      ).data,
    getNextPageParam: ({ next }) => next ?? undefined,
  })
  if (history.isError) return <FailureMessage error={history.error} onRetry={() => history.refetch()} />
  const changes = history.data?.pages.flatMap((page) => page.changes) ?? []
  const typeLabels: Record<string, string> = {
    'consignment.created': texts.created,
    'consignment.deleted': texts.deleted,
    'consignment.unsubscribed': texts.unsubscribed,
    'consignment.resubscribed': texts.resubscribed,
  }
  return (
    <>
      <ol className={styles.changes}>
        {changes.map(({ id, type, time, version, actor, changes: differences }) => (
          <li key={id} className={styles.change}>
            <b>{typeLabels[type] ?? texts.updated}</b>{' '}
            <QuietText span>
              {texts.by} <bdi>{actorName(actor)}</bdi> · <time dateTime={time}>{format.instant(time)}</time> ·{' '}
              {texts.version} {version}
            </QuietText>
            <ChangeDifferences changes={differences} />
          </li>
        ))}
      </ol>
      {history.hasNextPage ? (
        <Button m="md" loading={history.isFetchingNextPage} onClick={() => history.fetchNextPage()}>
          {texts.older}
        </Button>
      ) : null}
    </>
  )
}
