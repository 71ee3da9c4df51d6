// Shows a placeholder until the map is loaded.
import { useTexts } from '../words/language.ts'
import styles from './waiting.module.css'
import { mapTexts } from './words.ts'

export function MapWaiting() {
  const texts = useTexts(mapTexts)
  return (
    <div className={styles.waiting} role="status">
      <span className="visually-hidden">{texts.loading}</span>
    </div>
  )
}
