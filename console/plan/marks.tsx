// How trouble looks: an icon and words, never a colour alone.
import { IconAlertTriangleFilled, IconClockExclamation, IconMapPinOff } from '@tabler/icons-react'
import { useWords } from '../words/language.ts'
import styles from './marks.module.css'
import type { StopFault } from './route.ts'
import { planWords } from './words.ts'

const icons = { late: IconClockExclamation, mayBeLate: IconClockExclamation, nowhere: IconMapPinOff }

/** Minutes as people say them. */
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

export function ExcessMark({ children }: { children: string }) {
  return (
    <span className={styles.mark} data-severe>
      <IconAlertTriangleFilled size={13} aria-hidden />
      {children}
    </span>
  )
}
