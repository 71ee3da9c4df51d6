// Shows the commands for the selected orders in a bar below the page.
import { Button } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { ControlHint } from '../../shell/hint.tsx'
import { ToolButton } from '../../shell/tool-button.tsx'
import { useTexts } from '../../words/language.ts'
import { chooseNothing, chosenOrders } from '../load/selection.ts'
import { manyTexts } from '../load/words.ts'
import styles from './chosen-bar.module.css'
import { useChosenCommands, useCommandKeys, useLoadCommands } from './commands.ts'
import type { PlanDeskState } from './use-desk.ts'

export function ChosenBar({ desk, mayChange }: { desk: PlanDeskState; mayChange: boolean }) {
  const texts = useTexts(manyTexts)
  const ids = [...chosenOrders.use()]
  const moving = useChosenCommands(desk, mayChange)
  const sorting = useLoadCommands(desk, mayChange)
  // Commands of selected orders come last, because the shortcut that is registered last gets the key.
  useCommandKeys(desk, [...sorting, ...moving])
  if (ids.length === 0 || moving.length === 0) return null
  const visibleCommands = moving.filter(({ isKeyOnly }) => !isKeyOnly)
  const isSeveralHere = ids.filter((id) => desk.moves.sequence.includes(id)).length > 1
  return (
    <section className={styles.bar} aria-label={texts.chosen(ids.length)}>
      <strong>{texts.chosen(ids.length)}</strong>
      {[...visibleCommands, ...(isSeveralHere ? sorting.filter(({ isOfChosen }) => isOfChosen) : [])].map(
        ({ keys, label, icon: Icon, run }) => (
          <ControlHint key={keys} label={label} keys={keys}>
            <Button variant="subtle" color="gray" leftSection={<Icon size={15} aria-hidden />} onClick={run}>
              {label}
            </Button>
          </ControlHint>
        ),
      )}
      <ToolButton label={texts.clearSelection} keys="Escape" icon={<IconX size={16} />} run={chooseNothing} />
    </section>
  )
}
