// Shows a conflict between the unsaved stop order and the one that another user saved, with the changes of each.
import { Alert, Button, Group } from '@mantine/core'
import { showDone, showProblem } from '../../shell/toasts.ts'
import { currentWords, useWords } from '../../words/language.ts'
import type { Words } from '../../words/words.ts'
import { planWords } from '../times/words.ts'
import styles from './conflict.module.css'
import { type Changes, changesBetween, type Sequence } from './sequence.ts'
import type { UnsavedSequence } from './unsaved-sequences.ts'

interface ConflictProps {
  unsaved: UnsavedSequence
  saved: Sequence
  nameOf: (id: string) => string
  onKeepMine: () => void
  onTakeTheirs: () => void
}

export function Conflict({ unsaved, saved, nameOf, onKeepMine, onTakeTheirs }: ConflictProps) {
  const words = useWords(planWords)
  const theirs = changesBetween(unsaved.base, saved)
  const mine = changesBetween(unsaved.base, unsaved.mine)
  const said = textsOf(words, nameOf)
  const keepMine = () => {
    onKeepMine()
    const joined = theirs.joined.filter((id) => !unsaved.mine.includes(id))
    showDone([words.keptMine, ...said.merged({ ...theirs, joined })].join(' '))
  }
  return (
    <Alert color="yellow" className={styles.alert} title={words.changedMeanwhile} role="alert" data-conflict>
      <dl className={styles.changes}>
        <dt>{words.theirs}</dt>
        <dd>{said.changes(theirs)}</dd>
        <dt>{words.yours}</dt>
        <dd>{said.changes(mine)}</dd>
      </dl>
      <Group gap="xs">
        <Button onClick={keepMine}>{words.keepMine}</Button>
        <Button variant="default" onClick={onTakeTheirs}>
          {words.takeTheirs}
        </Button>
      </Group>
    </Alert>
  )
}

const namesMax = 10

function textsOf(words: Words<typeof planWords>, nameOf: (id: string) => string) {
  const listed = (names: readonly string[]) => {
    const shown = names.slice(0, namesMax).join(', ')
    return names.length > namesMax ? words.andMore(shown, names.length - namesMax) : shown
  }
  const named = (ids: Sequence) => listed(ids.map(nameOf))
  const movedOnes = (moved: Changes['moved']) =>
    listed(moved.map(({ id, from, to }) => words.movedFrom(nameOf(id), from, to)))
  return {
    changes: ({ joined, left, moved }: Changes) => (
      <ul>
        {joined.length > 0 && <li>{words.joined(named(joined))}</li>}
        {left.length > 0 && <li>{words.left(named(left))}</li>}
        {moved.length > 0 && <li>{words.moved(movedOnes(moved))}</li>}
      </ul>
    ),
    /** Returns the effect of keeping the own sequence on the changes of the other user. */
    merged: ({ joined, left, moved }: Changes) => [
      ...(joined.length > 0 ? [`${words.joinedLast(named(joined))}.`] : []),
      ...(left.length > 0 ? [`${words.left(named(left))}.`] : []),
      ...(moved.length > 0 ? [`${words.notTakenOver(movedOnes(moved))}.`] : []),
    ],
  }
}

/** Asks the user to resolve the conflict before saving, and focuses it. */
export function askToDecide(): void {
  showProblem(new Error(currentWords(planWords).decideFirst))
  document.querySelector<HTMLElement>('[data-conflict] button')?.focus()
}
