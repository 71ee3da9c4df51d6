// Stores which optimisation the user wants, and provides its button and key.
import { Button } from '@mantine/core'
import type { LoadSummary } from '../../../contract/load.ts'
import type { OptimisationSummary } from '../../../contract/optimisation.ts'
import { createStore } from '../../platform/store.ts'
import { Hint } from '../../shell/hint.tsx'
import { useNamed, useShortcuts } from '../../shell/shortcuts.ts'
import { useWords } from '../../words/language.ts'
import { planWords } from '../times/words.ts'
import { optimiseCommands } from './commands.ts'

/** A search for the routes of a day, a search for one load, or an earlier search. */
export type Wish =
  | { mode: 'day' }
  | { mode: 'sequence' | 'fill'; load: LoadSummary }
  | { mode: 'begun'; search: OptimisationSummary }

export const wish = createStore<Wish | null>(null)

const planDay = () => wish.set({ mode: 'day' })

export function PlanDayButton() {
  const named = useNamed()(optimiseCommands.planDay)
  return (
    <Hint {...named}>
      <Button onClick={planDay}>{named.label}</Button>
    </Hint>
  )
}

export function useOptimiseKeys(mayChange: boolean): void {
  const { routePlan: group } = useWords(planWords)
  useShortcuts(mayChange ? [{ command: optimiseCommands.planDay, group, run: planDay }] : [])
}
