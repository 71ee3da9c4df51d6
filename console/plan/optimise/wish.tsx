// How the optimiser is asked for: a button, keys, and what is wanted of it.
import { Button } from '@mantine/core'
import type { LoadSummary } from '../../../contract/load.ts'
import { Hint } from '../../shell/hint.tsx'
import { useShortcuts } from '../../shell/shortcuts.ts'
import { createStore } from '../../store.ts'
import { useWords } from '../../words/language.ts'
import { planWords } from '../words.ts'
import { accepted, undoAccepted } from './use-optimising.ts'
import { optimiseWords } from './words.ts'

/** Routes of the day, or something for one load. */
export type Wish = { mode: 'day' } | { mode: 'sequence' | 'fill'; load: LoadSummary }

export const wish = createStore<Wish | null>(null)

const planDay = () => wish.set({ mode: 'day' })

export function PlanDayButton() {
  const words = useWords(optimiseWords)
  return (
    <Hint label={words.planDay} keys="p">
      <Button onClick={planDay}>{words.planDay}</Button>
    </Hint>
  )
}

export function useOptimiseKeys(mayChange: boolean, open: LoadSummary | undefined): void {
  const words = useWords(optimiseWords)
  const { routePlan: group } = useWords(planWords)
  const canUndo = accepted.use() !== null
  useShortcuts([
    ...(mayChange ? [{ keys: 'p', label: words.planDay, group, run: planDay }] : []),
    ...(mayChange && open
      ? [{ keys: 'o', label: words.sequence, group, run: () => wish.set({ mode: 'sequence', load: open }) }]
      : []),
    ...(canUndo ? [{ keys: 'mod+z', label: words.undo, group, run: () => void undoAccepted() }] : []),
  ])
}
