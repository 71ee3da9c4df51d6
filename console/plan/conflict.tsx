// Two orders of the same stops: the one being sorted, and the one that somebody else has saved meanwhile.
import { Alert, Button, Group, Text } from '@mantine/core'
import { useWords } from '../words/language.ts'
import styles from './conflict.module.css'
import { changesBetween, type Sequence } from './sequence.ts'
import type { UnsavedSequence } from './unsaved-sequences.ts'
import { planWords } from './words.ts'

interface ConflictProps {
  unsaved: UnsavedSequence
  saved: Sequence
  nameOf: (id: string) => string
  onKeepMine: () => void
  onTakeTheirs: () => void
}

export function Conflict({ unsaved, saved, nameOf, onKeepMine, onTakeTheirs }: ConflictProps) {
  const words = useWords(planWords)
  const { joined, left } = changesBetween(unsaved.base, saved)
  const names = (ids: Sequence) => ids.map(nameOf).join(', ')
  return (
    <Alert color="yellow" className={styles.alert} title={words.changedMeanwhile} role="alert">
      {joined.length > 0 && <Text size="sm">{words.joined(names(joined))}</Text>}
      {left.length > 0 && <Text size="sm">{words.left(names(left))}</Text>}
      <dl className={styles.orders}>
        <dt>{words.theirOrder}</dt>
        <dd>{names(saved)}</dd>
        <dt>{words.myOrder}</dt>
        <dd>{names(unsaved.mine)}</dd>
      </dl>
      <Group gap="xs">
        <Button onClick={onKeepMine}>{words.keepMine}</Button>
        <Button variant="default" onClick={onTakeTheirs}>
          {words.takeTheirs}
        </Button>
      </Group>
    </Alert>
  )
}
