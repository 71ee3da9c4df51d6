// Shows an optimisation of the day that is neither accepted nor discarded, also after a reload.
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { listOptimisations, type OptimisationSummary } from '../../../contract/optimisation.ts'
import { read } from '../../api/query.ts'
import { useWords } from '../../words/language.ts'
import styles from './optimise.module.css'
import { wish } from './wish.tsx'
import { optimiseWords } from './words.ts'

const lookMs = 3_000
const isRunning = ({ state }: OptimisationSummary) => state === 'queued' || state === 'running'

/** Finds the latest search of the day if it can still be used. Earlier ones are based on an old plan. */
function unfinishedOf(searches: readonly OptimisationSummary[], day: string): OptimisationSummary | undefined {
  const latest = searches.find((one) => one.day === day && one.state !== 'cancelled' && one.state !== 'failed')
  return latest && (isRunning(latest) || latest.state === 'done') ? latest : undefined
}

export function Unfinished({ day }: { day: string }) {
  const words = useWords(optimiseWords)
  const isOpen = wish.use() !== null
  const { data } = useQuery({
    ...read(listOptimisations),
    enabled: !isOpen,
    refetchInterval: ({ state }) => (state.data?.data.some(isRunning) ? lookMs : false),
  })
  const search = data && unfinishedOf(data.data, day)
  if (!search || isOpen) return null
  return (
    <p className={styles.unfinished} role="status">
      {isRunning(search) ? words.stillRunning : words.notAccepted}
      <Button variant="default" onClick={() => wish.set({ mode: 'begun', search })}>
        {words.showRoutes}
      </Button>
    </p>
  )
}
