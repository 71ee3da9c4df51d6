// Shows how much of the vehicle capacity a load uses, as a bar and as text.
import { IconAlertTriangleFilled, IconBox, IconPackages, IconWeight } from '@tabler/icons-react'
import { calculatePercentUsed, formatAmount, type MeasureUnit } from '../platform/units.ts'
import { currentLanguage, useTexts } from '../words/language.ts'
import { languageLocales } from '../words/words.ts'
import styles from './capacity.module.css'
import { loadTexts } from './words.ts'

interface CapacityProps {
  peak: number
  capacity: number | null
  /** Unit of the amounts; null for packages. */
  unit: MeasureUnit | null
  title: string
  /** Whether to show only the percentage. */
  isBrief?: boolean
}

const isWeight: ReadonlySet<MeasureUnit> = new Set(['kg', 't', 'lb'])

export function CapacityUse({ peak, capacity, unit, title, isBrief = false }: CapacityProps) {
  const texts = useTexts(loadTexts)
  const locale = languageLocales[currentLanguage.use()]
  const percent = calculatePercentUsed(peak, capacity)
  if (percent === undefined || capacity === null)
    return <span className={styles.text}>{formatAmount(peak, unit, locale)}</span>
  const isOver = peak > capacity
  const Measured = unit === null ? IconPackages : isWeight.has(unit) ? IconWeight : IconBox
  const text = texts.used(percent, formatAmount(capacity, unit, locale))
  return (
    <span
      className={styles.use}
      data-over={isOver || undefined}
      title={`${title}: ${formatAmount(peak, unit, locale)}`}
    >
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
        {isOver && !isBrief && <span> · {texts.overBy(formatAmount(peak - capacity, unit, locale))}</span>}
      </span>
    </span>
  )
}
