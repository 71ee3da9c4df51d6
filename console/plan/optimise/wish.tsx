// How the optimiser is asked for: a button, keys, and what is wanted of it.
import { Button } from '@mantine/core'
import type { LoadSummary } from '../../../contract/load.ts'
import type { OptimisationSummary } from '../../../contract/optimisation.ts'
import { createStore } from '../../platform/store.ts'
import { Hint } from '../../shell/hint.tsx'
import { useShortcuts } from '../../shell/shortcuts.ts'
import { useWords } from '../../words/language.ts'
import { planWords } from '../times/words.ts'
import { optimiseWords } from './words.ts'

/** Routes of the day, something for one load, or a search that was begun before. */
export type Wish =
  | { mode: 'day' }
  | { mode: 'sequence' | 'fill'; load: LoadSummary }
  | { mode: 'begun'; search: OptimisationSummary }

export const wish = createStore<Wish | null>(null)

const planDay = () => wish.set({ mode: 'day' })

export function PlanDayButton() {
  const words = useWords(optimiseWords)
  return (
    <Hint label={words.planDay} keys="d">
      <Button onClick={planDay}>{words.planDay}</Button>
    </Hint>
  )
}

export function useOptimiseKeys(mayChange: boolean): void {
  const words = useWords(optimiseWords)
  const { routePlan: group } = useWords(planWords)
  useShortcuts(mayChange ? [{ keys: 'd', label: words.planDay, group, run: planDay }] : [])
}
