// Shows an optimisation of the day that is neither accepted nor discarded, also after a reload.
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { listOptimisations, type OptimisationSummary } from '../../../contract/optimisation.ts'
import { buildQuery } from '../../api/query.ts'
import { useTexts } from '../../words/language.ts'
import styles from './optimise.module.css'
import { optimiseTask } from './optimise-task.tsx'
import { optimiseTexts } from './words.ts'

const pollMs = 3_000
const isRunning = ({ state }: OptimisationSummary) => state === 'queued' || state === 'running'

/** Finds the latest search of the day if it can still be used. Earlier ones are based on an old plan. */
function unfinishedOf(searches: readonly OptimisationSummary[], day: string): OptimisationSummary | undefined {
  const latest = searches.find(
    (search) => search.day === day && search.state !== 'cancelled' && search.state !== 'failed',
  )
  return latest && (isRunning(latest) || latest.state === 'done') ? latest : undefined
}

export function UnfinishedSearch({ day }: { day: string }) {
  const texts = useTexts(optimiseTexts)
  const isOpen = optimiseTask.use() !== null
  const { data } = useQuery({
    ...buildQuery(listOptimisations),
    enabled: !isOpen,
    refetchInterval: ({ state }) => (state.data?.data.some(isRunning) ? pollMs : false),
  })
  const search = data && unfinishedOf(data.data, day)
  if (!search || isOpen) return null
  return (
    <p className={styles.unfinished} role="status">
      {isRunning(search) ? texts.stillRunning : texts.notAccepted}
      <Button onClick={() => optimiseTask.set({ mode: 'begun', search })}>{texts.showRoutes}</Button>
    </p>
  )
}
