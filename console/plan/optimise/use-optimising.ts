// One search as the page works with it: asked for, followed while it runs, accepted or discarded, and undone.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listLoads } from '../../../contract/load.ts'
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
import { client } from '../../api/client.ts'
import { hasCode } from '../../api/problems.ts'
import { read, refresh } from '../../api/query.ts'
import { refreshLoads } from '../../load/refresh.ts'
import { showDone, showProblem } from '../../shell/toasts.ts'
import { offerUndo } from '../../shell/undo.tsx'
import { currentWords } from '../../words/language.ts'
import { optimiseWords } from './words.ts'

const lookMs = 400
async function undo(optimisationId: string): Promise<void> {
  await client.call(undoOptimisation, { params: { optimisationId } })
  showDone(currentWords(optimiseWords).undone)
  // First which loads there are: one that is gone need not be read again.
  await refresh(listLoads)
  await refreshLoads()
}

const isOver = (optimisation: Optimisation | undefined) =>
  optimisation !== undefined && optimisation.state !== 'queued' && optimisation.state !== 'running'

export interface Optimising {
  optimisation: Optimisation | undefined
  isBusy: boolean
  /** Why the proposal could not be accepted: what it was made from has changed. */
  outdated: unknown
  begin(request: OptimisationInput): Promise<void>
  /** Goes on with one that was begun before. */
  resume(optimisationId: string): void
  stop(): Promise<void>
  /** Only these routes, or all; answers the loads, none when it was refused. */
  accept(keys?: string[]): Promise<string[] | undefined>
  discard(): Promise<void>
}

export function useOptimising(): Optimising {
  const [id, setId] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [outdated, setOutdated] = useState<unknown>(null)
  const params = { optimisationId: id ?? '' }
  const { data } = useQuery({
    ...read(getOptimisation, { params }),
    enabled: id !== null,
    refetchInterval: ({ state }) => (isOver(state.data?.data) ? false : lookMs),
  })
  const optimisation = id === null ? undefined : data?.data

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

  return {
    optimisation,
    isBusy,
    outdated,
    begin: async (request) => {
      setOutdated(null)
      await busily(async () => setId((await client.call(createOptimisation, { body: request })).data.optimisationId))
    },
    resume: setId,
    stop: async () => {
      await busily(() => client.call(stopOptimisation, { params }))
      await refresh(getOptimisation)
    },
    accept: (keys) =>
      busily(async () => {
        const { data } = await client.call(applyOptimisation, { params, body: keys ? { loads: keys } : {} })
        await Promise.all([refreshLoads(), refresh(listOptimisations)])
        offerUndo(currentWords(optimiseWords).applied(data.loads.length), { undo: () => undo(params.optimisationId) })
        setId(null)
        return data.loads.map(({ loadId }) => loadId)
      }),
    discard: async () => {
      setId(null)
      setOutdated(null)
      // Somebody may have been faster, and what is over needs no end.
      if (id !== null) await client.call(cancelOptimisation, { params }).catch(() => undefined)
      await refresh(listOptimisations)
    },
  }
}
