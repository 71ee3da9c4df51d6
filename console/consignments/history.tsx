// Shows the history of an order: author, time, and each value before and after.
import { Button, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getConsignmentHistoryById } from '../../contract/change.ts'
import { client } from '../api/client.ts'
import { useEnvironmentFormat } from '../api/environment.ts'
import { entryOf } from '../api/query.ts'
import { useActorName } from '../change/actor.ts'
import { Differences } from '../change/differences.tsx'
import { Failure } from '../shell/failure.tsx'
import { useWords } from '../words/language.ts'
import styles from './detail.module.css'
import { detailWords } from './words.ts'

export function History({ consignmentId }: { consignmentId: string }) {
  const words = useWords(detailWords)
  const format = useEnvironmentFormat()
  const actorName = useActorName()
  const history = useInfiniteQuery({
    ...entryOf(getConsignmentHistoryById, consignmentId),
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }) =>
      (
        await client.call(getConsignmentHistoryById, {
          params: { consignmentId },
          ...(pageParam === undefined ? {} : { query: { cursor: pageParam } }),
          signal,
        })
      ).data,
    getNextPageParam: ({ next }) => next ?? undefined,
  })
  if (history.isError) return <Failure error={history.error} onRetry={() => history.refetch()} />
  const changes = history.data?.pages.flatMap((page) => page.changes) ?? []
  const kinds: Record<string, string> = {
    'consignment.created': words.created,
    'consignment.deleted': words.deleted,
    'consignment.unsubscribed': words.unsubscribed,
    'consignment.resubscribed': words.resubscribed,
  }
  return (
    <>
      <ol className={styles.changes}>
        {changes.map(({ id, type, time, version, actor, changes: differences }) => (
          <li key={id} className={styles.change}>
            <b>{kinds[type] ?? words.updated}</b>{' '}
            <Text span size="sm" c="dimmed">
              {words.by} <bdi>{actorName(actor)}</bdi> · <time dateTime={time}>{format.instant(time)}</time> ·{' '}
              {words.version} {version}
            </Text>
            <Differences changes={differences} />
          </li>
        ))}
      </ol>
      {history.hasNextPage ? (
        <Button variant="default" m="md" loading={history.isFetchingNextPage} onClick={() => history.fetchNextPage()}>
          {words.older}
        </Button>
      ) : null}
    </>
  )
}
