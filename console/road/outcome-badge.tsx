// Shows the outcome of an order as an icon and a word, not only by colour.
import { IconCircleCheck, IconCircleHalf2, IconCircleX } from '@tabler/icons-react'
import type { OutcomeName } from '../../contract/road.ts'
import { useTexts } from '../words/language.ts'
import styles from './road.module.css'
import { roadTexts } from './words.ts'

const icons = { success: IconCircleCheck, partial: IconCircleHalf2, failed: IconCircleX }

export function OutcomeBadge({ outcome }: { outcome: OutcomeName }) {
  const texts = useTexts(roadTexts)
  const Icon = icons[outcome]
  return (
    <span className={styles.badge} data-outcome={outcome}>
      <Icon size={13} aria-hidden />
      {texts[outcome]}
    </span>
  )
}
