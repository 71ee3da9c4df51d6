// Selects the day of the plan: the day before, the day after, today, or a typed day.
import { Button, Group } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { WhenInput } from '../../fields/when-input.tsx'
import { dayKind } from '../../fields/when-kinds.ts'
import { addDays } from '../../platform/day.ts'
import { ControlHint } from '../../shell/hint.tsx'
import { useNamed, useShortcuts } from '../../shell/shortcuts.ts'
import { ToolButton } from '../../shell/tool-button.tsx'
import { useTexts } from '../../words/language.ts'
import { pageTexts } from '../load/words.ts'
import { planTexts } from '../times/words.ts'
import styles from './day-picker.module.css'
import { planCommands } from './plan-commands.ts'

export function DayPicker({ day, today, onChange }: { day: string; today: string; onChange: (day: string) => void }) {
  const texts = useTexts(pageTexts)
  const plan = useTexts(planTexts)
  const named = useNamed()
  const showPreviousDay = () => onChange(addDays(day, -1))
  const showNextDay = () => onChange(addDays(day, 1))
  useShortcuts([
    { command: planCommands.dayBefore, group: plan.routePlan, run: showPreviousDay },
    { command: planCommands.dayAfter, group: plan.routePlan, run: showNextDay },
    { command: planCommands.today, group: plan.routePlan, run: () => onChange(today) },
  ])
  return (
    <Group gap={4} wrap="nowrap">
      <ToolButton
        {...named(planCommands.dayBefore)}
        icon={<IconChevronLeft size={16} className={styles.arrow} />}
        variant="default"
        run={showPreviousDay}
      />
      <span className={styles.day}>
        <WhenInput
          name={texts.day}
          valueType={dayKind}
          isDeferred
          value={day}
          onChange={(typedDay) => typedDay && onChange(typedDay)}
        />
      </span>
      <ToolButton
        {...named(planCommands.dayAfter)}
        icon={<IconChevronRight size={16} className={styles.arrow} />}
        variant="default"
        run={showNextDay}
      />
      {day !== today && (
        <ControlHint {...named(planCommands.today)}>
          <Button onClick={() => onChange(today)}>{texts.today}</Button>
        </ControlHint>
      )}
    </Group>
  )
}
