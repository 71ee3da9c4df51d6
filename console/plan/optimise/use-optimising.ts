// Controls one optimisation: starts, follows, accepts, discards and undoes it.
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import {
  applyOptimisation,
  cancelOptimisation,
  createOptimisation,
  getOptimisation,
  listOptimisations,
  type Optimisation,
  type OptimisationInput,
  stopOptimisation,
  undoOptimisation,
} from '../../../contract/optimisation.ts'
import { apiClient } from '../../api/client.ts'
import { hasCode } from '../../api/problems.ts'
import { buildQuery, queryClient, refreshEndpoints, runLoadDeletion } from '../../api/query.ts'
import { refreshLoads } from '../../load/refresh.ts'
import { showProblem } from '../../shell/toasts.ts'
import { offerUndo } from '../../shell/undo.tsx'
import { currentTexts } from '../../words/language.ts'
import { keepLetters } from './lettered.ts'
import { optimiseTexts } from './words.ts'

const pollMs = 400
/** Undoes an accepted proposal. `made` are the loads that it created, which are deleted. Returns the message. */
async function undo(optimisationId: string, made: readonly string[]): Promise<string> {
  await runLoadDeletion(made, () => apiClient.call(undoOptimisation, { params: { optimisationId } }))
  await refreshLoads()
  return currentTexts(optimiseTexts).undone
}

/** Removes the list of searches from the cache, so that a used proposal is not offered again. */
const forgetSearches = () => queryClient.removeQueries({ queryKey: [listOptimisations.id] })

/** Cancels a search. An error is ignored: the search may already be over. */
const cancel = (optimisationId: string) =>
  apiClient.call(cancelOptimisation, { params: { optimisationId } }).catch(() => undefined)

const isOver = (optimisation: Optimisation | undefined) =>
  optimisation !== undefined && optimisation.state !== 'queued' && optimisation.state !== 'running'

export interface OptimisationControl {
  optimisation: Optimisation | undefined
  isBusy: boolean
  /** The error of a proposal whose basis has changed. */
  outdated: unknown
  begin(request: OptimisationInput): Promise<void>
  /** Continues a search that was started earlier. */
  resume(optimisationId: string): void
  stop(): Promise<void>
  /** Accepts some routes or all. Returns the ids of the loads; undefined after a refusal. */
  accept(keys?: string[]): Promise<string[] | undefined>
  /** Accepts the routes that no change affects. */
  acceptRest(): Promise<string[] | undefined>
  discard(): Promise<void>
}

/** Runs a request and shows its error, except PLAN_OUTDATED: the dialog then asks what to do with the proposal. */
function useBusily() {
  const [isBusy, setBusy] = useState(false)
  const [outdated, setOutdated] = useState<unknown>(null)
  async function busily<T>(work: () => Promise<T>): Promise<T | undefined> {
    setBusy(true)
    try {
      return await work()
    } catch (error) {
      if (hasCode(error, 'PLAN_OUTDATED')) setOutdated(error)
      else showProblem(error)
      return undefined
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, busily, outdated, setOutdated }
}

export function useOptimising(): OptimisationControl {
  const [id, setId] = useState<string | null>(null)
  const { isBusy, busily, outdated, setOutdated } = useBusily()
  /** Whether the user discarded the search. A search without an id yet is cancelled as soon as it has one. */
  const isDiscarded = useRef(false)
  const params = { optimisationId: id ?? '' }
  const { data } = useQuery({
    ...buildQuery(getOptimisation, { params }),
    enabled: id !== null,
    refetchInterval: ({ state }) => (isOver(state.data?.data) ? false : pollMs),
  })
  const optimisation = id === null ? undefined : data?.data

  /** The accepted routes, for a second attempt without the changed ones. */
  const [keys, setKeys] = useState<string[]>()
  const apply = (loads: string[] | undefined, onlyUnchanged: boolean) =>
    busily(async () => {
      const body = { ...(loads ? { loads } : {}), ...(onlyUnchanged ? { onlyUnchanged } : {}) }
      const { data } = await apiClient.call(applyOptimisation, { params, body })
      keepLetters(params.optimisationId, data.loads)
      forgetSearches()
      await refreshLoads()
      const existingIds = new Set(optimisation?.loads.flatMap(({ loadId }) => loadId ?? []))
      const made = data.loads.map(({ loadId }) => loadId).filter((id) => !existingIds.has(id))
      offerUndo(currentTexts(optimiseTexts).applied(data.loads.length), {
        undo: () => undo(params.optimisationId, made),
      })
      return data.loads.map(({ loadId }) => loadId)
    })

  return {
    optimisation,
    isBusy,
    outdated,
    begin: async (request) => {
      setOutdated(null)
      isDiscarded.current = false
      await busily(async () => {
        const { optimisationId } = (await apiClient.call(createOptimisation, { body: request })).data
        if (isDiscarded.current) await cancel(optimisationId)
        else setId(optimisationId)
      })
      // The page offers the search again after the dialog closes.
      void refreshEndpoints(listOptimisations)
    },
    resume: setId,
    stop: async () => {
      await busily(() => apiClient.call(stopOptimisation, { params }))
      await refreshEndpoints(getOptimisation)
    },
    accept: (loads) => {
      setKeys(loads)
      return apply(loads, false)
    },
    acceptRest: () => apply(keys, true),
    discard: async () => {
      isDiscarded.current = true
      if (id !== null) await cancel(id)
      forgetSearches()
    },
  }
}
