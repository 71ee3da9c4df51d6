// Stores which optimisation the user wants, and provides its button and key.
import { Button } from '@mantine/core'
import type { LoadSummary } from '../../../contract/load.ts'
import type { OptimisationSummary } from '../../../contract/optimisation.ts'
import { createStore } from '../../platform/store.ts'
import { ControlHint } from '../../shell/hint.tsx'
import { useNamed, useShortcuts } from '../../shell/shortcuts.ts'
import { useTexts } from '../../words/language.ts'
import { planTexts } from '../times/words.ts'
import { optimiseCommands } from './commands.ts'

/** A search for the routes of a day, a search for one load, or an earlier search. */
export type OptimiseTask =
  | { mode: 'day' }
  | { mode: 'sequence' | 'fill'; load: LoadSummary }
  | { mode: 'begun'; search: OptimisationSummary }

export const optimiseTask = createStore<OptimiseTask | null>(null)

const planDay = () => optimiseTask.set({ mode: 'day' })

export function PlanDayButton() {
  const named = useNamed()(optimiseCommands.planDay)
  return (
    <ControlHint {...named}>
      <Button variant="filled" onClick={planDay}>
        {named.label}
      </Button>
    </ControlHint>
  )
}

export function useOptimiseKeys(mayChange: boolean): void {
  const { routePlan: group } = useTexts(planTexts)
  useShortcuts(mayChange ? [{ command: optimiseCommands.planDay, group, run: planDay }] : [])
}
