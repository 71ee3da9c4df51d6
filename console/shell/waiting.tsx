// Shows grey lines while data loads, after a short delay.
import { useTexts } from '../words/language.ts'
import styles from './waiting.module.css'
import { shellTexts } from './words.ts'

const widths = ['72%', '88%', '64%', '80%', '92%', '68%']

export function LoadingLines({ lines = 6 }: { lines?: number }) {
  const texts = useTexts(shellTexts)
  return (
    <div className={styles.waiting} aria-busy="true">
      <span className="visually-hidden">{texts.loading}</span>
      {Array.from({ length: lines }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: all lines are the same
        <span key={index} className={styles.line} style={{ width: widths[index % widths.length] }} aria-hidden />
      ))}
    </div>
  )
}
