// Shows how much of the vehicle capacity a load uses, as a bar and as text.
import { IconAlertTriangleFilled, IconBox, IconPackages, IconWeight } from '@tabler/icons-react'
import { amountOf, share, type Unit } from '../platform/units.ts'
import { language, useWords } from '../words/language.ts'
import { locales } from '../words/words.ts'
import styles from './capacity.module.css'
import { loadWords } from './words.ts'

interface CapacityProps {
  peak: number
  capacity: number | null
  /** Unit of the amounts; null for packages. */
  unit: Unit | null
  title: string
  /** Whether to show only the percentage. */
  isBrief?: boolean
}

const isWeight: ReadonlySet<Unit> = new Set(['kg', 't', 'lb'])

export function CapacityUse({ peak, capacity, unit, title, isBrief = false }: CapacityProps) {
  const words = useWords(loadWords)
  const locale = locales[language.use()]
  const percent = share(peak, capacity)
  if (percent === undefined || capacity === null)
    return <span className={styles.text}>{amountOf(peak, unit, locale)}</span>
  const isOver = peak > capacity
  const Measured = unit === null ? IconPackages : isWeight.has(unit) ? IconWeight : IconBox
  const text = words.used(percent, amountOf(capacity, unit, locale))
  return (
    <span className={styles.use} data-over={isOver || undefined} title={`${title}: ${amountOf(peak, unit, locale)}`}>
      <svg className={styles.bar} viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
        <rect className={styles.track} width="100" height="6" />
        <rect className={styles.fill} width={Math.min(percent, 100)} height="6" />
      </svg>
      <span className={styles.text}>
        {isOver ? <IconAlertTriangleFilled size={12} aria-hidden /> : isBrief && <Measured size={12} aria-hidden />}
        {isBrief ? (
          <>
            <span aria-hidden>{percent} %</span>
            <span className="visually-hidden">{`${title}: ${text}`}</span>
          </>
        ) : (
          text
        )}
        {isOver && !isBrief && <span> · {words.overBy(amountOf(peak - capacity, unit, locale))}</span>}
      </span>
    </span>
  )
}
