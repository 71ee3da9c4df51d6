// Shows the difference that a change made: each value before and after.

import type { Event } from '../../contract/change.ts'
import { useDriverName } from '../api/driver-name.ts'
import { useEnvironmentFormat } from '../api/environment.ts'
import { symbol, type Unit } from '../platform/units.ts'
import { WidgetBoundary } from '../shell/widget-boundary.tsx'
import { useWords } from '../words/language.ts'
import styles from './differences.module.css'
import { changeWords } from './words.ts'

/**
 * Units of stored values. A history names fields as the API does, in stored units. The weight and volume of an order
 * have no unit, because the unit of the environment may have changed since.
 */
const storedUnits: [path: RegExp, unit: Unit][] = [
  [/^\/packages\/\d+\/(height|depth|width)$/, 'cm'],
  [/^\/packages\/\d+\/volume$/, 'm3'],
  [/^\/packages\/\d+\/weight$|^\/productLines\/\d+\/unitWeight$/, 'kg'],
]
const unitAt = (path: string) => storedUnits.find(([pattern]) => pattern.test(path))?.[1]

export function Differences({ changes }: Pick<Event, 'changes'>) {
  if (changes.length === 0) return null
  return (
    <WidgetBoundary>
      <List changes={changes} />
    </WidgetBoundary>
  )
}

function List({ changes }: Pick<Event, 'changes'>) {
  return (
    <dl className={styles.differences}>
      {changes.map(({ path, old, new: next }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: steps of one change never move
        <div key={index}>
          <dt>
            <bdi dir="ltr">{path.slice(1).replaceAll('/', ' › ') || '–'}</bdi>
          </dt>
          <dd>
            <Value of={old} as="del" path={path} /> <span className={styles.arrow}>→</span>{' '}
            <Value of={next} as="ins" path={path} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** The form of stored instants. */
const isInstant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/

interface ValueProps {
  of: unknown
  as: 'del' | 'ins'
  path: string
}
function Value({ of: value, as: Mark, path }: ValueProps) {
  const words = useWords(changeWords)
  const driverName = useDriverName()
  const unit = unitAt(path)
  const format = useEnvironmentFormat()
  const written = (part: unknown) => {
    if (path === '/driverKey') return driverName(String(part))
    if (typeof part === 'number' && part === value) return format.number(part, 10)
    return typeof part === 'string' && isInstant.test(part) ? format.instant(part) : part
  }
  if (value === undefined || value === null) return <span>{words.unset}</span>
  return (
    <Mark>
      <bdi>
        {typeof value === 'object' ? JSON.stringify(value, (_, part) => written(part)) : String(written(value))}
        {unit && ` ${symbol(unit)}`}
      </bdi>
    </Mark>
  )
}
