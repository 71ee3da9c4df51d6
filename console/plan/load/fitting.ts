// Finds the loads that several orders fit together, and the reasons of the others in a few words.
import { queryOptions, useQueries } from '@tanstack/react-query'
import type { DataOf } from '../../../contract/endpoint.ts'
import { checkLoad, type LoadSummary } from '../../../contract/load.ts'
import { pageLimits } from '../../../contract/page.ts'
import { client } from '../../api/client.ts'
import { faultMessage } from '../../api/problems.ts'
import { entryOf } from '../../api/query.ts'
import { useWords } from '../../words/language.ts'
import type { Words } from '../../words/words.ts'
import type { Named } from './assigning.ts'
import { fittingWords } from './words.ts'

const checked = (loadId: string, consignmentIds: string[]) =>
  queryOptions({
    ...entryOf(checkLoad, loadId, consignmentIds),
    queryFn: async ({ signal }) => (await client.call(checkLoad, { body: { loadId, consignmentIds }, signal })).data,
  })

export interface Fitting {
  fits: ReadonlySet<string>
  /** Returns the reasons why a load does not fit; an empty text for a load that fits or is not checked yet. */
  whyNot(loadId: string): string
}

/**
 * Finds the loads that several orders fit together. `fitting` are loads that the first order fits; without them nothing
 * is requested. More orders than one request may contain fit no load.
 */
export function useFitting(
  orders: readonly Named[],
  loads: readonly LoadSummary[],
  fitting: readonly LoadSummary[] | undefined,
): Fitting {
  const words = useWords(fittingWords)
  const ids = orders.map(({ consignmentId }) => consignmentId)
  const known = ids.length === 1 ? (fitting ?? []).map(({ loadId }) => loadId) : []
  const all = new Set([...(fitting ?? []), ...loads].map(({ loadId }) => loadId))
  const asked = [...all].filter((loadId) => !known.includes(loadId))
  const isAsked = fitting !== undefined && ids.length <= pageLimits.names
  const answers = useQueries({ queries: isAsked ? asked.map((loadId) => checked(loadId, ids)) : [] })
  const answerOf = new Map(asked.map((loadId, index) => [loadId, answers[index]?.data]))
  return {
    fits: new Set([...known, ...asked.filter((loadId) => answerOf.get(loadId)?.fits)]),
    whyNot: (loadId) => reasonsOf(answerOf.get(loadId), words),
  }
}

const reasonsMax = 2

/** Returns each reason once, even if several orders have it. */
function reasonsOf(answer: DataOf<typeof checkLoad> | undefined, words: Words<typeof fittingWords>): string {
  const reasons = answer ? [...answer.reasons, ...answer.consignments.flatMap(({ reasons }) => reasons)] : []
  const said = reasons.map((reason) =>
    reason.code in words ? words[reason.code as keyof typeof words] : faultMessage(reason),
  )
  return [...new Set(said)].slice(0, reasonsMax).join(', ')
}
