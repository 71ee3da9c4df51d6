// Finds the loads that several orders fit together, and the reasons of the others in a few words.
import { queryOptions, useQueries } from '@tanstack/react-query'
import type { DataOf } from '../../../contract/endpoint.ts'
import { checkLoad, type LoadSummary } from '../../../contract/load.ts'
import { pageLimits } from '../../../contract/page.ts'
import { apiClient } from '../../api/client.ts'
import { describeFieldError } from '../../api/problems.ts'
import { buildCacheEntry } from '../../api/query.ts'
import { useTexts } from '../../words/language.ts'
import type { Texts } from '../../words/words.ts'
import type { NamedOrder } from './assigning.ts'
import { fittingTexts } from './words.ts'

const checked = (loadId: string, consignmentIds: string[]) =>
  queryOptions({
    ...buildCacheEntry(checkLoad, loadId, consignmentIds),
    queryFn: async ({ signal }) => (await apiClient.call(checkLoad, { body: { loadId, consignmentIds }, signal })).data,
  })

export interface LoadFitting {
  fits: ReadonlySet<string>
  /** Returns the reasons why a load does not fit; an empty text for a load that fits or is not checked yet. */
  whyNot(loadId: string): string
}

/**
 * Finds the loads that several orders fit together. `fitting` are loads that the first order fits; without them nothing
 * is requested. More orders than one request may contain fit no load.
 */
export function useFitting(
  orders: readonly NamedOrder[],
  loads: readonly LoadSummary[],
  fitting: readonly LoadSummary[] | undefined,
): LoadFitting {
  const texts = useTexts(fittingTexts)
  const ids = orders.map(({ consignmentId }) => consignmentId)
  const fittingIds = ids.length === 1 ? (fitting ?? []).map(({ loadId }) => loadId) : []
  const loadIds = new Set([...(fitting ?? []), ...loads].map(({ loadId }) => loadId))
  const checkedIds = [...loadIds].filter((loadId) => !fittingIds.includes(loadId))
  const isEnabled = fitting !== undefined && ids.length <= pageLimits.names
  const answers = useQueries({ queries: isEnabled ? checkedIds.map((loadId) => checked(loadId, ids)) : [] })
  const answerOf = new Map(checkedIds.map((loadId, index) => [loadId, answers[index]?.data]))
  return {
    fits: new Set([...fittingIds, ...checkedIds.filter((loadId) => answerOf.get(loadId)?.fits)]),
    whyNot: (loadId) => reasonsOf(answerOf.get(loadId), texts),
  }
}

const reasonsMax = 2

/** Returns each reason once, even if several orders have it. */
function reasonsOf(answer: DataOf<typeof checkLoad> | undefined, texts: Texts<typeof fittingTexts>): string {
  const reasons = answer ? [...answer.reasons, ...answer.consignments.flatMap(({ reasons }) => reasons)] : []
  const messages = reasons.map((reason) =>
    reason.code in texts ? texts[reason.code as keyof typeof texts] : describeFieldError(reason),
  )
  return [...new Set(messages)].slice(0, reasonsMax).join(', ')
}
