// Marks of problems: an icon and words, because colour alone is not accessible.
import { IconAlertTriangleFilled, IconClockExclamation, IconMapPinOff } from '@tabler/icons-react'
import { measure, type Unit } from '../../platform/units.ts'
import { language, useWords } from '../../words/language.ts'
import { locales } from '../../words/words.ts'
import type { Overload } from '../times/overload.ts'
import type { StopFault } from '../times/route.ts'
import { planWords } from '../times/words.ts'
import styles from './marks.module.css'

type GoodsUnits = Record<'weightUnit' | 'volumeUnit', Unit>

const icons = { late: IconClockExclamation, mayBeLate: IconClockExclamation, nowhere: IconMapPinOff }

/** Returns a function that writes minutes as a duration. */
export function useDuration(): (minutes: number) => string {
  const words = useWords(planWords)
  return (minutes) =>
    minutes < 60 ? words.minutes(minutes) : words.hours(Math.floor(minutes / 60), Math.round(minutes % 60))
}

export function useFaultText(): (fault: StopFault) => string {
  const words = useWords(planWords)
  const duration = useDuration()
  return (fault) => (fault.kind === 'nowhere' ? words.nowhere : words[fault.kind](duration(fault.minutes)))
}

export function FaultMark({ fault }: { fault: StopFault }) {
  const text = useFaultText()
  const Icon = icons[fault.kind]
  return (
    <span className={styles.mark} data-severe={fault.kind === 'late' || undefined}>
      <Icon size={14} aria-hidden />
      {text(fault)}
    </span>
  )
}

/** Draws the overloads of a load. */
export function OverloadMarks({ overloads, units }: { overloads: readonly Overload[]; units: GoodsUnits }) {
  const words = useWords(planWords)
  const locale = locales[language.use()]
  const text = ({ kind, amount }: Overload) => {
    if (kind === 'tooHeavy') return words.tooHeavy(measure(amount, units.weightUnit, locale))
    if (kind === 'tooBig') return words.tooBig(measure(amount, units.volumeUnit, locale))
    return words.tooMany(amount)
  }
  return overloads.map((one) => <ExcessMark key={one.kind}>{text(one)}</ExcessMark>)
}

export function ExcessMark({ children }: { children: string }) {
  return (
    <span className={styles.mark} data-severe>
      <IconAlertTriangleFilled size={13} aria-hidden />
      {children}
    </span>
  )
}
