// Shows the difference that a change made: each value before and after.

import type { ChangeEvent, RecordType } from '../../contract/change.ts'
import { useDriverName } from '../api/driver-name.ts'
import { useEnvironmentFormat } from '../api/environment.ts'
import { getUnitSymbol, type MeasureUnit } from '../platform/units.ts'
import { WidgetBoundary } from '../shell/widget-boundary.tsx'
import { useTexts } from '../words/language.ts'
import styles from './differences.module.css'
import { useFieldLabels } from './labels.ts'
import { changeTexts } from './words.ts'

/**
 * Units of stored values. A history has stored units. The weight and volume of an order
 * have no unit, because the unit of the environment may have changed since.
 */
const storedUnits: [path: RegExp, unit: MeasureUnit][] = [
  [/^\/packages\/\d+\/(height|depth|width)$/, 'cm'],
  [/^\/packages\/\d+\/volume$/, 'm3'],
  [/^\/packages\/\d+\/weight$|^\/productLines\/\d+\/unitWeight$/, 'kg'],
]
const unitAt = (path: string) => storedUnits.find(([pattern]) => pattern.test(path))?.[1]

interface DifferencesProps extends Pick<ChangeEvent, 'changes'> {
  type: RecordType
}

export function ChangeDifferences({ type, changes }: DifferencesProps) {
  if (changes.length === 0) return null
  return (
    <WidgetBoundary>
      <List type={type} changes={changes} />
    </WidgetBoundary>
  )
}

function List({ type, changes }: DifferencesProps) {
  const labels = useFieldLabels()
  return (
    <dl className={styles.differences}>
      {changes.map(({ path, old, new: next }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: steps of one change never move
        <div key={index}>
          <dt title={path}>
            <bdi>{labels.path(type, path)}</bdi>
          </dt>
          <dd>
            <Value content={old} tag="del" path={path} /> <span className={styles.arrow}>→</span>{' '}
            <Value content={next} tag="ins" path={path} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** The form of stored instants. */
const isInstant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/

interface ValueProps {
  content: unknown
  tag: 'del' | 'ins'
  path: string
}
function Value({ content: value, tag: Mark, path }: ValueProps) {
  const texts = useTexts(changeTexts)
  const driverName = useDriverName()
  const unit = unitAt(path)
  const format = useEnvironmentFormat()
  const written = (item: unknown) => {
    if (path === '/driverKey') return driverName(String(item))
    if (typeof item === 'number' && item === value) return format.number(item, 10)
    return typeof item === 'string' && isInstant.test(item) ? format.instant(item) : item
  }
  if (value === undefined || value === null) return <span>{texts.unset}</span>
  return (
    <Mark>
      <bdi>
        {typeof value === 'object' ? JSON.stringify(value, (_, item) => written(item)) : String(written(value))}
        {unit && ` ${getUnitSymbol(unit)}`}
      </bdi>
    </Mark>
  )
}
