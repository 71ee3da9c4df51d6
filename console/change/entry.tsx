// Shows a group of changes as a sentence. The changed values open on demand.
import { Button } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { Fragment, useState } from 'react'
import { useDriverName } from '../api/driver-name.ts'
import { useEnvironmentFormat } from '../api/environment.ts'
import { OrderLink } from '../shell/order-link.tsx'
import { QuietText } from '../shell/quiet-text.ts'
import { currentLanguage, useTexts } from '../words/language.ts'
import { useActorName } from './actor.ts'
import { ChangeDifferences } from './differences.tsx'
import styles from './entry.module.css'
import { loadStatusTexts } from './field-words.ts'
import { type ChangeGroup, getChangeVerb, type RecordedChange } from './groups.ts'
import { useFieldLabels } from './labels.ts'
import { useLoadKeys } from './load-keys.ts'
import { type SentenceContext, type SentenceFragment, writeSentence } from './sentence.ts'
import { recordCountTexts, recordTexts, sentenceTexts } from './sentence-words.ts'
import { changeTexts } from './words.ts'

/** Changes that the details of one sentence list. */
const detailsMax = 50

/** Returns the name of a changed record, as the console shows it. */
function useRecordName(): (record: RecordedChange['record']) => string {
  const texts = useTexts(changeTexts)
  const driverName = useDriverName()
  return ({ type, id, key }) => {
    if (type === 'person' && key === id) return texts.deletedPerson
    return type === 'driver' || type === 'device' ? driverName(key) : key
  }
}

interface SentenceOptions {
  isOfOneOrder: boolean
  /** Writes the time: a list by days shows the time of day, other lists add the date. */
  formatTime(iso: string): string
}

/** Returns a function that writes a group of the given changes as a sentence. */
export function useSentences(changes: readonly RecordedChange[], options: SentenceOptions) {
  const context: SentenceContext = {
    ...options,
    language: currentLanguage.use(),
    texts: useTexts(sentenceTexts),
    records: useTexts(recordTexts),
    counts: useTexts(recordCountTexts),
    statuses: useTexts(loadStatusTexts),
    labels: useFieldLabels(),
    getActorName: useActorName(),
    getRecordName: useRecordName(),
    getLoadKey: useLoadKeys(changes),
  }
  return (group: ChangeGroup): SentenceFragment[] => writeSentence(group, context)
}

interface ChangeEntryProps {
  group: ChangeGroup
  sentence: readonly SentenceFragment[]
  isOfOneOrder?: boolean
}

/** Draws one sentence as a row of a list. */
export function ChangeEntry({ group, sentence, isOfOneOrder = false }: ChangeEntryProps) {
  const texts = useTexts(changeTexts)
  const [isOpen, setOpen] = useState(false)
  const [{ time, requestId }] = group
  const isWithoutDetails = group.length === 1 && group[0].changes.length === 0
  return (
    <li className={styles.entry}>
      <div className={styles.line}>
        <span title={requestId}>
          {sentence.map((fragment, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the fragments of a sentence have a fixed sequence
            <Fragment key={index}>
              <SentenceText fragment={fragment} time={time} />
            </Fragment>
          ))}
        </span>
        {isWithoutDetails ? null : (
          <Button
            className={styles.toggle!}
            variant="subtle"
            size="compact-xs"
            aria-expanded={isOpen}
            rightSection={<IconChevronDown size={12} className={styles.chevron} aria-hidden />}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? texts.hideDetails : texts.showDetails}
          </Button>
        )}
      </div>
      {isOpen ? <Details group={group} isOfOneOrder={isOfOneOrder} /> : null}
    </li>
  )
}

interface FragmentProps {
  fragment: SentenceFragment
  time: string
}

function SentenceText({ fragment: { role, text, orderId }, time }: FragmentProps) {
  const format = useEnvironmentFormat()
  if (role === 'text') return text
  if (role === 'time')
    return (
      <time dateTime={time} title={format.instant(time)}>
        {text}
      </time>
    )
  const name = <bdi className={styles.name}>{text}</bdi>
  return orderId === undefined ? name : <OrderLink consignmentId={orderId}>{name}</OrderLink>
}

/** Lists the changes of a group with their old and new values, oldest first. */
function Details({ group, isOfOneOrder }: { group: ChangeGroup; isOfOneOrder: boolean }) {
  const texts = useTexts(changeTexts)
  const getRecordName = useRecordName()
  const listed = group.toReversed().slice(0, detailsMax)
  return (
    <ul className={styles.details}>
      {listed.map((change) => (
        <li key={change.id}>
          <QuietText span size="xs">
            {isOfOneOrder ? null : (
              <>
                {texts[change.record.type]} <bdi>{getRecordName(change.record)}</bdi> ·{' '}
              </>
            )}
            {texts[getChangeVerb(change) as 'created']} · {texts.version(change.version)}
          </QuietText>
          <ChangeDifferences type={change.record.type} changes={change.changes} />
        </li>
      ))}
      {group.length > detailsMax ? <li>{texts.moreItems(group.length - detailsMax)}</li> : null}
    </ul>
  )
}
