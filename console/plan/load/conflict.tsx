// Shows a conflict between the unsaved stop order and the one that another user saved, with the changes of each.
import { Alert, Button, Group } from '@mantine/core'
import { showDone, showProblem } from '../../shell/toasts.ts'
import { currentTexts, useTexts } from '../../words/language.ts'
import type { Texts } from '../../words/words.ts'
import { planTexts } from '../times/words.ts'
import styles from './conflict.module.css'
import { compareSequences, type SequenceChanges, type StopSequence } from './sequence.ts'
import type { UnsavedSequence } from './unsaved-sequences.ts'

interface ConflictProps {
  unsaved: UnsavedSequence
  saved: StopSequence
  nameOf: (id: string) => string
  onKeepUnsaved: () => void
  onTakeSaved: () => void
}

export function SequenceConflict({ unsaved, saved, nameOf, onKeepUnsaved, onTakeSaved }: ConflictProps) {
  const texts = useTexts(planTexts)
  const savedChanges = compareSequences(unsaved.base, saved)
  const unsavedChanges = compareSequences(unsaved.base, unsaved.mine)
  const summary = textsOf(texts, nameOf)
  const keepUnsavedSequence = () => {
    onKeepUnsaved()
    const joined = savedChanges.joined.filter((id) => !unsaved.mine.includes(id))
    showDone([texts.keptMine, ...summary.merged({ ...savedChanges, joined })].join(' '))
  }
  return (
    <Alert color="yellow" className={styles.alert} title={texts.changedMeanwhile} role="alert" data-conflict>
      <dl className={styles.changes}>
        <dt>{texts.theirs}</dt>
        <dd>{summary.changes(savedChanges)}</dd>
        <dt>{texts.yours}</dt>
        <dd>{summary.changes(unsavedChanges)}</dd>
      </dl>
      <Group gap="xs">
        <Button variant="filled" onClick={keepUnsavedSequence}>
          {texts.keepMine}
        </Button>
        <Button onClick={onTakeSaved}>{texts.takeTheirs}</Button>
      </Group>
    </Alert>
  )
}

const namesMax = 10

function textsOf(texts: Texts<typeof planTexts>, nameOf: (id: string) => string) {
  const listed = (names: readonly string[]) => {
    const listedNames = names.slice(0, namesMax).join(', ')
    return names.length > namesMax ? texts.andMore(listedNames, names.length - namesMax) : listedNames
  }
  const named = (ids: StopSequence) => listed(ids.map(nameOf))
  const movedOnes = (moved: SequenceChanges['moved']) =>
    listed(moved.map(({ id, from, to }) => texts.movedFrom(nameOf(id), from, to)))
  return {
    changes: ({ joined, removed, moved }: SequenceChanges) => (
      <ul>
        {joined.length > 0 && <li>{texts.joined(named(joined))}</li>}
        {removed.length > 0 && <li>{texts.left(named(removed))}</li>}
        {moved.length > 0 && <li>{texts.moved(movedOnes(moved))}</li>}
      </ul>
    ),
    /** Returns the effect of keeping the own sequence on the changes of the other user. */
    merged: ({ joined, removed, moved }: SequenceChanges) => [
      ...(joined.length > 0 ? [`${texts.joinedLast(named(joined))}.`] : []),
      ...(removed.length > 0 ? [`${texts.left(named(removed))}.`] : []),
      ...(moved.length > 0 ? [`${texts.notTakenOver(movedOnes(moved))}.`] : []),
    ],
  }
}

/** Asks the user to resolve the conflict before saving, and focuses it. */
export function requireDecision(): void {
  showProblem(new Error(currentTexts(planTexts).decideFirst))
  document.querySelector<HTMLElement>('[data-conflict] button')?.focus()
}
