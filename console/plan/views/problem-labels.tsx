// Marks of problems: an icon and words, because colour alone is not accessible.
import { IconAlertTriangleFilled, IconClockExclamation, IconMapPinOff } from '@tabler/icons-react'
import { formatMeasure, type MeasureUnit } from '../../platform/units.ts'
import { currentLanguage, useTexts } from '../../words/language.ts'
import { languageLocales } from '../../words/words.ts'
import { useDuration } from '../times/duration.ts'
import type { LoadOverload } from '../times/overload.ts'
import type { StopProblem } from '../times/route.ts'
import { planTexts } from '../times/words.ts'
import styles from './marks.module.css'

type GoodsUnits = Record<'weightUnit' | 'volumeUnit', MeasureUnit>

const icons = { late: IconClockExclamation, mayBeLate: IconClockExclamation, nowhere: IconMapPinOff }

export function useProblemText(): (fault: StopProblem) => string {
  const texts = useTexts(planTexts)
  const duration = useDuration()
  return (problem) => (problem.kind === 'nowhere' ? texts.nowhere : texts[problem.kind](duration(problem.minutes)))
}

export function StopProblemLabel({ problem }: { problem: StopProblem }) {
  const text = useProblemText()
  const Icon = icons[problem.kind]
  return (
    <span className={styles.mark} data-severe={problem.kind === 'late' || undefined}>
      <Icon size={14} aria-hidden />
      {text(problem)}
    </span>
  )
}

/** Draws the overloads of a load. */
export function OverloadLabels({ overloads, units }: { overloads: readonly LoadOverload[]; units: GoodsUnits }) {
  const texts = useTexts(planTexts)
  const locale = languageLocales[currentLanguage.use()]
  const text = ({ kind, amount }: LoadOverload) => {
    if (kind === 'tooHeavy') return texts.tooHeavy(formatMeasure(amount, units.weightUnit, locale))
    if (kind === 'tooBig') return texts.tooBig(formatMeasure(amount, units.volumeUnit, locale))
    return texts.tooMany(amount)
  }
  return overloads.map((overload) => (
    <ExcessLabel key={overload.kind} isSevere={false}>
      {text(overload)}
    </ExcessLabel>
  ))
}

/** Draws a problem in red if it needs an action now, otherwise in amber. */
export function ExcessLabel({ children, isSevere = true }: { children: string; isSevere?: boolean }) {
  return (
    <span className={styles.mark} data-severe={isSevere || undefined}>
      <IconAlertTriangleFilled size={13} aria-hidden />
      {children}
    </span>
  )
}
