// Shows the history of an order: author, time, and each value before and after.
import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getConsignmentHistoryById } from '../../contract/change.ts'
import { apiClient } from '../api/client.ts'
import { useEnvironmentFormat } from '../api/environment.ts'
import { buildCacheEntry } from '../api/query.ts'
import { ChangeEntry, useSentences } from '../change/entry.tsx'
import { groupChanges } from '../change/groups.ts'
import { FailureMessage } from '../shell/failure.tsx'
import { useTexts } from '../words/language.ts'
import styles from './detail.module.css'
import { detailTexts } from './words.ts'

export function OrderHistory({ consignmentId }: { consignmentId: string }) {
  const texts = useTexts(detailTexts)
  const format = useEnvironmentFormat()
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
  const changes = history.data?.pages.flatMap((page) => page.changes) ?? []
  const write = useSentences(changes, { isOfOneOrder: true, formatTime: format.instant })
  if (history.isError) return <FailureMessage error={history.error} onRetry={() => history.refetch()} />
  return (
    <>
      <ol className={styles.changes}>
        {groupChanges(changes).map((group) => (
          <ChangeEntry key={group[0].id} group={group} sentence={write(group)} isOfOneOrder />
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
