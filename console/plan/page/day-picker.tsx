// Selects the day of the plan: the day before, the day after, today, or a typed day.
import { ActionIcon, Button, Group } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { WhenInput } from '../../fields/when-input.tsx'
import { dayKind } from '../../fields/when-kinds.ts'
import { dayAfter } from '../../platform/day.ts'
import { Hint } from '../../shell/hint.tsx'
import { useNamed, useShortcuts } from '../../shell/shortcuts.ts'
import { useWords } from '../../words/language.ts'
import { pageWords } from '../load/words.ts'
import { planWords } from '../times/words.ts'
import styles from './day-picker.module.css'
import { planCommands } from './plan-commands.ts'

export function DayPicker({ day, today, onChange }: { day: string; today: string; onChange: (day: string) => void }) {
  const words = useWords(pageWords)
  const plan = useWords(planWords)
  const named = useNamed()
  const before = () => onChange(dayAfter(day, -1))
  const after = () => onChange(dayAfter(day, 1))
  useShortcuts([
    { command: planCommands.dayBefore, group: plan.routePlan, run: before },
    { command: planCommands.dayAfter, group: plan.routePlan, run: after },
    { command: planCommands.today, group: plan.routePlan, run: () => onChange(today) },
  ])
  return (
    <Group gap={4} wrap="nowrap">
      <Hint {...named(planCommands.dayBefore)}>
        <ActionIcon variant="default" aria-label={words.dayBefore} onClick={before}>
          <IconChevronLeft size={16} className={styles.arrow} />
        </ActionIcon>
      </Hint>
      <span className={styles.day}>
        <WhenInput
          name={words.day}
          kind={dayKind}
          isWhole
          value={day}
          onChange={(wanted) => wanted && onChange(wanted)}
        />
      </span>
      <Hint {...named(planCommands.dayAfter)}>
        <ActionIcon variant="default" aria-label={words.dayAfter} onClick={after}>
          <IconChevronRight size={16} className={styles.arrow} />
        </ActionIcon>
      </Hint>
      {day !== today && (
        <Hint {...named(planCommands.today)}>
          <Button variant="default" onClick={() => onChange(today)}>
            {words.today}
          </Button>
        </Hint>
      )}
    </Group>
  )
}
