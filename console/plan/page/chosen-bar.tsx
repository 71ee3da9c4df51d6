// Shows the commands for the selected orders in a bar below the page.
import { ActionIcon, Button } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { Hint } from '../../shell/hint.tsx'
import { useWords } from '../../words/language.ts'
import { chooseNothing, chosen } from '../load/selection.ts'
import { manyWords } from '../load/words.ts'
import styles from './chosen-bar.module.css'
import { useChosenCommands, useCommandKeys, useLoadCommands } from './commands.ts'
import type { Desk } from './use-desk.ts'

export function ChosenBar({ desk, mayChange }: { desk: Desk; mayChange: boolean }) {
  const words = useWords(manyWords)
  const ids = [...chosen.use()]
  const moving = useChosenCommands(desk, mayChange)
  const sorting = useLoadCommands(desk, mayChange)
  // Commands of selected orders come last, because the last shortcut takes a key.
  useCommandKeys(desk, [...sorting, ...moving])
  if (ids.length === 0 || moving.length === 0) return null
  const shown = moving.filter(({ isKeyOnly }) => !isKeyOnly)
  const isSeveralHere = ids.filter((id) => desk.moves.sequence.includes(id)).length > 1
  return (
    <section className={styles.bar} aria-label={words.chosen(ids.length)}>
      <strong>{words.chosen(ids.length)}</strong>
      {[...shown, ...(isSeveralHere ? sorting.filter(({ isOfChosen }) => isOfChosen) : [])].map(
        ({ keys, label, icon: Icon, run }) => (
          <Hint key={keys} label={label} keys={keys}>
            <Button variant="subtle" color="gray" leftSection={<Icon size={15} aria-hidden />} onClick={run}>
              {label}
            </Button>
          </Hint>
        ),
      )}
      <Hint label={words.clearSelection} keys="Escape">
        <ActionIcon aria-label={words.clearSelection} onClick={chooseNothing}>
          <IconX size={16} />
        </ActionIcon>
      </Hint>
    </section>
  )
}
