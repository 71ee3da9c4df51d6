// What a change did to a record: each value before and after.
import type { Event } from '../../contract/change.ts'
import { useWords } from '../words/language.ts'
import styles from './differences.module.css'
import { changeWords } from './words.ts'

export function Differences({ changes }: Pick<Event, 'changes'>) {
  if (changes.length === 0) return null
  return (
    <dl className={styles.differences}>
      {changes.map(({ path, old, new: next }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: steps of one change never move
        <div key={index}>
          <dt>
            <bdi dir="ltr">{path.slice(1).replaceAll('/', ' › ') || '–'}</bdi>
          </dt>
          <dd>
            <Value of={old} as="del" /> <span className={styles.arrow}>→</span> <Value of={next} as="ins" />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Value({ of: value, as: Mark }: { of: unknown; as: 'del' | 'ins' }) {
  const words = useWords(changeWords)
  if (value === undefined || value === null) return <span>{words.unset}</span>
  return (
    <Mark>
      <bdi>{typeof value === 'string' ? value : JSON.stringify(value)}</bdi>
    </Mark>
  )
}
